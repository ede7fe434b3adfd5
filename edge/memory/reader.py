"""Reading memories in the user's own database."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

import msgspec

from edge.errors import UsageError
from edge.memory import removal, rows
from edge.records.memory import Memory
from edge.state.access import READABLE, Principal

if TYPE_CHECKING:
    import apsw


class MemoryReader:
    """The memories that one principal may read in one state database. One thread."""

    def __init__(self, db: apsw.Connection, principal: Principal | None = None) -> None:
        self._db = db
        self._principal = principal or Principal()

    def get(self, id: str) -> Memory:
        """A memory, in force or not, with its links and what it covers. Raises UsageError."""
        item = rows.number(id)
        found = rows.read(self._db, self._principal, [item]).get(item)
        if found is None:
            raise UsageError(f"There is no memory {id.strip()[:40]}.", "See: edge memory list")
        return msgspec.structs.replace(
            found,
            links=rows.links(self._db, self._principal, item),
            covers=rows.covers(self._db, self._principal, item),
        )

    def ids(self, *, live: bool = True) -> list[str]:
        """The ids of all memories that may be read, oldest first; with `live` only those in force."""
        sql = (
            "SELECT id FROM items WHERE kind = 'memory' AND live >= :live"
            f" AND space IN {READABLE} ORDER BY id"
        )
        found = self._db.execute(sql, self._principal.bound(live=int(live)))
        return [rows.name(int(str(item))) for (item,) in found]

    def latest(self, limit: int | None = None, *, type: str = "", project: str = "") -> list[str]:
        """The ids of memories in force that may be read, those learnt last first, at most `limit`."""
        sql = (
            "SELECT items.id FROM items JOIN memories ON memories.item = items.id"
            f" WHERE kind = 'memory' AND live = 1 AND space IN {READABLE}"
            " AND :type IN ('', type) AND :project IN ('', project)"
            " ORDER BY created_at DESC, items.id DESC LIMIT :limit"
        )
        most = -1 if limit is None else max(0, limit)
        found = self._db.execute(sql, self._principal.bound(type=type, project=project, limit=most))
        return [rows.name(int(str(item))) for (item,) in found]

    def many(self, ids: Sequence[str]) -> list[Memory]:
        """Memories in the order of their ids; those that are not there are left out."""
        numbers = [rows.number(id) for id in ids]
        found = rows.read(self._db, self._principal, numbers)
        return [found[item] for item in numbers if item in found]

    def superseded(self, id: str) -> list[str]:
        """What a memory took the place of: once it is deleted, these can be put back."""
        return removal.superseded(self._db, self._principal, rows.number(id))
