"""Each page of state.db carries a sum, and is compared with it when it is read.

SQLite finds damage only where it breaks the structure of a page; a letter of a correction, or the end of a
consent, can become another one. The sums are those of SQLite's own "checksum VFS", which comes with apsw as
a loadable extension: it works under WAL and between processes, and sums in the 8 bytes that are left free at
the end of each page. Other programs may read the file; one that writes to it leaves pages without their sum,
which are damage to the next reader.
"""

from __future__ import annotations

import ctypes
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    import apsw

#: Bytes at the end of each page: as many as the extension asks for.
RESERVED = 8

EXTENSION = "cksumvfs"
_VFS = "cksmvfs"
#: Where a database says how many bytes of its pages are left free.
RESERVED_AT = 20
_BLOCK = 1 << 20
# SQLite keeps the page at this place free for its locks, and never writes it.
_LOCKS = 1 << 30
#: What is said of a page without its sum, and how SQLite's own check says it (SQLITE_IOERR_DATA).
WRONG = "one of its pages is not as edge wrote it"
IN_A_CHECK = "error code=8202"


@cache
def vfs() -> str | None:
    """The VFS that writes and compares the sums; None where this apsw comes without it."""
    import apsw
    import apsw.sqlite_extra

    if _VFS in apsw.vfs_names():
        return _VFS
    if apsw.sqlite_extra.has(EXTENSION) is None:
        return None
    usual = apsw.vfs_names()[0]
    db = apsw.Connection(":memory:")
    try:
        apsw.sqlite_extra.load(db, EXTENSION)
    finally:
        db.close()
    apsw.set_default_vfs(usual)  # it is for this database only
    return _VFS


def reserve(db: apsw.Connection) -> None:
    """Leave room for the sums in a database that has no page yet; in any other, from the next VACUUM on."""
    import apsw

    size = ctypes.c_int(RESERVED)
    db.file_control("main", apsw.SQLITE_FCNTL_RESERVE_BYTES, ctypes.addressof(size))


def lost_page(db: apsw.Connection, path: Path) -> int | None:
    """The first page in use that is nothing but zeros, as disks leave what they lost; None: there is none.

    The sum of zeros is zero, so that the extension takes them for sound. What is zero in the file may be
    free, or still in the journal alone: where there are such pages, SQLite is asked for all as it sees them.
    """
    zeros = list(_zeros(path))
    if not zeros:
        return None
    size = db.pragma("page_size")
    seen = memoryview(db.serialize("main"))
    unused = set(_free(seen, size))
    lost = (number for number in zeros if number not in unused and number * size <= len(seen))
    return next((number for number in lost if not any(seen[(number - 1) * size : number * size])), None)


def cut_short(db: apsw.Connection, path: Path) -> bool:
    """Whether the file ends inside a page. SQLite takes the rest of it for zeros, and the extension compares
    no sum of what it could not read whole. A crash may leave such a file beside a journal that has the page.
    """
    db.pragma("schema_version")  # what a crash left is put right first
    size = db.pragma("page_size")
    whole, rest = divmod(path.stat().st_size, size)
    return bool(rest) and not _in_journal(path.with_name(path.name + "-wal"), whole + 1, size)


def _in_journal(journal: Path, number: int, size: int) -> bool:
    """Whether a write-ahead log has this page: a header of 32 bytes, then pages, each after 24 bytes that
    begin with its number and two marks, which are the header's unless the page is of an older log.
    """
    try:
        with journal.open("rb") as file:
            marks = file.read(32)[16:24]
            while len(head := file.read(24)) == 24:
                if int.from_bytes(head[:4], "big") == number and head[8:16] == marks:
                    return True
                file.seek(size, 1)
    except FileNotFoundError:
        pass
    return False


def _free(seen: memoryview, size: int) -> Iterator[int]:
    """Pages that hold nothing: a chain of pages that list them, from the header on."""
    met: set[int] = set()
    trunk = int.from_bytes(seen[32:36], "big")
    while trunk and trunk not in met and trunk * size <= len(seen):
        met.add(trunk)
        yield trunk
        at = (trunk - 1) * size
        count = min(int.from_bytes(seen[at + 4 : at + 8], "big"), size // 4 - 2)
        yield from (int.from_bytes(seen[at + 8 + 4 * n : at + 12 + 4 * n], "big") for n in range(count))
        trunk = int.from_bytes(seen[at : at + 4], "big")


def _zeros(path: Path) -> Iterator[int]:
    """Pages of the file that end in a sum of zero."""
    with path.open("rb") as file:
        header = file.read(100)
        size = int.from_bytes(header[16:18], "big")
        if len(header) < 100 or header[RESERVED_AT] != RESERVED or size % 512:
            return
        file.seek(0)
        words, number = size // RESERVED, 0
        while block := file.read(_BLOCK):
            whole = memoryview(block)[: len(block) // size * size].cast("Q")
            for sum_of_page in whole[words - 1 :: words]:
                number += 1
                if not sum_of_page and (number - 1) * size != _LOCKS:
                    yield number


def is_wrong(error: Exception) -> bool:
    """Whether an error of SQLite says that a page is not as it was written."""
    import apsw

    return getattr(error, "extendedresult", None) == apsw.SQLITE_IOERR_DATA
