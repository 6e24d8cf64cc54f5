"""The guest's serial console: kernel messages, kept as lines and waited for."""

from __future__ import annotations

from pathlib import Path

from .connection import Connection


class ConsoleLog(Connection):
    """All that the guest has written to its console so far."""

    def __init__(self, path: Path) -> None:
        super().__init__(path, "the guest's console")
        self._lines: list[str] = []
        self._unfinished = b""

    def feed(self, data: bytes) -> bytes:
        *lines, self._unfinished = data.split(b"\n")
        self._lines += [line.decode(errors="replace").rstrip("\r") for line in lines]
        return self._unfinished

    def mark(self) -> int:
        """The place that wait_line() shall start from: after all complete lines so far."""
        with self.changed:
            return len(self._lines)

    def wait_line(self, text: str, *, since: int, timeout: float = 60) -> str:
        """The first line after `since` that contains `text`."""
        def find() -> str | None:
            return next((line for line in self._lines[since:] if text in line), None)
        return self.wait_for(find, timeout, lambda: f"a console line with {text!r}; came: {self._lines[since:][-5:]}")

    def tail(self, lines: int = 80) -> str:
        """The last lines, for a report; enough for a kernel panic with its call trace."""
        with self.changed:
            return "\n".join([*self._lines[-lines:], self._unfinished.decode(errors="replace")]).strip()
