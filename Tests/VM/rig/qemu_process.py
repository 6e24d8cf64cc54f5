"""QEMU as a child process that cannot outlive us."""

from __future__ import annotations

import os
import subprocess
from pathlib import Path

from .errors import HostNotReady
from .host import missing_program

QEMU = "qemu-system-x86_64"


class QemuProcess:
    """A running QEMU.  The kernel kills it when the thread that started it ends, however it ends;
    so start a guest from a thread that lives as long as the guest is needed."""

    def __init__(self, arguments: list[str], log: Path) -> None:
        self._log = log
        try:
            with open(log, "wb") as output:
                # setpriv sets the parent-death signal and then becomes QEMU: same process id.  The
                # session of its own keeps a Ctrl-C in the terminal from reaching QEMU before us.
                self._child = subprocess.Popen(["setpriv", "--pdeathsig", "KILL", "--", QEMU, *arguments],
                                               stdin=subprocess.DEVNULL, stdout=output, stderr=subprocess.STDOUT,
                                               start_new_session=True)
        except FileNotFoundError as error:
            raise missing_program("setpriv") from error
        self.process_id = self._child.pid
        # Readable once the process has ended.
        self.ended_fd = os.pidfd_open(self.process_id)

    def is_running(self) -> bool:
        """Whether QEMU has not ended yet."""
        return self._child.poll() is None

    def messages(self) -> str:
        """What QEMU itself has printed, its last 2000 characters."""
        return self._log.read_text(errors="replace")[-2000:] if self._log.exists() else ""

    def end(self) -> None:
        """Kill QEMU and wait for its end.  Nothing of a guest is worth an orderly shutdown."""
        if self._child.poll() is None:
            self._child.kill()
            self._child.wait()
        if self.ended_fd >= 0:
            os.close(self.ended_fd)
            self.ended_fd = -1


def qemu_version() -> str:
    """First line of `qemu --version`.  Raises HostNotReady if QEMU is not installed."""
    try:
        answer = subprocess.run([QEMU, "--version"], capture_output=True, text=True, check=False)
    except FileNotFoundError as error:
        raise missing_program(QEMU) from error
    if answer.returncode:
        raise HostNotReady(f"{QEMU} does not start: {answer.stderr[-500:]}", where="the host",
                           remedy="reinstall qemu-system-x86")
    return answer.stdout.splitlines()[0]
