"""A daemon that has no descriptor left, as happened to keyd (its issue 283)."""

import itertools

from keyguide import DAEMON, Daemon, Monitor, attached
from rig import Machine, Spy
from rig.journal import wait_journal

CANNOT_OPEN = r"cannot open (/dev/input/event\d+): Too many open files"


def leave_no_descriptor(guest: Machine) -> None:
    """Limit the daemon to the descriptors that it has."""
    process = Daemon(guest).process()
    used = {int(number) for number in guest.run(f"ls /proc/{process}/fd").output.split()}
    unused = next(number for number in itertools.count() if number not in used)
    guest.run(f"prlimit --pid {process} --nofile={unused}:")


def test_descriptors_keyboard_counts_before_it_can_be_opened(guest: Machine) -> None:
    monitor = Monitor(guest)
    daemon = Daemon(guest)
    spy = Spy(guest)
    leave_no_descriptor(guest)
    guest.keyboards.plug("a")
    first = monitor.next()
    assert first["hardware"] == attached(), first
    node = wait_journal(guest, DAEMON, CANNOT_OPEN)[1]
    assert spy.wait_opened() == node
    assert daemon.keyboard_nodes() == []
    guest.keyboards.press("a", "leftmeta")
    spy.wait_key("KEY_LEFTMETA", 1)
    guest.run(f"prlimit --pid {daemon.process()} --nofile=4096: && systemctl reload {DAEMON}")
    # Held since before, and told only now that the node is open.
    wait_journal(guest, DAEMON, "devices were looked at anew; 1 nodes are open")
    held = monitor.next()
    assert held["hardware"] == attached("meta") and held["seq"] == first["seq"] + 1, held
    assert daemon.keyboard_nodes() == [node]


def test_descriptors_that_get_free_are_for_keyboards_that_wait(guest: Machine) -> None:
    monitor = Monitor(guest)
    other = Monitor(guest)
    daemon = Daemon(guest)
    spy = Spy(guest)
    guest.keyboards.plug("a")
    first = spy.wait_opened()
    monitor.wait_present(True)
    assert daemon.keyboard_nodes() == [first]
    leave_no_descriptor(guest)
    guest.keyboards.plug("b")
    second = spy.wait_opened()
    assert wait_journal(guest, DAEMON, CANNOT_OPEN)[1] == second
    guest.keyboards.press("b", "leftmeta")
    spy.wait_key("KEY_LEFTMETA", 1)
    assert daemon.keyboard_nodes() == [first]
    # Another device goes.
    guest.keyboards.unplug("a")
    monitor.wait(lambda state: state["hardware"]["modifiers"] == ["meta"])
    assert daemon.keyboard_nodes() == [second]
    guest.keyboards.plug("c")
    third = spy.wait_opened()
    wait_journal(guest, DAEMON, CANNOT_OPEN, count=2)
    guest.keyboards.press("c", "leftctrl")
    spy.wait_key("KEY_LEFTCTRL", 1)
    assert daemon.keyboard_nodes() == [second]
    # A client hangs up.
    other.stop()
    monitor.wait(lambda state: state["hardware"]["modifiers"] == ["control", "meta"])
    assert daemon.keyboard_nodes() == sorted([second, third])
    guest.keyboards.unplug("b")
    guest.keyboards.unplug("c")
    monitor.wait_present(False)


def test_descriptors_clients_leave_enough_for_keyboards(guest: Machine) -> None:
    daemon = Daemon(guest)
    daemon.configure("LimitNOFILE=48")
    monitor = Monitor(guest)
    spy = Spy(guest)
    # 48 less those that are kept for devices and the daemon itself; one of the rest is the monitor's.
    for _ in range(15):
        guest.start("exec keyguidectl monitor --json").wait_line("^{")
    refused = guest.start("exec keyguidectl monitor --json")
    assert refused.wait() == 1 and refused.output == ""
    assert "io.keyguide.Service.LimitExceeded" in refused.error_output, refused.error_output
    for count, name in enumerate("abc", start=1):
        guest.keyboards.plug(name)
        spy.wait_opened()
        guest.keyboards.press(name, "leftmeta")
        monitor.wait(lambda state: state["hardware"]["modifiers"] == ["meta"])
        guest.keyboards.release(name, "leftmeta")
        monitor.wait(lambda state: state["hardware"]["modifiers"] == [])
        assert len(daemon.keyboard_nodes()) == count
