"""Restarts under the real descriptor store: clients stay connected, and what people decided stays decided."""

from keyguide import DAEMON, Daemon, Monitor, attached, detached
from rig import Machine

# The daemon may be started again as often as a test wants; what it has is not dropped in between.
OFTEN = "StartLimitIntervalSec=0"


def check_resync(monitor: Monitor, **parts: object) -> None:
    """The next reply is the whole state, in the same epoch and under the next number (which Monitor checks)."""
    reply = monitor.next()
    assert reply["resync"] and reply["snapshot"] and reply["epoch"] == monitor.snapshot["epoch"], reply
    assert all(reply[name] == part for name, part in parts.items()), (reply, parts)


def test_restart_keeps_every_client(guest: Machine) -> None:
    guest.keyboards.plug("a")
    monitors = [Monitor(guest) for _ in range(3)]
    for monitor in monitors:
        monitor.wait_present(True)
    daemon = Daemon(guest)
    daemon.configure(OFTEN, section="Unit")
    guest.run("keyguidectl bar leading")
    for monitor in monitors:
        monitor.wait(lambda state: state["bar"]["place"] == "leading")
    # The state, the pipe's two ends, and the clients.
    daemon.wait_stored(3 + len(monitors))
    for command in ("systemctl restart", "systemctl kill -s KILL", "systemctl restart"):
        former = daemon.process()
        guest.run(f"{command} {DAEMON}")
        for monitor in monitors:
            check_resync(monitor, hardware=attached(), bar=monitor.state["bar"])
        assert daemon.process() not in (0, former)
    guest.keyboards.unplug("a")
    for monitor in monitors:
        assert monitor.next()["hardware"] == detached()


def test_restart_after_one_death_after_the_other(guest: Machine) -> None:
    monitor = Monitor(guest)
    daemon = Daemon(guest)
    daemon.configure(OFTEN, section="Unit")
    daemon.wait_stored(4)
    guest.run(f"systemctl restart {DAEMON}")
    check_resync(monitor, hardware=detached())
    files = len(daemon.open_files())
    # A start takes seconds here; how it is after hundreds, the tests with a supervisor of their own show.
    for number in range(12):
        guest.run(f"systemctl kill -s {('KILL', 'SEGV', 'ABRT')[number % 3]} {DAEMON}; systemctl start {DAEMON}")
        check_resync(monitor, hardware=detached())
    assert daemon.show("NFileDescriptorStore") == "4"
    # Whatever is accepted, asked or kept in a life: no more descriptors in the last one than in the first.
    assert len(daemon.open_files()) == files, daemon.open_files()


def test_restart_by_an_upgrade_keeps_clients(guest: Machine) -> None:
    monitor = Monitor(guest)
    Daemon(guest).wait_stored(4)
    # Another file, as an upgrade brings; what the package's script then does is in there.
    guest.run("cp /usr/bin/keyguided /usr/bin/keyguided.new && mv /usr/bin/keyguided.new /usr/bin/keyguided")
    guest.run("/var/lib/dpkg/info/keyguide.postinst configure 0.0.1", timeout=120)
    check_resync(monitor, hardware=detached())
    guest.keyboards.plug("a")
    assert monitor.next()["hardware"] == attached()


def test_restart_is_not_a_stop(guest: Machine) -> None:
    stream = guest.start("exec keyguidectl monitor --json")
    first = stream.wait_line(r'"epoch":"(\w+)"')
    Daemon(guest).wait_stored(4)
    guest.run(f"systemctl stop {DAEMON}")
    # Who stops the daemon means it: the client was hung up, and comes back by itself, which starts another one.
    second = stream.wait_line(r'"epoch":"(\w+)"')
    assert first.group(1) != second.group(1), second.string
