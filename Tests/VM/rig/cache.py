"""Where the rig keeps things on the host's disk: the cache, its locks, and temporary folders.

    CACHE/<suite>.lock              shared while a guest starts, exclusive while something is made or pruned
    CACHE/<suite>/packages-<key>/   Debian packages and kernel, before our own files are added
    CACHE/<suite>/image-<key>/      bootable image, with its snapshots in it
    CACHE/running/<random>/         one folder per running guest: sockets, logs, memory
"""

from __future__ import annotations

import contextlib
import fcntl
import os
import shutil
import tempfile
from collections.abc import Iterator
from pathlib import Path
from types import TracebackType

from .errors import HostNotReady

# A Unix socket's path ends at 107 bytes; "/running/rig-xxxxxxxx/console" needs these many of them.
_LONGEST_CACHE_PATH = 107 - 32


def cache_directory() -> Path:
    """The rig's cache folder, made if it is missing.

    KEYGUIDE_VM_CACHE, else /var/cache/keyguide-vm for root, else keyguide-vm in the user's cache.
    Raises HostNotReady when the path is too long for the sockets below it or cannot be made.
    """
    override = os.environ.get("KEYGUIDE_VM_CACHE")
    if override:
        path = Path(override).absolute()
    elif os.geteuid() == 0:
        path = Path("/var/cache/keyguide-vm")
    else:
        path = Path(os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache") / "keyguide-vm"
    if len(os.fsencode(path)) > _LONGEST_CACHE_PATH:
        raise HostNotReady(f"the cache path has more than {_LONGEST_CACHE_PATH} bytes", where=str(path),
                           remedy="set KEYGUIDE_VM_CACHE to a shorter path")
    try:
        path.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise HostNotReady(f"cannot make the cache folder: {error.strerror}", where=str(path),
                           remedy="set KEYGUIDE_VM_CACHE to a folder you can write to") from error
    return path


@contextlib.contextmanager
def suite_lock(suite: str, *, exclusive: bool) -> Iterator[None]:
    """Hold the suite's lock: shared to start guests from its files, exclusive to make or prune them.

    Waits for other holders.  It must not be taken twice by one caller: two opens of the file are
    two locks, which would wait for each other.
    """
    with open(cache_directory() / f"{suite}.lock", "w", encoding="ascii") as file:
        fcntl.flock(file, fcntl.LOCK_EX if exclusive else fcntl.LOCK_SH)
        yield


def prune_siblings(keep: Path, prefix: str) -> None:
    """Remove the folders next to `keep` that start with `prefix`; hold the exclusive lock around it."""
    for other in keep.parent.glob(f"{prefix}*"):
        if other != keep:
            shutil.rmtree(other, ignore_errors=True)


class WorkFolder:
    """A temporary folder that is removed on close, and by the next one if its owner was killed.

    The owner holds a lock on the folder itself, which the kernel drops when the owner ends in any
    way; a folder that can be locked is therefore a left-over.
    """

    def __init__(self) -> None:
        parent = cache_directory() / "running"
        parent.mkdir(exist_ok=True)
        guard = os.open(parent, os.O_RDONLY)
        try:
            # No other process may look at a folder between its making and its locking.
            fcntl.flock(guard, fcntl.LOCK_EX)
            _remove_abandoned(parent)
            self.path = Path(tempfile.mkdtemp(prefix="rig-", dir=parent))
            self._lock = os.open(self.path, os.O_RDONLY)
            fcntl.flock(self._lock, fcntl.LOCK_EX)
        finally:
            os.close(guard)
        self._closed = False

    def close(self) -> None:
        """Remove the folder with all that is in it; a second call does nothing."""
        if self._closed:
            return
        self._closed = True
        shutil.rmtree(self.path, ignore_errors=True)
        os.close(self._lock)

    def __enter__(self) -> WorkFolder:
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None,
                 trace: TracebackType | None) -> None:
        self.close()


def _remove_abandoned(parent: Path) -> None:
    for folder in parent.iterdir():
        try:
            lock = os.open(folder, os.O_RDONLY)
        except FileNotFoundError:       # its owner removed it just now, without our guard
            continue
        try:
            fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            continue
        else:
            shutil.rmtree(folder, ignore_errors=True)
        finally:
            os.close(lock)
