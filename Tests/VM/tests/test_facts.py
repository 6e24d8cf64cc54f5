"""Facts beside the presence of a keyboard: whether it is active, whether it counts, and the machine's shape."""

import os

from keyguide import DAEMON, Daemon, Monitor, attached, detached, device_list, keyboard_facts
from rig import Machine
from rig.journal import wait_journal

SETTINGS = "/etc/keyguide/keyguided.toml"
LOOKED_ANEW = "devices were looked at anew"
INTERNAL_RULE = """
SUBSYSTEM=="input", KERNEL=="event*", ATTRS{serial}=="built in", ENV{ID_INTEGRATION}="internal"
"""


def inhibition_of_the_keyboard(guest: Machine) -> str:
    """The file of sysfs that switches the only keyboard off and on."""
    node, = (node for device in device_list(guest) if device["verdict"] == "keyboard" for node in device["nodes"])
    return f"{os.path.dirname(node['syspath'])}/inhibited"


def test_facts_inhibited_keyboard_is_present_and_not_active(guest: Machine) -> None:
    guest.keyboards.plug("a")
    monitor = Monitor(guest)
    monitor.wait_present(True)
    inhibited = inhibition_of_the_keyboard(guest)
    guest.keyboards.press("a", "leftmeta")
    assert monitor.next()["hardware"] == attached("meta")
    guest.run(f"echo 1 > {inhibited}")
    # The kernel releases what is held, and the daemon may see either first.
    monitor.wait(lambda state: not state["hardware"]["active"] and not state["hardware"]["modifiers"])
    assert monitor.hardware == attached(active=False, counts=False)
    facts, = keyboard_facts(guest)
    assert facts["inhibited"] and facts["inactiveBecause"] == "inhibited", facts
    guest.keyboards.release("a", "leftmeta")
    # A daemon that starts now finds it so.
    guest.run(f"systemctl restart {DAEMON}")
    monitor = Monitor(guest)
    assert monitor.hardware == attached(active=False, counts=False)
    guest.run(f"echo 0 > {inhibited}")
    assert monitor.next()["hardware"] == attached()
    guest.keyboards.press("a", "leftmeta")
    held = monitor.next()
    assert held["hardware"] == attached("meta") and held["seq"] == monitor.snapshot["seq"] + 2, held


def test_facts_inhibition_goes_with_the_keyboard(guest: Machine) -> None:
    guest.keyboards.plug("a")
    monitor = Monitor(guest)
    monitor.wait_present(True)
    files = Daemon(guest).open_files()
    guest.run(f"echo 1 > {inhibition_of_the_keyboard(guest)}")
    assert monitor.next()["hardware"] == attached(active=False, counts=False)
    guest.keyboards.unplug("a")
    assert monitor.next()["hardware"] == detached()
    guest.keyboards.plug("a")
    assert monitor.next()["hardware"] == attached()
    Daemon(guest).wait_files(files)


def test_facts_tablet_mode_switch_is_read_at_start_and_followed(guest: Machine) -> None:
    switch = guest.start("exec uidev -k Switches 19:0:6 SW_TABLET_MODE")
    node = switch.wait_line(r"NODE (\S+)")[1]
    switch.write("EV_SW SW_TABLET_MODE 1\n")
    switch.wait_line("SENT")
    guest.run("udevadm settle")
    monitor = Monitor(guest)
    assert monitor.state["tabletMode"] == {"on": True, "source": "tabletModeSwitch"}, monitor.state
    assert monitor.hardware == detached(), "a switch is no keyboard"
    assert Daemon(guest).keyboard_nodes() == [node]
    # One that is not part of the machine can be typed on in any case.
    guest.keyboards.plug("a")
    reply = monitor.next()
    assert reply["hardware"] == attached() and "tabletMode" not in reply, reply
    for position in (0, 1):
        switch.write(f"EV_SW SW_TABLET_MODE {position}\n")
        reply = monitor.next()
        assert reply["tabletMode"] == {"on": position == 1, "source": "tabletModeSwitch"}, reply
        assert monitor.hardware == attached()
    switch.close_input()
    reply = monitor.next()
    assert reply["tabletMode"] == {"on": False, "source": "inferred"}, reply
    assert monitor.hardware == attached() and reply["seq"] == monitor.snapshot["seq"] + 4, reply


def test_facts_tablet_mode_and_lid_put_the_built_in_keyboard_out_of_use(guest: Machine) -> None:
    guest.write_file("/etc/udev/rules.d/99-z-built-in.rules", INTERNAL_RULE)
    guest.run("udevadm control --reload")
    monitor = Monitor(guest)
    guest.keyboards.plug("inside", serial="built in")
    assert monitor.next()["hardware"] == attached(internal=True, external=False)
    for code, reason in (("SW_TABLET_MODE", "tabletMode"), ("SW_LID", "lidClosed")):
        switch = guest.start(f"exec uidev -k Switches 19:0:6 {code}")
        switch.wait_line("NODE")
        switch.write(f"EV_SW {code} 1\n")
        monitor.wait(lambda state: not state["hardware"]["active"])
        out_of_use = attached(internal=True, external=False, active=False, counts=False, lidClosed=code == "SW_LID")
        assert monitor.hardware == out_of_use
        facts, = keyboard_facts(guest)
        assert facts["internal"] and facts["inactiveBecause"] == reason, facts
        # Another one beside it can be used all the same.
        guest.keyboards.plug("a")
        assert monitor.next()["hardware"] == out_of_use | {"external": True, "active": True, "counts": True}
        guest.keyboards.unplug("a")
        assert monitor.next()["hardware"] == out_of_use
        switch.close_input()
        monitor.wait(lambda state: state["hardware"]["active"])
        assert monitor.hardware == attached(internal=True, external=False)


def test_facts_external_keyboards_are_ignored_on_demand(guest: Machine) -> None:
    guest.keyboards.plug("a")
    monitor = Monitor(guest)
    monitor.wait_present(True)
    start = monitor.seq
    ignored = attached(ignoresExternal=True, counts=False)
    guest.run("keyguidectl ignore-external on")
    assert monitor.next()["hardware"] == ignored
    assert guest.run("keyguidectl devices").output.count("external, ignored") == 1
    alice = guest.users.log_in("alice")
    by_alice = alice.start("exec keyguidectl ignore-external off")
    assert by_alice.wait() == 0, by_alice.error_output
    assert monitor.next()["hardware"] == attached()
    alice.log_out()
    for user in ("alice", "mallory"):
        without_session = guest.users.start_as(user, "exec keyguidectl ignore-external on")
        assert without_session.wait() == 1 and without_session.output == ""
        assert "io.keyguide.Service.PermissionDenied" in without_session.error_output, without_session.error_output
    guest.keyboards.press("a", "leftmeta")
    held = monitor.next()
    assert held["hardware"] == attached("meta") and held["seq"] == start + 3, held


def test_facts_settings_hold_from_reload_and_wrong_ones_change_nothing(guest: Machine) -> None:
    guest.keyboards.plug("a")
    monitor = Monitor(guest)
    monitor.wait_present(True)
    start = monitor.seq
    process = Daemon(guest).process()
    ignored = attached(ignoresExternal=True, counts=False)
    guest.write_file(SETTINGS, "# Wanted here.\nIgnoreExternalKeyboards = true\n")
    guest.run(f"systemctl reload {DAEMON}")
    assert monitor.next()["hardware"] == ignored
    for text, place in (("# Wanted here.\nIgnoreExternalKeyboards = maybe\n", "2:27"),
                        ("IgnoreExternalKeyboards = false\n\nTypingActivity = 1\n", "3:18"),
                        ("IgnoreExternalKeyboards = false\nIgnoreMice = true\n", "2:1")):
        guest.write_file(SETTINGS, text)
        guest.run(f"systemctl reload {DAEMON}")
        wait_journal(guest, DAEMON, rf"{SETTINGS}:{place}: .*; the former settings stay")
    guest.keyboards.press("a", "leftmeta")
    held = monitor.next()
    assert held["hardware"] == ignored | {"modifiers": ["meta"]} and held["seq"] == start + 2, held
    guest.run(f"rm {SETTINGS} && systemctl reload {DAEMON}")
    assert monitor.next()["hardware"] == attached("meta")
    assert Daemon(guest).process() == process


def test_facts_typing_is_noticed_only_where_the_administrator_wants_it(guest: Machine) -> None:
    guest.keyboards.plug("a")
    monitor = Monitor(guest)
    monitor.wait_present(True)
    guest.write_file("/etc/keyguide/keyguided.d/typing.toml", "TypingActivity = true\nIgnoreExternalKeyboards = true\n")
    guest.run(f"systemctl reload {DAEMON}")
    monitor.wait(lambda state: state["hardware"]["keyAccess"] == "read" and state["hardware"]["ignoresExternal"])
    ignored = attached(ignoresExternal=True, counts=False, keyAccess="read")
    assert monitor.hardware == ignored
    # What is typed where no text view has the focus concerns nobody.
    guest.keyboards.key("a", "q")
    guest.keyboards.key("a", "leftmeta")
    monitor.wait(lambda state: state["hardware"]["modifiers"] == ["meta"])
    monitor.wait(lambda state: state["hardware"]["modifiers"] == [])
    window = guest.start("exec keyguidectl watch")
    monitor.wait(lambda state: state["keyboard"]["reason"] == "externalKeyboardsIgnored")
    assert monitor.state["keyboard"]["kind"] == "docked"
    guest.keyboards.key("a", "q")
    monitor.wait(lambda state: state["keyboard"]["reason"] == "hardwareKeyboardUsed")
    assert monitor.state["keyboard"]["kind"] == "fullBar" and monitor.hardware == ignored
    window.send_signal()
    monitor.wait(lambda state: state["keyboard"]["reason"] == "noTextFocus")
    # Without the setting nothing that is typed is noticed, since the kernel keeps it.
    guest.write_file("/etc/keyguide/keyguided.d/typing.toml", "IgnoreExternalKeyboards = true\n")
    guest.run(f"systemctl reload {DAEMON}")
    monitor.wait(lambda state: state["hardware"]["keyAccess"] == "masked")
    guest.start("exec keyguidectl watch")
    monitor.wait(lambda state: state["keyboard"]["reason"] == "externalKeyboardsIgnored")
    shown = monitor.seq
    guest.keyboards.key("a", "q")
    guest.keyboards.press("a", "leftmeta")
    held = monitor.next()
    assert held["seq"] == shown + 1 and held["hardware"]["modifiers"] == ["meta"] and "keyboard" not in held, held
