"""A command that runs in the guest, with its output as it comes."""

from __future__ import annotations

import re
import signal
from collections.abc import Callable
from typing import Protocol, TypeVar

from .errors import CommandFailed

T = TypeVar("T")


class Channel(Protocol):
    """What a command needs of the agent connection."""

    def send_frame(self, kind: bytes, number: int, data: bytes) -> None:
        """Send one frame to the guest's agent."""

    def wait_for(self, condition: Callable[[], T | None], timeout: float, what: Callable[[], str]) -> T:
        """See Connection.wait_for."""


class GuestCommand:
    """A started sh script.  `lines` holds the complete lines of its standard output so far."""

    def __init__(self, channel: Channel, number: int, script: str) -> None:
        self._channel = channel
        self.number = number
        self.script = script
        self.exit_code: int | None = None
        self.lines: list[str] = []
        self._output = bytearray()
        self._errors = bytearray()
        self._unfinished = b""
        self._position = 0

    # Called by the agent connection, on its reader thread.

    def add_output(self, data: bytes) -> None:
        """Take standard output from the agent."""
        self._output += data
        *lines, self._unfinished = (self._unfinished + data).split(b"\n")
        self.lines += [line.decode(errors="replace") for line in lines]

    def add_errors(self, data: bytes) -> None:
        """Take standard error from the agent."""
        self._errors += data

    # For tests.

    @property
    def raw_output(self) -> bytes:
        """Standard output so far."""
        return bytes(self._output)

    @property
    def output(self) -> str:
        """Standard output so far, as text."""
        return self._output.decode(errors="replace")

    @property
    def error_output(self) -> str:
        """Standard error so far, as text."""
        return self._errors.decode(errors="replace")

    def wait(self, timeout: float = 60) -> int:
        """Wait for its end; returns the exit code (128+n if signal n ended it).  Raises TimedOut."""
        return self._channel.wait_for(lambda: self.exit_code, timeout, lambda: f"the end of {self._name()}")

    def wait_line(self, pattern: str, timeout: float = 60) -> re.Match[str]:
        """The first output line not yet waited past in which the regular expression is found.

        Later calls go on behind that line.  Raises CommandFailed if the command ends before,
        TimedOut (with the last lines) after `timeout` seconds.
        """
        expression = re.compile(pattern)
        start = self._position

        def find() -> re.Match[str] | None:
            while self._position < len(self.lines):
                found = expression.search(self.lines[self._position])
                self._position += 1
                if found:
                    return found
            if self.exit_code is not None:
                raise CommandFailed(f"it ended (status {self.exit_code}) before a line {pattern!r}\n"
                                    f"{self._tail(start)}{self.error_output[-1000:]}", where=self._name(),
                                    remedy="read its last output above")
            return None

        return self._channel.wait_for(find, timeout, lambda: f"line {pattern!r} of {self._name()}; "
                                                             f"since the last wait came:\n{self._tail(start)}")

    def wait_error(self, text: str, timeout: float = 60) -> None:
        """Wait until its standard error has this text.  Raises TimedOut."""
        self._channel.wait_for(lambda: text in self.error_output or None, timeout,
                               lambda: f"{text!r} on standard error of {self._name()}")

    def skip_lines(self) -> None:
        """Let wait_line() see only lines that come from now on."""
        self._position = len(self.lines)

    def rewind(self) -> None:
        """Let wait_line() see all lines again from the first."""
        self._position = 0

    def write(self, data: str | bytes) -> None:
        """Write to its standard input; does not wait until it has read it."""
        raw = data.encode() if isinstance(data, str) else data
        # One frame of each 1 MiB: the agent keeps a whole frame in memory.
        for start in range(0, len(raw), 1 << 20):
            self._channel.send_frame(b"I", self.number, raw[start:start + (1 << 20)])

    def close_input(self) -> None:
        """End its standard input."""
        self._channel.send_frame(b"I", self.number, b"")

    def send_signal(self, number: signal.Signals = signal.SIGTERM) -> None:
        """Send a signal to it and its children."""
        self._channel.send_frame(b"K", self.number, str(int(number)).encode())

    def _name(self) -> str:
        return f"guest command {self.script[:120]!r}"

    def _tail(self, start: int) -> str:
        return "".join(f"    | {line}\n" for line in self.lines[start:][-12:])
