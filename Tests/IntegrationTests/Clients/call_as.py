"""Calls methods as another user: call_as.py SOCKET USER GROUP METHOD... prints the error, or ok, of each."""

import json
import os
import socket
import sys

path, user, group, *methods = sys.argv[1:]
os.setgroups([int(group)])
os.setgid(int(user))
os.setuid(int(user))
with socket.socket(socket.AF_UNIX) as connection:
    connection.settimeout(20)
    connection.connect(path)
    replies = connection.makefile("rb")
    for method in methods:
        try:
            connection.sendall(json.dumps({"method": method}).encode() + b"\0")
        except BrokenPipeError:
            pass  # turned away: the reason is there to be read
        text = bytearray()
        while (byte := replies.read(1)) not in (b"", b"\0"):
            text += byte
        reply = json.loads(text)
        parameters = reply.get("parameters", {})
        print(reply.get("error", "ok"), parameters.get("right", ""), parameters.get("rule", ""))
