"""More messages of udev than its socket holds."""

from keyguide import Daemon, Monitor, UdevSocket, attached, detached, plug, unplug, wait_chord
from rig import Machine

# They take long, and what they are about is the daemon's, not the suite's.
SUITES = ("trixie",)
TIME_LIMIT = 600


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
