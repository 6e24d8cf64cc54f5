"""The installed plugin host of the machine, with a bundled plugin in its sandbox, under a real systemd."""

from keyguide import DAEMON, Daemon, Monitor
from rig import Machine

HOST = "keyguide-plugin-host-system.service"
MANIFEST = """
name = "bar"
version = "1.0"
api = 1
executable = "/usr/libexec/keyguide/plugins/bar-items"
roles = ["barContent"]
scope = "system"
[capabilities]
read = ["/etc/keyguide"]
"""
ITEMS = """
[[bar]]
application = "a"
[[bar.leading]]
items = [{ id = "b", title = "B" }]
"""


def start_host(guest: Machine, monitor: Monitor) -> int:
    """Start the host, and wait until its plugin has registered; returns the plugin's process."""
    guest.write_file("/etc/keyguide/plugins/bar.toml", MANIFEST)
    guest.write_file("/etc/keyguide/bar-items.d/a.toml", ITEMS)
    guest.run(f"systemctl start {HOST}", timeout=120)
    monitor.wait(lambda state: bool(state["providers"]), timeout=120)
    assert providers(monitor) == [("bar", "ready")]
    return plugin(guest)


def providers(monitor: Monitor) -> list[tuple[str, str]]:
    """The providers of the seat as of the last reply, with their states."""
    return [(provider["name"], provider["state"]) for provider in monitor.state["providers"]]


def plugin(guest: Machine) -> int:
    """The one process of the plugin."""
    return int(guest.run("pgrep -x bar-items").output)


def test_plugins_of_the_machine_run_in_their_sandbox(guest: Machine) -> None:
    # What is wrong with this one the plugin says, and systemd's journal has it under the plugin's name.
    guest.write_file("/etc/keyguide/bar-items.d/b.toml", "[[bar]]\nleading = 3\n")
    monitor = Monitor(guest)
    assert providers(monitor) == []
    process = start_host(guest, monitor)
    listed = guest.run("keyguidectl plugins").output
    assert f"bar: running, process {process}\n" in listed, listed
    status = guest.run(f"cat /proc/{process}/status").output
    assert "NoNewPrivs:\t1" in status and "CapEff:\t0000000000000000" in status and "Seccomp:\t2" in status, status
    users = {int(user) for line in status.splitlines() if line.startswith("Uid:") for user in line.split()[1:]}
    # A dynamic user of systemd's, in all ways.
    assert len(users) == 1 and users.pop() in range(61184, 65520), status
    guest.run("until journalctl -o cat KEYGUIDE_PLUGIN=bar | grep -F /etc/keyguide/bar-items.d/b.toml:2; do :; done")
    assert guest.run(f"systemctl show -P NRestarts {HOST}").output == "0\n"


def test_plugins_never_notice_a_restart_of_the_daemon(guest: Machine) -> None:
    monitor = Monitor(guest)
    process = start_host(guest, monitor)
    daemon = Daemon(guest)
    # The daemon's own three, the monitor, the host, and the plugin's two.
    daemon.wait_stored(7)
    for command in ("systemctl restart", "systemctl kill -s KILL"):
        guest.run(f"{command} {DAEMON}")
        reply = monitor.next()
        assert reply["resync"] and providers(monitor) == [("bar", "ready")], reply
        assert plugin(guest) == process
    listed = guest.run("keyguidectl plugins").output
    assert f"bar: running, process {process}\n" in listed, listed


def test_plugins_end_with_their_host_and_come_again_with_it(guest: Machine) -> None:
    monitor = Monitor(guest)
    process = start_host(guest, monitor)
    before = monitor.state
    # One message tells that the plugin is gone, with all that it has said.
    guest.run(f"systemctl kill -s KILL {HOST}")
    reply = monitor.next()
    assert reply["providers"] == [], reply
    # systemd starts the host again, and it the plugin.
    monitor.wait(lambda state: bool(state["providers"]), timeout=120)
    assert monitor.state == before and plugin(guest) != process
    guest.run(f"systemctl stop {HOST}", timeout=120)
    monitor.wait(lambda state: not state["providers"])
    guest.run("! pgrep -x bar-items")


def test_plugins_of_a_session_end_with_its_right(guest: Machine) -> None:
    monitor = Monitor(guest)
    alice = guest.users.log_in("alice")
    started = alice.start("exec systemctl --user start keyguide-plugin-host")
    assert started.wait() == 0, started.error_output
    monitor.wait(lambda state: ("bar-items", "ready") in providers(monitor), timeout=120)
    # The user's own manager runs on for a while, and so does the host; what her plugins say counts no more.
    alice.log_out()
    monitor.wait(lambda state: not state["providers"])
