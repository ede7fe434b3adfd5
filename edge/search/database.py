"""Opening knowledge bases: read-only for questions, writable for an index run.

Trust comes from the manifest's sha256, not from the parser: of 1,000 damaged databases 7 answered wrongly
without any error (measured). A small file is hashed at each opening; a large one once per size and mtime.
"""

from __future__ import annotations

import hashlib
import os
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING

import msgspec

from edge import paths
from edge.errors import KnowledgeDamaged, KnowledgeMissing, KnowledgeVersion
from edge.records import Manifest

if TYPE_CHECKING:
    import apsw

#: Version of the knowledge schema: `PRAGMA user_version` of every knowledge base this edge can read.
KNOWLEDGE_VERSION = 1

#: Below this, a knowledge base is hashed at every opening (about 2 ms a megabyte).
ALWAYS_HASH_BELOW = 64 * 1024 * 1024

#: A run that is still being indexed lives beside its target under this suffix.
BUILDING_SUFFIX = ".building"

_HEADER = 100  # bytes of an SQLite file header
_REBUILD = "Copy it again from where it came, or build it again with: edge index FOLDER --knowledge FILE"
_CHOOSE = "Name another file with --knowledge, or leave it out to use the one that ships."

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
    """A connection with the safe pragmas set. A read-only one is `immutable`, so its folder may be too."""
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


def read_manifest(database: Path) -> list[Manifest]:
    """The manifests beside a knowledge base: the current one and, after a crash in the last step, the next.

    A manifest that cannot be parsed counts as damage, not as absence.
    """
    current = paths.manifest_of(database)
    found = []
    for path in (current, current.with_name(current.name + ".new")):
        try:
            found.append(msgspec.json.decode(path.read_bytes(), type=Manifest))
        except FileNotFoundError:
            continue
        except (msgspec.MsgspecError, UnicodeDecodeError) as error:
            raise KnowledgeDamaged(f"The manifest {path} cannot be read: {error}.", _REBUILD) from error
    return found


def verify(database: Path, *, full: bool = False) -> Manifest:
    """Check a knowledge base against its manifest: presence, header, size and sha256. Opens no parser.

    `full` hashes a large file even when its size and mtime were hashed before.
    Raises KnowledgeMissing, KnowledgeDamaged or KnowledgeVersion.
    """
    try:
        status = database.stat()
        with database.open("rb") as file:
            header = file.read(_HEADER)
    except (FileNotFoundError, NotADirectoryError) as error:
        raise _missing(database) from error
    except OSError as error:
        reason = "is a folder" if database.is_dir() else f"cannot be read ({error.strerror})"
        raise KnowledgeDamaged(f"The knowledge base {database} {reason}.", _CHOOSE) from error
    if status.st_size == 0:
        raise KnowledgeDamaged(f"The knowledge base {database} is empty (0 bytes).", _REBUILD)
    if not header.startswith(b"SQLite format 3\0") or len(header) < _HEADER:
        raise KnowledgeDamaged(f"{database} is not a knowledge base: it is not an SQLite file.", _CHOOSE)
    # The header states the schema version, so a newer file is named as such before anything else is judged.
    _check_version(database, int.from_bytes(header[60:64], "big"))
    manifests = read_manifest(database)
    if not manifests:
        raise KnowledgeDamaged(
            f"{database} has no manifest, so its bytes cannot be checked.",
            f"Copy {paths.manifest_of(database).name} along with it, or build it again with: edge index",
        )
    same_size = [manifest for manifest in manifests if manifest.bytes == status.st_size]
    digest = _digest(database, status.st_size, status.st_mtime_ns, full=full) if same_size else ""
    for manifest in same_size:
        if manifest.sha256 == digest:
            return manifest
    said = f"{manifests[0].bytes} bytes" if not same_size else f"sha256 {manifests[0].sha256[:12]}…"
    found = f"{status.st_size} bytes" if not same_size else f"sha256 {digest[:12]}…"
    raise KnowledgeDamaged(
        f"{database} is damaged: its manifest says {said}, the file has {found}.", _REBUILD
    )


def open_knowledge(path: Path) -> apsw.Connection:
    """Verify a knowledge base and open it read-only. Raises a KnowledgeError that says what to do."""
    import apsw

    verify(path)
    try:
        db = connect(path, readonly=True)
        db.execute("SELECT count(*) FROM meta").fetchall()
    except apsw.Error as error:
        raise KnowledgeDamaged(f"The knowledge base {path} cannot be opened: {error}.", _REBUILD) from error
    return db


def _check_version(path: Path, found: int) -> None:
    if found == KNOWLEDGE_VERSION:
        return
    if found == 0:
        raise KnowledgeDamaged(f"{path} is an SQLite file, but not a knowledge base of edge.", _CHOOSE)
    direction, step = (
        ("a newer", "Update edge to read it.")
        if found > KNOWLEDGE_VERSION
        else ("an older", "Build it again from its documents: edge index … --knowledge FILE")
    )
    raise KnowledgeVersion(
        f"{path} was written by {direction} edge: knowledge version {found}, not {KNOWLEDGE_VERSION}.",
        step,
    )


def _missing(path: Path) -> KnowledgeMissing:
    unfinished = path.with_name(path.name + BUILDING_SUFFIX)
    if unfinished.exists():
        return KnowledgeMissing(
            f"The knowledge base {path} is not finished: its index run was interrupted.",
            "Run the same edge index command again: it resumes where it stopped.",
        )
    return KnowledgeMissing(
        f"There is no knowledge base at {path}.", f"Make one: edge index FOLDER --knowledge {path}"
    )


def _digest(path: Path, size: int, mtime_ns: int, *, full: bool) -> str:
    """sha256 of the file; for a large one, remembered per (path, size, mtime) in the user's folder."""
    if size < ALWAYS_HASH_BELOW:
        return sha256_of(path)
    memory = paths.home() / "verified.json"
    key, stamp = str(path.resolve()), [size, mtime_ns]
    try:
        known = msgspec.json.decode(memory.read_bytes(), type=dict[str, tuple[list[int], str]])
    except (OSError, msgspec.MsgspecError):
        known = {}
    if not full and key in known and known[key][0] == stamp:
        return known[key][1]
    digest = sha256_of(path)
    with suppress(OSError):  # a read-only home only costs the next opening its shortcut
        memory.parent.mkdir(parents=True, exist_ok=True, mode=0o700)
        fresh = memory.with_name(f"{memory.name}.{os.getpid()}")
        fresh.write_bytes(msgspec.json.encode({**known, key: (stamp, digest)}))
        fresh.replace(memory)
    return digest
