"""SIGTERM as an orderly way out: guests are ended and folders removed as with Ctrl-C."""

from __future__ import annotations

import signal
import sys
from types import FrameType


def exit_on_sigterm() -> None:
    """Let SIGTERM raise SystemExit (status 143) in the main thread, once.

    The kernel may send a parent-death signal several times while a parent's threads end; a second
    one must not interrupt the clean-up that the first one has started.
    """
    def handle(number: int, _: FrameType | None) -> None:
        signal.signal(number, signal.SIG_IGN)
        sys.exit(128 + number)
    signal.signal(signal.SIGTERM, handle)
