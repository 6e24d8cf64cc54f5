"""Devices of several nodes, and devices that are not USB."""

from keyguide import Daemon, Monitor
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
    # media makes two nodes. Two of the four are keyboards in udev's eyes.
    gadget = plug_gadget(guest, "1a2c:2124", "kbd", "nkro", "media")
    attached = monitor.next(120)
    wait_event_nodes(guest, 4)
    assert len(Daemon(guest).keyboard_nodes()) == 2
    gadget.close_input()
    detached = monitor.next()
    assert detached["seq"] == attached["seq"] + 1 and not detached["hardware"]["present"], detached
    assert gadget.wait() == 0, gadget.error_output
    guest.keyboards.plug("a")
    assert monitor.next()["seq"] == detached["seq"] + 1


def test_composite_nodes_that_vanish_and_come_back(guest: Machine) -> None:
    # hid-logitech-dj takes this receiver over within a second: its nodes come, go, and may come again.
    monitor = Monitor(guest)
    gadget = plug_gadget(guest, "046d:c534", "kbd", "mouse")
    monitor.wait_present(True, 120)
    while len(Daemon(guest).keyboard_nodes()) == 0:
        monitor.next(120)
    guest.run("udevadm settle")
    gadget.close_input()
    monitor.wait_present(False)
    assert gadget.wait() == 0, gadget.error_output
    guest.run("udevadm settle")
    assert Daemon(guest).keyboard_nodes() == []
    guest.keyboards.plug("a")
    assert monitor.next()["hardware"]["present"] is True, "the two updates took turns to the end"


def test_composite_uinput_keyboard_counts(guest: Machine) -> None:
    monitor = Monitor(guest)
    device = guest.start("exec uidev -k Virtual 3:046d:c31c KEY_ESC-KEY_KPDOT KEY_LEFTMETA")
    device.wait_line(r"NODE (\S+)")
    assert monitor.next()["hardware"]["present"] is True
    device.write("EV_KEY KEY_LEFTMETA 1\n")
    assert monitor.next()["hardware"]["modifiers"] == ["meta"]
    device.close_input()
    monitor.wait_present(False)
    assert monitor.hardware["modifiers"] == []


def test_composite_tablet_mode_switch_is_no_keyboard(guest: Machine) -> None:
    monitor = Monitor(guest)
    switch = guest.start("exec uidev -k Switches 19:0:6 SW_TABLET_MODE")
    node = switch.wait_line(r"NODE (\S+)")[1]
    switch.write("EV_SW SW_TABLET_MODE 1\n")
    guest.run("udevadm settle")
    guest.keyboards.plug("a")
    attached = monitor.next()
    assert attached["seq"] == monitor.snapshot["seq"] + 1 and attached["hardware"]["present"], attached
    assert node not in Daemon(guest).keyboard_nodes()
