"""The one tar that a manifest allows, byte for byte but for the contents of its files.

Reading an archive means parsing what a stranger wrote: links, devices, twins, names that climb out. Here
nothing is parsed. The manifest says which files there are and in which order; from that follows every header,
all padding and the end; what differs by one byte is refused. `tar -x` reads such an archive as any other.
"""

from __future__ import annotations

import tarfile

BLOCK = tarfile.BLOCKSIZE
_RECORD = tarfile.RECORDSIZE


def header_of(name: str, size: int) -> bytes:
    """What stands before a file of this name and size."""
    info = tarfile.TarInfo(name)
    info.size, info.mode, info.mtime = size, 0o644, 0
    return info.tobuf(tarfile.GNU_FORMAT, "ascii", "strict")


def padding_of(size: int) -> bytes:
    """What stands after its contents."""
    return b"\0" * (-size % BLOCK)


def end_of(size: int) -> bytes:
    """What stands after the last file, when everything before has so many bytes."""
    return b"\0" * (2 * BLOCK + -(size + 2 * BLOCK) % _RECORD)


def size_in(block: bytes, name: str, most: int) -> int:
    """The size in the header of a file that has to be called `name`; -1 when this is no such header."""
    field = block[124:135]
    if len(block) != BLOCK or not field.isdigit() or set(field) & set(b"89"):
        return -1
    size = int(field, 8)
    return size if size <= most and header_of(name, size) == block else -1
