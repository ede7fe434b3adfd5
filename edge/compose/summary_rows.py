"""Summaries and what they cover, in the user's own database. Raises StorageError."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from hashlib import blake2b
from typing import TYPE_CHECKING

import msgspec

from edge.compose.wanted_summaries import SummaryKey, SummaryPart, WantedSummary
from edge.state.access import OWN, Principal
from edge.state.database import Value, first, transaction
from edge.state.full_text import indexed

if TYPE_CHECKING:
    import apsw

_THERE = """
    SELECT count(*) FROM items WHERE live = 1 AND kind != 'memory'
        AND id IN (SELECT value FROM json_each(:covered))
"""
_MADE = """
    SELECT parent FROM covers JOIN items ON items.id = parent
    WHERE child IN (SELECT value FROM json_each(:covered)) AND live = 1
        AND level = :level AND role = :role AND title = :title
    GROUP BY parent HAVING count(*) = json_array_length(:covered)
        AND count(*) = (SELECT count(*) FROM covers AS every WHERE every.parent = covers.parent)
"""


def spaces(db: apsw.Connection, principal: Principal) -> list[int]:
    """The principal's own spaces in which something was said, or summed up."""
    rows = db.execute(
        f"SELECT DISTINCT space FROM items WHERE kind IN ('turn', 'summary') AND live = 1 AND space IN {OWN}"
        " ORDER BY space",
        principal.bound(),
    )
    return [int(str(space)) for (space,) in rows]


def turns(db: apsw.Connection, space: int) -> list[SummaryPart]:
    """The turns of a space, by conversation, in order."""
    rows = db.execute(
        "SELECT items.id, role || ': ' || text, created_at, conversation FROM items"
        " WHERE kind = 'turn' AND live = 1 AND space = ? ORDER BY conversation, ordinal",
        (space,),
    )
    return [SummaryPart(int(str(i)), str(text), str(at), int(str(c))) for i, text, at, c in rows]


def window_summaries(db: apsw.Connection, space: int) -> list[SummaryPart]:
    """The summaries of level 1 of a space, by conversation, in order."""
    rows = db.execute(
        "SELECT items.id, text, created_at, coalesce(conversation, 0) FROM items"
        " WHERE kind = 'summary' AND level = 1 AND live = 1 AND space = ?"
        " ORDER BY conversation, ordinal",
        (space,),
    )
    return [SummaryPart(int(str(i)), str(text), str(at), int(str(c))) for i, text, at, c in rows]


def known(db: apsw.Connection, space: int, level: int) -> dict[SummaryKey, int]:
    """Summaries of a level that were made here, by what they are and what they cover."""
    rows = db.execute(
        "SELECT items.id, role, title, group_concat(child) FROM items JOIN covers ON parent = items.id"
        " WHERE kind = 'summary' AND live = 1 AND level = ? AND role != 'given' AND space = ?"
        " GROUP BY items.id",
        (level, space),
    )
    return {
        (str(role), str(title), tuple(sorted(map(int, str(covered).split(","))))): int(str(item))
        for item, role, title, covered in rows
    }


def keep(
    db: apsw.Connection, one: WantedSummary, text: str, stale: Sequence[int], *, now: str, written: bool
) -> bool:
    """Keep a summary, unless another process has changed what it covers, or made it, since that was read."""
    covered = [part.item for part in one.covers]
    with transaction(db):
        ids = {"covered": msgspec.json.encode(covered).decode()}
        same: dict[str, Value] = {**ids, "level": one.level, "role": one.role, "title": one.title}
        there = first(db, _THERE, ids)
        if there is None or int(there[0]) < len(covered) or first(db, _MADE, same):
            return False  # what is missing is made the next time
        _delete_here(db, stale)
        insert_summary(
            db, covered, text, role=one.role, title=one.title, level=one.level, conversation=one.conversation,
            place=one.place, at=one.covers[-1].day or now, words=[part.text for part in one.covers],
            written=written,
        )  # fmt: skip
    return True


def insert_summary(
    db: apsw.Connection, covered: Sequence[int], text: str, *, role: str, level: int, at: str,
    words: Sequence[str], title: str = "", conversation: int | None = None, place: int = 0,
    written: bool = True,
) -> int:  # fmt: skip
    """Keep a summary in the space of what it covers; its row. Inside a transaction. `words`: what it covers;
    `written`: by a person or a model, so that it votes.
    """
    db.execute(
        "INSERT INTO items (kind, space, level, conversation, ordinal, role, created_at, hash, title, text,"
        " written) SELECT 'summary', space, ?, ?, ?, ?, ?, ?, ?, ?, ? FROM items WHERE id = ?",
        (
            level, conversation, place, role, at, blake2b(text.encode(), digest_size=16).digest(), title,
            text, written, covered[0],
        ),
    ).fetchall()  # fmt: skip
    item = db.last_insert_rowid()
    for child in covered:
        db.execute("INSERT INTO covers (parent, child) VALUES (?,?)", (item, child)).fetchall()
    db.execute(
        "INSERT INTO summary_fts (rowid, text, covered) VALUES (?,?,?)",
        (item, indexed(f"{title}\n{text}"), indexed("\n".join(words))),
    ).fetchall()
    return item


def delete(db: apsw.Connection, items: Sequence[int]) -> None:
    """Remove summaries, in one transaction."""
    if items:
        with transaction(db):
            _delete_here(db, items)


def _delete_here(db: apsw.Connection, items: Iterable[int]) -> None:
    for item in items:
        db.execute("DELETE FROM summary_fts WHERE rowid = ?", (item,)).fetchall()
        db.execute("DELETE FROM items WHERE id = ? AND kind = 'summary'", (item,)).fetchall()
