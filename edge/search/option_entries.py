"""Pages on which an option that a question names heads an entry, before those that only mention it.

Words cannot tell: a manual speaks of `-C` in many places, and `-c` has the same letter. So the texts of the
best pages that have its words are looked at. A question without an option costs nothing.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from functools import cached_property
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from edge.search.bound import bound
from edge.search.build import header_of
from edge.search.documents import best_first
from edge.search.postings.reader import fetch, holding
from edge.search.ranking import Ranking
from edge.text import document_names, options, tokens
from edge.text.query_text import clean_query

if TYPE_CHECKING:
    import apsw
    from numpy.typing import NDArray

    from edge.search.arrays import OrdinalArrays

    Scores = NDArray[np.float64]
    Mask = NDArray[np.bool_]

#: What such a page's score is multiplied by: as much as a page's whose glossary has the term of a question.
BOOST = 3.5
CHANNEL = "options"

#: Best pages whose texts are looked at for an option; best pages of all whose headings are.
POOL, NAMED = 200, 30
#: Options of a question that are looked for.
MOST = 3


class HeadedPage(NamedTuple):
    """A page with an entry of the option, where the entry begins, and the rank of the page's names among
    those that the question may mean (None: it has none of them).
    """

    page: int
    start: int
    rank: int | None


class OptionEntries:
    """Finds the entries of options in one knowledge base."""

    def __init__(self, db: apsw.Connection, arrays: OrdinalArrays) -> None:
        self._db = db
        self._arrays = arrays

    def find(
        self, option: str, ranks: Mapping[str, int], score: Scores
    ) -> tuple[list[HeadedPage], int | None]:
        """The pages on which it heads an entry, best first, and the best rank of any name that the question
        has: only pages of that rank are about what it names. `score`: shape (pages,).
        """
        named = {one: document_names.best(names, ranks) for one, names in self._names.items()}
        known = [rank for rank in named.values() if rank is not None]
        top = min(known, default=None)
        allowed = score > 0
        others: list[int] = []
        if top is None:  # a part of a document may be called so
            others = best_first(score, NAMED).tolist()
        if top is None or tokens.terms(option):
            allowed &= self._holding(option)
        if top is not None:
            near = [one for one, rank in named.items() if rank == top]
            allowed &= np.isin(self._arrays.page_source, near)
        pool = best_first(score * allowed, POOL).tolist()
        found = []
        order = dict.fromkeys([*pool, *others])
        texts = {page: (names, text) for page, names, text in self._texts(list(order))}
        for page in order:
            names, text = texts[page]
            rank = document_names.best(names, ranks)
            known += [] if rank is None else [rank]
            start = next(options.headed(text, option), None) if allowed[page] else None
            if start is not None:
                found.append(HeadedPage(page, start, rank))
        return found, min(known, default=None)

    def shown(self, ranking: Ranking, entries: Sequence[HeadedPage]) -> Scores:
        """The chunks' scores with, on each of these pages, that of the entry's chunk before the others'."""
        scores = ranking.chunk_scores.copy()
        best = scores.max(initial=0.0) + 1.0
        chunks = self._arrays.chunks
        ids = {int(self._arrays.page_id[one.page]): one for one in entries}
        for page, chunk, start, end in self._db.execute(
            'SELECT page_id, chunks.id, start, "end" FROM json_each(?) AS asked'
            " JOIN chunks ON page_id = asked.value",
            (bound(ids),),
        ):
            entry = ids[page]
            if start <= entry.start < end:
                first, last = chunks.of(entry.page)
                scores[first:last][chunks.ids[first:last] == chunk] = best
        return scores

    @cached_property
    def _names(self) -> dict[int, frozenset[str]]:
        """What each document may be called. Read once, by the first question with an option."""
        rows = self._db.execute("SELECT id, name, title FROM sources")
        return {int(one): document_names.names(str(name), str(title)) for one, name, title in rows}

    def _holding(self, option: str) -> Mask:
        """The pages that have all words of it, a superset of those that have it; of an option that is all
        stop words, `-c`, the pages that have it as one word, in whatever case.
        """
        size = len(self._arrays.page_id)
        pages = np.ones(size, np.bool_)
        keys = [f"w{word}" for word in dict.fromkeys(tokens.terms(option))] or [f"w{tokens.fold(option)}"]
        postings = fetch(self._db, keys).get("w")
        for key in keys:
            one = np.zeros(size, np.bool_)
            one[holding(postings, size, key)] = True
            pages &= one
        return pages

    def _texts(self, pages: list[int]) -> Iterator[tuple[int, frozenset[str], str]]:
        """Pages with what they may be called and their texts."""
        ordinal = {int(self._arrays.page_id[page]): page for page in pages}
        for one, name, title, section, text in self._db.execute(
            "SELECT pages.id, name, coalesce(nullif(pages.title, ''), sources.title), section, text"
            " FROM json_each(?) AS asked JOIN pages ON pages.id = asked.value"
            " JOIN sources ON sources.id = source_id",
            (bound(ordinal),),
        ):
            yield (
                ordinal[one],
                document_names.names(str(name), header_of(str(title), str(section))),
                str(text),
            )


def with_entries(typed: str, bases: Sequence[OptionEntries], rankings: Sequence[Ranking]) -> list[Ranking]:
    """The rankings of a query's bases, in which pages gain that have an entry of an option the query names;
    only those of documents that it names ("tar") where it names any.
    """
    asked = options.asked(clean_query(typed))[:MOST]
    if not asked:
        return list(rankings)
    headed: list[dict[int, HeadedPage]] = [{} for _ in bases]
    for option in asked:
        ranks = document_names.runs(clean_query(typed), option)
        looked = [
            base.find(option, ranks, ranking.score) for base, ranking in zip(bases, rankings, strict=True)
        ]
        top = min((best for _, best in looked if best is not None), default=None)
        for (entries, _), kept in zip(looked, headed, strict=True):
            kept |= {one.page: one for one in entries if one.rank == top}
    return [
        _gained(base, ranking, list(kept.values())) if kept else ranking
        for base, ranking, kept in zip(bases, rankings, headed, strict=True)
    ]


def _gained(base: OptionEntries, ranking: Ranking, entries: Sequence[HeadedPage]) -> Ranking:
    gain = np.zeros_like(ranking.score)
    pages = [one.page for one in entries]
    gain[pages] = (BOOST - 1) * ranking.score[pages]
    return ranking.plus(CHANNEL, gain)._replace(chunk_scores=base.shown(ranking, entries))
