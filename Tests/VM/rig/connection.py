"""A socket that QEMU connects to, read by a thread of its own, with waits on what has arrived."""

from __future__ import annotations

import select
import socket
import threading
import time
from collections.abc import Callable
from pathlib import Path
from typing import TypeVar

from .errors import GuestLost, TimedOut
from .qemu_process import QemuProcess

T = TypeVar("T")


class Connection(threading.Thread):
    """Base of the QMP, agent and console connections.

    We listen and QEMU connects, so nothing has to be polled for.  A subclass takes complete pieces
    from the bytes in feed(), which runs on the reader thread with `self.changed` held; callers wait
    with wait_for() on a condition over what feed() has stored.
    """

    def __init__(self, path: Path, name: str) -> None:
        super().__init__(name=name, daemon=True)
        self.changed = threading.Condition()
        self._listener = socket.socket(socket.AF_UNIX)
        self._listener.bind(str(path))
        self._listener.listen(1)
        self._socket: socket.socket | None = None
        self._sending = threading.Lock()
        self._lost: str | None = None

    def feed(self, data: bytes) -> bytes:
        """Store what is complete in `data`; return the rest, which comes again with more behind it."""
        raise NotImplementedError

    def accept(self, qemu: QemuProcess, timeout: float) -> None:
        """Wait for QEMU's connection.  Raises GuestLost if QEMU ends first, TimedOut after `timeout` s."""
        watched: list[socket.socket | int] = [self._listener, qemu.ended_fd]
        ready, _, _ = select.select(watched, [], [], timeout)
        if self._listener not in ready:
            kind = GuestLost if ready else TimedOut
            raise kind(f"QEMU {'ended before it' if ready else 'has not'} connected: {qemu.messages()}",
                       where=self.name, remedy="read QEMU's message above; check its arguments")
        self._socket, _ = self._listener.accept()
        self._listener.close()
        self.start()

    def run(self) -> None:
        """Reader thread: feeds what arrives until the connection closes."""
        assert self._socket is not None
        rest = b""
        reason = "QEMU closed the connection"
        try:
            while data := self._socket.recv(1 << 16):
                with self.changed:
                    rest = self.feed(rest + data)
                    self.changed.notify_all()
        except OSError as error:
            reason = str(error)
        except ValueError as error:     # a frame that is none
            reason = f"unreadable data: {error}"
        with self.changed:
            self._lost = reason
            self.changed.notify_all()

    def send(self, data: bytes) -> None:
        """Send all of `data`.  Raises GuestLost if the connection is closed."""
        try:
            with self._sending:
                assert self._socket is not None, "accept() comes before send()"
                self._socket.sendall(data)
        except OSError as error:
            raise self._lost_error(str(error), "sending") from error

    def wait_for(self, condition: Callable[[], T | None], timeout: float, what: Callable[[], str]) -> T:
        """The first value of `condition` that is not None, tried again after each arrival.

        Raises TimedOut after `timeout` seconds, GuestLost if the connection closes before; `what`
        describes what was awaited and is called only then.
        """
        end = time.monotonic() + timeout
        with self.changed:
            while (value := condition()) is None:
                if self._lost is not None:
                    raise self._lost_error(self._lost, what())
                left = end - time.monotonic()
                if left <= 0:
                    raise TimedOut(f"nothing came within {timeout:g} s: {what()}", where=self.name,
                                   remedy="see the console and the journal below for what the guest did instead")
                self.changed.wait(left)
            return value

    def close(self) -> None:
        """Close the sockets and let the reader thread end."""
        self._listener.close()
        if self._socket is not None:
            self._socket.close()

    def _lost_error(self, reason: str, what: str) -> GuestLost:
        return GuestLost(f"the guest is gone ({reason}) while waiting: {what}", where=self.name,
                         remedy="see the console's last lines below: the guest crashed or was switched off")
