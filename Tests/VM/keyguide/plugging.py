"""Plugging that waits for udev, and a chord that shows that a keyboard is read."""

from __future__ import annotations

from rig import Machine

from .monitor import Monitor, attached


def plug(guest: Machine, name: str) -> None:
    """Plug a keyboard, and wait until udev is through with it."""
    events = guest.start("exec udevadm monitor --udev --subsystem-match=input")
    events.wait_line("^UDEV - ")
    guest.keyboards.plug(name)
    events.wait_line(r"UDEV .* add .*/event\d+ ")
    events.send_signal()


def unplug(guest: Machine, name: str) -> None:
    """Pull a keyboard, and wait until udev is through with it."""
    events = guest.start("exec udevadm monitor --udev --subsystem-match=input")
    events.wait_line("^UDEV - ")
    guest.keyboards.unplug(name)
    events.wait_line(r"UDEV .* remove .*/event\d+ ")
    events.send_signal()


def wait_chord(guest: Machine, monitor: Monitor, name: str) -> None:
    """Press Meta on a keyboard, and release it; both are told."""
    guest.keyboards.press(name, "leftmeta")
    monitor.wait(lambda state: state["hardware"] == attached("meta"))
    guest.keyboards.release(name, "leftmeta")
    monitor.wait(lambda state: state["hardware"] == attached())
