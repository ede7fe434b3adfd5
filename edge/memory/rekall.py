"""Memories from Rekall's own database, schema 6 and later: read-only, and never trusted.

Structured contexts come as they are; an entry without one keeps its old free text as `legacy`, and waits for
`edge memory complete`. Names of tables and columns are Rekall's.
"""

from __future__ import annotations

import zlib
from contextlib import closing
from pathlib import Path
from typing import Any

import msgspec

from edge.errors import StorageError, UsageError
from edge.memory import check, import_lines
from edge.memory.store import MemoryStore
from edge.records.memory import LinkKind, MemoryAdded, MemoryContext, MemoryImport
from edge.state.line_file import first_refusals

#: Bytes that a compressed context may unpack to.
_MOST = 4 << 20
_ENTRIES = """
    SELECT id, title, content, type, project, created_at, superseded_by, {structured}, {blob}, {legacy}
    FROM entries WHERE status = 'active' OR superseded_by IS NOT NULL ORDER BY created_at, id
"""


class _Entry(msgspec.Struct, kw_only=True):
    """A row of `entries`."""

    id: str
    title: str
    content: str | None
    type: str
    project: str | None
    created_at: str
    superseded_by: str | None
    structured: str | None
    blob: bytes | None
    legacy: bytes | None


def is_database(path: Path) -> bool:
    """Whether a file is an SQLite database. Raises StorageError when it cannot be read."""
    try:
        if not path.is_file():  # a pipe cannot be read twice
            return False
        with path.open("rb") as file:
            return file.read(16) == b"SQLite format 3\0"
    except OSError as error:
        raise StorageError(f"{path} cannot be read: {error.strerror}.", "Name another file.") from error


def read(store: MemoryStore, path: Path) -> MemoryImport:
    """Add what a Rekall database holds in force, with its links; reading it twice adds nothing. Raises
    StorageError for a file that is not Rekall's.
    """
    entries, links = _contents(path)
    ids: dict[str, MemoryAdded] = {}
    refused: list[str] = []
    incomplete = 0
    for start in range(0, len(entries), import_lines.BATCH):
        with store.batch():
            for entry in entries[start : start + import_lines.BATCH]:
                try:
                    made, lacks = _added(store, entry)
                except UsageError as error:
                    refused.append(f"{entry.id}: {error.message}")
                    continue
                ids[entry.id] = made
                incomplete += made.created and lacks
    replaced = {entry.id: entry.superseded_by for entry in entries if entry.superseded_by}
    with store.batch():
        for old, new in replaced.items():
            if old in ids and new in ids and ids[old].created:
                store.replaced(ids[old].id, ids[new].id, reason="superseded in Rekall")
        count = sum(_linked(store, ids, link) for link in links)
    return MemoryImport(
        added=sum(made.created for made in ids.values()),
        known=sum(not made.created for made in ids.values()),
        incomplete=incomplete, links=count, refused=first_refusals(refused),
    )  # fmt: skip


def _contents(path: Path) -> tuple[list[_Entry], list[tuple[Any, ...]]]:
    import apsw

    try:
        with closing(apsw.Connection(f"{path.resolve().as_uri()}?mode=ro", flags=_flags())) as db:
            db.config(apsw.SQLITE_DBCONFIG_TRUSTED_SCHEMA, 0)
            columns = {row[1] for row in db.execute("PRAGMA table_info(entries)")}
            needed = {"id", "title", "content", "type", "project", "created_at", "status", "superseded_by"}
            if not needed <= columns:
                raise StorageError(
                    f"{path} is no database of Rekall: entries lack {', '.join(sorted(needed - columns))}.",
                    "Name its knowledge.db, or a JSONL export.",
                )
            optional = {
                "structured": "context_structured", "blob": "context_blob", "legacy": "context_compressed",
            }  # fmt: skip
            chosen = {name: column if column in columns else "NULL" for name, column in optional.items()}
            names = list(msgspec.structs.fields(_Entry))
            entries = [
                msgspec.convert(
                    dict(zip((field.name for field in names), row, strict=True)), _Entry, strict=False
                )
                for row in db.execute(_ENTRIES.format(**chosen))
            ]
            reason = "reason" in {row[1] for row in db.execute("PRAGMA table_info(links)")}
            said = "reason" if reason else "''"
            links = db.execute(f"SELECT source_id, target_id, relation_type, {said} FROM links").fetchall()
    except (apsw.Error, msgspec.ValidationError) as error:
        raise StorageError(f"{path} cannot be read: {error}.", "Is it Rekall's knowledge.db?") from error
    return entries, links


def _flags() -> int:
    import apsw

    return apsw.SQLITE_OPEN_READONLY | apsw.SQLITE_OPEN_URI


def _added(store: MemoryStore, entry: _Entry) -> tuple[MemoryAdded, bool]:
    fields: dict[str, Any] = {
        "type": entry.type, "title": entry.title, "content": entry.content or "",
        "project": entry.project or "",
    }  # fmt: skip
    when = import_lines.stored_time(entry.created_at)
    known = store.of_origin(entry.id)
    if known:
        return MemoryAdded(id=known, created=False), False
    structured, legacy = _context(entry)
    if structured is not None:
        new = check.of_json({**fields, "context": structured})
        try:
            return store.add(new, created_at=when, origin_id=entry.id), False
        except UsageError:
            # Its own rules were milder than ours: a thin context is as good as none, and kept as text.
            told = [f"{name}: {value}" for name, value in structured.items() if value]
            legacy = "\n".join([*([legacy] if legacy else []), *map(str, told)])
    new = check.of_json({**fields, "context": {}})
    made = import_lines.incomplete(store, new, legacy, origin_id=entry.id, created_at=when)
    return made, True


def _context(entry: _Entry) -> tuple[dict[str, Any] | None, str]:
    """The structured context, as far as there is one, and the free text."""
    text = _unpacked(entry.legacy)
    given: Any = None
    for raw in (entry.structured, _unpacked(entry.blob)):
        if raw and given is None:
            try:
                given = msgspec.json.decode(raw)
            except (msgspec.MsgspecError, RecursionError):
                text = f"{text}\n{raw}".strip()
    if not isinstance(given, dict):
        return None, text
    fields = {field.name for field in msgspec.structs.fields(MemoryContext)}
    return {name: value for name, value in given.items() if name in fields and value is not None}, text


def _unpacked(data: bytes | None) -> str:
    if not data:
        return ""
    try:
        return zlib.decompressobj().decompress(data, _MOST).decode("utf-8", "replace")
    except zlib.error:
        return ""


def _linked(store: MemoryStore, ids: dict[str, MemoryAdded], link: tuple[Any, ...]) -> bool:
    source, target, kind, reason = link
    if source not in ids or target not in ids or kind == "supersedes":
        return False
    if not (ids[source].created or ids[target].created):
        return False
    known: LinkKind = kind if kind in ("derived_from", "contradicts") else "related"
    try:
        store.link(ids[source].id, ids[target].id, known, reason=str(reason or "") or "linked in Rekall")
    except UsageError:
        return False
    return True
