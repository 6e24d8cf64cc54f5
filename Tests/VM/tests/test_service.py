"""The installed service under a real systemd: start, sandbox, watchdog."""

import re

from keyguide import DAEMON, SOCKET, Daemon, Monitor, attached
from rig import Machine
from rig.journal import wait_journal


def test_service_starts_with_its_first_client(guest: Machine) -> None:
    daemon = Daemon(guest)
    assert not daemon.is_active(), "nobody has asked for it yet"
    assert guest.run("systemctl is-active keyguided.socket").output == "active\n"
    monitor = Monitor(guest)
    # Type=notify: active is what systemd calls it after READY=1, and no earlier.
    assert daemon.is_active()
    assert re.fullmatch(r"\d+ keyboards?, \d+ clients?", daemon.show("StatusText"))
    assert guest.run(f"stat -c %a {SOCKET}").output == "666\n"
    assert monitor.state["source"]["kind"] == "devices"
    guest.run(f"systemctl stop {DAEMON}")
    assert daemon.show("Result") == "success"


def test_service_sandbox_is_as_tight_as_promised(guest: Machine) -> None:
    said = guest.run(f"systemd-analyze security --no-pager {DAEMON} | tail -n 1").output
    figure = float(said.split("exposure level for keyguided.service: ")[1].split()[0])
    print(f"exposure {figure}")
    assert figure <= 1.2, said
    Monitor(guest)
    process = Daemon(guest).process()
    status = guest.run(f"cat /proc/{process}/status").output
    assert "NoNewPrivs:\t1" in status and "CapEff:\t0000000000000000" in status and "Seccomp:\t2" in status, status
    assert guest.run(f"ps -o user= -p {process}").output.strip() == "keyguide"


def test_service_that_hangs_is_restarted(guest: Machine) -> None:
    daemon = Daemon(guest)
    daemon.configure("WatchdogSec=2")
    guest.keyboards.plug("a")
    first = Monitor(guest)
    first.wait_present(True)
    hung = daemon.process()
    guest.run(f"kill -STOP {hung}")
    wait_journal(guest, DAEMON, "Watchdog timeout")
    wait_journal(guest, DAEMON, "Started keyguided.service", count=2)
    # Its clients are the next one's.
    reply = first.next()
    assert reply["resync"] and reply["hardware"] == attached() and reply["epoch"] == first.snapshot["epoch"], reply
    assert daemon.process() not in (0, hung)


def test_service_looks_at_devices_anew_on_reload(guest: Machine) -> None:
    guest.keyboards.plug("a")
    monitor = Monitor(guest)
    monitor.wait_present(True)
    guest.run(f"systemctl reload {DAEMON}")
    wait_journal(guest, DAEMON, "devices were looked at anew; 1 nodes are open")
    guest.keyboards.press("a", "leftmeta")
    assert monitor.next()["hardware"]["modifiers"] == ["meta"], "nothing was told in between"


def test_service_is_not_woken_while_nothing_happens(guest: Machine) -> None:
    daemon = Daemon(guest)
    daemon.configure("WatchdogSec=0")                   # it would report in now and then
    guest.keyboards.plug("a")
    monitor = Monitor(guest)
    monitor.wait_present(True)
    guest.run("udevadm settle")
    count = f"cat /proc/{daemon.process()}/task/*/status | grep ctxt_switches"
    # A bus without BlueZ, a subscriber and a keyboard: nothing of it is polled. The one test that is about time waits.
    before, after = guest.run(f"{count}; sleep 20; echo; {count}", timeout=120).output.split("\n\n")
    assert before.strip() == after.strip(), (before, after)
    guest.keyboards.press("a", "leftmeta")
    assert monitor.next()["hardware"] == attached("meta")


def test_service_log_has_numbers_that_the_catalog_explains(guest: Machine) -> None:
    Monitor(guest)
    guest.write_file("/etc/keyguide/keyguided.toml", "Polcy = 1\n")
    guest.run(f"systemctl reload {DAEMON}")
    wait_journal(guest, DAEMON, "'Polcy' is no key")
    number = "2e8fddef0ec54ed58a034dd92af21785"
    explained = guest.run(f"journalctl -b -x -u {DAEMON} MESSAGE_ID={number}").output
    assert "The configuration of Keyguide has an error" in explained, explained
    assert "The file /etc/keyguide/keyguided.toml was not taken" in explained, explained
