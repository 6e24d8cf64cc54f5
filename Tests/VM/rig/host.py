"""The host's programs, run for the image build, and its Debian mirror."""

from __future__ import annotations

import os
import subprocess
from collections.abc import Sequence
from pathlib import Path

from .errors import BuildFailed, HostNotReady

# Program -> Debian package that has it.
_PACKAGE_OF = {
    "mmdebstrap": "mmdebstrap", "qemu-system-x86_64": "qemu-system-x86", "modprobe": "kmod", "depmod": "kmod",
    "xz": "xz-utils", "gcc": "gcc libc6-dev libudev-dev libevdev-dev", "setpriv": "util-linux",
}


def run_tool(*command: str | Path, log: Path | None = None) -> str:
    """Run a host program to its end and return its standard output.

    With `log`, both output streams go to that file instead (and "" is returned).  Raises
    HostNotReady if the program is missing, BuildFailed with the last output if it ends with an error.
    """
    words = [str(word) for word in command]
    try:
        if log is None:
            result = subprocess.run(words, capture_output=True, text=True, errors="replace", check=False)
            output, said = result.stdout, result.stderr or result.stdout
        else:
            with open(log, "wb") as file:
                result = subprocess.run(words, stdout=file, stderr=subprocess.STDOUT, text=True, check=False)
            output, said = "", log.read_text(errors="replace")
    except FileNotFoundError as error:
        raise missing_program(words[0]) from error
    if result.returncode:
        raise BuildFailed(f"{words[0]} ended with status {result.returncode}:\n{said[-2000:]}",
                          where=" ".join(words)[:300], remedy="read the program's last lines above")
    return output


def missing_program(program: str) -> HostNotReady:
    """The error for a program that is not on this host, naming the package to install."""
    package = _PACKAGE_OF.get(program, program)
    return HostNotReady(f"the program {program} is missing", where="the host",
                        remedy=f"apt-get install --no-install-recommends {package}")


def require_root(purpose: str) -> None:
    """Raise HostNotReady unless we are root."""
    if os.geteuid() != 0:
        raise HostNotReady(f"{purpose} needs root", where="the host",
                           remedy="run it as root")


def debian_mirror() -> str:
    """The mirror to fetch guests from: KEYGUIDE_VM_MIRROR, else the one this host's apt uses for Debian.

    Raises HostNotReady if apt knows none (a host that is not Debian, or no `apt-get update` yet).
    """
    override = os.environ.get("KEYGUIDE_VM_MIRROR")
    if override:
        return override
    listing = run_tool("apt-get", "indextargets", "--format", "$(ORIGIN) $(REPO_URI) $(RELEASE)",
                       "Created-By: Packages")
    for line in listing.splitlines():
        fields: Sequence[str] = line.split()
        if len(fields) == 3 and fields[0] == "Debian":
            _, mirror, release = fields
            if not release.endswith(("-security", "-updates", "-backports")):
                return mirror
    raise HostNotReady("apt names no Debian mirror", where="apt-get indextargets",
                       remedy="run apt-get update, or set KEYGUIDE_VM_MIRROR=http://deb.debian.org/debian")
