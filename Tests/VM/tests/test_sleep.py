"""Suspend and wake: what happened during the sleep is the truth right after it."""

from keyguide import Daemon, Monitor, attached
from rig import Machine


def test_sleep_with_the_keyboard_attached(guest: Machine) -> None:
    guest.keyboards.plug("a")
    monitor = Monitor(guest)
    monitor.wait_present(True)
    before = Daemon(guest).open_files()
    guest.power.suspend()
    guest.power.wake()
    guest.keyboards.press("a", "leftmeta")
    reply = monitor.next()
    assert reply["hardware"] == attached("meta"), "the keyboard never left"
    Daemon(guest).wait_files(before)


def test_sleep_and_keyboards_come_and_go(guest: Machine) -> None:
    guest.keyboards.plug("a")
    monitor = Monitor(guest)
    monitor.wait_present(True)
    before = Daemon(guest).open_files()
    guest.power.suspend()
    guest.keyboards.unplug("a")
    guest.power.wake()
    assert monitor.next()["hardware"]["present"] is False
    guest.power.suspend()
    guest.keyboards.plug("b")
    guest.power.wake()
    assert monitor.next()["hardware"]["present"] is True
    assert len(Daemon(guest).open_files()) == len(before)
