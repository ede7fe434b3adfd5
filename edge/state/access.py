"""Whose things are whose, and who may read them: a predicate inside every query, never a filter after it.

Tables of spaces stand in the user's own database, for what was said and learnt, and in a knowledge base of
which not everybody may read all (`edge.search.spaces`).
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Literal

from edge.records import Record
from edge.state.database import Value, first

if TYPE_CHECKING:
    import apsw

Visibility = Literal["private", "org", "public"]

#: Ids of the spaces that a principal may read. Binds :owner and :org.
READABLE = (
    "(SELECT id FROM spaces WHERE owner = :owner OR visibility = 'public'"
    " OR (visibility = 'org' AND org = :org AND org != ''))"
)
#: Ids of the spaces whose things a principal may change.
OWN = "(SELECT id FROM spaces WHERE owner = :owner)"


class Principal(Record, frozen=True, kw_only=True):
    """Who asks: `owner` "" is the person of this device."""

    owner: str = ""
    org: str = ""

    def bound(self, **more: Value) -> dict[str, Value]:
        """The values that `READABLE` and `OWN` bind, and more."""
        return {"owner": self.owner, "org": self.org, **more}


def space(db: apsw.Connection, principal: Principal, visibility: Visibility) -> int:
    """The id of a space, made where there is none. Inside a transaction."""
    values = (principal.owner, principal.org, visibility)
    found = first(db, "SELECT id FROM spaces WHERE owner = ? AND org = ? AND visibility = ?", values)
    if found is None:
        sql = "INSERT INTO spaces (owner, org, visibility) VALUES (?,?,?) RETURNING id"
        found = first(db, sql, values)
    return int(found[0]) if found else 0


def shares(db: apsw.Connection, principal: Principal, kind: str) -> bool:
    """Whether there are live items of a kind that the principal may not read."""
    return bool(
        first(
            db,
            f"SELECT 1 FROM spaces WHERE id NOT IN {READABLE} AND EXISTS ("
            "SELECT 1 FROM items WHERE kind = :kind AND live = 1 AND space = spaces.id) LIMIT 1",
            principal.bound(kind=kind),
        )
    )
