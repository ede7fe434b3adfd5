"""The place an index run works in: one writer at a time, `<knowledge>.building` beside the finished file.

X                       the finished knowledge base, read-only, never written to in place
X.manifest.json         its manifest, for other programs: edge reads the one inside X
X.building              the run in progress (WAL): one commit a document; kept when the run is interrupted
X.assembled, X.new      the next knowledge base on its way; worthless until renamed
X.lock                  held while a run is on
"""

from __future__ import annotations

import errno
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple, TypeVar

import msgspec

from edge import paths
from edge.errors import StorageError
from edge.indexing.sources.names import SourceKey
from edge.indexing.sources.roots import Root
from edge.indexing.storing import page_hashes
from edge.indexing.storing.copy_content import RUN_META, copy_content, create_schema
from edge.indexing.storing.write import SourceCounts, transaction
from edge.records import Manifest, UnreadText
from edge.search import spaces
from edge.search.database import (
    BUILDING_SUFFIX,
    KNOWLEDGE_VERSION,
    OLDEST_CONTENT,
    connect,
    uri_of,
    verify,
)

if TYPE_CHECKING:
    import apsw

    from edge.state.readership import Readership

T = TypeVar("T")

_BASE = RUN_META + "base"
# Only while building: without them each replaced source would scan whole tables for its references.
_BUILDING_INDEXES = (
    "CREATE INDEX building_sections ON sections (source_id)",
    "CREATE INDEX building_chunks ON chunks (section_id)",
    "CREATE INDEX building_tables ON tables (chunk_id)",
    "CREATE INDEX building_glossary ON glossary (page_id)",
    "CREATE INDEX building_vectors ON vectors (chunk_id)",
)


class IndexedSource(msgspec.Struct, frozen=True):
    """A source that is already in the database, under the name it is cited by."""

    name: str
    sha256: str
    recipe: str
    counts: SourceCounts
    unread: UnreadText | None = None


class Failure(NamedTuple):
    """A document that could not be read."""

    name: str
    sha256: str
    reason: str


@contextmanager
def storage_errors(target: Path) -> Iterator[None]:
    """Turn what the disk says into a StorageError that says what to do. Nothing committed is lost by it."""
    import apsw

    try:
        yield
    except apsw.FullError as error:
        raise StorageError(_FULL.format(target), _RESUME) from error
    except (apsw.CantOpenError, apsw.ReadOnlyError, apsw.IOError, apsw.PermissionsError) as error:
        raise StorageError(f"{target} cannot be written: {error}.", _ELSEWHERE) from error
    except apsw.BusyError as error:
        raise StorageError(
            f"{target} is in use by another program.", "Close it and run the command again."
        ) from error
    except OSError as error:
        if error.errno in (errno.ENOSPC, errno.EDQUOT):
            raise StorageError(_FULL.format(target), _RESUME) from error
        raise StorageError(
            f"{error.filename or target} cannot be written: {error.strerror}.", _ELSEWHERE
        ) from error


#: Seconds until another run is said to hold it: of one that was killed, a worker that was just being started
#: may hold it for a moment more.
_WAIT = 1.0


@contextmanager
def locked(knowledge: Path) -> Iterator[None]:
    """Hold the right to write this knowledge base. Raises StorageError when another run holds it."""
    from filelock import FileLock, Timeout

    if knowledge.is_dir():
        raise StorageError(
            f"{knowledge} is a folder.", f"Name a file: --knowledge {knowledge / 'knowledge.db'}"
        )
    knowledge.parent.mkdir(parents=True, exist_ok=True)
    path = beside(knowledge, ".lock")
    lock = FileLock(path)
    try:
        lock.acquire(timeout=_WAIT)
    except Timeout as error:
        with suppress(FileExistsError):  # else no run holds it: it cannot be made there
            path.touch(exist_ok=False)
        raise StorageError(
            f"Another index run is writing {knowledge}.",
            "Wait until it is done, or name another --knowledge file.",
        ) from error
    try:
        yield
    finally:
        # Removed while still held: whoever waits notices that its file is gone and takes a new one.
        with suppress(OSError):
            path.unlink()
        lock.release()


class Workspace:
    """The building database of one knowledge base, opened only when something has to be written."""

    def __init__(self, knowledge: Path) -> None:
        """Settle what an earlier crash left. Raises KnowledgeError when the finished file is damaged."""
        self.knowledge = knowledge
        self.building = beside(knowledge, BUILDING_SUFFIX)
        self.current: Manifest | None = None
        if paths.exists(knowledge):
            self.current = verify(knowledge, oldest=OLDEST_CONTENT)
        if self.current:
            _settle_manifest(knowledge, self.current)
        self._db: apsw.Connection | None = None
        if self.building.exists():
            self._db = self._resumed()
        self.resumed = self._db is not None

    @property
    def writing(self) -> bool:
        """True when there is a building database: something was, or is being, written."""
        return self._db is not None

    def db(self) -> apsw.Connection:
        """The building database, made from a copy of the finished one if there is one."""
        if self._db is None:
            self._db = self._created(self.knowledge if self.current else None)
        return self._db

    def roots(self) -> list[Root]:
        """The folders and files that were indexed."""
        rows = self._rows("SELECT id, label, place FROM roots")
        known: dict[int, Readership] = {}
        if self.writing or self.current is not None:
            known = self.read(spaces.by_root)
        return [Root(number, label, bytes(place), known.get(number)) for number, label, place in rows]

    def known(self) -> dict[SourceKey, IndexedSource]:
        """Every source already stored."""
        rows = self._rows(
            "SELECT root_id, file, member, name, sha256, recipe, unread, count(DISTINCT p.id), count(c.id),"
            " (SELECT count(*) FROM tables t JOIN pages q ON q.id = t.page_id WHERE q.source_id = s.id)"
            " FROM sources s LEFT JOIN pages p ON p.source_id = s.id LEFT JOIN chunks c ON c.page_id = p.id"
            " GROUP BY s.id"
        )
        return {
            SourceKey(root, bytes(file), member): IndexedSource(
                name, sha256, made_by, SourceCounts(*counts),
                msgspec.json.decode(unread, type=UnreadText) if unread else None,
            )
            for root, file, member, name, sha256, made_by, unread, *counts in rows
        }  # fmt: skip

    def failures(self) -> dict[SourceKey, Failure]:
        """Every document that could not be read."""
        rows = self._rows("SELECT root_id, file, member, name, sha256, reason FROM failures")
        return {SourceKey(root, bytes(file), member): Failure(*rest) for root, file, member, *rest in rows}

    def begin_from(self, base: Path, roots: Sequence[int]) -> None:
        """Fill the building database of a file that is not there yet with these roots of a finished one."""
        self._db = self._created(base, roots)

    def close(self) -> None:
        """Close the building database and keep it."""
        if self._db is not None:
            self._db.close()
            self._db = None

    def discard(self) -> None:
        """Close the building database and remove it."""
        self.close()
        remove(self.building)

    def read(self, what: Callable[[apsw.Connection], T]) -> T:
        """What this finds in the building database, or in the finished one while nothing is written."""
        if self._db is not None or self.current is None:
            return what(self.db())
        db = connect(self.knowledge, readonly=True)
        try:
            return what(db)
        finally:
            db.close()

    def _rows(self, query: str) -> list[tuple[Any, ...]]:
        if not self.writing and self.current is None:
            return []
        return self.read(lambda db: db.execute(query).fetchall())

    def _base(self) -> str:
        return self.current.sha256 if self.current else ""

    def _opened(self) -> apsw.Connection:
        db = connect(self.building, readonly=False, vfs=page_hashes.hashed_vfs())
        page_hashes.reserve(db)
        db.execute("PRAGMA journal_mode=WAL").fetchall()
        db.execute("PRAGMA synchronous=FULL").fetchall()
        return db

    def _resumed(self) -> apsw.Connection | None:
        """The interrupted run, if every page of it is as it was written and it began on the file that is
        there now; else it is removed, and all its documents are read again.
        """
        import apsw

        damaged = (apsw.NotADBError, apsw.CorruptError, apsw.SQLError, apsw.IOError)
        try:
            db = self._opened()
        except damaged:
            remove(self.building)
            return None
        try:
            version = db.pragma("user_version")
            base = (
                db.execute("SELECT value FROM meta WHERE key = ?", (_BASE,)).fetchone() if version else None
            )
            ours = version == KNOWLEDGE_VERSION and base == (self._base(),)
            if ours:  # pages that are only in the journal have no hash yet
                db.execute("PRAGMA wal_checkpoint(TRUNCATE)").fetchall()
        except damaged:
            ours = False  # not the database of an index run of this edge: begin again
        finally:
            db.close()
        if ours and page_hashes.damaged_page(self.building) is None:
            return self._opened()
        remove(self.building)
        return None

    def _created(self, base: Path | None, roots: Sequence[int] | None = None) -> apsw.Connection:
        db = self._opened()
        try:
            if base:
                db.execute("ATTACH ? AS old", (uri_of(base),))
            with transaction(db):
                create_schema(db)
                for statement in _BUILDING_INDEXES:
                    db.execute(statement)
                if base:
                    copy_content(db, roots)
                db.execute("INSERT INTO meta (key, value) VALUES (?, ?)", (_BASE, self._base()))
            if base:
                db.execute("DETACH old")
        except BaseException:
            db.close()
            raise
        return db


def remove(database: Path) -> None:
    """Remove a database and what SQLite keeps beside it. Journals first: alone they could be replayed."""
    for suffix in ("-wal", "-shm", "-journal", ""):
        beside(database, suffix).unlink(missing_ok=True)


def _settle_manifest(knowledge: Path, current: Manifest) -> None:
    """A crash after the rename leaves the manifest of the file before, or half of one: write it again."""
    place = paths.manifest_of(knowledge)
    with suppress(OSError):
        beside(place, ".new").unlink(missing_ok=True)
    try:
        if msgspec.json.decode(place.read_bytes(), type=Manifest) == current:
            return
    except (OSError, msgspec.MsgspecError, UnicodeDecodeError):
        pass
    with suppress(OSError):  # nothing of edge's reads it
        write_manifest(knowledge, current)


def write_manifest(knowledge: Path, manifest: Manifest) -> None:
    """The manifest beside the file, for other programs: edge reads the one inside the seal."""
    place = paths.manifest_of(knowledge)
    fresh = beside(place, ".new")
    fresh.write_bytes(msgspec.json.format(msgspec.json.encode(manifest), indent=2) + b"\n")
    fresh.replace(place)


def beside(path: Path, suffix: str) -> Path:
    """The file next to another that has its name and more."""
    return path.with_name(path.name + suffix)


_FULL = "The disk that holds {} is full."
_RESUME = "Free some space and run the same command again: it resumes where it stopped."
_ELSEWHERE = "Check the folder's permissions and space, or name another file with --knowledge."
