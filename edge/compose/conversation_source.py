"""Conversations as a source of contexts: turns by their windows, who said them and when, with the votes of
their summaries.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from datetime import datetime
from typing import TYPE_CHECKING

import msgspec

from edge.compose.item import ContextCandidate, Item, id_numbers
from edge.compose.turn_clues import TurnClues
from edge.state import full_text
from edge.state.access import READABLE, Principal
from edge.text.iso_date import local_day

if TYPE_CHECKING:
    import apsw
    import numpy as np
    from numpy.typing import NDArray

    from edge.compose.embedder import ItemEmbedder

#: BM25 weights of a turn's own words, its neighbours' and those of the next but one; of a summary's own words
#: and those of what it covers.
WINDOWS, SUMMARIES = (1.0, 0.7, 0.3), (1.0, 0.2)
#: Weights beside the words of a turn: the best summary's vote for the turns that it covers, the best vector.
#: NEAR is the share of the turns next to it in a turn's vector: the question stands in one, the answer in
#: the next.
VOTE, DENSE, NEAR = 0.3, 0.8, 0.5
#: Summaries that vote, and candidates looked at for each one asked for, since votes may lift a lower one.
VOTERS, WIDER = 20, 4

_ITEMS = f"""
    SELECT items.id, items.kind, name, ordinal, role, text, created_at, level, title FROM items
    LEFT JOIN conversations ON conversations.id = items.conversation
    WHERE items.id IN (SELECT value FROM json_each(:items)) AND live = 1 AND items.space IN {READABLE}
"""
_SAID = "SELECT id, role, created_at FROM items WHERE id IN (SELECT value FROM json_each(?))"
_COVERS = f"""
    SELECT parent, child FROM covers
    JOIN items AS a ON a.id = parent AND a.live = 1 AND a.space IN {READABLE}
    JOIN items AS b ON b.id = child AND b.live = 1 AND b.space IN {READABLE}
    WHERE {{side}} IN (SELECT value FROM json_each(:items)) ORDER BY parent, child
"""
_NEIGHBOURS = f"""
    SELECT here.id, there.id, there.ordinal - here.ordinal FROM items AS here
    JOIN items AS there ON there.conversation = here.conversation AND there.kind = 'turn'
        AND there.ordinal BETWEEN here.ordinal - :n AND here.ordinal + :n AND there.id != here.id
    WHERE here.id IN (SELECT value FROM json_each(:items)) AND here.kind = 'turn'
        AND there.live = 1 AND there.space IN {READABLE}
    ORDER BY here.id, abs(there.ordinal - here.ordinal), there.ordinal DESC
"""


class ConversationSource:
    """The turns and summaries of one principal."""

    name = "conversations"

    def __init__(
        self, db: apsw.Connection, principal: Principal, embedder: ItemEmbedder | None = None,
        *, vote: float = VOTE, dense: float = DENSE, now: Callable[[], datetime] | None = None,
    ) -> None:  # fmt: skip
        """`now`: what the days of a query are counted from, with its time zone."""
        self._db = db
        self._principal = principal
        self._embedder = embedder
        self._vote = vote
        self._dense = dense
        self._now = now or _now

    def candidates(self, query: str, fetch_k: int) -> list[ContextCandidate]:
        """Turns by BM25 over their windows, with the votes of summaries and, where there are any, vectors."""
        channels = self._channels("turn", WINDOWS, query, WIDER * fetch_k)
        for item, vote in self._votes(query, list(channels)).items():
            channels[item]["summaries"] = vote
        self._add_clues(query, channels)
        scored = [(sum(given.values()), item) for item, given in channels.items()]
        highest = max((score for score, _ in scored), default=1.0) or 1.0
        best_first = sorted(scored, key=lambda one: (-one[0], one[1]))[:fetch_k]
        return [ContextCandidate(f"t{item}", score / highest, channels[item]) for score, item in best_first]

    def _add_clues(self, query: str, channels: dict[int, dict[str, float]]) -> None:
        """What turns gain by a speaker or a day that the query names."""
        if not channels:
            return
        clues = TurnClues(query, full_text.query_words(query), self._now())
        found = self._db.execute(_SAID, (msgspec.json.encode(list(channels)).decode(),))
        for item, role, at in found.fetchall():
            given = channels[int(str(item))]
            score = sum(given.values())
            for name, share in clues.of(str(role), local_day(str(at))).items():
                given[name] = share * score

    def summaries(self, query: str, fetch_k: int) -> list[ContextCandidate]:
        """Summaries by BM25 over their own words and those of what they cover."""
        return self._summaries(query, fetch_k)

    def _summaries(self, query: str, fetch_k: int, where: str = "") -> list[ContextCandidate]:
        channels = self._channels("summary", SUMMARIES, query, fetch_k, where)
        scored = sorted((-sum(given.values()), item) for item, given in channels.items())[:fetch_k]
        top = -scored[0][0] if scored and scored[0][0] < 0 else 1.0
        return [ContextCandidate(f"s{item}", -score / top, channels[item]) for score, item in scored]

    def _channels(
        self, kind: str, weights: Sequence[float], query: str, limit: int, where: str = ""
    ) -> dict[int, dict[str, float]]:
        """What words give to the items of a kind, the first of them 1, and what vectors do. `where`: a
        condition on items, for both.
        """
        words = full_text.query_words(query)
        found = full_text.ranked(
            self._db, f"{kind}_fts", words, self._principal, weights=weights, limit=limit, where=where
        )
        top = found[0][1] if found and found[0][1] > 0 else 1.0
        channels = {item: {"words": score / top} for item, score in found}
        if self._embedder is None or not words:
            return channels
        nearest = self._embedder.nearest(
            self._db, self._principal, kind=kind, query=query, limit=limit, where=where,
            near=NEAR if kind == "turn" else 0.0,
        )  # fmt: skip
        best = nearest[0][1] if nearest else 1.0
        for item, cosine in nearest:
            if cosine > 0:
                channels.setdefault(item, {})["vectors"] = self._dense * cosine / best
        return channels

    def get(self, ids: Sequence[str]) -> dict[str, Item]:
        """Turns and summaries."""
        rows = self._db.execute(_ITEMS, self._principal.bound(items=id_numbers(ids)))
        found = {}
        for id, kind, name, place, role, text, at, level, title in rows:
            made = Item(
                id=f"{str(kind)[0]}{id}", kind=kind, source=name or "summaries", place=place,
                text=text, role=role if kind == "turn" else "", day=local_day(at), level=level, index=place,
                title=title,
            )  # fmt: skip
            found[made.id] = made
        return found

    def children(self, ids: Sequence[str]) -> dict[str, list[str]]:
        """What summaries cover."""
        return self._covers(ids, "parent")

    def parents(self, ids: Sequence[str]) -> dict[str, list[str]]:
        """What covers turns and summaries."""
        return self._covers(ids, "child")

    def neighbours(self, ids: Sequence[str], n: int) -> dict[str, list[str]]:
        """Turns of the same conversation; after a turn the next one comes first: it may be the answer."""
        found: dict[str, list[str]] = {}
        for here, there, _ in self._db.execute(
            _NEIGHBOURS, self._principal.bound(items=id_numbers(ids), n=n)
        ):
            found.setdefault(f"t{here}", []).append(f"t{there}")
        return found

    def vectors(self, ids: Sequence[str]) -> dict[str, NDArray[np.float32]]:
        """Vectors of items, where an embedder is at work."""
        if self._embedder is None:
            return {}
        from edge.state.item_vectors import of_items

        found = of_items(self._db, self._embedder.key, [int(id[1:]) for id in ids])
        return {id: found[int(id[1:])] for id in ids if int(id[1:]) in found}

    def _votes(self, query: str, items: list[int]) -> dict[int, float]:
        """What written summaries give to the items that they cover: the best of each. Sentences of the turns
        themselves have nothing to add.
        """
        if not self._vote or not items:
            return {}
        voters = {
            candidate.id: candidate.score for candidate in self._summaries(query, VOTERS, "written = 1")
        }
        votes: dict[int, float] = {}
        covered = self._covers([f"t{item}" for item in items], "child") if voters else {}
        for child, parents in covered.items():
            best = max((voters.get(parent, 0.0) for parent in parents), default=0.0)
            if best:
                votes[int(child[1:])] = self._vote * best
        return votes

    def _covers(self, ids: Sequence[str], side: str) -> dict[str, list[str]]:
        kinds = {int(id[1:]): id for id in ids}
        rows = self._db.execute(
            _COVERS.format(side=side), self._principal.bound(items=id_numbers(ids))
        ).fetchall()
        pairs = [(int(str(parent)), int(str(child))) for parent, child in rows]
        others = self.get([f"x{child if side == 'parent' else parent}" for parent, child in pairs])
        by_number = {int(id[1:]): id for id in others}
        found: dict[str, list[str]] = {}
        for parent, child in pairs:
            here, there = (parent, child) if side == "parent" else (child, parent)
            if there in by_number:
                found.setdefault(kinds[here], []).append(by_number[there])
        return found


def _now() -> datetime:
    return datetime.now().astimezone()
