"""An order of results by somebody who reads them: what `Searcher.search` may be given."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import NamedTuple, Protocol

import msgspec

from edge.records import Hit, Passage, Reason

#: Results that are found for it, if fewer are asked for, and that it reads. With 14 no more questions had
#: their answer among the first five.
POOL = 10

#: Name of the channel in `Hit.channels`.
CHANNEL = "reader"

#: What is less likely is as bad.
LEAST = -8.0


class Scale(NamedTuple):
    """What one unit of a reader's log-odds weighs beside the score, the best page = 1, and the most of them
    that count.
    """

    weight: float
    most: float


#: Of a part, and of a page. Measured while one window of each result was read: questions over documents found
#: everywhere had their answer first in 77 % without it, in 86 % with it, bare words in 74 and 82 %; of pages
#: SQuAD 84 and 88 %, PIAF 79 and 82 %, regulations 65 and 61, and 47 with the scale of parts.
PART, PAGE = Scale(0.05, 16.0), Scale(0.02, 2.0)


class BestLine(NamedTuple):
    """The best line of one result: its log-odds, and where it is on the page, [start, end)."""

    odds: float
    place: tuple[int, int]


class PagesRead(NamedTuple):
    """The best line by rank of the result, of those that were read; and why nothing was, where it was not."""

    lines: Mapping[int, BestLine]
    note: Reason | None = None


#: (query, passages of the best pages, by rank) -> what a reader says of them.
Reader = Callable[[str, list[Passage]], PagesRead]


class Results(Protocol):
    """What a search found, best page first."""

    def passages(self, most: int) -> list[Passage]:
        """All of the best `most` pages; `rank` says of which."""
        ...

    def hits(self, most: int, best: Mapping[int, tuple[int, int]]) -> list[Hit]:
        """The best `most` pages, in order. `best`: by rank, where on the page the line stands that is to be
        shown.
        """
        ...


class Reordered(NamedTuple):
    """Results, ranked from 1; and why they are as they were, where they are."""

    hits: list[Hit]
    note: Reason | None = None


def reordered(query: str, k: int, reader: Reader | None, results: Results) -> Reordered:
    """The best `k` results, after a reader has read the best `POOL` of them."""
    if reader is None or k == 0:
        return Reordered(results.hits(k, {}))
    said = reader(query, results.passages(POOL))
    if not said.lines:
        return Reordered(results.hits(k, {}), said.note)
    hits = results.hits(max(k, POOL), {rank: one.place for rank, one in said.lines.items()})
    odds = {rank: one.odds for rank, one in said.lines.items()}
    return Reordered(by_evidence(hits, odds)[:k], said.note)


def by_evidence(hits: Sequence[Hit], odds: Mapping[int, float]) -> list[Hit]:
    """The results with the first `POOL` in their new order; the scores stay where they were, so that what
    reads them sees the distribution that it knows, and the channel `reader` tells what each gained or lost.
    `odds`: log-odds of the best line of each, by rank; what was not read is a little worse than the worst.
    """
    pool = hits[:POOL]
    unread = max(min(odds.values(), default=LEAST) - 1, LEAST)
    best = pool[0].score or 1.0  # rounded, it may be nothing
    worth = [
        hit.score / best + _weighed(hit, max(odds.get(rank, unread), LEAST))
        for rank, hit in enumerate(pool, 1)
    ]
    order = sorted(range(len(pool)), key=lambda place: -worth[place])
    first = [
        msgspec.structs.replace(
            pool[place], rank=rank, score=held.score,
            channels={**pool[place].channels, CHANNEL: round(held.score - pool[place].score, 6)},
        )
        for rank, (place, held) in enumerate(zip(order, pool, strict=True), 1)
    ]  # fmt: skip
    return [*first, *hits[POOL:]]


def _weighed(hit: Hit, odds: float) -> float:
    scale = PART if hit.page is None else PAGE
    return scale.weight * min(odds, scale.most)
