"""Opening knowledge bases: read-only for questions, writable for an index run.

Trust comes from the seal, not from the parser: of 1,000 damaged databases 7 answered wrongly without any
error (measured). Opening checks the seal and that the schema is ours; every block is checked when first read.
"""

from __future__ import annotations

import hashlib
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING

import msgspec

from edge.errors import KnowledgeDamaged, KnowledgeMissing, KnowledgeVersion
from edge.records import Manifest
from edge.search import schema
from edge.search.seal import REBUILD, check_blocks, damaged, read_seal, sealed_vfs

if TYPE_CHECKING:
    import apsw

#: Version of the knowledge schema: `PRAGMA user_version` of every knowledge base this edge can read.
KNOWLEDGE_VERSION = 4

#: The oldest one whose documents an index run takes over: only its search tables are of another format.
OLDEST_CONTENT = 3

#: A run that is still being indexed lives beside its target under this suffix.
BUILDING_SUFFIX = ".building"

#: Where editions of bases are kept, in a folder a base, and beside them its path: see
#: `edge.indexing.storing.edition_files`.
EDITIONS, EDITION_OF = "editions", "of"

_HEADER = 100  # bytes of an SQLite file header
_CHOOSE = "Name another file with --knowledge, or leave it out to use the included handbook."

_SAFE = (
    "PRAGMA trusted_schema=OFF",
    "PRAGMA cell_size_check=ON",
    "PRAGMA mmap_size=0",
    "PRAGMA foreign_keys=ON",
)


def sha256_of(path: Path) -> str:
    """Hex digest of a file's bytes, read in blocks."""
    with path.open("rb") as file:
        return hashlib.file_digest(file, "sha256").hexdigest()


def connect(path: Path, *, readonly: bool, sealed: bool = True, vfs: str | None = None) -> apsw.Connection:
    """A connection with the safe pragmas set. A read-only one is `immutable`, so its folder may be too.

    `sealed`: a read-only one checks each block as it is read; raises KnowledgeDamaged where there is no seal.
    `vfs`: what a writable one writes through.
    """
    import apsw

    if readonly:
        flags = apsw.SQLITE_OPEN_READONLY | apsw.SQLITE_OPEN_URI
        db = apsw.Connection(uri_of(path) if sealed else _immutable(path), flags=flags)
    else:
        # URI: a sealed file may be attached.
        flags = apsw.SQLITE_OPEN_READWRITE | apsw.SQLITE_OPEN_CREATE | apsw.SQLITE_OPEN_URI
        db = apsw.Connection(path.resolve().as_uri(), flags=flags, vfs=vfs)
        db.set_busy_timeout(10_000)
    db.config(apsw.SQLITE_DBCONFIG_DEFENSIVE, 1)
    for pragma in _SAFE:
        db.execute(pragma).fetchall()
    return db


def uri_of(path: Path) -> str:
    """A sealed knowledge base as SQLite opens it, or attaches it."""
    return f"{_immutable(path)}&vfs={sealed_vfs()}"


def _immutable(path: Path) -> str:
    # `immutable=1`: no lock, no -wal or -shm beside a finished file, works in a read-only folder.
    return path.resolve().as_uri() + "?mode=ro&immutable=1"


def verify(database: Path, *, full: bool = False, oldest: int = KNOWLEDGE_VERSION) -> Manifest:
    """Check a knowledge base: presence, header, version, and that its seal is whole. Opens no parser.

    `full` compares every block now, not when it is read; versions from `oldest` on pass. Raises
    KnowledgeMissing, KnowledgeDamaged or KnowledgeVersion.
    """
    try:
        with database.open("rb") as file:
            header = file.read(_HEADER)
        if not header:
            raise KnowledgeDamaged(f"The knowledge base {database} is empty (0 bytes).", REBUILD)
        if not header.startswith(b"SQLite format 3\0") or len(header) < _HEADER:
            raise KnowledgeDamaged(f"{database} is not a knowledge base: it is not an SQLite file.", _CHOOSE)
        # The header states the schema version: a newer file is named as such before anything else is judged.
        _check_version(database, int.from_bytes(header[60:64], "big"), oldest)
        seal = read_seal(database)
        block = check_blocks(database, seal) if full else None
    except (FileNotFoundError, NotADirectoryError) as error:
        raise _missing(database) from error
    except OSError as error:
        reason = "is a folder" if database.is_dir() else f"cannot be read ({error.strerror})"
        raise KnowledgeDamaged(f"The knowledge base {database} {reason}.", _CHOOSE) from error
    if block is not None:
        raise damaged(str(database), block)
    return msgspec.structs.replace(seal.manifest, file=database.name)


def open_knowledge(path: Path) -> apsw.Connection:
    """Verify a knowledge base and open it read-only. Raises a KnowledgeError that says what to do."""
    import apsw

    verify(path)
    try:
        db = connect(path, readonly=True)
        if schema.digest(db) not in schema.KNOWN:
            db.close()
            raise KnowledgeDamaged(
                f"{path} is sealed, but its tables are not those of a knowledge base of edge.", REBUILD
            )
    except apsw.Error as error:
        raise KnowledgeDamaged(f"The knowledge base {path} cannot be opened: {error}.", REBUILD) from error
    return db


def shown_path(db: apsw.Connection) -> str:
    """The file of a knowledge base as people know it: of an edition, the base that it is of."""
    file = Path(db.filename)
    if file.parent.parent.name == EDITIONS:
        with suppress(OSError):
            return (file.parent / EDITION_OF).read_text(encoding="utf-8", errors="surrogateescape")
    return str(file)


def _check_version(path: Path, version: int, oldest: int) -> None:
    if oldest <= version <= KNOWLEDGE_VERSION:
        return
    if version == 0:
        raise KnowledgeDamaged(f"{path} is an SQLite file, but not a knowledge base of edge.", _CHOOSE)
    if version > KNOWLEDGE_VERSION:
        direction, step = "a newer", "Update edge to read it."
    else:
        direction = "an older"
        step = f"Renew it, nothing is read twice: edge index FOLDER --knowledge {path}"
        if version < OLDEST_CONTENT:
            step = "Move it away and build it again from its documents: edge index FOLDER --knowledge FILE"
    raise KnowledgeVersion(
        f"{path} was written by {direction} edge: knowledge version {version}, not {KNOWLEDGE_VERSION}.",
        step,
    )


def _missing(path: Path) -> KnowledgeMissing:
    real = path.resolve()
    unfinished = real.with_name(real.name + BUILDING_SUFFIX)
    if unfinished.exists():
        return KnowledgeMissing(
            f"The knowledge base {path} is not finished: its index run was interrupted.",
            "Run the same edge index command again: it resumes where it stopped.",
        )
    return KnowledgeMissing(
        f"There is no knowledge base at {path}.", f"Make one: edge index FOLDER --knowledge {path}"
    )
