"""Snapshots: a booted guest, optionally with a package installed, that starts again in 0.3 s.

A snapshot is a folder in its image's: `ram` (the guest's memory, sparse) and `state` (its devices).
A restored guest maps `ram` copy-on-write instead of reading it.
"""

from __future__ import annotations

import hashlib
import shutil
from pathlib import Path

from .cache import WorkFolder, suite_lock
from .errors import CommandFailed
from .host import run_tool
from .image_cache import Image
from .machine import Machine
from .qemu_arguments import Memory, Settings, snapshot_key

_PLAIN = "plain"


def fresh(image: Image, *, deb: Path | None = None, settings: Settings = Settings()) -> Machine:
    """A booted guest of its own, with `deb` installed if given; use it in a `with` block.

    Takes 0.3 s; the first time 10 s for the image's snapshot, and some seconds for the package's.
    Raises HostNotReady, CommandFailed (a boot or installation that fails), GuestLost, TimedOut.
    """
    while True:
        with suite_lock(image.suite, exclusive=False):
            snapshot = _folder(image, settings, deb)
            if snapshot.exists():
                return _restore(image, settings, snapshot)
        prepare(image, deb=deb, settings=settings)


def prepare(image: Image, *, deb: Path | None = None, settings: Settings = Settings()) -> None:
    """Make the snapshot that fresh() would use, unless it exists; removes the ones it replaces:
    the same package's with another content, and those of other settings or of another QEMU."""
    with suite_lock(image.suite, exclusive=True):
        plain, wanted = _folder(image, settings, None), _folder(image, settings, deb)
        if wanted.exists():
            return
        if not plain.exists():
            with Machine(image, settings) as guest:
                guest.boot()
                _save(guest, plain)
        if deb is not None:
            with _restore(image, settings, plain, writable=True) as guest:
                guest.install_deb(deb)
                guest.run("systemctl is-system-running --wait; udevadm settle", timeout=180)
                _save(guest, wanted)
        _prune(wanted, deb)


def discard(image: Image, deb: Path, *, settings: Settings = Settings()) -> None:
    """Remove the snapshot that has `deb` installed, if there is one."""
    with suite_lock(image.suite, exclusive=True):
        shutil.rmtree(_folder(image, settings, deb), ignore_errors=True)


def _folder(image: Image, settings: Settings, deb: Path | None) -> Path:
    """Name of the snapshot: its settings, the package's name, the package's content."""
    if deb is None:
        return image.folder / f"snapshot-{snapshot_key(settings)}-{_PLAIN}"
    content = hashlib.sha256(deb.read_bytes()).hexdigest()[:12]
    return image.folder / f"snapshot-{snapshot_key(settings)}-{_package_name(deb)}-{content}"


def _package_name(deb: Path) -> str:
    return deb.name.partition("_")[0]


def _prune(wanted: Path, deb: Path | None) -> None:
    """Remove what `wanted` replaces: older contents of its package, and all snapshots of settings
    that are neither its own nor the default ones."""
    mine, default = wanted.name.split("-")[1], snapshot_key(Settings())
    for folder in wanted.parent.glob("snapshot-*"):
        older = deb is not None and folder.name.startswith(f"snapshot-{mine}-{_package_name(deb)}-")
        if folder != wanted and (older or folder.name.split("-")[1] not in (mine, default)):
            shutil.rmtree(folder, ignore_errors=True)


def _enable_shared_memory_migration(guest: Machine) -> None:
    """Leave RAM out of the state, and have QEMU tell when the migration is done."""
    guest.qmp.command("migrate-set-capabilities", capabilities=[
        {"capability": "x-ignore-shared", "state": True}, {"capability": "events", "state": True}])


def _save(guest: Machine, folder: Path) -> None:
    """Freeze a guest without plugged devices; it is of no further use."""
    new = WorkFolder()
    try:
        guest.run("sync")
        _enable_shared_memory_migration(guest)
        guest.qmp.command("stop")
        mark = guest.qmp.mark()
        guest.qmp.command("migrate", uri=f"exec:cat > {new.path}/state")
        _wait_migrated(guest, mark)
        guest.memory.path.rename(new.path / "ram")
        new.path.rename(folder)
    finally:
        new.close()


def _restore(image: Image, settings: Settings, snapshot: Path, *, writable: bool = False) -> Machine:
    """Start a guest from a snapshot; `writable` from a copy of its memory, so that it can be saved again."""
    work = WorkFolder()
    memory = Memory(snapshot / "ram", shared=False)
    try:
        if writable:
            memory = Memory(work.path / "ram", shared=True)
            run_tool("cp", "--sparse=always", "--reflink=auto", snapshot / "ram", memory.path)
        guest = Machine(image, settings, memory=memory, work=work, incoming=True)
    except BaseException:
        work.close()
        raise
    try:
        _enable_shared_memory_migration(guest)
        mark = guest.qmp.mark()
        guest.qmp.command("migrate-incoming", uri=f"exec:cat {snapshot}/state")
        _wait_migrated(guest, mark)
        guest.qmp.command("cont")
        guest.set_clock()
    except BaseException as error:
        if isinstance(error, Exception):
            error.add_note(guest.report())
        guest.close()
        raise
    return guest


def _wait_migrated(guest: Machine, mark: int) -> None:
    """Wait for the end of the migration.  Raises CommandFailed if it failed."""
    event = guest.qmp.wait_event("MIGRATION", since=mark, timeout=120, status=("completed", "failed"))
    if event["status"] != "completed":
        raise CommandFailed("the snapshot was not carried over", where=f"migration: {guest.qemu.messages()}",
                            remedy="remove the cache folder and try again")
