"""Devices that QEMU does not have: composite USB gadgets, and uinput devices."""

import re

from rig import Machine, Spy

SUITES = ("trixie",)                                    # the product's own tests do the same on both

DESCRIPTION = """N: Clone
I: 0003 1234 abcd 0111
P: 00 00 00 00 00 00 00 00
B: 00 03 00 00 00 00 00 00 00
B: 01 fe ff ff ff ff ff ff ff
B: 11 07 00 00 00 00 00 00 00
"""


def set_caps_lock_led(guest: Machine, node: str) -> None:
    """Switch a keyboard's LED on, as an input handler would."""
    guest.run(f"cd /sys/class/input/{node.rsplit('/', 1)[1]}/device/input*::capslock && echo 1 > brightness")


def test_rig_composite_gadget_is_usb_receiver(bare_guest: Machine) -> None:
    spy = Spy(bare_guest, every_device=True)
    spy.command.skip_lines()
    gadget = bare_guest.start("exec hidgadget rcv 1a2c:2124 SEMICO 'USB Receiver' '' kbd mouse media")
    gadget.wait_line("PLUGGED", 120)
    # The media interface makes two nodes, one of its consumer keys, one of its power keys.
    devices: dict[str, str] = {}
    while len(devices) < 4:
        added = spy.command.wait_line(r" U add (/dev/input/event\d+) (.*)", 120)
        devices[added[1]] = added[2]
    spy.command.rewind()
    keyboards = [node for node, facts in devices.items() if "kbd=1" in facts]
    assert len(keyboards) == 1 and all("bus=usb" in facts for facts in devices.values()), devices
    # Not before all four are open: what a device sends to nobody is lost.
    while len([line for line in spy.command.lines if " O " in line]) < 5:
        spy.wait_opened()
    spy.command.skip_lines()
    gadget.write("tap 0 02 04\n")
    assert spy.wait_key("KEY_A", 1) == keyboards[0]
    gadget.write("2 01e900\n2 010000\n")
    assert spy.wait_key("KEY_VOLUMEUP", 0) not in keyboards
    set_caps_lock_led(bare_guest, keyboards[0])
    gadget.wait_line("OUT 0 02")
    gadget.close_input()
    assert {spy.wait_gone() for _ in devices} == set(devices)
    assert gadget.wait() == 0, gadget.error_output


def test_rig_uinput_device_has_given_abilities(bare_guest: Machine) -> None:
    wanted = {
        "keyboard": ("3:046d:c31c KEY_ESC-KEY_KPDOT LED_CAPSL", {"ID_INPUT_KEYBOARD", "ID_INPUT_KEY"}),
        "remote": ("3:1:1 KEY_VOLUMEUP KEY_PLAYPAUSE", {"ID_INPUT_KEY"}),
        "combo": ("3:046d:c52b KEY_ESC-KEY_KPDOT BTN_LEFT REL_X REL_Y",
                  {"ID_INPUT_KEYBOARD", "ID_INPUT_KEY", "ID_INPUT_MOUSE"}),
    }
    spy = Spy(bare_guest, every_device=True)
    spy.command.skip_lines()
    for name, (arguments, properties) in wanted.items():
        device = bare_guest.start(f"exec uidev -k {name} {arguments}")
        node = device.wait_line(r"NODE (\S+)")[1]
        assert spy.wait_opened() == node
        said = bare_guest.run(f"udevadm info -q property -n {node}").output
        assert set(re.findall(r"^(ID_INPUT_\w+)=1$", said, re.M)) == properties, (name, said)
        if name == "keyboard":
            device.write("EV_KEY KEY_A 1\nEV_KEY KEY_A 0\n")
            assert spy.wait_key("KEY_A", 0) == node
            set_caps_lock_led(bare_guest, node)
            device.wait_line("BACK EV_LED LED_CAPSL 1")
        device.close_input()
        assert spy.wait_gone() == node
        assert device.wait() == 0, device.error_output


def test_rig_uinput_device_from_description(bare_guest: Machine) -> None:
    bare_guest.write_file("/run/clone", DESCRIPTION)
    spy = Spy(bare_guest)
    device = bare_guest.start("exec uidev /run/clone")
    node = device.wait_line(r"NODE (\S+)")[1]
    assert spy.wait_opened() == node
    folder = f"/sys/class/input/{node.rsplit('/', 1)[1]}/device"
    facts = bare_guest.run(f"cd {folder} && cat name id/bustype id/vendor id/product id/version "
                           "capabilities/key capabilities/led").output.split("\n")
    assert facts[:7] == ["Clone", "0003", "1234", "abcd", "0111", "fffffffffffffffe", "7"], facts
