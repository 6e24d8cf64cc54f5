"""The rig's keyboards: plugged, unplugged, and pressed one by one."""

from rig import Machine, Spy
from rig.key_names import QEMU_NAMES

SUITES = ("trixie",)                                    # the product's own tests do the same on both


def test_rig_key_reaches_only_its_keyboard(bare_guest: Machine) -> None:
    spy = Spy(bare_guest)
    nodes = {}
    for name in ("a", "b", "c"):
        bare_guest.keyboards.plug(name, serial=name.upper())
        nodes[name] = spy.wait_opened()
    assert len(set(nodes.values())) == 3, nodes
    for name in ("b", "a", "c", "b"):
        bare_guest.keyboards.key(name, "leftshift", "q")
        for key, value in (("KEY_LEFTSHIFT", 1), ("KEY_Q", 1), ("KEY_Q", 0), ("KEY_LEFTSHIFT", 0)):
            assert spy.wait_key(key, value) == nodes[name], (name, nodes)
    properties = bare_guest.run(f"udevadm info -q property -n {nodes['b']}").output.splitlines()
    for line in ("ID_INPUT_KEYBOARD=1", "ID_BUS=usb", "ID_VENDOR_ID=0627", "ID_SERIAL_SHORT=B"):
        assert line in properties, (line, properties)


def test_rig_every_key_name_is_linux_name(bare_guest: Machine) -> None:
    spy = Spy(bare_guest)
    bare_guest.keyboards.plug("a")
    spy.wait_opened()
    for name in QEMU_NAMES:
        bare_guest.keyboards.key("a", name)
        spy.wait_key(f"KEY_{name.upper()}", 0)
    pressed = [line.split()[4] for line in spy.command.lines if " EV_KEY " in line and line.endswith(" 1")]
    assert pressed == [f"KEY_{name.upper()}" for name in QEMU_NAMES], pressed


def test_rig_typed_text_arrives_whole(bare_guest: Machine) -> None:
    spy = Spy(bare_guest)
    bare_guest.keyboards.plug("a")
    spy.wait_opened()
    bare_guest.keyboards.type("a", "the quick brown Fox\n")
    spy.wait_key("KEY_ENTER", 0)
    pressed = [line.split()[4][4:] for line in spy.command.lines if " EV_KEY " in line and line.endswith(" 1")]
    assert pressed == ["SPACE" if letter == " " else "LEFTSHIFT" if letter == "^" else letter.upper()
                       for letter in "the quick brown ^fox"] + ["ENTER"], pressed


def test_rig_unplug_releases_held_keys(bare_guest: Machine) -> None:
    spy = Spy(bare_guest)
    bare_guest.keyboards.plug("a")
    node = spy.wait_opened()
    bare_guest.keyboards.press("a", "leftctrl", "leftalt")
    spy.wait_key("KEY_LEFTALT", 1)
    bare_guest.keyboards.unplug("a")
    spy.wait_key("KEY_LEFTCTRL", 0)
    spy.wait_key("KEY_LEFTALT", 0)
    assert spy.wait_gone() == node
    spy.wait_removed(node)
    bare_guest.keyboards.plug("a")
    spy.wait_opened()


def test_rig_hub_takes_its_keyboards_along(bare_guest: Machine) -> None:
    spy = Spy(bare_guest)
    bare_guest.keyboards.plug("hub", "usb-hub", port="14")
    bare_guest.keyboards.plug("a", port="14.1")
    first = spy.wait_opened()
    bare_guest.keyboards.plug("b", port="14.2")
    second = spy.wait_opened()
    bare_guest.keyboards.key("b", "x")
    assert spy.wait_key("KEY_X", 1) == second
    bare_guest.keyboards.unplug("hub")
    assert {spy.wait_gone(), spy.wait_gone()} == {first, second}
    bare_guest.keyboards.plug("a")
    spy.wait_opened()


def test_rig_pointers_are_no_keyboards(bare_guest: Machine) -> None:
    spy = Spy(bare_guest)
    for driver in ("usb-mouse", "usb-tablet"):
        bare_guest.keyboards.plug(driver, driver)
        assert " kbd=- " in spy.command.wait_line(r" U add \S+/event\d+ ").string
    bare_guest.keyboards.plug("a")
    node = spy.wait_opened()
    opened = [line.split()[2] for line in spy.command.lines if " O " in line]
    assert opened == [node], opened
