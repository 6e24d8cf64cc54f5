"""Ordinary users in the guest: alice, who can be logged in at the machine, and mallory, who is not."""

from __future__ import annotations

import shlex
from typing import TYPE_CHECKING

from .errors import CommandFailed
from .guest_command import GuestCommand
from .journal import wait_journal

if TYPE_CHECKING:
    from .machine import Machine


class Session:
    """A user's logind session on seat0, tty1, through PAM's "login"; it lasts until log_out()."""

    def __init__(self, machine: Machine, user: str, number: str, leader: GuestCommand) -> None:
        self._machine = machine
        self.user = user
        self.number = number
        self._leader = leader

    def start(self, script: str) -> GuestCommand:
        """Start a sh script as the user, inside the session; returns at once."""
        # logind tells a session's processes by their control group, so that is what makes the
        # script a part of it.
        scope = f"/sys/fs/cgroup/user.slice/user-$(id -u {self.user}).slice/session-{self.number}.scope"
        environment = f"XDG_SESSION_ID={self.number} XDG_RUNTIME_DIR=/run/user/$(id -u {self.user})"
        return self._machine.start(f"echo $$ > {scope}/cgroup.procs && {_as_user(self.user, script, environment)}")

    def log_out(self) -> None:
        """End the session; returns when logind has removed it."""
        self._leader.close_input()
        self._leader.wait()
        wait_journal(self._machine, "systemd-logind", rf"Removed session {self.number}\.")


class Users:
    """Runs things as ordinary users of one guest."""

    def __init__(self, machine: Machine) -> None:
        self._machine = machine

    def log_in(self, user: str = "alice") -> Session:
        """Log a user in at seat0 (2 s).  One session at a time.  Raises CommandFailed."""
        leader = self._machine.start(
            f"exec systemd-run --quiet --pipe --wait --collect -p PAMName=login -p User={user} -p TTYPath=/dev/tty1 "
            "sh -c 'echo session=$XDG_SESSION_ID=; exec cat'")
        number = leader.wait_line("session=(.*)=")[1]
        if not number:
            raise CommandFailed(f"{user} got no session from logind", where="log_in",
                                remedy="read the journal below; log another session out first")
        return Session(self._machine, user, number, leader)

    def start_as(self, user: str, script: str) -> GuestCommand:
        """Start a sh script as a user without a session (as a service or a cron job of hers is)."""
        return self._machine.start(_as_user(user, script))


def _as_user(user: str, script: str, environment: str = "") -> str:
    return (f"cd /home/{user} && exec setpriv --reuid {user} --regid {user} --init-groups --reset-env "
            f"env {environment} sh -c {shlex.quote(script)}")
