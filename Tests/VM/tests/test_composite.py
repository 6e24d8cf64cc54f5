"""Devices of several nodes, and devices that are not USB."""

from keyguide import Daemon, Monitor, attached, detached
from rig import Machine
from rig.guest_command import GuestCommand


def plug_gadget(guest: Machine, identity: str, *interfaces: str) -> GuestCommand:
    """Plug a USB device made of these interfaces; the end of its input pulls it."""
    gadget = guest.start(f"exec hidgadget gadget {identity} Maker 'USB Receiver' '' {' '.join(interfaces)}")
    gadget.wait_line("PLUGGED", 120)
    return gadget


def wait_event_nodes(guest: Machine, count: int) -> None:
    """Wait until udev has announced so many nodes of the gadget."""
    guest.run("udevadm settle")
    listing = "ls -d /sys/devices/platform/dummy_hcd.0/usb*/*/*/*/input/input*/event* 2>/dev/null | wc -l"
    events = guest.start("exec udevadm monitor --udev --subsystem-match=input")
    events.wait_line("^UDEV - ")
    while int(guest.run(listing).output) < count:
        events.wait_line("UDEV ", 120)
    guest.run("udevadm settle")
    events.send_signal()


def test_composite_receiver_of_four_nodes_is_one_keyboard(guest: Machine) -> None:
    monitor = Monitor(guest)
    # media makes two nodes. Two of the four are keyboards in udev's eyes, and one has keys that are chords by themselves.
    gadget = plug_gadget(guest, "1a2c:2124", "kbd", "nkro", "media")
    first = monitor.next(120)
    wait_event_nodes(guest, 4)
    Daemon(guest).wait_nodes(3)
    # One of the two keyboards goes, and the device stays one.
    guest.run("cd /sys/bus/hid/drivers/hid-generic && echo 0003:1A2C:2124.0002 > unbind")
    Daemon(guest).wait_nodes(2)
    gadget.write("0 0800000000000000\n")
    held = monitor.next()
    assert held["seq"] == first["seq"] + 1, (first, held)
    assert held["hardware"] == attached("meta"), held
    gadget.write("0 0000000000000000\n")
    monitor.next()
    gadget.close_input()
    last = monitor.next()
    assert last["seq"] == held["seq"] + 2 and last["hardware"] == detached(), last
    assert gadget.wait() == 0, gadget.error_output
    guest.keyboards.plug("a")
    assert monitor.next()["seq"] == last["seq"] + 1


def test_composite_receiver_taken_over_by_its_driver(guest: Machine) -> None:
    # hid-logitech-dj takes this receiver from hid-generic: its nodes go within a second, some before udev is through.
    monitor = Monitor(guest)
    events = guest.start("exec udevadm monitor --kernel --subsystem-match=input")
    events.wait_line("^KERNEL - ")
    gadget = plug_gadget(guest, "046d:c534", "kbd", "mouse")
    for _ in ("kbd", "mouse"):
        events.wait_line(r"KERNEL.* remove .*/event\d+ ", 120)
    guest.run("udevadm settle")
    Daemon(guest).wait_nodes(0)
    gadget.close_input()
    assert gadget.wait() == 0, gadget.error_output
    guest.keyboards.plug("a")
    Daemon(guest).wait_nodes(1)
    guest.keyboards.press("a", "leftmeta")
    monitor.wait(lambda state: state["hardware"]["modifiers"] == ["meta"])
    # Seen or not, the receiver's attach had its detach: one update each, and then this keyboard's two.
    assert (monitor.seq - monitor.snapshot["seq"]) % 2 == 0 and monitor.hardware["present"] is True, monitor.state


def test_composite_nodes_that_vanish_and_come_back(guest: Machine) -> None:
    monitor = Monitor(guest)
    guest.keyboards.plug("a")
    first = monitor.next()
    before = len(Daemon(guest).open_files())
    driver = "/sys/bus/hid/drivers/hid-generic"
    guest.run(f"cd {driver} && for d in 0003:0627:0001.*; do echo $d > unbind; echo $d > bind; done")
    monitor.wait(lambda state: state["seq"] >= first["seq"] + 2)
    assert monitor.seq == first["seq"] + 2 and monitor.hardware["present"] is True, monitor.state
    guest.keyboards.press("a", "leftmeta")
    assert monitor.next()["hardware"]["modifiers"] == ["meta"]
    assert len(Daemon(guest).open_files()) == before


def test_composite_uinput_keyboard_is_a_program(guest: Machine) -> None:
    # Ids, keys and lights of a real one; but a remapper or an automation made it, and nobody types on it.
    monitor = Monitor(guest)
    device = guest.start("exec uidev -k Virtual 3:046d:c31c KEY_ESC-KEY_KPDOT KEY_LEFTMETA LED_CAPSL")
    node = device.wait_line(r"NODE (\S+)")[1]
    guest.run("udevadm settle")
    guest.keyboards.plug("a")
    reply = monitor.next()
    assert reply["seq"] == monitor.snapshot["seq"] + 1 and reply["hardware"] == attached(), reply
    assert node not in Daemon(guest).keyboard_nodes()
    said = guest.run("keyguidectl why Virtual").output
    assert "made by a program (uinput)" in said, said
