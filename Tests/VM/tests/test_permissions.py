"""Who may do what: the daemon's user, a person at the machine, somebody who is not."""

from keyguide import DAEMON, Daemon, Monitor, attached, detached
from rig import Machine, Spy
from rig.journal import wait_journal

SUBSCRIBE = "exec keyguidectl monitor --json"


def test_permissions_daemon_reads_by_group_and_device_rule(guest: Machine) -> None:
    guest.keyboards.plug("a")
    monitor = Monitor(guest)
    monitor.wait_present(True)
    daemon = Daemon(guest)
    node = daemon.keyboard_nodes()[0]
    assert guest.run(f"stat -c '%U %G %a' {node}").output == "root input 660\n"
    spy = Spy(guest)
    # Neither of the two alone is enough.
    problems = {"SupplementaryGroups=": "Permission denied", "DeviceAllow=": "Operation not permitted"}
    for section, problem in problems.items():
        monitor.stop()
        daemon.configure(section)
        guest.run(f"systemctl restart {DAEMON}")
        monitor = Monitor(guest)
        # The keyboard is there and counts all the same; what is held on it cannot be known.
        assert monitor.hardware == attached(), section
        wait_journal(guest, DAEMON, rf"cannot open /dev/input/event\d+: {problem}")
        assert daemon.keyboard_nodes() == [], section
        guest.keyboards.press("a", "leftmeta")
        spy.wait_key("KEY_LEFTMETA", 1)
        guest.keyboards.unplug("a")
        last = monitor.next()
        assert last["seq"] == monitor.snapshot["seq"] + 1 and last["hardware"] == detached(), (section, last)
        spy.command.skip_lines()
        guest.keyboards.plug("a")
        spy.wait_opened()
        monitor.wait_present(True)


def test_permissions_person_at_the_machine_may_subscribe(guest: Machine) -> None:
    guest.keyboards.plug("a")
    Monitor(guest).wait_present(True)
    node = Daemon(guest).keyboard_nodes()[0]
    alice = guest.users.log_in("alice")
    monitor = Monitor(guest, alice.start(SUBSCRIBE))
    assert monitor.hardware["present"] is True
    reading = alice.start(f"exec head -c 1 {node}")
    assert reading.wait() != 0 and "Permission denied" in reading.error_output, reading.error_output
    guest.keyboards.unplug("a")
    assert monitor.next()["hardware"]["present"] is False


def test_permissions_user_without_a_session_may_not(guest: Machine) -> None:
    Monitor(guest)
    mallory = guest.users.start_as("mallory", SUBSCRIBE)
    assert mallory.wait() == 1
    assert mallory.output == "", mallory.output
    assert "io.keyguide.Service.PermissionDenied" in mallory.error_output, mallory.error_output
    # Until the administrator says otherwise.
    guest.run("usermod -a -G keyguide mallory")
    Monitor(guest, guest.users.start_as("mallory", SUBSCRIBE))


def test_permissions_end_with_the_session(guest: Machine) -> None:
    root = Monitor(guest)
    alice = guest.users.log_in("alice")
    # Not a part of the session, so that it does not end with it.
    follower = guest.users.start_as("alice", SUBSCRIBE)
    monitor = Monitor(guest, follower)
    guest.keyboards.plug("a")
    monitor.wait_present(True)
    alice.log_out()
    follower.wait_error("PermissionDenied")
    guest.keyboards.unplug("a")
    root.wait_present(True)
    root.wait_present(False)
    # Back at the machine, it follows again, by itself.
    guest.users.log_in("alice")
    follower.wait_line(r'"present":false')


def test_permissions_nobody_but_bluez_sends_signals_to_the_daemon(guest: Machine) -> None:
    monitor = Monitor(guest)
    name = guest.run("busctl --no-legend list | awk '$3 == \"keyguided\" && $1 ~ /^:/ { print $1 }'").output.strip()
    assert name, "the daemon is not on the bus"
    # Any user may send any service a signal, as large as the bus takes it.
    sent = guest.users.start_as("mallory", f"exec dbus-send --system --type=signal --dest={name} /org/bluez a.b.C")
    assert sent.wait() == 0, sent.error_output
    wait_journal(guest, "dbus.service", f'Rejected receive message.*type="signal".*destination="{name}"')
    guest.keyboards.plug("a")
    assert monitor.next()["hardware"]["present"] is True
