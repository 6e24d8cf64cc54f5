"""Waits on the guest's journal, the event that most services offer for what they have done."""

from __future__ import annotations

import re
import shlex
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from .machine import Machine


def wait_journal(machine: Machine, unit: str, pattern: str, *, count: int = 1, timeout: float = 60) -> re.Match[str]:
    """Wait for the `count`-th message of this boot in which the regular expression is found.

    Messages from before the call count, so nothing can be missed.  Raises TimedOut.
    """
    journal = machine.start(f"exec journalctl -b -f -n all -o cat -u {shlex.quote(unit)}")
    try:
        for _ in range(count - 1):
            journal.wait_line(pattern, timeout)
        return journal.wait_line(pattern, timeout)
    finally:
        journal.send_signal()
