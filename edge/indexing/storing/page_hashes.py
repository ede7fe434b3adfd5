"""The database of an unfinished run carries a hash of each page: the next run knows what it takes over.

A page that changed while nobody wrote it is found by SQLite only where its structure breaks; a letter of a
text can become another one, and be published. The hash lies in bytes that SQLite leaves free at the end of
each page, and is put there as the page is written (pages still in the journal have SQLite's own sums).
"""

from __future__ import annotations

import ctypes
import hashlib
from pathlib import Path
from typing import TYPE_CHECKING

from edge.search import vfs

if TYPE_CHECKING:
    import apsw

#: Bytes at the end of each page that SQLite leaves free.
RESERVED = 16

_VFS = "edge-hashed"
_HEADER = 100
# SQLite keeps the page at this place free for its locks, and never writes it.
_LOCKS = 1 << 30


def hashed_vfs() -> str:
    """The name of the VFS that puts a hash at the end of each page it writes; registered once."""
    return vfs.registered(_VFS, _make)


def reserve(db: apsw.Connection) -> None:
    """Leave room for the hashes in a database that has no page yet; in any other, nothing changes."""
    import apsw

    count = ctypes.c_int(RESERVED)
    db.file_control("main", apsw.SQLITE_FCNTL_RESERVE_BYTES, ctypes.addressof(count))
    # Pages that are freed before they were ever written would have no hash.
    db.execute("PRAGMA secure_delete=ON").fetchall()


def damaged_page(path: Path) -> int | None:
    """The first page of a closed database that is not as it was written; None when all are.

    Page 0: the file is no database with hashes.
    """
    with path.open("rb") as file:
        header = file.read(_HEADER)
        size = int.from_bytes(header[16:18], "big")
        size = 65536 if size == 1 else size
        if len(header) < _HEADER or header[20] != RESERVED or size < 512:
            return 0
        file.seek(0)
        number = 0
        while page := file.read(size):
            number += 1
            if page[-RESERVED:] != _mark(page, (number - 1) * size) and (number - 1) * size != _LOCKS:
                return number
    return None


def _mark(page: bytes, offset: int) -> bytes:
    """With its place: a page in the place of another is damage, too."""
    return hashlib.blake2b(page[:-RESERVED], digest_size=RESERVED, salt=offset.to_bytes(8, "big")).digest()


def _make() -> type[apsw.VFSFile]:
    import apsw

    class HashedFile(apsw.VFSFile):
        """A database whose pages are written with their hashes."""

        def __init__(self, name: apsw.URIFilename | str, flags: list[int]) -> None:
            super().__init__("", name, flags)

        def xWrite(self, data: bytes, offset: int) -> None:
            super().xWrite(bytes(data[:-RESERVED]) + _mark(bytes(data), offset), offset)

    return HashedFile
