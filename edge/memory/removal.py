"""What becomes of deleted memories: kept for some days, then gone for good with all that quotes them."""

from __future__ import annotations

from collections.abc import Iterable
from contextlib import suppress
from datetime import datetime
from pathlib import Path
from typing import TYPE_CHECKING

import msgspec

from edge.compose import forget
from edge.memory import rows
from edge.state.access import OWN, Principal
from edge.state.calls import utc
from edge.state.database import first

if TYPE_CHECKING:
    import apsw

# What a memory superseded goes along with it: it was out of force because of it alone.
_WITH_EARLIER = """
    WITH RECURSIVE gone (item) AS (
        SELECT value FROM json_each(:items) UNION SELECT id FROM items JOIN gone ON superseded_by = gone.item
    ) SELECT item FROM gone ORDER BY item
"""
_PATTERNS = """
    SELECT DISTINCT parent FROM covers JOIN items ON items.id = parent
    WHERE kind = 'memory' AND child IN (SELECT value FROM json_each(:items)) ORDER BY parent
"""
_SUGGESTIONS = """
    DELETE FROM suggestions WHERE EXISTS (
        SELECT 1 FROM json_each(suggestions.items) WHERE value IN (SELECT value FROM json_each(:ids))
    )
"""


def moment(db: apsw.Connection) -> datetime:
    """Now, or the latest moment that the database was written or anything in it deleted: by a clock that was
    set back, or that a device without a battery begins with, the days of a delete would be over as soon as
    the clock is right again.
    """
    known = [datetime.now().astimezone()]
    with suppress(OSError, ValueError, OverflowError):
        known.append(datetime.fromtimestamp(Path(db.filename).stat().st_mtime).astimezone())
    if latest := first(db, "SELECT max(deleted_at) FROM items WHERE deleted_at IS NOT NULL"):
        known += [datetime.fromisoformat(str(at)) for at in latest if at is not None]
    return max(known)


def withdraw(db: apsw.Connection, item: int, now: datetime) -> datetime:
    """Take a memory out of every search; since when it is: a second delete is none. Inside a transaction."""
    gone = "UPDATE items SET live = 0, deleted_at = ? WHERE id = ? AND deleted_at IS NULL"
    db.execute(gone, (utc(now), item)).fetchall()
    db.execute("DELETE FROM memory_fts WHERE rowid = ?", (item,)).fetchall()
    found = first(db, "SELECT deleted_at FROM items WHERE id = ?", (item,))
    return datetime.fromisoformat(str(found[0])) if found else now


def superseded(db: apsw.Connection, principal: Principal, item: int) -> list[str]:
    """The memories that one took the place of, and that can be put back in its place."""
    found = db.execute(
        f"SELECT id FROM items WHERE superseded_by = :item AND deleted_at IS NULL AND space IN {OWN}"
        " ORDER BY id",
        principal.bound(item=item),
    )
    return [rows.name(int(str(id))) for (id,) in found]


def purge(db: apsw.Connection, principal: Principal, before: datetime) -> None:
    """What was deleted before a moment goes for good, with what it superseded. Inside a transaction."""
    found = db.execute("SELECT id FROM items WHERE deleted_at < ?", (utc(before),)).fetchall()
    if found:
        forget.erase_pages(db)
        _erase(db, principal, _with(db, _WITH_EARLIER, [int(str(item)) for (item,) in found]))


def erase(db: apsw.Connection, principal: Principal, item: int) -> list[str]:
    """A memory goes for good, at once, with what it superseded, the patterns that were made of these, and the
    contexts that quote any; what went. Inside a transaction; `forget.rewrite` after it clears the file.
    """
    gone = _with(db, _WITH_EARLIER, [item])
    gone = sorted({*gone, *_with(db, _PATTERNS, gone)})
    _erase(db, principal, gone)
    return [rows.name(item) for item in gone]


def _with(db: apsw.Connection, sql: str, items: list[int]) -> list[int]:
    found = db.execute(sql, {"items": msgspec.json.encode(items).decode()})
    return [int(str(item)) for (item,) in found]


def _erase(db: apsw.Connection, principal: Principal, items: Iterable[int]) -> None:
    items = list(items)
    ids = [rows.name(item) for item in items]
    forget.contexts(db, principal, ids, ())
    db.execute(_SUGGESTIONS, {"ids": msgspec.json.encode(ids).decode()}).fetchall()
    for item in items:
        db.execute("DELETE FROM memory_fts WHERE rowid = ?", (item,)).fetchall()
        db.execute("DELETE FROM items WHERE id = ?", (item,)).fetchall()
    forget.from_indexes(db, "memory_fts")
