"""What was said or learnt goes for good: contexts that quote it, and where it stood in the file."""

from __future__ import annotations

from collections.abc import Collection, Iterable
from contextlib import suppress
from typing import TYPE_CHECKING

import msgspec

from edge.errors import StorageError
from edge.state.access import Principal
from edge.text.sanitise import tidy

if TYPE_CHECKING:
    import apsw

# A turn that is no more was of a conversation that an earlier version deleted, but for the contexts.
_QUOTING = """
    SELECT id FROM contexts WHERE EXISTS (
        SELECT 1 FROM json_each(items_json) WHERE json_extract(value, '$.id') GLOB 't[0-9]*'
            AND CAST(substr(json_extract(value, '$.id'), 2) AS INTEGER) NOT IN (SELECT id FROM items)
    ) OR EXISTS (
        SELECT 1 FROM json_each(items_json) WHERE json_extract(value, '$.kept')
            AND json_extract(value, '$.id') IN (SELECT value FROM json_each(:ids))
    ) OR EXISTS (
        SELECT 1 FROM json_tree(expanded_json)
        WHERE key = 'id' AND value IN (SELECT value FROM json_each(:ids))
    )
"""


def erase_pages(db: apsw.Connection) -> None:
    """From now on what this connection deletes is overwritten: SQLite else leaves it in its free pages."""
    db.execute("PRAGMA secure_delete=ON").fetchall()


def contexts(db: apsw.Connection, principal: Principal, ids: Iterable[str], said: Collection[str]) -> None:
    """Delete the contexts that quote turns, summaries or memories, anybody's, and those of the principal that
    were composed for what was `said`. Inside a transaction.
    """
    given = msgspec.json.encode(list(ids)).decode()
    gone = {row[0] for row in db.execute(_QUOTING, {"ids": given})}
    own = "SELECT id, query FROM contexts WHERE owner = :owner AND org = :org"
    for number, query in db.execute(own, principal.bound()):
        if tidy(str(query)).strip() in said:
            gone.add(number)
    for number in gone:
        db.execute("DELETE FROM contexts WHERE id = ?", (number,)).fetchall()


def from_indexes(db: apsw.Connection, *indexes: str) -> None:
    """Write indexes anew: a row that is deleted leaves its words in them. Inside a transaction."""
    for index in indexes:
        db.execute(f"INSERT INTO {index} ({index}) VALUES ('optimize')").fetchall()


def rewrite(db: apsw.Connection) -> None:
    """Write the file anew, and empty the journal: pages that were freed earlier, as when an index was merged,
    still hold words. Where others use the file, or the disk is too full for a copy, the next time will.
    """
    import apsw

    with suppress(StorageError, apsw.Error):
        db.execute("VACUUM").fetchall()
        db.execute("PRAGMA wal_checkpoint(TRUNCATE)").fetchall()
