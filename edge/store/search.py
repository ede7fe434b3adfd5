"""Search: five weightless channels over postings, fused by page.

    score(page) = sum of weight x channel / best page of the channel
    score(page) += neighbour x the better score of the pages before and after it

Channels: words and title/section (BM25), character 5-grams, small stemmed chunks (best of the page), stem
bigrams, rows of tables told as sentences. Source of the mix: measured on French regulations, see bench/LOG.md.
"""

from __future__ import annotations

import time
from collections.abc import Sequence
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from edge import text
from edge.config import SearchSettings
from edge.records import Hit, Passage, SearchResponse
from edge.store import query as queries
from edge.store.arrays import Arrays
from edge.store.build import header_of
from edge.store.postings import add_up, fetch
from edge.store.sources import matching_sources

if TYPE_CHECKING:
    import apsw
    from numpy.typing import NDArray


class Ranking(NamedTuple):
    """Pages by score: `order` ordinals best first; `channels` name -> weighted contribution per page."""

    order: NDArray[np.intp]
    score: NDArray[np.float64]
    channels: dict[str, NDArray[np.float64]]
    chunk_scores: NDArray[np.float64]
    notes: list[str]


class Searcher:
    """Answers queries from one open knowledge base. Loads the ordinals once; not for use by two threads."""

    def __init__(self, db: apsw.Connection, settings: SearchSettings | None = None) -> None:
        self._db = db
        self._settings = settings or SearchSettings()
        self._arrays = Arrays.load(db)

    @property
    def page_count(self) -> int:
        """Number of pages, the N of every idf."""
        return len(self._arrays.page_id)

    def search(self, query: str, k: int | None = None, *, sources: Sequence[str] = ()) -> SearchResponse:
        """The best `k` pages, one hit each. Any text is safe; one without words finds nothing.

        `sources`: names or patterns of documents to search (UsageError when one names none).
        """
        began = time.perf_counter()
        ranking = self.rank(query, sources=sources)
        wanted = self._settings.k if k is None else k
        hits = [self._hit(ranking, rank, page) for rank, page in enumerate(ranking.order[:wanted].tolist(), 1)]
        return SearchResponse(
            query=queries.clean(query),
            results=hits,
            notes=ranking.notes,
            ms=(time.perf_counter() - began) * 1e3,
        )

    def rank(self, query: str, *, sources: Sequence[str] = ()) -> Ranking:
        """All pages with a score above zero, best first; pages of equal score in order of source and number."""
        settings, arrays = self._settings, self._arrays
        allowed = self._allowed(sources)
        parsed = queries.parse(query)
        found = fetch(self._db, parsed.keys())
        pages = self.page_count
        chunk_scores = add_up(found.get("c"), len(arrays.chunk_page))
        words = add_up(found.get("w"), pages) * settings.words
        header = add_up(found.get("h"), pages) * settings.header
        raw = {
            "words": (words + header, 1.0),
            "grams": (add_up(found.get("g"), pages), settings.grams),
            "chunks": (arrays.best_of_page(chunk_scores, arrays.chunk_page), settings.chunks),
            "bigrams": (add_up(found.get("b"), pages), settings.bigrams),
            "tables": (
                arrays.best_of_page(add_up(found.get("t"), len(arrays.row_page)), arrays.row_page),
                settings.tables,
            ),
        }
        channels = {}
        for name, (scores, weight) in raw.items():
            if allowed is not None:
                scores *= allowed
            best = scores.max(initial=0.0)
            if best > 0 and weight:
                channels[name] = scores * (weight / best)
        total = np.sum(list(channels.values()), axis=0) if channels else np.zeros(pages)
        if settings.neighbour:
            channels["neighbour"] = settings.neighbour * arrays.better_neighbour(total) * (total > 0)
            total = total + channels["neighbour"]
        order = np.argsort(-total, kind="stable")
        order = order[: np.count_nonzero(total > 0)]
        return Ranking(order, total, channels, chunk_scores, [])

    def passages(self, query: str, pages: int, sources: Sequence[str] = ()) -> list[Passage]:
        """The chunks of the best `pages` pages, in order of rank, then of place on the page."""
        ranking = self.rank(query, sources=sources)
        best = ranking.order[:pages].tolist()
        if not best:
            return []
        top = float(ranking.score[best[0]])
        found = []
        for rank, page in enumerate(best, 1):
            source, number, body, heading = self._page(page)
            for chunk, start, end, chunk_heading in self._db.execute(
                'SELECT id, start, "end", heading FROM chunks WHERE page_id = ? ORDER BY start, id',
                (int(self._arrays.page_id[page]),),
            ):
                found.append(
                    Passage(
                        chunk=chunk, source=source, page=number, start=start, end=end, text=body[start:end],
                        heading=chunk_heading or heading, score=float(ranking.score[page]) / top, rank=rank,
                    )
                )  # fmt: skip
        return found

    def document_frequency(self, terms: Sequence[str]) -> dict[str, int]:
        """Number of pages that hold each folded word (0 when none does)."""
        import json

        frequency = dict.fromkeys(terms, 0)
        keys = json.dumps(["w" + text.fold(queries.clean(term)) for term in frequency])
        frequency.update(
            self._db.execute(
                "SELECT substr(postings.key, 2), length(docs) / 4 FROM json_each(?) AS asked JOIN postings ON postings.key = asked.value", (keys,)
            )
        )
        return frequency

    def _allowed(self, patterns: Sequence[str]) -> NDArray[np.bool_] | None:
        if not patterns:
            return None
        return np.isin(self._arrays.page_source, matching_sources(self._db, patterns))

    def _page(self, page: int) -> tuple[str, int, str, str]:
        source, number, body, title, source_title, section = self._db.execute(
            "SELECT name, number, text, pages.title, sources.title, section FROM pages"
            " JOIN sources ON sources.id = source_id WHERE pages.id = ?",
            (int(self._arrays.page_id[page]),),
        ).fetchone()
        return source, number, body, header_of(title or source_title, section)

    def _hit(self, ranking: Ranking, rank: int, page: int) -> Hit:
        source, number, body, heading = self._page(page)
        first, last = self._arrays.chunks_of(page)
        chunk, start, end = 0, 0, len(body)
        if last > first:
            best = first + int(ranking.chunk_scores[first:last].argmax())
            chunk = int(self._arrays.chunk_id[best])
            start, end, chunk_heading = self._db.execute(
                'SELECT start, "end", heading FROM chunks WHERE id = ?', (chunk,)
            ).fetchone()
            heading = chunk_heading or heading
        return Hit(
            rank=rank, source=source, page=number, pages=[number], score=round(float(ranking.score[page]), 6),
            channels={n: round(float(s[page]), 6) for n, s in ranking.channels.items() if s[page]},
            text=body[start:end], heading=heading, chunk=chunk, start=start, end=end,
        )  # fmt: skip
