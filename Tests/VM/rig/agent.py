"""The host's end of the guest agent (guest/rig-agent.c explains the frames)."""

from __future__ import annotations

import itertools
from pathlib import Path

from .connection import Connection
from .guest_command import GuestCommand


class Agent(Connection):
    """Starts commands in the guest and routes their output, any number at once."""

    def __init__(self, path: Path) -> None:
        super().__init__(path, "the guest's agent")
        self._numbers = itertools.count(1)
        self._commands: dict[int, GuestCommand] = {}
        self._boot_seconds: float | None = None

    def feed(self, data: bytes) -> bytes:
        while (newline := data.find(b"\n")) >= 0:
            kind, number, length = data[:newline].split()
            end = newline + 1 + int(length)
            if len(data) < end:
                break
            self._handle(kind, int(number), data[newline + 1:end])
            data = data[end:]
        return data

    def _handle(self, kind: bytes, number: int, payload: bytes) -> None:
        if kind == b"H":
            self._boot_seconds = float(payload)
            return
        command = self._commands.get(number)
        if command is None:
            return
        if kind == b"O":
            command.add_output(payload)
        elif kind == b"E":
            command.add_errors(payload)
        elif kind == b"X":
            command.exit_code = int(payload)
            del self._commands[number]

    def send_frame(self, kind: bytes, number: int, data: bytes) -> None:
        """Send one frame.  Raises GuestLost."""
        self.send(b"%s %d %d\n" % (kind, number, len(data)) + data)

    def start_command(self, script: str) -> GuestCommand:
        """Start a sh script as root; returns at once."""
        command = GuestCommand(self, next(self._numbers), script)
        with self.changed:
            self._commands[command.number] = command
        self.send_frame(b"S", command.number, script.encode())
        return command

    def wait_hello(self, timeout: float) -> float:
        """Wait for the agent of a booting guest; returns seconds since its kernel started."""
        return self.wait_for(lambda: self._boot_seconds, timeout, lambda: "the agent of the booting guest")
