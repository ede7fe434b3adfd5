"""Results of a search in the order in which the reader of the default engine finds the query answered.

Words and vectors find the pages that speak of the same; the reader tells which of them answers. Its evidence
is added to the score that a page has, as two opinions are pooled whose mistakes differ (`bench/LOG.md`).
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from importlib.util import find_spec
from typing import NamedTuple

import msgspec

from edge.cascade.factory import EngineFactory
from edge.engines.lines import shown
from edge.errors import ModelError
from edge.records import Hit, Passage, Reason
from edge.search.reorder import POOL, Reorder, Reordered
from edge.text.language import is_foreign


class Scale(NamedTuple):
    """What one unit of the reader's log-odds weighs beside the score, the best page = 1, and the most of them
    that count.
    """

    weight: float
    most: float


#: Of a part, which is read whole: questions over documents found everywhere have their answer first in 77 %
#: without it, in 86 % with it, bare words in 74 and 82 %. Of a page, of which one passage is read: SQuAD 84
#: and 88 %, PIAF 79 and 82 %; regulations fell from 65 to 61, and to 47 with the scale of parts.
PART, PAGE = Scale(0.05, 16.0), Scale(0.02, 2.0)

#: What is less likely is as bad.
LEAST = -8.0

#: After so many results reading ends where one of them speaks with such log-odds: a sixth is saved.
FEW, SURE = 6, 3.0

#: Name of the channel in `Hit.channels`.
CHANNEL = "reader"


#: What tells results apart.
_Key = tuple[str, str, int | None, int]


def by_reader(factory: EngineFactory) -> Reorder | None:
    """What orders results anew with the reader that answers questions; None where the settings or the
    libraries that are here leave it out.
    """
    settings = factory.settings.search
    if settings.reader == "none" or settings.rerank:
        return None
    if not (find_spec("onnxruntime") and find_spec("tokenizers")):
        return None

    def reorder(query: str, hits: list[Hit]) -> Reordered:
        if is_foreign(query) or len(hits) < 2:
            return Reordered(hits)
        try:
            places = dict[_Key, tuple[int, int]]()
            found = by_evidence(hits, _evidence(factory, query, hits[:POOL], places))
            return Reordered([msgspec.structs.replace(hit, best=places.get(_key(hit))) for hit in found])
        except ModelError as error:
            return Reordered(hits, Reason("search_unread", {"error": error.message.rstrip(".")}))

    return reorder


def by_evidence(hits: Sequence[Hit], evidence: Iterable[float]) -> list[Hit]:
    """The results with the first `POOL` in their new order; the scores stay where they were, so that what
    reads them sees the distribution that it knows, and the channel `reader` tells what each gained or lost.
    `evidence`: log-odds of the best line of each, read no further than is needed.
    """
    pool, read = hits[:POOL], list[float]()
    for odds in evidence:
        read.append(max(odds, LEAST))
        if len(read) >= FEW and max(read) >= SURE:
            break
    unread = max(min(read, default=LEAST) - 1, LEAST)
    odds_of = [*read, *[unread] * (len(pool) - len(read))]
    best = pool[0].score or 1.0  # rounded, it may be nothing
    worth = [hit.score / best + _weighed(hit, odds) for hit, odds in zip(pool, odds_of, strict=True)]
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


def _key(hit: Hit) -> _Key:
    return hit.knowledge, hit.source, hit.page, hit.start


def _evidence(
    factory: EngineFactory, query: str, hits: Sequence[Hit], places: dict[_Key, tuple[int, int]]
) -> Iterator[float]:
    """What each says for the query; `places` is told where its best line stands."""
    passages = [_passage(hit, place) for place, hit in enumerate(hits)]
    measured, worth = factory.lexical.measure(query, passages)
    pages = {measured.candidates[page.lines[0].candidates[0]].passage: page for page in shown(passages)}
    for place, hit in enumerate(hits):
        if place not in pages:
            yield LEAST
            continue
        odds, line = factory.reader.glance(query, pages[place], worth)
        best = measured.candidates[line.candidates[0]]
        places[_key(hit)] = best.start, best.end
        yield odds


def _passage(hit: Hit, place: int) -> Passage:
    """What a result shows, as an engine is given it; each a page of its own."""
    return Passage(
        chunk=hit.chunk, source=hit.source, page=place, start=hit.start, end=hit.end,
        text=hit.text, heading=hit.heading, score=hit.score, rank=hit.rank,
    )  # fmt: skip
