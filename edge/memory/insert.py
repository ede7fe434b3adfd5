"""Writing one memory with all that belongs to it. Inside a transaction of the caller's."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import msgspec

from edge.memory import rows
from edge.records.memory import LinkKind, MemoryAdded, NewMemory
from edge.state import full_text
from edge.state.database import Value, first

if TYPE_CHECKING:
    import apsw

# Two look-ups by two unique indexes: one with OR would read every memory of the space.
_SAME = """
    SELECT id, hash FROM items INDEXED BY memories_by_hash
        WHERE kind = 'memory' AND live = 1 AND space = ?1 AND hash = ?2
    UNION ALL SELECT id, hash FROM items INDEXED BY memories_by_subject
        WHERE kind = 'memory' AND live = 1 AND space = ?1 AND subject = ?3
"""
_ITEM = """
    INSERT INTO items (kind, space, created_at, hash, subject, title, text) VALUES ('memory',?,?,?,?,?,?)
"""
_MEMORY = """
    INSERT INTO memories (
        item, type, semantic, project, situation, solution, keywords, what_failed, excerpt, files, errors,
        legacy, extraction_method, origin, origin_id
    ) VALUES (?,?,?,?,?,?,?,?,?,?,?,?,?,?,?)
"""
_LINK = "INSERT OR REPLACE INTO links (source, target, kind, reason, created_at) VALUES (?,?,?,?,?)"
_INDEX = "INSERT INTO memory_fts (rowid, title, text, keywords, situation, solution) VALUES (?,?,?,?,?,?)"


@dataclass(frozen=True, slots=True, kw_only=True)
class Insertion:
    """What is kept beside the memory's own words. `keywords`: given, or extracted; `replaces`: the row of one
    that it supersedes, for this `reason`.
    """

    space: int
    now: str
    origin: str
    keywords: list[str]
    created_at: str = ""
    origin_id: str = ""
    legacy: str = ""
    replaces: int | None = None
    reason: str = ""
    semantic: bool = False


def insert(db: apsw.Connection, new: NewMemory, how: Insertion) -> MemoryAdded:
    """Keep a memory, unless it is there already; others of the same subject are superseded. One of a given
    time, as those of an older export are, does not take the place of one that was learnt later.
    """
    content, subject = rows.content_hash(new, how.legacy), rows.subject_hash(new, how.legacy)
    same = sorted(set(db.execute(_SAME, (how.space, content, subject)).fetchall()))
    for item, known in same:
        if known == content or (how.created_at and _learnt(db, item) > how.created_at):
            kept = first(db, "SELECT keywords FROM memories WHERE item = ?", (item,))
            words = msgspec.json.decode(kept[0]) if kept else []
            return MemoryAdded(id=rows.name(int(str(item))), created=False, keywords=words)
    replaced = [*([how.replaces] if how.replaces else []), *(int(str(item)) for item, _ in same)]
    for old in replaced:  # first: of one subject, one is in force
        db.execute("UPDATE items SET live = 0 WHERE id = ?", (old,)).fetchall()
    values = (how.space, how.created_at or how.now, content, subject, new.title, new.content)
    db.execute(_ITEM, values).fetchall()
    item = db.last_insert_rowid()
    _insert_context(db, item, new, how)
    index(db, item, new, how.keywords)
    for old in dict.fromkeys(replaced):
        why = how.reason if old == how.replaces else ""
        retire(db, old, item, reason=why or "says something else of the same situation", now=how.now)
    supersedes = rows.name(replaced[0]) if replaced else None
    return MemoryAdded(id=rows.name(item), created=True, keywords=how.keywords, supersedes=supersedes)


def _learnt(db: apsw.Connection, item: Value) -> str:
    found = first(db, "SELECT created_at FROM items WHERE id = ?", (item,))
    return str(found[0]) if found else ""


def retire(db: apsw.Connection, old: int, new: int, *, reason: str, now: str) -> None:
    """One memory in the place of another, which is in no search any more."""
    sql = "UPDATE items SET live = 0, superseded_by = ? WHERE id = ?"
    db.execute(sql, (new, old)).fetchall()
    db.execute("DELETE FROM memory_fts WHERE rowid = ?", (old,)).fetchall()
    link(db, new, old, kind="supersedes", reason=reason, now=now)


def _insert_context(db: apsw.Connection, item: int, new: NewMemory, how: Insertion) -> None:
    context, encode = new.context, msgspec.json.encode
    method = context.extraction_method
    if method == "manual" and not context.trigger_keywords:
        method = "hybrid"  # a person's words, our keywords
    values = (
        item, new.type, how.semantic, new.project, context.situation, context.solution,
        encode(how.keywords).decode(), context.what_failed, rows.packed(context.conversation_excerpt),
        encode(context.files_modified).decode(), encode(context.error_messages).decode(), how.legacy, method,
        how.origin, how.origin_id,
    )  # fmt: skip
    db.execute(_MEMORY, values).fetchall()


def index(db: apsw.Connection, item: int, new: NewMemory, keywords: list[str]) -> None:
    """Make a memory findable by its words."""
    columns = [full_text.indexed(column) for column in rows.fts_row(new, keywords)]
    db.execute(_INDEX, (item, *columns)).fetchall()


def link(db: apsw.Connection, source: int, target: int, *, kind: LinkKind, reason: str, now: str) -> None:
    """Link two items."""
    db.execute(_LINK, (source, target, kind, reason, now)).fetchall()
