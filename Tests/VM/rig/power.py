"""Suspend, wake, and the power button."""

from __future__ import annotations

from typing import TYPE_CHECKING

from .errors import Misuse
from .journal import wait_journal

if TYPE_CHECKING:
    from .machine import Machine


class Power:
    """Sleep and wake of one guest: suspend-to-idle, asked for as a user would."""

    def __init__(self, machine: Machine) -> None:
        self._machine = machine
        self._asleep = False
        self._sleeps = 0

    def suspend(self, command: str = "systemctl suspend") -> None:
        """Put the guest to sleep; returns when its kernel idles in suspend.

        No guest command can run until wake(); devices may be plugged and unplugged meanwhile.
        """
        machine = self._machine
        if self._asleep:
            raise Misuse("the guest is asleep already", where="suspend", remedy="call wake() first")
        # The last message before the sleep is a debugging one.
        machine.run("dmesg -n 8; echo 1 > /sys/power/pm_debug_messages")
        mark = machine.console.mark()
        machine.start(command)
        machine.console.wait_line("PM: suspend-to-idle", since=mark)
        self._asleep = True

    def wake(self) -> None:
        """Wake the guest with its power button (a USB key does not wake it); returns when logind
        announces the end of the sleep."""
        if not self._asleep:
            raise Misuse("the guest is not asleep", where="wake", remedy="call suspend() first")
        mark = self._machine.console.mark()
        self.press_button()
        self._machine.console.wait_line("PM: suspend exit", since=mark)
        self._asleep = False
        self._sleeps += 1
        wait_journal(self._machine, "systemd-logind", "Operation '.*' finished", count=self._sleeps)

    def press_button(self) -> None:
        """Press the power button.  logind is told to ignore it: it is an event of the input device
        "Power Button", and wakes a sleeping guest."""
        self._machine.qmp.command("system_powerdown")
