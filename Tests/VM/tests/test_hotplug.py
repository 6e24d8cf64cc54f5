"""USB keyboards that are plugged, pulled and pressed."""

from keyguide import Daemon, Monitor, attached, detached
from rig import Machine
from rig.journal import wait_journal


def test_hotplug_first_attach_and_last_detach(guest: Machine) -> None:
    monitor = Monitor(guest)
    assert monitor.hardware == detached()
    for order in (("a", "b"), ("b", "a")):
        guest.keyboards.plug("a")
        first = monitor.next()
        assert first["hardware"] == attached(), first
        guest.keyboards.plug("b")
        Daemon(guest).wait_nodes(2)
        guest.keyboards.unplug(order[0])
        Daemon(guest).wait_nodes(1)
        guest.keyboards.press(order[1], "leftmeta")
        held = monitor.next()
        # One number after the attach: neither the second keyboard nor the first detach was told.
        assert held["seq"] == first["seq"] + 1, (first, held)
        assert held["hardware"] == attached("meta"), held
        guest.keyboards.release(order[1], "leftmeta")
        monitor.next()
        guest.keyboards.unplug(order[1])
        last = monitor.next()
        assert last["hardware"] == detached() and last["seq"] == held["seq"] + 2, last


def test_hotplug_hub_takes_both_keyboards_at_once(guest: Machine) -> None:
    monitor = Monitor(guest)
    guest.keyboards.plug("hub", "usb-hub", port="14")
    guest.keyboards.plug("a", port="14.1")
    guest.keyboards.plug("b", port="14.2")
    first = monitor.next()
    Daemon(guest).wait_nodes(2)
    guest.keyboards.unplug("hub")
    last = monitor.next()
    assert last["seq"] == first["seq"] + 1 and last["hardware"]["present"] is False, last
    guest.keyboards.plug("c")
    assert monitor.next()["seq"] == last["seq"] + 1, "exactly one detach"


def test_hotplug_chord_reaches_the_state_and_typing_does_not(guest: Machine) -> None:
    monitor = Monitor(guest)
    guest.keyboards.plug("a")
    monitor.next()
    guest.keyboards.type("a", "Secret")
    guest.keyboards.press("a", "leftctrl", "leftmeta", "left")
    monitor.wait(lambda state: state["hardware"]["modifiers"] == ["control", "meta"])
    guest.keyboards.release("a", "left", "leftmeta", "leftctrl")
    monitor.wait(lambda state: state["hardware"]["modifiers"] == [])
    # Two keys down and two up, each a state of its own unless two came in one message.
    assert monitor.seq <= monitor.snapshot["seq"] + 5, monitor.state


def test_hotplug_kernel_hands_over_no_key_that_types(guest: Machine) -> None:
    monitor = Monitor(guest)
    guest.keyboards.plug("a")
    monitor.next()
    trace = guest.start(f"exec strace -f -e trace=read -xx -s 4096 -o /run/trace -p {Daemon(guest).process()}")
    # strace says on standard error that it is attached; the tracer in /proc is as good, and readable.
    guest.run(f"until grep -q '^TracerPid:\t[1-9]' /proc/{Daemon(guest).process()}/status; do :; done")
    guest.keyboards.type("a", "secret")
    guest.keyboards.key("a", "left")                    # of the chord Alt+Meta+Left, so it passes when it is pressed
    guest.keyboards.key("a", "leftmeta")
    monitor.wait(lambda state: state["hardware"]["modifiers"] == ["meta"])
    monitor.wait(lambda state: state["hardware"]["modifiers"] == [])
    trace.send_signal()
    trace.wait()
    codes = set()
    for line in guest.read_file("/run/trace").decode().splitlines():
        if 'read(' not in line or '"' not in line:
            continue
        data = bytes.fromhex(line.split('"')[1].replace("\\x", ""))
        if len(data) % 24:
            continue                                    # not input events
        for start in range(0, len(data), 24):
            kind, code = (int.from_bytes(data[start + at:start + at + 2], "little") for at in (16, 18))
            codes.add((kind, code))
    assert codes == {(0, 0), (1, 105), (1, 125)}, codes  # SYN_REPORT, KEY_LEFT and KEY_LEFTMETA


def test_hotplug_key_held_at_unplug_is_released(guest: Machine) -> None:
    monitor = Monitor(guest)
    guest.keyboards.plug("a")
    monitor.next()
    guest.keyboards.press("a", "leftmeta")
    assert monitor.next()["hardware"]["modifiers"] == ["meta"]
    guest.keyboards.unplug("a")
    monitor.wait_present(False)
    assert monitor.hardware["modifiers"] == []


def test_hotplug_pointers_and_buttons_are_no_keyboards(guest: Machine) -> None:
    monitor = Monitor(guest)
    events = guest.start("exec udevadm monitor --udev --subsystem-match=input")
    events.wait_line("^UDEV - ")
    for name, driver in (("mouse", "usb-mouse"), ("tablet", "usb-tablet")):
        guest.keyboards.plug(name, driver)
        events.wait_line(r"UDEV .* add .*/event\d+ ")
    guest.power.press_button()
    wait_journal(guest, "systemd-logind", "Power key pressed")
    guest.keyboards.unplug("mouse")
    guest.keyboards.plug("a")
    reply = monitor.next()
    assert reply["seq"] == monitor.snapshot["seq"] + 1 and reply["hardware"] == attached(), reply
    assert len(Daemon(guest).keyboard_nodes()) == 1


def test_hotplug_device_announced_twice_is_one(guest: Machine) -> None:
    guest.keyboards.plug("a")
    monitor = Monitor(guest)
    monitor.wait_present(True)
    daemon = Daemon(guest)
    before = daemon.open_files()
    for action in ("add", "change", "add"):
        guest.run(f"udevadm trigger --settle --subsystem-match=input --action={action}")
    guest.keyboards.press("a", "leftmeta")
    assert monitor.next()["hardware"]["modifiers"] == ["meta"], "nothing was told in between"
    daemon.wait_files(before)
