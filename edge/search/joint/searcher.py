"""Several knowledge bases searched as one.

A term is as rare as it is in all of them together, a channel's best page is the best of all, and documents
are compared over all: so a page scores (but for the average length of pages, which stays its own base's) what
it would in one base that held everything. Scores of searches made one by one could not be compared: each
makes its best page 1.
"""

from __future__ import annotations

import time
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, NamedTuple

import msgspec
import numpy as np

from edge.errors import UsageError
from edge.records import Hit, Passage, Reason, SearchResponse, SourceScore
from edge.search import documents, named, option_entries
from edge.search.documents import best_first
from edge.search.joint.vectors import with_vectors
from edge.search.phrases import pages_with, phrases
from edge.search.postings.reader import frequencies, rarity
from edge.search.query import Query, parse
from edge.search.rank import Ranker
from edge.search.ranking import Ranking
from edge.search.reorder import Reader, reordered
from edge.search.searcher import NAMED, Searcher, response, rivals
from edge.search.sources import matching_sources
from edge.search.spelling import misspelt
from edge.settings import SearchSettings

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from edge.search.vector_channel import QueryEmbedder

    Mask = NDArray[np.bool_]

#: Between a base's label and the name of a document, where only one string will do.
SEPARATOR = ": "


class NamedSearcher(NamedTuple):
    """One of several bases, under its label."""

    label: str
    searcher: Searcher


class JointSearcher:
    """Answers queries from several open knowledge bases, by words, and by vectors where all searchers embed
    by one model. One thread at a time.

    In passages the source is `label: name`, for names need only be unique in their base; hits have the label
    apart, in `knowledge`.
    """

    def __init__(
        self, bases: Sequence[NamedSearcher], settings: SearchSettings, notes: Sequence[Reason] = ()
    ) -> None:
        self._bases = list(bases)
        self._settings = settings
        self._notes = list(notes)

    @property
    def page_count(self) -> int:
        """Number of pages in all."""
        return sum(base.searcher.page_count for base in self._bases)

    @property
    def embedder(self) -> QueryEmbedder | None:
        """What embeds queries for all bases, None where they are searched by words alone."""
        return self._bases[0].searcher.embedder

    def document_frequency(self, terms: Sequence[str]) -> dict[str, int]:
        """Number of pages that hold each folded content word, in all."""
        found = [base.searcher.document_frequency(terms) for base in self._bases]
        return {term: sum(counts[term] for counts in found) for term in terms}

    def read_as(self, query: str) -> tuple[str, list[Reason]]:
        """Like `Searcher.read_as`, by the words of all bases."""
        return misspelt.read_as(query, [base.searcher.spelling for base in self._bases])

    def search(
        self, query: str, k: int | None = None, *, sources: Sequence[str] = (), reader: Reader | None = None
    ) -> SearchResponse:
        """The best `k` pages of all bases, like `Searcher.search`."""
        began = time.perf_counter()
        read, told = self.read_as(query)
        rankings = self._ranked(read, sources)
        most = max(0, self._settings.k if k is None else k)
        found = reordered(read, most, reader, _Found(self._bases, rankings))
        told += [found.note] if found.note else []
        notes = [*self._notes, *told, *rankings[0].notes, *rivals(rankings, sources)]
        self._notes = []  # the same for every query: said once
        return response(
            query, found.hits, self._fitting(rankings), notes, began=began, log=self._settings.log
        )

    def passages(
        self, query: str, pages: int, sources: Sequence[str] = (), *, about: Sequence[str] = ()
    ) -> list[Passage]:
        """All chunks of the best `pages` pages of all bases, like `Searcher.passages`."""
        rankings = [
            base.searcher.with_conversation(ranking, about)
            for base, ranking in zip(self._bases, self._ranked(query, sources), strict=True)
        ]
        best = _best(rankings, max(0, 2 * pages))
        room = float(pages)
        for count, (at, page) in enumerate(best):
            room -= self._bases[at].searcher.share(page)
            if room < 0:
                best = best[:count]
                break
        return _Found(self._bases, rankings).passages_of(best)

    def _ranked(self, typed: str, sources: Sequence[str]) -> list[Ranking]:
        """A ranking of each base, with scores that can be compared; `notes` are the first one's."""
        rankers = [base.searcher.ranker for base in self._bases]
        query = parse(typed)
        notes: list[Reason] = []
        allowed = self._allowed(typed, sources, notes)
        postings = [ranker.postings(query) for ranker in rankers]
        names = named.named(
            [ranker.naming(own, mask) for ranker, own, mask in zip(rankers, postings, allowed, strict=True)]
        )
        raws = [
            ranker.raw(query, own, factors)
            for ranker, own, factors in zip(
                rankers, postings, _factors(rankers, query, names.factors(query)), strict=True
            )
        ]
        bests: dict[str, float] = {}
        for raw, mask in zip(raws, allowed, strict=True):
            for name, scores in raw.items():
                if name != "chunk":
                    masked = scores if mask is None else scores * mask
                    bests[name] = max(bests.get(name, 0.0), float(masked.max(initial=0.0)))
        fused = [
            ranker.fused(query, raw, mask, notes, bests)._replace(named=names.of(at))
            for at, (ranker, raw, mask) in enumerate(zip(rankers, raws, allowed, strict=True))
        ]
        fits = _fits(rankers, fused)
        lexical = [
            ranker.with_fits(ranking, own) for ranker, ranking, own in zip(rankers, fused, fits, strict=True)
        ]
        both = with_vectors(typed, rankers, lexical, allowed, notes)
        both = [ranker.with_glossary(typed, ranking) for ranker, ranking in zip(rankers, both, strict=True)]
        both = option_entries.with_entries(typed, [ranker.options for ranker in rankers], both)
        return [ranker.with_named(ranking) for ranker, ranking in zip(rankers, both, strict=True)]

    def _allowed(self, typed: str, patterns: Sequence[str], notes: list[Reason]) -> list[Mask | None]:
        """Pages of each base that may be ranked: a document, or a phrase, may be in one base only."""
        allowed: list[Mask | None] = [None] * len(self._bases)
        rankers = [base.searcher.ranker for base in self._bases]
        if patterns:
            allowed = [self._named(ranker, patterns, rankers) for ranker in rankers]
        for phrase in phrases(typed):
            holding = [np.isin(one.arrays.page_id, pages_with(one.db, phrase)) for one in rankers]
            both = [
                mask if other is None else mask & other for mask, other in zip(holding, allowed, strict=True)
            ]
            if any(mask.any() for mask in both):
                allowed = list(both)
            else:
                notes.append(Reason("no_exact_phrase", {"phrase": phrase}))
        return allowed

    @staticmethod
    def _named(ranker: Ranker, patterns: Sequence[str], rankers: Sequence[Ranker]) -> Mask:
        """The pages of the documents named, in one base; every pattern must name some in one of them."""
        chosen: list[int] = []
        for pattern in patterns:
            try:
                chosen += matching_sources(ranker.db, [pattern])
            except UsageError:
                if not any(_names_some(other, pattern) for other in rankers):
                    raise
        return np.isin(ranker.arrays.page_source, chosen)

    def _fitting(self, rankings: Sequence[Ranking]) -> list[SourceScore]:
        found = [
            (fit, f"{base.label}{SEPARATOR}{base.searcher.name_of(source)}")
            for base, ranking in zip(self._bases, rankings, strict=True)
            for source, fit in ranking.fits.items()
        ]
        return [
            SourceScore(source=name, score=round(fit, 4))
            for fit, name in sorted(found, key=lambda pair: (-pair[0], pair[1]))[:NAMED]
        ]


def _names_some(ranker: Ranker, pattern: str) -> bool:
    try:
        return bool(matching_sources(ranker.db, [pattern]))
    except UsageError:
        return False


def _factors(
    rankers: Sequence[Ranker], query: Query, names: Mapping[str, float]
) -> list[dict[str, float]]:  # fmt: skip
    """For each base, how much rarer or more common each term is in all bases together; `names`: what postings
    of words that name a document count.
    """
    keys = [*query.keys(), *query.related]
    counts = [frequencies(ranker.db, keys) for ranker in rankers]
    sizes = [ranker.sizes() for ranker in rankers]
    found = []
    for own, size in zip(counts, sizes, strict=True):
        factors = {}
        for key, count in own.items():
            channel = key[0]
            total = sum(other[channel] for other in sizes)
            everywhere = sum(other.get(key, 0) for other in counts)
            rarer = rarity(total, everywhere) / rarity(size[channel], count)
            factors[key] = rarer * names.get(key, 1.0)
        found.append(factors)
    return found


def _fits(rankers: Sequence[Ranker], rankings: Sequence[Ranking]) -> list[dict[int, float]]:
    """How well each document fits, the best of all bases = 1."""
    shifts = np.cumsum([0, *(int(ranker.arrays.page_source.max(initial=0)) + 1 for ranker in rankers)])
    sources = np.concatenate(
        [
            ranker.arrays.page_source + np.uint32(shift)
            for ranker, shift in zip(rankers, shifts[:-1], strict=True)
        ]
    )
    fits = documents.fits(np.concatenate([ranking.score for ranking in rankings]), sources)
    own: list[dict[int, float]] = [{} for _ in rankers]
    for source, fit in fits.items():
        at = int(np.searchsorted(shifts, source, side="right")) - 1
        own[at][source - int(shifts[at])] = fit
    return own


def _best(rankings: Sequence[Ranking], k: int) -> list[tuple[int, int]]:
    """(base, page) of the `k` best pages of all."""
    scores = np.concatenate([ranking.score for ranking in rankings])
    shifts = np.cumsum([0, *(len(ranking.score) for ranking in rankings)])
    found = []
    for place in best_first(scores, k).tolist():
        at = int(np.searchsorted(shifts, place, side="right")) - 1
        found.append((at, place - int(shifts[at])))
    return found


class _Found:
    """The pages of rankings, one a base, as `edge.search.reorder.Results`."""

    def __init__(self, bases: Sequence[NamedSearcher], rankings: Sequence[Ranking]) -> None:
        self._bases, self._rankings = bases, rankings

    def passages(self, most: int) -> list[Passage]:
        return self.passages_of(_best(self._rankings, most))

    def passages_of(self, best: Sequence[tuple[int, int]]) -> list[Passage]:
        """All chunks of these pages, best first: (number of the base, ordinal of the page) each."""
        ranked: list[dict[int, int]] = [{} for _ in self._bases]
        for rank, (at, page) in enumerate(best, 1):
            ranked[at][rank] = page
        top = max((float(self._rankings[at].score[page]) for at, page in best), default=0.0)
        found = [
            msgspec.structs.replace(passage, source=f"{base.label}{SEPARATOR}{passage.source}")
            for base, ranking, taken in zip(self._bases, self._rankings, ranked, strict=True)
            for passage in (base.searcher.passages_of(ranking, taken, top) if taken else ())
        ]
        return sorted(found, key=lambda passage: passage.rank)

    def hits(self, most: int, best: Mapping[int, tuple[int, int]]) -> list[Hit]:
        ranked = _best(self._rankings, most)
        hits: dict[tuple[int, int], Hit] = {}
        for number, (base, ranking) in enumerate(zip(self._bases, self._rankings, strict=True)):
            pages = [page for at, page in ranked if at == number]
            shown = {
                page: best[rank] for rank, (at, page) in enumerate(ranked, 1) if at == number and rank in best
            }
            for page, hit in zip(pages, base.searcher.hits(ranking, pages, shown), strict=True):
                hits[number, page] = msgspec.structs.replace(hit, knowledge=base.label)
        return [msgspec.structs.replace(hits[place], rank=rank) for rank, place in enumerate(ranked, 1)]
