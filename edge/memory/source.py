"""Memories as a source of contexts: title, situation, solution and content; a pattern for its episodes."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from edge.compose.item import ContextCandidate, Item
from edge.memory import rows
from edge.memory.likeness import nearest
from edge.memory.search import ranked
from edge.state.access import Principal
from edge.text.iso_date import local_day

if TYPE_CHECKING:
    import apsw
    import numpy as np
    from numpy.typing import NDArray

    from edge.compose.embedder import ItemEmbedder


class MemorySource:
    """The memories in force of one principal."""

    name = "memories"

    def __init__(
        self, db: apsw.Connection, principal: Principal, embedder: ItemEmbedder | None = None
    ) -> None:
        self._db = db
        self._principal = principal
        self._embedder = embedder

    def candidates(self, query: str, fetch_k: int) -> list[ContextCandidate]:
        """The best memories, as a search finds them."""
        near = nearest(self._embedder, self._db, self._principal) if self._embedder else None
        best = ranked(self._db, self._principal, query, fetch_k, nearest=near).best
        top = max((one.score for one in best), default=1.0) or 1.0
        return [ContextCandidate(one.memory.id, one.score / top, one.channels) for one in best]

    def summaries(self, query: str, fetch_k: int) -> list[ContextCandidate]:
        """Memories have none: a pattern is a memory."""
        return []

    def get(self, ids: Sequence[str]) -> dict[str, Item]:
        """Memories in force."""
        numbers = [rows.number(id) for id in ids]
        found = {}
        for memory in rows.read(self._db, self._principal, numbers).values():
            if memory.superseded_by or memory.deleted_at:
                continue
            context = memory.context
            parts = [
                memory.title, memory.content, *(f"{name}: {text}" for name, text in (
                    ("Situation", context.situation), ("Solution", context.solution),
                    ("What failed", context.what_failed), ("Context", memory.legacy),
                ) if text),
            ]  # fmt: skip
            found[memory.id] = Item(
                id=memory.id, kind="memory", source="memories", place=rows.number(memory.id),
                text="\n".join(part for part in parts if part), day=local_day(memory.created_at),
                title=memory.title, level=2 if memory.semantic else 0,
            )  # fmt: skip
        return found

    def children(self, ids: Sequence[str]) -> dict[str, list[str]]:
        """The episodes of patterns."""
        found = {id: rows.covers(self._db, self._principal, rows.number(id)) for id in ids}
        return {id: children for id, children in found.items() if children}

    def parents(self, ids: Sequence[str]) -> dict[str, list[str]]:
        """None: a pattern says in short what its episodes say, so half of them never call for the rest."""
        return {}

    def neighbours(self, ids: Sequence[str], n: int) -> dict[str, list[str]]:
        """None: memories stand alone."""
        return {}

    def vectors(self, ids: Sequence[str]) -> dict[str, NDArray[np.float32]]:
        """Vectors of memories, where an embedder is at work."""
        if self._embedder is None:
            return {}
        from edge.state.item_vectors import of_items

        found = of_items(self._db, self._embedder.key, [rows.number(id) for id in ids])
        return {rows.name(item): vector for item, vector in found.items()}
