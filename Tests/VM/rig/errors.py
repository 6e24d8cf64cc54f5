"""The errors of the rig: each says what is wrong, where, and what to do about it."""

from __future__ import annotations


class RigError(Exception):
    """Something the rig was asked for did not happen.

    `what` is the fact, `where` the part of the rig or the guest command, `remedy` the next step for
    the reader.  `Machine` adds the console's tail and the guest's journal as a note when the error
    leaves its `with` block.
    """

    def __init__(self, what: str, *, where: str, remedy: str) -> None:
        super().__init__(what)
        self.what = what
        self.where = where
        self.remedy = remedy

    def __str__(self) -> str:
        return f"{self.what}\n  where: {self.where}\n  what to do: {self.remedy}"


class HostNotReady(RigError):
    """The host lacks a program, a right or a setting that the rig needs."""


class BuildFailed(RigError):
    """A step of the image build ended with an error."""


class GuestLost(RigError):
    """QEMU ended, or closed one of its connections, while something was awaited from it."""


class TimedOut(RigError):
    """An awaited event, reply or line did not come in its time."""


class CommandFailed(RigError):
    """A command in the guest, or a QMP command, answered with an error."""


class Misuse(RigError):
    """The caller asked for something that cannot be (an unknown key, a name plugged twice)."""
