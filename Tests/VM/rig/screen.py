"""Output of console.py: lines that come at any time, above a prompt that is being typed at."""

from __future__ import annotations

import sys
import threading
import time
from collections.abc import Iterator

PROMPT = "guest> "


class Screen:
    """Prints lines from several threads.  On a terminal the prompt, with what has been typed at it,
    is kept below them; otherwise the commands are echoed, so that a transcript can be read."""

    def __init__(self) -> None:
        self._is_terminal = sys.stdin.isatty() and sys.stdout.isatty()
        self._prompt_is_shown = False
        self._watched: list[str] = []
        self._position = 0
        self._changed = threading.Condition()

    def show(self, text: str) -> None:
        """Print one or more lines."""
        with self._changed:
            if self._prompt_is_shown:
                import readline
                # Clear the prompt's line, print, and put the prompt back.
                print(f"\r\x1b[K{text}\n{PROMPT}{readline.get_line_buffer()}", end="", flush=True)
            else:
                print(text, flush=True)

    def show_watched(self, line: str) -> None:
        """Print a line of the watched command."""
        self.show(f"| {line}")
        with self._changed:
            self._watched.append(line)
            self._changed.notify_all()

    def wait_watched(self, text: str, timeout: float) -> bool:
        """Wait for a line of the watched command with this text, behind the one last waited for;
        returns False if it does not come within `timeout` seconds."""
        end = time.monotonic() + timeout
        with self._changed:
            while True:
                while self._position < len(self._watched):
                    self._position += 1
                    if text in self._watched[self._position - 1]:
                        return True
                left = end - time.monotonic()
                if left <= 0:
                    return False
                self._changed.wait(left)

    def commands(self) -> Iterator[str]:
        """The lines typed or piped in, until their end."""
        if not self._is_terminal:
            for line in sys.stdin:
                self.show(PROMPT + line.rstrip())
                yield line
            return
        import readline     # noqa: F401 - gives input() editing and history
        while True:
            self._prompt_is_shown = True
            try:
                line = input(PROMPT)
            except EOFError:
                print()
                return
            finally:
                self._prompt_is_shown = False
            yield line
