"""Debian's own kernel for the guest: unpacked from its package, with the few modules that are wanted."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
from dataclasses import asdict, dataclass
from pathlib import Path

from .errors import BuildFailed
from .guest_contents import MODULES
from .host import run_tool

# The whole kernel package is fetched inside the new root's apt, because only that one knows the
# suite; the "cloud" flavour would be smaller but has no USB HID, no xhci and no uinput.
DOWNLOAD_HOOK = (
    'cd "{folder}" && export APT_CONFIG="$MMDEBSTRAP_APT_CONFIG" && '
    'package=$(apt-cache depends linux-image-amd64 '
    '| sed -n "s/^ *Depends: \\(linux-image-[0-9].*\\)/\\1/p" | head -n 1) && '
    'apt-get download "$package"'
)


@dataclass(frozen=True)
class Kernel:
    """An unpacked kernel: its release, its package's name, how many modules were kept, and which
    wanted ones were not found as modules (built in, or unknown to this kernel)."""

    release: str
    package: str
    modules: int
    not_modules: list[str]

    def save(self, path: Path) -> None:
        """Write as JSON."""
        path.write_text(json.dumps(asdict(self), indent=1) + "\n")

    @staticmethod
    def load(path: Path) -> Kernel:
        """Read what save() wrote."""
        return Kernel(**json.loads(path.read_text()))


def unpack_kernel(download: Path, vmlinuz: Path, tree: Path, scratch: Path) -> Kernel:
    """Unpack the one linux-image-*.deb in `download`.

    The kernel becomes the file `vmlinuz`; the wanted modules with their dependencies go below
    `tree`/usr/lib/modules, uncompressed (xz is slow in an emulated guest).  Raises BuildFailed.
    """
    package = next(download.glob("linux-image-*.deb"), None)
    if package is None:
        raise BuildFailed("no kernel package was downloaded", where=str(download),
                          remedy="read mmdebstrap.log next to it")
    run_tool("dpkg-deb", "-x", package, scratch)
    image = next((scratch / "boot").glob("vmlinuz-*"))
    release = image.name.removeprefix("vmlinuz-")
    shutil.copy(image, vmlinuz)
    # bookworm's package has lib/modules, trixie's usr/lib/modules; modprobe -d reads the former.
    places = (scratch / "usr/lib/modules", scratch / "lib/modules")
    source = next(place for place in places if place.is_dir()).resolve()
    (scratch / "lib").mkdir(exist_ok=True)
    if not (scratch / "lib/modules").exists():
        (scratch / "lib/modules").symlink_to(source)
    run_tool("depmod", "-b", scratch, release)
    files, not_modules = _wanted_files(scratch, release)
    target = tree / "usr/lib/modules" / release
    for file in files:
        _copy_module(file, target / file.relative_to(source / release))
    for name in ("modules.builtin", "modules.builtin.modinfo", "modules.order"):
        if (source / release / name).exists():
            shutil.copy(source / release / name, target / name)
    (tree / "lib").symlink_to("usr/lib")        # depmod, too, looks below lib
    run_tool("depmod", "-b", tree, release)
    return Kernel(release, package.name, len(files), not_modules)


def _wanted_files(root: Path, release: str) -> tuple[list[Path], list[str]]:
    """Module files needed for MODULES, in loading order, and the names that have none."""
    files: dict[Path, None] = {}
    not_modules = []
    for name in MODULES:
        answer = subprocess.run(["modprobe", "-d", root, "-S", release, "--show-depends", "-a", name],
                                capture_output=True, text=True, check=False)
        loads = [line.split()[1] for line in answer.stdout.splitlines() if line.startswith("insmod ")]
        if answer.returncode or not loads:
            not_modules.append(name)
        for path in loads:
            files[Path(os.path.realpath(path))] = None
    return list(files), not_modules


def _copy_module(source: Path, target: Path) -> None:
    target.parent.mkdir(parents=True, exist_ok=True)
    if source.suffix != ".xz":
        shutil.copy(source, target)
        return
    with open(target.with_suffix(""), "wb") as file:
        subprocess.run(["xz", "-dc", source], stdout=file, check=True)
