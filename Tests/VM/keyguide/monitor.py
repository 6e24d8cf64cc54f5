"""A subscriber: keyguidectl monitor --json in the guest, one reply at a time."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any

from rig import Machine
from rig.guest_command import GuestCommand

Reply = dict[str, Any]


def attached(*modifiers: str, **others: object) -> Reply:
    """What `hardware` is with a USB keyboard that counts, and these modifiers held; `others` where it is not so."""
    part: Reply = {"present": True, "internal": False, "external": True, "active": True, "counts": True,
                   "ignoresExternal": False, "lidClosed": False, "keyAccess": "masked", "modifiers": list(modifiers)}
    assert part.keys() >= others.keys(), others
    return part | others


def detached(**others: object) -> Reply:
    """What `hardware` is without a keyboard."""
    return attached(present=False, external=False, active=False, counts=False) | others


class Monitor:
    """Follows the state of seat0.  `state` holds every part as of the last reply.

    To show that something is no news, do something that is, and look at what next() brings.
    """

    def __init__(self, guest: Machine, command: GuestCommand | None = None) -> None:
        """Subscribe as root, or read a started `keyguidectl monitor --json`; waits for the snapshot."""
        self._command = command or guest.start("exec keyguidectl monitor --json")
        self.state: Reply = {}
        self.seq = 0
        self.snapshot = self.next()
        assert self.snapshot["snapshot"], self.snapshot

    def next(self, timeout: float = 60) -> Reply:
        """The next reply, applied to `state`; checks that its number follows the last one's."""
        reply: Reply = json.loads(self._command.wait_line(r"^\{.*\}$", timeout).string)
        if self.seq:
            missed = reply.get("missed", 0)
            assert reply["seq"] == self.seq + 1 + missed, (self.seq, reply)
        self.seq = reply["seq"]
        self.state.update(reply)
        return reply

    def wait(self, condition: Callable[[Reply], bool], timeout: float = 60) -> Reply:
        """Take replies until the state is as wanted, and return the last one's state."""
        while not condition(self.state):
            self.next(timeout)
        return self.state

    def wait_present(self, present: bool, timeout: float = 60) -> None:
        """Take replies until a hardware keyboard is, or is not, attached."""
        self.wait(lambda state: state["hardware"]["present"] is present, timeout)

    @property
    def hardware(self) -> Reply:
        """The seat's hardware keyboards as of the last reply."""
        part: Reply = self.state["hardware"]
        return part

    def stop(self) -> None:
        """End the subscription."""
        self._command.send_signal()
        self._command.wait()
