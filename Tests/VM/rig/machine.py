"""One guest: QEMU with its three connections, and what can be done with the running system."""

from __future__ import annotations

import shlex
import time
from pathlib import Path
from types import TracebackType

from .agent import Agent
from .cache import WorkFolder
from .console_log import ConsoleLog
from .errors import CommandFailed, GuestLost, RigError
from .guest_command import GuestCommand
from .image_cache import Image
from .keyboards import Keyboards
from .power import Power
from .qemu_arguments import Memory, Settings, qemu_arguments
from .qemu_process import QemuProcess
from .qmp import Qmp
from .users import Users


class Machine:
    """A guest.  Most tests get theirs from snapshot.fresh(), already booted:

        with fresh(image) as guest:
            guest.keyboards.plug("a")
            print(guest.run("cat /proc/bus/input/devices").output)

    Leaving the `with` block ends QEMU and removes its folder; an error that leaves it is given the
    console's tail and the guest's journal as a note.
    """

    def __init__(self, image: Image, settings: Settings = Settings(), *, memory: Memory | None = None,
                 work: WorkFolder | None = None, incoming: bool = False) -> None:
        """Start QEMU: to boot() cold, or (`incoming`) to be filled from a snapshot.

        `memory` is by default a new file in the work folder.  Raises HostNotReady, GuestLost, TimedOut.
        """
        self.image = image
        self.settings = settings
        self.work = work or WorkFolder()
        self.memory = memory or Memory(self.work.path / "ram", shared=True)
        self.qmp = Qmp(self.work.path / "qmp")
        self.agent = Agent(self.work.path / "agent")
        self.console = ConsoleLog(self.work.path / "console")
        self.keyboards = Keyboards(self.qmp, settings.seats)
        self.power = Power(self)
        self.users = Users(self)
        arguments = qemu_arguments(image, settings, self.work.path, self.memory, incoming=incoming)
        try:
            self.qemu = QemuProcess(arguments, self.work.path / "qemu.log")
        except BaseException:
            self.work.close()
            raise
        try:
            for connection in (self.qmp, self.console, self.agent):
                connection.accept(self.qemu, timeout=60)
            self.qmp.negotiate(timeout=60)
        except BaseException:
            self.close()
            raise

    def boot(self, timeout: float = 180) -> None:
        """Wait until a cold guest has booted and settled (about 10 s).

        Raises CommandFailed, with the failed units, unless systemd says "running".
        """
        self.agent.wait_hello(timeout)
        state = self.start("systemctl is-system-running --wait")
        state.wait(timeout)
        if state.output.strip() != "running":
            raise CommandFailed(f"the guest booted into state {state.output.strip()!r}:\n"
                                + self.run("systemctl --failed --no-legend", check=False).output,
                                where=f"boot of {self.image.folder.name}", remedy="fix or mask the failed units")
        self.run("udevadm settle")

    def set_clock(self) -> None:
        """Set the guest's date to ours; a restored guest's stands where it was saved."""
        self.run(f"date --set=@{time.time():.3f}")

    def start(self, script: str) -> GuestCommand:
        """Start a sh script as root in the guest and return at once.  (`exec` spares a shell that
        would be in the way of signals.)"""
        return self.agent.start_command(script)

    def run(self, script: str, *, timeout: float = 60, check: bool = True, stdin: str | bytes = "") -> GuestCommand:
        """Run a sh script as root in the guest to its end; standard input is `stdin` and then ends.

        Raises CommandFailed with its output if it fails (unless not `check`), TimedOut.
        """
        command = self.start(script)
        command.write(stdin)
        command.close_input()
        if command.wait(timeout) and check:
            raise CommandFailed(f"it ended with status {command.exit_code}\n"
                                f"{command.output[-2000:]}{command.error_output[-2000:]}",
                                where=f"guest command {script[:200]!r}", remedy="read its output above")
        return command

    def write_file(self, path: str, content: str | bytes, *, mode: int = 0o644) -> None:
        """Make a file in the guest, and the folders on its way."""
        name = shlex.quote(path)
        self.run(f'mkdir -p "$(dirname {name})" && cat > {name} && chmod {mode:o} {name}', stdin=content)

    def read_file(self, path: str) -> bytes:
        """The content of a file in the guest."""
        return self.run(f"exec cat {shlex.quote(path)}").raw_output

    def install_deb(self, deb: Path) -> None:
        """Install a package as a user would, with dpkg; its dependencies have to be in the image.

        (fresh(image, deb=...) starts from a snapshot that has it installed.)  Raises CommandFailed.
        """
        place = f"/var/tmp/{deb.name}"
        self.write_file(place, deb.read_bytes())
        self.run(f"DEBIAN_FRONTEND=noninteractive dpkg -i {shlex.quote(place)} && rm {shlex.quote(place)}",
                 timeout=180)

    def report(self) -> str:
        """The console's tail and the journal's, for a failure."""
        try:
            journal = self.run("journalctl -b -n 50 --no-pager", timeout=20, check=False).output
        except RigError as error:
            journal = f"(not to be had: {error.what})\n"
            if isinstance(error, GuestLost):
                # The console has a reader thread of its own, which may not have got to the last words.
                self.console.join(timeout=10)
        return (f"--- the guest's console ({self.image.suite}), last lines:\n{self.console.tail()}\n"
                f"--- QEMU said: {self.qemu.messages().strip() or 'nothing'}\n"
                f"--- the guest's journal, last 50 lines:\n{journal}")

    def close(self) -> None:
        """End QEMU and remove the guest's folder."""
        self.qemu.end()
        for connection in (self.qmp, self.console, self.agent):
            connection.close()
        self.work.close()

    def __enter__(self) -> Machine:
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None,
                 trace: TracebackType | None) -> None:
        try:
            if isinstance(error, Exception):        # not for Ctrl-C
                error.add_note(self.report())
        finally:
            self.close()
