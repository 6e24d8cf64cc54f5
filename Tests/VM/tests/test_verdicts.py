"""What counts as a keyboard, on real device nodes."""

from keyguide import DAEMON, Daemon, Monitor, attached, detached
from rig import Machine
from rig.journal import wait_journal

RULES = "/etc/udev/rules.d/99-qemu-keyboards.rules"
DEVICE_FILE = """
[[device]]
id = "0627:0001"
kind = "keyboard"
note = "the keyboard of this test"
"""


def test_verdicts_gaming_mouse_is_never_a_keyboard(guest: Machine) -> None:
    monitor = Monitor(guest)
    # A mouse first, and then a whole boot keyboard with lights, as gaming mice have it.
    gadget = guest.start("exec hidgadget gadget 1b1c:0042 Maker 'Gaming Device' '' mouse kbd")
    gadget.wait_line("PLUGGED", 120)
    # Both interfaces are bound when the second node has been through udev.
    guest.run("until [ $(udevadm info --export-db | grep -c '^E: DEVNAME=/dev/input/event') -ge 3 ]; do "
              "udevadm settle; done")
    assert Daemon(guest).keyboard_nodes() == []
    gadget.close_input()
    assert gadget.wait() == 0, gadget.error_output
    guest.run("udevadm settle")
    guest.keyboards.plug("a")
    attached = monitor.next()
    assert attached["seq"] == monitor.snapshot["seq"] + 1, "the mouse was taken for a keyboard for a moment"


def test_verdicts_can_be_overridden_by_rule_and_by_file(guest: Machine) -> None:
    guest.keyboards.plug("a")
    monitor = Monitor(guest)
    monitor.wait_present(True)
    guest.run(f"rm {RULES} && udevadm control --reload && udevadm trigger --settle --subsystem-match=input")
    monitor.wait_present(False)
    said = guest.run("keyguidectl why 'QEMU QEMU USB Keyboard'").output
    assert "notKeyboard: it is listed as a QEMU virtual keyboard" in said, said
    monitor.stop()
    guest.write_file("/etc/keyguide/devices.d/test.toml", DEVICE_FILE)
    guest.run(f"keyguidectl check-devices /etc/keyguide/devices.d/test.toml && systemctl restart {DAEMON}")
    again = Monitor(guest)
    again.wait_present(True)
    assert "is listed as a keyboard: the keyboard of this test" in guest.run("keyguidectl devices").output


def test_verdicts_device_file_holds_from_reload(guest: Machine) -> None:
    guest.keyboards.plug("a")
    monitor = Monitor(guest)
    monitor.wait_present(True)
    process = Daemon(guest).process()
    guest.run(f"rm {RULES} && udevadm control --reload && udevadm trigger --settle --subsystem-match=input")
    monitor.wait_present(False)
    asleep = monitor.seq
    # Each file replaces the one before; the wrong one is left out, and then nothing speaks for the keyboard.
    pretender, wrong = DEVICE_FILE.replace('"keyboard"', '"pretender"'), DEVICE_FILE.replace('"keyboard"', '"mouse"')
    for text, present in ((DEVICE_FILE, True), (pretender, False), (DEVICE_FILE, True), (wrong, False)):
        guest.write_file("/etc/keyguide/devices.d/test.toml", text)
        guest.run(f"systemctl reload {DAEMON}")
        reply = monitor.next()
        assert reply["hardware"] == (attached() if present else detached()), (text, reply)
    wait_journal(guest, DAEMON, r"/etc/keyguide/devices\.d/test\.toml:4:8: .*; the file is left out")
    guest.write_file("/etc/keyguide/devices.d/test.toml", DEVICE_FILE)
    guest.run(f"systemctl reload {DAEMON}")
    assert monitor.next()["hardware"]["present"] is True
    guest.keyboards.press("a", "leftmeta")
    held = monitor.next()
    assert held["hardware"] == attached("meta") and held["seq"] == asleep + 6, held
    assert Daemon(guest).process() == process
