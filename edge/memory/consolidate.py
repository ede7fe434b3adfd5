"""Consolidation: episodes that resemble one another, suggested as one pattern, which the person accepts."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime
from hashlib import blake2b
from typing import TYPE_CHECKING

import msgspec

from edge.compose.summarise import SummaryWriter
from edge.errors import UsageError
from edge.memory import rows
from edge.memory.clusters import clusters, digest
from edge.memory.pattern import pattern
from edge.memory.store import MemoryStore
from edge.records.memory import Memory, MemoryAdded, MemorySuggestion
from edge.state.access import OWN, Principal, space
from edge.state.calls import utc
from edge.state.database import first, transaction

if TYPE_CHECKING:
    import apsw
    import numpy as np
    from numpy.typing import NDArray


class Consolidation:
    """Suggestions in one state database, and what became of them."""

    def __init__(
        self, db: apsw.Connection, principal: Principal, store: MemoryStore,
        writer: SummaryWriter | None = None,
    ) -> None:  # fmt: skip
        """`writer` writes the patterns; without one they are their episodes' own sentences."""
        self._db = db
        self._principal = principal
        self._store = store
        self._writer = writer

    def suggest(self, vectors: dict[str, NDArray[np.float32]] | None = None) -> list[MemorySuggestion]:
        """Look for clusters; the suggestions that are open now. What was declined is not offered again, and
        what is covered by a pattern already is left out.
        """
        covered = {
            rows.name(int(str(row[0])))
            for row in self._db.execute(
                "SELECT child FROM covers JOIN items ON items.id = parent"
                " AND items.kind = 'memory' AND live = 1"
            )
        }
        own = [one for one in self._store.many(self._store.ids()) if one.owner == self._principal.owner]
        found = clusters([one for one in own if one.id not in covered], vectors)
        moment = utc(datetime.now().astimezone())
        with transaction(self._db):
            home = space(self._db, self._principal, "private")
            keep = []
            for cluster in found:
                members = _members(cluster.memories)
                keep.append(members)
                ids = [one.id for one in cluster.memories]
                self._db.execute(
                    "INSERT INTO suggestions (space, members, items, score, shared, created_at)"
                    " VALUES (?,?,?,?,?,?) ON CONFLICT (members) DO UPDATE SET status = 'open'"
                    " WHERE status = 'outdated'",
                    (
                        home, members, msgspec.json.encode(ids).decode(), cluster.score,
                        msgspec.json.encode(cluster.shared[:12]).decode(), moment,
                    ),
                ).fetchall()  # fmt: skip
            for number, known in self._db.execute(
                f"SELECT id, members FROM suggestions WHERE status = 'open' AND space IN {OWN}",
                self._principal.bound(),
            ).fetchall():
                if known not in keep:
                    sql = "UPDATE suggestions SET status = 'outdated' WHERE id = ?"
                    self._db.execute(sql, (number,)).fetchall()
        return self.listing()

    def listing(self, status: str = "open") -> list[MemorySuggestion]:
        """The suggestions of a status, the most episodes first."""
        found = self._db.execute(
            "SELECT id, items, score, shared, status, pattern FROM suggestions"
            f" WHERE status = :status AND space IN {OWN}"
            " ORDER BY json_array_length(items) DESC, score DESC, id",
            self._principal.bound(status=status),
        ).fetchall()
        made = []
        for number, items, score, shared, state, made_of_it in found:
            ids = msgspec.json.decode(str(items), type=list[str])
            made.append(
                MemorySuggestion(
                    id=int(str(number)), memories=ids, titles=[one.title for one in self._store.many(ids)],
                    score=float(str(score)), shared=msgspec.json.decode(str(shared)), status=str(state),
                    pattern=rows.name(int(str(made_of_it))) if made_of_it else None,
                )
            )  # fmt: skip
        return made

    def accept(self, number: int, *, now: datetime | None = None) -> MemoryAdded:
        """Make the pattern of a suggestion. Its episodes stay as they are. Raises UsageError."""
        given = self._get(number, "open")
        episodes = self._store.many(given.memories)
        new = pattern(episodes, given.shared, self._writer)
        with transaction(self._db):
            made = self._store.add_pattern(
                new, given.memories, reason=f"consolidated (suggestion {number})", now=now
            )
            self._db.execute(
                "UPDATE suggestions SET status = 'accepted', pattern = ? WHERE id = ?",
                (rows.number(made.id), number),
            ).fetchall()
        return made

    def decline(self, number: int) -> None:
        """Offer it no more. Raises UsageError."""
        self._get(number, "open")
        with transaction(self._db):
            sql = "UPDATE suggestions SET status = 'declined' WHERE id = ?"
            self._db.execute(sql, (number,)).fetchall()

    def undo(self, number: int) -> str:
        """Take an accepted pattern back: it is deleted (and can be restored), the suggestion is open again;
        until when. Raises UsageError.
        """
        given = self._get(number, "accepted")
        if given.pattern is None:
            raise UsageError(f"The pattern of suggestion {number} is gone.", "See: edge memory consolidate")
        with transaction(self._db):
            until = self._store.delete(given.pattern)
            sql = "UPDATE suggestions SET status = 'open', pattern = NULL WHERE id = ?"
            self._db.execute(sql, (number,)).fetchall()
        return until

    def of_pattern(self, id: str) -> int:
        """The suggestion that a pattern was made of. Raises UsageError."""
        for one in self.listing("accepted"):
            if one.pattern == rows.name(rows.number(id)):
                return one.id
        raise UsageError(f"{id} is no pattern of a suggestion.", "See: edge memory show")

    def _get(self, number: int, status: str) -> MemorySuggestion:
        found = [one for one in self.listing(status) if one.id == number]
        if not found:
            sql = f"SELECT status FROM suggestions WHERE id = :id AND space IN {OWN}"
            row = first(self._db, sql, self._principal.bound(id=number)) if number.bit_length() < 64 else None
            told = f"Suggestion {number} is {row[0]}." if row else f"There is no suggestion {number}."
            raise UsageError(told, "See: edge memory consolidate")
        return found[0]


def _members(memories: Sequence[Memory]) -> bytes:
    return blake2b(b"".join(sorted(digest(one) for one in memories)), digest_size=16).digest()
