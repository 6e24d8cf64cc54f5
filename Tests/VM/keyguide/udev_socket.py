"""The socket on which udev tells the daemon of devices, and how to overflow it."""

from __future__ import annotations

from collections.abc import Callable

from rig import Machine

from .daemon import Daemon


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
