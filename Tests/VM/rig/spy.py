"""A stand-in for the daemon: guest/evspy.c, which opens keyboards and tells what it sees."""

from __future__ import annotations

from .guest_command import GuestCommand
from .machine import Machine


class Spy:
    """A running evspy.  Each wait goes on behind the line that the wait before it found."""

    def __init__(self, guest: Machine, *, every_device: bool = False) -> None:
        """Start it and wait until the devices present are open; `every_device`: not only keyboards."""
        self.command: GuestCommand = guest.start("exec evspy -a" if every_device else "exec evspy")
        self.command.wait_line(" READY$")

    def wait_opened(self) -> str:
        """Wait for the next opened device; returns its node, /dev/input/eventN."""
        return self.command.wait_line(r" O (\S+)$")[1]

    def wait_key(self, key: str, value: int) -> str:
        """Wait for a key, KEY_A, going down (1) or up (0); returns the node of the keyboard."""
        return self.command.wait_line(rf" E (\S+) EV_KEY {key} {value}$")[1]

    def wait_gone(self) -> str:
        """Wait until an open device has gone; returns the node that it had."""
        return self.command.wait_line(r" G (\S+) ENODEV$")[1]

    def wait_removed(self, node: str) -> None:
        """Wait until udev, too, is done with a removed device."""
        self.command.wait_line(rf" U remove {node} ")
