"""Memories to rows and back."""

from __future__ import annotations

import zlib
from hashlib import blake2b
from typing import TYPE_CHECKING, Any

import msgspec

from edge.errors import UsageError
from edge.records.memory import LinkKind, Memory, MemoryContext, MemoryLink, MemoryType, NewMemory
from edge.state.access import READABLE, Principal
from edge.state.database import damaged
from edge.text.tokens import fold

if TYPE_CHECKING:
    import apsw

#: An excerpt is never unpacked beyond this, whatever its row says.
_MAX_EXCERPT = 4_000_000

# Looked up by their ids: with its signs the condition keeps the planner from reading the kind's whole index.
_SELECT = f"""
    SELECT items.id, type, title, text, project, semantic, legacy, origin, origin_id, owner, org, visibility,
        created_at, deleted_at, superseded_by, situation, solution, keywords, what_failed, excerpt, files,
        errors, extraction_method
    FROM items JOIN memories ON memories.item = items.id JOIN spaces ON spaces.id = items.space
    WHERE +items.kind = 'memory' AND +items.space IN {READABLE}
"""
_LINKS = f"""
    SELECT links.source, links.target, links.kind, reason, links.created_at FROM links
    JOIN items AS a ON a.id = links.source AND a.space IN {READABLE}
    JOIN items AS b ON b.id = links.target AND b.space IN {READABLE}
    JOIN items AS other ON other.id IN (a.id, b.id) AND other.id != :item AND other.deleted_at IS NULL
    WHERE :item IN (links.source, links.target) ORDER BY links.created_at, links.source, links.target
"""


def name(item: int) -> str:
    """The id that people and programs see."""
    return f"m{item}"


def number(id: str) -> int:
    """The row of a memory's id. Raises UsageError."""
    digits = id.strip().removeprefix("m")
    if not digits.isdecimal() or len(digits) > 18:
        raise UsageError(f"{id[:40]!r} is no id of a memory.", "They look like m12; see: edge memory list")
    return int(digits)


def content_hash(new: NewMemory, legacy: str = "") -> bytes:
    """The same for the same memory; what is extracted from it does not count."""
    context = new.context
    parts = (
        new.type, new.title, new.content, new.project, context.situation, context.solution,
        context.what_failed, context.conversation_excerpt, *context.files_modified, "\0",
        *context.error_messages, legacy,
    )  # fmt: skip
    return _digest(*parts)


def subject_hash(new: NewMemory, legacy: str = "") -> bytes:
    """The same for memories of one type, title and situation: of those only the latest is in force. Without
    a situation nothing tells whether two memories are of one subject.
    """
    if not new.context.situation:
        return content_hash(new, legacy)
    return _digest(new.type, fold(new.title), new.project, fold(new.context.situation))


def fts_row(new: NewMemory, keywords: list[str]) -> tuple[str, str, str, str, str]:
    """The columns of memory_fts, not yet folded."""
    context = new.context
    more = [*keywords, *context.error_messages, *context.files_modified]
    solution = f"{context.solution}\n{context.what_failed}" if context.what_failed else context.solution
    return new.title, new.content, "\n".join(more), context.situation, solution


def packed(excerpt: str) -> bytes | None:
    """A compressed excerpt."""
    return zlib.compress(excerpt.encode(), 6) if excerpt else None


def read(db: apsw.Connection, principal: Principal, items: list[int]) -> dict[int, Memory]:
    """Memories by row, those that may be read, whatever became of them; no links, no covers."""
    given = principal.bound(items=msgspec.json.encode(items).decode())
    rows = db.execute(f"{_SELECT} AND items.id IN (SELECT value FROM json_each(:items))", given)
    return {int(row[0]): _memory(db, row) for row in rows}


def links(db: apsw.Connection, principal: Principal, item: int) -> list[MemoryLink]:
    """Every link of a memory to another that the principal may read, and that was not deleted."""
    found = []
    for source, target, kind, reason, created_at in db.execute(_LINKS, principal.bound(item=item)):
        known: LinkKind = kind
        found.append(
            MemoryLink(
                source=name(source), target=name(target), kind=known, reason=reason, created_at=created_at
            )
        )
    return found


def covers(db: apsw.Connection, principal: Principal, item: int) -> list[str]:
    """The episodes of a pattern."""
    rows = db.execute(
        f"SELECT child FROM covers JOIN items ON items.id = child AND items.space IN {READABLE}"
        " WHERE parent = :item ORDER BY child",
        principal.bound(item=item),
    )
    return [name(child) for (child,) in rows]


def _memory(db: apsw.Connection, row: tuple[Any, ...]) -> Memory:
    (
        item, type_, title, text, project, semantic, legacy, origin, origin_id, owner, org, visibility,
        created_at, deleted_at, superseded_by, situation, solution, keywords, what_failed, excerpt, files,
        errors, method,
    ) = row  # fmt: skip
    try:
        context = MemoryContext(
            situation=situation,
            solution=solution,
            trigger_keywords=msgspec.json.decode(keywords, type=list[str]),
            what_failed=what_failed,
            conversation_excerpt=_unpacked(excerpt),
            files_modified=msgspec.json.decode(files, type=list[str]),
            error_messages=msgspec.json.decode(errors, type=list[str]),
            extraction_method=method,
        )
    except (msgspec.MsgspecError, zlib.error, UnicodeDecodeError) as error:
        raise damaged(db.filename, f"memory m{item}: {error}") from error
    return Memory(
        id=name(item), type=type_, title=title, content=text, context=context, project=project,
        semantic=bool(semantic), legacy=legacy, origin=origin, origin_id=origin_id, owner=owner, org=org,
        visibility=visibility, created_at=created_at, deleted_at=deleted_at,
        superseded_by=name(superseded_by) if superseded_by else None,
    )  # fmt: skip


def as_new(memory: Memory) -> NewMemory:
    """A kept memory as it would be given."""
    known: MemoryType = memory.type  # type: ignore[assignment]
    return NewMemory(
        type=known, title=memory.title, content=memory.content, context=memory.context, project=memory.project
    )


def _unpacked(excerpt: bytes | None) -> str:
    if not excerpt:
        return ""
    unpacker = zlib.decompressobj()
    data = unpacker.decompress(excerpt, _MAX_EXCERPT)
    if unpacker.unconsumed_tail:
        raise zlib.error("an excerpt that unpacks to more than was ever kept")
    return data.decode()


def _digest(*parts: str) -> bytes:
    return blake2b("\0".join(parts).encode("utf-8", "surrogatepass"), digest_size=16).digest()
