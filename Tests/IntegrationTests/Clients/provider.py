"""An on-screen keyboard of 200 points that a test plays: registers, prints each request's kind, and answers it.

Usage: provider.py SOCKET
"""

import json
import socket
import sys

FRAME = {"x": 0, "y": 600, "width": 1280, "height": 200}


def connect() -> socket.socket:
    """A connection to the daemon."""
    connection = socket.socket(socket.AF_UNIX)
    connection.connect(sys.argv[1])
    return connection


def send(connection: socket.socket, method: str, parameters: dict, more: bool = False) -> None:
    """Sends one call."""
    call = {"method": f"io.keyguide.Provider.{method}", "parameters": parameters, "more": more}
    connection.sendall(json.dumps(call).encode() + b"\0")


def replies(connection: socket.socket):
    """The parameters of each reply as it comes."""
    unread = b""
    while piece := connection.recv(1 << 16):
        *messages, unread = (unread + piece).split(b"\0")
        for message in messages:
            reply = json.loads(message)
            if "error" in reply:
                sys.exit(message.decode())
            yield reply["parameters"]


requests, reports = connect(), connect()
answers = replies(reports)
send(requests, "Register", {"name": "python", "apiVersion": 1, "roles": ["softwareKeyboard"]}, more=True)
for reply in replies(requests):
    for request in reply["requests"]:
        print(request["kind"], flush=True)
        shown = request["kind"] != "hide"
        report = {"kind": "docked", "frame": FRAME} if shown else {"kind": "none"}
        send(reports, "ReportKeyboard", {"provider": reply["provider"], "request": request["id"], **report})
        next(answers)
