"""Files that are written whole, and are there after a power cut: bytes synced, renamed, names synced."""

from __future__ import annotations

import errno
import os
import re
from contextlib import suppress
from pathlib import Path

#: A flag of `os.open`: without it Windows writes another line end than it was given.
BINARY: int = getattr(os, "O_BINARY", 0)

#: What a disk says that has no sync of folders: mounts from another system, some network disks.
_NO_SUCH_SYNC = {errno.EINVAL, errno.ENOTSUP, errno.EBADF, errno.ENOSYS, errno.EACCES, errno.EPERM}
#: Seconds after which what another process began to write is of one that was killed: a write takes one or
#: two.
_LEFT = 3600.0


def followed(path: Path) -> Path:
    """Where a file really is, or will be: a link is written through, not over. Raises OSError for links in a
    circle.
    """
    try:
        return path.resolve() if path.is_symlink() else path
    except RuntimeError as error:  # pathlib's word for it before Python 3.13
        raise OSError(errno.ELOOP, os.strerror(errno.ELOOP), str(path)) from error


def sync_folder(folder: Path) -> None:
    """Make new and renamed files of a folder durable, where its disk has a word for that: Windows and some
    mounts have none. Raises OSError where the disk fails.
    """
    if os.name == "nt":
        return
    try:
        handle = os.open(folder, os.O_RDONLY)
        try:
            os.fsync(handle)
        finally:
            os.close(handle)
    except OSError as error:
        if error.errno not in _NO_SUCH_SYNC:
            raise


def make_folder(folder: Path, mode: int = 0o777) -> None:
    """Make a folder and those above it, durably when this returns; `mode`: of itself. Raises OSError."""
    if folder.is_dir():
        return
    missing = [one for one in (folder, *folder.parents) if not one.exists()]
    folder.mkdir(mode, parents=True, exist_ok=True)
    for one in missing:
        sync_folder(one.parent)


def hold(handle: int, *, without: bool) -> bool:
    """Whether an open file or folder is this process's now, until it is closed or the process is gone; not
    where another holds it. `without`: what is said where nothing can be held (Windows, some network disks).
    """
    try:
        import fcntl
    except ImportError:
        return without
    try:
        fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        return False
    except OSError:
        return without
    return True


def write_all(handle: int, data: bytes) -> None:
    """Write all of it: a disk that is nearly full, or a slow one, takes a part. Raises OSError."""
    view = memoryview(data)
    while view:
        view = view[os.write(handle, view) :]


def write_whole(file: Path, data: bytes, *, lasting: bool = True) -> None:
    """Write a file whole or not at all, its folder too. A link is written through, and permissions stay.

    Whoever reads meanwhile, and whatever a kill leaves, is the old file or the new one. With `lasting` that
    holds when the power fails too, and when this returns it is the new one, as far as the disk keeps its
    word. Without it, for what is cheaply made again, a power cut may leave an old, an empty or no file, and
    whoever reads it has to see that. Raises OSError; what stood there then stands there still, unless it is
    the last step that failed, the sync of the folder.
    """
    file = followed(file)
    part = file.with_name(f".{file.name[:100]}.{os.getpid()}.part")
    try:
        if lasting:
            make_folder(file.parent)
        else:
            file.parent.mkdir(parents=True, exist_ok=True)
        handle = os.open(part, os.O_WRONLY | os.O_CREAT | os.O_TRUNC | BINARY, 0o666)
        try:
            write_all(handle, data)
            if lasting:
                os.fsync(handle)
        finally:
            os.close(handle)
        with suppress(FileNotFoundError):
            part.chmod(file.stat().st_mode & 0o7777)
        os.replace(part, file)  # noqa: PTH105
    except OSError:
        with suppress(OSError):
            part.unlink(missing_ok=True)
        raise
    if lasting:
        _clear(file)
        sync_folder(file.parent)


def _clear(file: Path) -> None:
    """Remove what processes that were killed began to write in this place."""
    left = re.compile(re.escape(f".{file.name[:100]}.") + r"[0-9]+\.part")
    with suppress(OSError):
        now = file.stat().st_mtime  # by the clock of its disk
        for name in os.listdir(file.parent):  # noqa: PTH208  no Path for each of a folder of thousands
            if left.fullmatch(name):
                path = file.with_name(name)
                if now - path.stat().st_mtime > _LEFT:
                    path.unlink()
