"""Keyboards that come and go faster than anybody follows."""

import random
from collections.abc import Callable

from keyguide import Daemon, Monitor, attached, detached
from rig import Machine

TIME_LIMIT = 600

CYCLES = 100


class UdevSocket:
    """The daemon's netlink socket, on which udev tells of devices: more than it holds is lost."""

    def __init__(self, guest: Machine) -> None:
        self._guest = guest
        daemon = Daemon(guest)
        self._process = daemon.process()
        sockets = [file.removeprefix("socket:[").removesuffix("]") for file in daemon.open_files()]
        self._inode, = (row[9] for row in self._rows() if row[1] == "15" and row[9] in sockets)

    def overflow(self) -> None:
        """Stop the daemon, and have udev tell of devices until messages are lost."""
        self._guest.run(f"kill -STOP {self._process}")
        before = self.lost()
        while self.lost() == before:
            self._guest.run("for i in $(seq 20); do udevadm trigger --subsystem-match=input; done; udevadm settle")

    def resume(self) -> None:
        """Let the daemon go on."""
        self._guest.run(f"kill -CONT {self._process}")

    def lose(self, *changes: Callable[[], None]) -> None:
        """Make changes of which no message reaches the daemon."""
        self.overflow()
        for change in changes:
            before = self.lost()
            change()
            assert self.lost() > before, "the daemon is told of it"
        self.resume()

    def lost(self) -> int:
        """How many messages were lost so far."""
        return self._number(8)

    def waiting(self) -> int:
        """The size of the messages that the daemon has not taken yet."""
        return self._number(4)

    def _number(self, column: int) -> int:
        number, = (int(row[column]) for row in self._rows() if row[9] == self._inode)
        return number

    def _rows(self) -> list[list[str]]:
        # sk Eth Pid Groups Rmem Wmem Dump Locks Drops Inode
        return [line.split() for line in self._guest.read_file("/proc/net/netlink").decode().splitlines()[1:]]


def plug(guest: Machine, name: str) -> None:
    """Plug a keyboard, and wait until udev is through with it."""
    events = guest.start("exec udevadm monitor --udev --subsystem-match=input")
    events.wait_line("^UDEV - ")
    guest.keyboards.plug(name)
    events.wait_line(r"UDEV .* add .*/event\d+ ")
    events.send_signal()


def unplug(guest: Machine, name: str) -> None:
    """Pull a keyboard, and wait until udev is through with it."""
    events = guest.start("exec udevadm monitor --udev --subsystem-match=input")
    events.wait_line("^UDEV - ")
    guest.keyboards.unplug(name)
    events.wait_line(r"UDEV .* remove .*/event\d+ ")
    events.send_signal()


def wait_chord(guest: Machine, monitor: Monitor, name: str) -> None:
    """Press Meta on a keyboard, and release it; both are told."""
    guest.keyboards.press(name, "leftmeta")
    monitor.wait(lambda state: state["hardware"] == attached("meta"))
    guest.keyboards.release(name, "leftmeta")
    monitor.wait(lambda state: state["hardware"] == attached())


def test_storm_of_three_keyboards_ends_in_the_truth(guest: Machine) -> None:
    seed = random.randrange(1 << 32)
    print(f"seed {seed}")
    chance = random.Random(seed)
    monitor = Monitor(guest)
    daemon = Daemon(guest)
    before = daemon.open_files()
    plugged: set[str] = set()
    for _ in range(2 * CYCLES):
        name = chance.choice("abc")
        if name in plugged:
            guest.keyboards.unplug(name)
        else:
            guest.keyboards.plug(name)
        plugged ^= {name}
        # Now and then let it settle: the state is the device set.
        if chance.random() < 0.1:
            monitor.wait_present(bool(plugged))
    for name in sorted(plugged):
        guest.keyboards.unplug(name)
    monitor.wait_present(False)
    # A keyboard that was there for a moment only may still be on its way through udev.
    guest.keyboards.plug("last")
    monitor.wait_present(True)
    guest.keyboards.press("last", "leftmeta")
    monitor.wait(lambda state: state["hardware"]["modifiers"] == ["meta"])
    daemon.wait_nodes(1)
    guest.keyboards.unplug("last")
    monitor.wait_present(False)
    daemon.wait_files(before)


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


def test_storm_that_overflows_the_socket_of_udev(guest: Machine) -> None:
    daemon = Daemon(guest)
    daemon.configure("WatchdogSec=0")                   # it is stopped for as long as it takes
    monitor = Monitor(guest)
    before = daemon.open_files()
    socket = UdevSocket(guest)
    socket.lose(lambda: plug(guest, "a"))
    assert monitor.next()["hardware"] == attached()
    guest.keyboards.press("a", "leftmeta")
    assert monitor.next()["hardware"] == attached("meta")
    # Another keyboard takes the node over.
    socket.lose(lambda: unplug(guest, "a"), lambda: plug(guest, "b"))
    monitor.wait(lambda state: state["hardware"] == attached())
    wait_chord(guest, monitor, "b")
    socket.lose(lambda: unplug(guest, "b"))
    assert monitor.next()["hardware"] == detached()
    daemon.wait_files(before)


def test_storm_goes_on_while_an_overflow_is_made_up_for(guest: Machine) -> None:
    daemon = Daemon(guest)
    daemon.configure("WatchdogSec=0")
    monitor = Monitor(guest)
    socket = UdevSocket(guest)
    socket.overflow()
    # The kernel tells of the overflow first, and loses all messages from then on until those before it are taken.
    slow = guest.start("exec strace -o /dev/stdout -e trace=recvmsg,recvfrom "
                       f"-e inject=recvmsg,recvfrom:delay_exit=200000 -p {daemon.process()}")
    guest.run(f"until grep -q '^TracerPid:\t[1-9]' /proc/{daemon.process()}/status; do :; done")
    socket.resume()
    slow.wait_line("ENOBUFS")
    before = socket.lost()
    plug(guest, "a")
    assert socket.waiting() > 0 and socket.lost() > before, "the daemon was faster"
    slow.send_signal()
    slow.wait()
    assert monitor.next()["hardware"] == attached()
    wait_chord(guest, monitor, "a")
