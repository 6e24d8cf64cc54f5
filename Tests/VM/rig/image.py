"""Build of a bootable guest: Debian packages and kernel, then our agent, tools and settings on top.

The result is a kernel and one uncompressed initramfs with the whole system in it: no disk, no
driver for it, and no part of a guest can be left behind by the guest before it.
"""

from __future__ import annotations

import json
import os
import shutil
import time
from pathlib import Path

from .cpio import CpioWriter
from .errors import BuildFailed
from .guest_contents import (GUEST_FILES, GUEST_PROGRAMS, LEFT_OUT_OF_PACKAGES, MASKED_UNITS, PACKAGES,
                             USERS)
from .host import debian_mirror, require_root, run_tool
from .kernel import DOWNLOAD_HOOK, Kernel, unpack_kernel

GUEST_SOURCES = Path(__file__).resolve().parent.parent / "guest"


def build_packages(suite: str, folder: Path) -> None:
    """Fetch and unpack the suite's packages and kernel into the empty `folder` (about 30 s).

    Leaves root.tar, vmlinuz, modules/ and kernel.json in it.  Raises HostNotReady or BuildFailed.
    """
    require_root("building a guest image")
    download, scratch = folder / "download", folder / "scratch"
    download.mkdir()
    options = [f"--dpkgopt=path-exclude={pattern}" for pattern in LEFT_OUT_OF_PACKAGES]
    run_tool("mmdebstrap", "--variant=essential", "--mode=root", "--format=tar", *options,
             '--aptopt=Acquire::Languages "none"', f"--include={','.join(PACKAGES)}",
             f"--customize-hook={DOWNLOAD_HOOK.format(folder=download)}",
             suite, folder / "root.tar", debian_mirror(), log=folder / "mmdebstrap.log")
    kernel = unpack_kernel(download, folder / "vmlinuz", folder / "modules", scratch)
    shutil.rmtree(download)
    shutil.rmtree(scratch)
    kernel.save(folder / "kernel.json")


def build_image(suite: str, packages: Path, folder: Path) -> None:
    """Make the bootable image in the empty `folder` from what build_packages() left (about 5 s).

    Leaves vmlinuz, root.cpio and manifest.json in it.  Raises HostNotReady or BuildFailed.
    """
    require_root("building a guest image")
    start = time.monotonic()
    root = folder / "root"
    root.mkdir()
    run_tool("tar", "-C", root, "--xattrs", "--xattrs-include=*", "-xpf", packages / "root.tar")
    run_tool("cp", "-a", packages / "modules/usr/lib/modules", root / "usr/lib/")
    _install_guest_files(root)
    _configure(root)
    versions = run_tool("chroot", root, "dpkg-query", "-W", "-f", "${Package} ${Version}\\n")
    with CpioWriter(folder / "root.cpio") as archive:
        archive.add_tree(root)
    shutil.rmtree(root)
    shutil.copy(packages / "vmlinuz", folder / "vmlinuz")
    (folder / "manifest.json").write_text(json.dumps({
        "suite": suite,
        "kernel": vars(Kernel.load(packages / "kernel.json")),
        "image_bytes": (folder / "root.cpio").stat().st_size,
        "build_seconds": round(time.monotonic() - start, 1),
        "packages": dict(line.split(" ", 1) for line in versions.splitlines()),
    }, indent=1) + "\n")


def _install_guest_files(root: Path) -> None:
    programs = root / "usr/local/bin"
    programs.mkdir(parents=True, exist_ok=True)
    for name, (sources, options) in GUEST_PROGRAMS.items():
        run_tool("gcc", "-std=c11", "-O2", "-Wall", "-Wextra", "-Werror", "-o", programs / name,
                 *(GUEST_SOURCES / source for source in sources), *options)
    for name, place in GUEST_FILES.items():
        target = root / place
        target.parent.mkdir(parents=True, exist_ok=True)
        shutil.copyfile(GUEST_SOURCES / name, target)
        target.chmod(0o755 if target.parent == programs else 0o644)


def _configure(root: Path) -> None:
    units = root / "etc/systemd/system"
    for unit in MASKED_UNITS:
        _link(units / unit, "/dev/null")
    _link(units / "sysinit.target.wants/rig-agent.service", "../rig-agent.service")
    # graphical.target would only add jobs.
    _link(units / "default.target", "/usr/lib/systemd/system/multi-user.target")
    _link(root / "init", "usr/lib/systemd/systemd")
    (root / "etc/fstab").write_text("")
    (root / "etc/hostname").write_text("keyguide-vm\n")
    (root / "etc/hosts").write_text("127.0.0.1 localhost keyguide-vm\n")
    # An empty machine-id would make systemd treat each boot as the first one.
    (root / "etc/machine-id").write_text("0123456789abcdef0123456789abcdef\n")
    run_tool("chroot", root, "passwd", "-d", "root")
    for user in USERS:
        run_tool("chroot", root, "useradd", "--create-home", "--shell", "/bin/bash", user)
        run_tool("chroot", root, "passwd", "-d", user)
    _forget_dpkg_exclusions(root)
    for waste in ("var/cache/apt", "var/lib/apt/lists", "var/log"):
        shutil.rmtree(root / waste, ignore_errors=True)
    (root / "var/log").mkdir()


def _forget_dpkg_exclusions(root: Path) -> None:
    """mmdebstrap leaves its dpkg options behind; a package under test must be installed whole."""
    for file in (root / "etc/dpkg/dpkg.cfg.d").iterdir():
        if "path-exclude" in file.read_text():
            file.unlink()
    run_tool("chroot", root, "dpkg", "--audit")
    if os.path.lexists(root / "usr/sbin/policy-rc.d"):
        raise BuildFailed("the image forbids packages to start their services", where="usr/sbin/policy-rc.d",
                          remedy="find what left the file behind in the build")


def _link(path: Path, target: str) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.unlink(missing_ok=True)
    path.symlink_to(target)
