"""From the building database to a finished knowledge base: a crash leaves the old one or the new one."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING

import edge
from edge import durable
from edge.errors import StorageError
from edge.indexing.progress import Progress, ProgressFn
from edge.indexing.storing.copy_content import content_hash, copy_content, counts, create_schema
from edge.indexing.storing.edition_files import forget_former
from edge.indexing.storing.workspace import beside, remove, write_manifest
from edge.indexing.storing.write import transaction
from edge.records import Manifest
from edge.search.database import KNOWLEDGE_VERSION, connect, sha256_of
from edge.search.seal import write_seal

if TYPE_CHECKING:
    import apsw

#: Bytes of a page of a finished knowledge base.
PAGE_SIZE = 8_192

#: Makes the search tables of a database from its pages, chunks and tables, in one transaction.
BuildSearch = Callable[["apsw.Connection", ProgressFn], None]


def publish(
    building: Path, knowledge: Path, build_search: BuildSearch, progress: Progress, *,
    record_paths: bool = True,
) -> Manifest:  # fmt: skip
    """Assemble, check, compact and put in place. `building` is left for the caller to remove.

    Without `record_paths` the new file does not say where its documents lie.
    """
    assembled = beside(knowledge, ".assembled")
    fresh = beside(knowledge, ".new")
    for leftover in (assembled, fresh):
        remove(leftover)
    try:
        wanted = _assemble(building, assembled, fresh, build_search, progress, record_paths=record_paths)
    except BaseException:
        remove(fresh)  # on a full disk these two are what fills it
        raise
    finally:
        remove(assembled)
    progress.step("check", 0, 1)
    content, written = _checked(fresh)
    if written != wanted:
        raise StorageError(f"{fresh} does not hold what was indexed: {written}, not {wanted}.", _AGAIN)
    manifest = Manifest(
        file=knowledge.name,
        bytes=fresh.stat().st_size,
        sha256=sha256_of(fresh),
        content=content,
        knowledge_version=KNOWLEDGE_VERSION,
        edge=edge.__version__,
        sources=written[0],
        pages=written[1],
        chunks=written[2],
    )
    write_seal(fresh, manifest)
    durable.sync_folder(knowledge.parent)
    progress.step("publish", 0, 1)
    # The one step that counts: before it the old file is there, after it the new one.
    fresh.replace(knowledge)
    durable.sync_folder(knowledge.parent)
    write_manifest(knowledge, manifest)
    forget_former(knowledge, manifest.sha256)
    progress.step("publish", 1, 1)
    return manifest


def _assemble(
    building: Path,
    assembled: Path,
    fresh: Path,
    build_search: BuildSearch,
    progress: Progress,
    *,
    record_paths: bool,
) -> tuple[int, int, int, int]:
    """Copy the content under canonical ids, add the search tables, check, and compact into `fresh`."""
    db = connect(assembled, readonly=False)
    try:
        db.execute("ATTACH ? AS old", (str(building),))
        db.pragma("page_size", _page_size(db))
        # Worthless until renamed, so it is synced once, at the end, and not at each commit.
        db.execute("PRAGMA journal_mode=MEMORY").fetchall()
        db.execute("PRAGMA synchronous=OFF").fetchall()
        with transaction(db):
            create_schema(db)
            copy_content(db)
            if not record_paths:
                db.execute("UPDATE roots SET place = x''")
        db.execute("DETACH old")
        wanted = counts(db)
        build_search(db, lambda done, total: progress.step("search", done, total))
        for (name,) in db.execute(
            "SELECT name FROM sqlite_schema WHERE type = 'table' AND sql LIKE 'CREATE VIRTUAL TABLE%fts5%'"
        ).fetchall():
            # The name comes from our own schema; FTS5 has no other way to be asked.
            db.execute(f'INSERT INTO "{name}" ("{name}") VALUES (\'integrity-check\')')
        db.execute("VACUUM INTO ?", (str(fresh),))
        return wanted
    finally:
        db.close()


def _page_size(db: apsw.Connection) -> int:
    """Bytes of a page of the next file. A row of `vectors` that is longer than a quarter of one has a page of
    its own besides: at SQLite's usual 4,096 a vector of 384 numbers took 4.6 kB.
    """
    longest = max((dims for (dims,) in db.execute("SELECT dims FROM old.embedding_models")), default=0)
    return PAGE_SIZE if longest * 4 < PAGE_SIZE // 4 - 100 else 2 * PAGE_SIZE


def _checked(path: Path) -> tuple[str, tuple[int, int, int, int]]:
    """Content hash and counts of a finished file. Raises StorageError when SQLite finds fault with it."""
    db = connect(path, readonly=True, sealed=False)
    try:
        faults = db.execute("PRAGMA integrity_check").fetchall()
        if faults != [("ok",)]:
            raise StorageError(
                f"{path} was written damaged: {faults[0][0]}.", f"{_AGAIN} Check the disk if it recurs."
            )
        orphans = db.execute("PRAGMA foreign_key_check").fetchall()
        if orphans:
            raise StorageError(f"{path} was written with {len(orphans)} broken references.", _AGAIN)
        return content_hash(db), counts(db)
    finally:
        db.close()


_AGAIN = "Run the same command again."
