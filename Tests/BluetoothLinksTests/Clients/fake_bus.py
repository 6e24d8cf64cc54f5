"""A bus without rules, on the socket PATH: for what dbus-daemon would never pass on, or do.

KIND says how it treats the clients that connect, one after the other:

    turn-away    closes the connection at once
    deny         lets in nobody
    mutate       lets the client in, leaves its question unanswered, and sends it as BlueZ many damaged messages, and
                 then a good one

It prints "ready", "closed" for each connection that has ended, and for `mutate` how many messages it has sent.

Usage: fake_bus.py PATH KIND
"""

import random
import socket
import struct
import sys

PATH = "/org/bluez/hci0/dev_A0_B1_C2_D3_E4_F5"
MESSAGES = 3000


class Body:
    """Marshals values in the format of D-Bus, little-endian."""

    def __init__(self) -> None:
        self.data = bytearray()

    def align(self, size: int) -> None:
        self.data += bytes(-len(self.data) % size)

    def number(self, value: int) -> None:
        self.align(4)
        self.data += struct.pack("<I", value)

    def text(self, value: str) -> None:
        self.number(len(value))
        self.data += value.encode() + b"\0"

    def signature(self, value: str) -> None:
        self.data += bytes([len(value)]) + value.encode() + b"\0"

    def dictionary(self, entries: dict, value) -> None:
        self.number(0)
        size_at = len(self.data) - 4
        self.align(8)
        start = len(self.data)
        for key, item in entries.items():
            self.align(8)
            self.text(key)
            value(item)
        self.data[size_at : size_at + 4] = struct.pack("<I", len(self.data) - start)

    def variant(self, item) -> None:
        if isinstance(item, bool):
            self.signature("b")
            self.number(item)
        else:
            self.signature("s")
            self.text(item)


def message(kind: int, serial: int, fields: list[tuple[int, str, object]], body: bytes) -> bytes:
    header = Body()
    header.data += struct.pack("<cBBBII", b"l", kind, 0, 1, len(body), serial) + bytes(4)
    start = len(header.data)
    for code, signature, value in fields:
        header.align(8)
        header.data.append(code)
        header.signature(signature)
        if signature == "u":
            header.number(value)
        elif signature == "g":
            header.signature(value)
        else:
            header.text(value)
    header.data[start - 4 : start] = struct.pack("<I", len(header.data) - start)
    header.align(8)
    return bytes(header.data) + body


def reply(serial: int, to: int, sender: str, signature: str, body: bytes) -> bytes:
    return message(2, serial, [(5, "u", to), (6, "s", ":1.1"), (7, "s", sender), (8, "g", signature)], body)


def added(address: str) -> bytes:
    body = Body()
    body.text(PATH)
    interfaces = {
        "org.freedesktop.DBus.Introspectable": {},
        "org.bluez.Device1": {"Name": "keyboard", "Address": address, "Connected": True, "Alias": "keyboard"},
    }
    body.dictionary(interfaces, lambda properties: body.dictionary(properties, body.variant))
    return bytes(body.data)


def signal(serial: int, body: bytes) -> bytes:
    fields = [
        (1, "o", "/"),
        (2, "s", "org.freedesktop.DBus.ObjectManager"),
        (3, "s", "InterfacesAdded"),
        (7, "s", ":1.2"),
        (8, "g", "oa{sa{sv}}"),
    ]
    return message(4, serial, fields, body)


def owner(serial: int) -> bytes:
    body = Body()
    for text in ["org.bluez", "", ":1.2"]:
        body.text(text)
    fields = [
        (1, "o", "/org/freedesktop/DBus"),
        (2, "s", "org.freedesktop.DBus"),
        (3, "s", "NameOwnerChanged"),
        (7, "s", "org.freedesktop.DBus"),
        (8, "g", "sss"),
    ]
    return message(4, serial, fields, bytes(body.data))


def mutated(body: bytes, chance: random.Random) -> bytes:
    data = bytearray(body)
    for _ in range(chance.randint(1, 4)):
        data[chance.randrange(len(data))] = chance.choice([0, 1, 4, 127, 255, chance.randrange(256)])
    if chance.random() < 0.3:
        del data[chance.randrange(len(data)) :]
    return bytes(data)


def authenticate(client: socket.socket) -> bytes:
    """Lets the client in; returns what it has sent beyond that."""
    buffer = b""
    while True:
        line, end, rest = buffer.partition(b"\r\n")
        if not end:
            piece = client.recv(4096)
            if not piece:
                return b""
            buffer += piece
            continue
        buffer = rest
        match line.lstrip(b"\0").split()[0]:
            case b"AUTH":
                client.sendall(b"DATA\r\n")
            case b"DATA":
                client.sendall(b"OK 0123456789abcdef0123456789abcdef\r\n")
            case b"BEGIN":
                return buffer


def next_serial(client: socket.socket, buffer: bytearray) -> int:
    """Reads one message and returns its serial number."""
    while len(buffer) < 16 or len(buffer) < size(buffer):
        piece = client.recv(4096)
        if not piece:
            raise EOFError
        buffer += piece
    serial = struct.unpack_from("<I", buffer, 8)[0]
    del buffer[: size(buffer)]
    return serial


def size(buffer: bytearray) -> int:
    body, _, fields = struct.unpack_from("<III", buffer, 4)
    return 16 + fields + (-fields % 8) + body


def mutate(client: socket.socket) -> None:
    buffer = bytearray(authenticate(client))
    name = Body()
    name.text(":1.1")
    client.sendall(reply(1, next_serial(client, buffer), "org.freedesktop.DBus", "s", bytes(name.data)))
    # Four subscriptions: what concerns the connection alone is not the bus's business.
    for serial in range(2, 6):
        client.sendall(reply(serial, next_serial(client, buffer), "org.freedesktop.DBus", "", b""))
    next_serial(client, buffer)
    client.sendall(owner(6))
    chance = random.Random(7)
    good = added("A0:B1:C2:D3:E4:F5")
    for serial in range(7, 7 + MESSAGES):
        client.sendall(signal(serial, mutated(good, chance)))
    client.sendall(signal(7 + MESSAGES, added("00:00:00:00:00:01")))
    print(MESSAGES, flush=True)
    while client.recv(4096):
        pass


def main() -> None:
    path, kind = sys.argv[1:]
    server = socket.socket(socket.AF_UNIX, socket.SOCK_STREAM)
    server.bind(path)
    server.listen()
    print("ready", flush=True)
    while True:
        client, _ = server.accept()
        with client:
            if kind == "deny":
                client.recv(4096)
                client.sendall(b"REJECTED\r\n")
            elif kind == "mutate":
                mutate(client)
        print("closed", flush=True)


main()
