"""Writer of newc cpio archives, the format of a Linux initramfs (so that no cpio program is needed)."""

from __future__ import annotations

import os
import stat
from pathlib import Path
from types import TracebackType


class CpioWriter:
    """Writes one archive; use it in a `with` block, which ends the archive."""

    def __init__(self, path: Path) -> None:
        self._file = open(path, "wb")
        self._inode = 0

    def add_tree(self, root: Path) -> None:
        """Add everything below `root`, owners and modes kept, parents before children."""
        for folder, folders, files in os.walk(root):
            folders.sort()
            here = Path(folder)
            if here != root:
                self._add(here, root)
            # os.walk counts links to folders as folders and does not descend into them.
            links = [name for name in folders if (here / name).is_symlink()]
            for name in sorted(files + links):
                self._add(here / name, root)

    def _add(self, path: Path, root: Path) -> None:
        status = path.lstat()
        data = b""
        device = (0, 0)
        if stat.S_ISLNK(status.st_mode):
            data = os.fsencode(os.readlink(path))
        elif stat.S_ISREG(status.st_mode):
            data = path.read_bytes()
        elif stat.S_ISCHR(status.st_mode) or stat.S_ISBLK(status.st_mode):
            device = (os.major(status.st_rdev), os.minor(status.st_rdev))
        self._inode += 1
        self._entry(os.fsencode(path.relative_to(root)), data, inode=self._inode, mode=status.st_mode,
                    owner=(status.st_uid, status.st_gid), seconds=int(status.st_mtime), device=device)

    def _entry(self, name: bytes, data: bytes, *, inode: int, mode: int = 0, owner: tuple[int, int] = (0, 0),
               seconds: int = 0, device: tuple[int, int] = (0, 0)) -> None:
        # Hard links are written as separate files: one link each.
        fields = (inode, mode, *owner, 1, seconds, len(data), 0, 0, *device, len(name) + 1, 0)
        header = b"070701" + b"".join(b"%08X" % field for field in fields) + name + b"\0"
        for part in (header, data):
            self._file.write(part + bytes(-len(part) % 4))

    def __enter__(self) -> CpioWriter:
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None,
                 trace: TracebackType | None) -> None:
        if error is None:
            self._entry(b"TRAILER!!!", b"", inode=0)
            self._file.write(bytes(-self._file.tell() % 512))
        self._file.close()
