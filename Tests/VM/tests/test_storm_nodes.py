"""Nodes that die as soon as they are there, and paths that are used again."""

from keyguide import Daemon, Monitor, attached, plug, wait_chord
from rig import Machine

# They take long, and what they are about is the daemon's, not the suite's.
SUITES = ("bookworm",)
TIME_LIMIT = 600


def test_storm_in_one_port_reuses_the_node(guest: Machine) -> None:
    monitor = Monitor(guest)
    daemon = Daemon(guest)
    guest.keyboards.plug("a", port="3")
    monitor.wait_present(True)
    before = daemon.open_files()
    events = guest.start("exec udevadm monitor --kernel --subsystem-match=input")
    events.wait_line("^KERNEL - ")
    nodes = set()
    for _ in range(50):
        guest.keyboards.unplug("a")
        guest.keyboards.plug("a", port="3")
        # Pulled again as soon as it has a node, before udev is through. (Not earlier: a port whose connection never
        # lasts is given up by the kernel.)
        nodes.add(events.wait_line(r"KERNEL.* add .*/(event\d+) ")[1])
    assert len(nodes) == 1, nodes
    guest.run("udevadm settle")
    wait_chord(guest, monitor, "a")
    # The same descriptors on the same path.
    daemon.wait_files(before)


def test_storm_of_nodes_that_die_at_once(guest: Machine) -> None:
    monitor = Monitor(guest)
    daemon = Daemon(guest)
    guest.keyboards.plug("a")
    monitor.wait_present(True)
    before = daemon.open_files()
    # The USB device stays; its driver makes its node and takes it away again, faster than udev follows.
    driver = "cd /sys/bus/hid/drivers/hid-generic && d=$(echo 0003:0627:0001.*)"
    guest.run(f"{driver} && for i in $(seq 50); do echo $d > unbind; echo $d > bind; done && udevadm settle",
              timeout=300)
    wait_chord(guest, monitor, "a")
    daemon.wait_files(before)
    guest.run(f"{driver} && echo $d > unbind && for i in $(seq 50); do echo $d > bind; echo $d > unbind; done && "
              "udevadm settle", timeout=300)
    monitor.wait_present(False)
    plug(guest, "b")
    wait_chord(guest, monitor, "b")
    daemon.wait_files(before)


def test_storm_of_uinput_keyboards_is_no_news(guest: Machine) -> None:
    monitor = Monitor(guest)
    daemon = Daemon(guest)
    before = daemon.open_files()
    # The switch is something that the daemon would read; the node is gone as soon as it is there.
    guest.run("for i in $(seq 200); do uidev -k Flash 3:046d:c31c KEY_ESC-KEY_KPDOT KEY_LEFTMETA LED_CAPSL SW_DOCK "
              "</dev/null >/dev/null; done && udevadm settle", timeout=300)
    guest.keyboards.plug("a")
    reply = monitor.next()
    assert reply["seq"] == monitor.snapshot["seq"] + 1 and reply["hardware"] == attached(), reply
    wait_chord(guest, monitor, "a")
    guest.keyboards.unplug("a")
    monitor.wait_present(False)
    daemon.wait_files(before)
