"""Consolidation: episodes that resemble one another, suggested as one pattern, which the person accepts."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Sequence
from datetime import datetime
from hashlib import blake2b
from typing import TYPE_CHECKING

import msgspec

from edge.compose.extractive import extractive_summary
from edge.compose.summarise import SummaryWriter
from edge.errors import ModelError, UsageError
from edge.memory import rows
from edge.memory.clusters import clusters, digest
from edge.memory.store import MemoryStore
from edge.records.memory import Memory, MemoryAdded, MemoryContext, MemorySuggestion, NewMemory
from edge.state.access import OWN, Principal, space
from edge.state.calls import utc
from edge.state.database import first, transaction
from edge.text.one_line import one_line
from edge.text.tokens import fold

if TYPE_CHECKING:
    import apsw
    import numpy as np
    from numpy.typing import NDArray

#: Characters of a pattern's situation and solution.
_LENGTH = 400
#: What episodes that are alike differ by.
_FIGURES = re.compile(r"\d+")


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

    def suggest(
        self, vectors: dict[str, NDArray[np.float32]] | None = None, *, now: datetime | None = None
    ) -> list[MemorySuggestion]:
        """Look for clusters; the suggestions that are open now. What was declined is not offered again, and
        what is covered by a pattern already is left out.
        """
        covered = {
            f"m{row[0]}"
            for row in self._db.execute(
                "SELECT child FROM covers JOIN items ON items.id = parent"
                " AND items.kind = 'memory' AND live = 1"
            )
        }
        own = [one for one in self._store.many(self._store.ids()) if one.owner == self._principal.owner]
        found = clusters([one for one in own if one.id not in covered], vectors)
        moment = utc(now or datetime.now().astimezone())
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
        rows_ = self._db.execute(
            "SELECT id, items, score, shared, status, pattern FROM suggestions"
            f" WHERE status = :status AND space IN {OWN}"
            " ORDER BY json_array_length(items) DESC, score DESC, id",
            self._principal.bound(status=status),
        ).fetchall()
        made = []
        for number, items, score, shared, state, pattern in rows_:
            ids = msgspec.json.decode(str(items), type=list[str])
            made.append(
                MemorySuggestion(
                    id=int(str(number)), memories=ids, titles=[one.title for one in self._store.many(ids)],
                    score=float(str(score)), shared=msgspec.json.decode(str(shared)), status=str(state),
                    pattern=f"m{pattern}" if pattern else None,
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


def pattern(
    episodes: Sequence[Memory], shared: Sequence[str], writer: SummaryWriter | None = None
) -> NewMemory:
    """A pattern with a context of its own: what its episodes say, in their most telling sentences or in a
    writer's words.
    """
    contexts = [one.context for one in episodes]
    words = Counter(fold(word) for one in episodes for word in one.title.split())
    common = [word for word in episodes[0].title.split() if words[fold(word)] > len(episodes) / 2]
    title = " ".join(common) or ", ".join(shared[:4]) or episodes[0].title
    told: Callable[[list[str]], str] = lambda texts: _told([text for text in texts if text], writer)  # noqa: E731
    return NewMemory(
        type="pattern",
        title=one_line(f"{title} ({len(episodes)} times)", 200),
        content="\n".join(f"- {one.id}: {one.title}" for one in episodes),
        context=MemoryContext(
            situation=told([one.situation for one in contexts]),
            solution=told([one.solution for one in contexts]),
            trigger_keywords=list(shared[:12]),
            what_failed=told([one.what_failed for one in contexts]),
            extraction_method="auto",
        ),
    )


def _told(texts: list[str], writer: SummaryWriter | None) -> str:
    unique = list({_FIGURES.sub("0", fold(text)): text for text in reversed(texts)}.values())[::-1]
    if writer is not None and unique:
        try:
            if written := one_line(writer(unique, _LENGTH), _LENGTH):
                return written
        except ModelError:
            pass  # the sentences themselves stand in
    return extractive_summary(unique, _LENGTH, {})


def _members(memories: Sequence[Memory]) -> bytes:
    return blake2b(b"".join(sorted(digest(one) for one in memories)), digest_size=16).digest()
