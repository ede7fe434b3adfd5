"""Search: a question in words -> the best pages, each with the chunk that fits best."""

from __future__ import annotations

import json
import time
from collections.abc import Iterable, Sequence
from functools import cached_property
from typing import TYPE_CHECKING, NamedTuple

from edge.config import SearchSettings
from edge.records import Hit, Passage, Reason, SearchResponse, SourceScore
from edge.search.build import header_of
from edge.search.documents import best_first
from edge.search.query import clean
from edge.search.query_log import log_search
from edge.search.rank import Mix, Ranker, Ranking
from edge.search.rerank import CHANNEL, Rerank, opinion, reordered
from edge.search.vector_channel import QueryEmbedder

if TYPE_CHECKING:
    import apsw

#: Documents named in a response, and how near the best a document must fit to be its rival.
NAMED = 5
RIVAL = 0.9


class PageRow(NamedTuple):
    """A page as it is shown."""

    source: str
    number: int
    text: str
    heading: str


class ChunkSpan(NamedTuple):
    """A chunk (0: none, the whole page) and its place on the page."""

    chunk: int
    start: int
    end: int
    heading: str


class Searcher:
    """Answers queries from one open knowledge base. One thread at a time.

    Raises KnowledgeDamaged when the knowledge base has no search tables.
    """

    def __init__(
        self, db: apsw.Connection, settings: SearchSettings | None = None,
        embedder: QueryEmbedder | None = None, *,
        notes: Sequence[Reason] = (), rerank: Rerank | None = None, mix: Mix | None = None,
    ) -> None:  # fmt: skip
        """`embedder` adds the vector channel (KnowledgeError when the vectors are others').

        `rerank` orders the best pages anew. `notes` are told with every response. `mix`:
        other weights, for benchmarks.
        """
        self._notes = list(notes)
        self._rerank = rerank
        self._db = db
        self._settings = settings or SearchSettings()
        self._ranker = Ranker(db, embedder, mix)
        self._arrays = self._ranker.arrays

    @property
    def page_count(self) -> int:
        """Number of pages, the N of every idf."""
        return len(self._arrays.page_id)

    def search(self, query: str, k: int | None = None, *, sources: Sequence[str] = ()) -> SearchResponse:
        """The best `k` pages, one hit each. Any text is safe; one without words finds nothing.

        `sources`: names or patterns of documents to search (UsageError when one names none).
        """
        began = time.perf_counter()
        ranking = self._ranked(query, sources)
        pages = best_first(ranking.score, max(0, self._settings.k if k is None else k)).tolist()
        response = SearchResponse(
            query=clean(query),
            results=self._hits(ranking, pages),
            sources=self._sources(ranking),
            ms=round((time.perf_counter() - began) * 1e3, 3),
        )
        if notes := self._notes + ranking.notes + self._rivals(ranking, sources):
            from edge import i18n  # most searches have nothing to remark

            response = i18n.noted(response, notes, i18n.language(response.query))
        if self._settings.log:
            log_search(self._settings.log, response)
        return response

    def passages(self, query: str, pages: int, sources: Sequence[str] = ()) -> list[Passage]:
        """All chunks of the best `pages` pages, by rank of the page, then in order of place on it.

        `score` is the page's, the best page = 1.
        """
        ranking = self._ranked(query, sources)
        best = best_first(ranking.score, max(0, pages)).tolist()
        rows = self._pages(best)
        ids = {int(self._arrays.page_id[page]): rank for rank, page in enumerate(best, 1)}
        passages = []
        for page_id, chunk, start, end, heading in self._db.execute(
            'SELECT page_id, chunks.id, start, "end", heading FROM json_each(?) AS asked'
            " JOIN chunks ON page_id = asked.value ORDER BY asked.key, start, chunks.id",
            (json.dumps(list(ids)),),
        ):
            rank = ids[page_id]
            row = rows[best[rank - 1]]
            passages.append(
                Passage(
                    chunk=chunk,
                    source=row.source,
                    page=row.number,
                    start=start,
                    end=end,
                    text=row.text[start:end],
                    heading=heading or row.heading,
                    score=float(ranking.score[best[rank - 1]] / ranking.score[best[0]]),
                    rank=rank,
                )
            )
        return passages

    def document_frequency(self, terms: Sequence[str]) -> dict[str, int]:
        """Number of pages that hold each folded content word (0 when none does)."""
        frequency = dict.fromkeys(terms, 0)
        keys = json.dumps([f"w{clean(term)}" for term in frequency])
        rows = self._db.execute(
            "SELECT substr(postings.key, 2), length(docs) / 4 FROM json_each(?) AS asked"
            " JOIN postings ON postings.key = asked.value",
            (keys,),
        )
        frequency.update((str(term), int(pages)) for term, pages in rows)
        return frequency

    def _ranked(self, query: str, sources: Sequence[str]) -> Ranking:
        """All pages by score; with a reranker, the best of them in its order."""
        ranking = self._ranker.rank(query, sources)
        if self._rerank is None:
            return ranking
        pages = best_first(ranking.score, max(0, self._rerank.pool))
        if len(pages) < 2:
            return ranking
        rows = self._pages(pages.tolist())
        spans = self._best_spans(ranking, rows)
        second = opinion(
            self._rerank,
            clean(query),
            [rows[page].text[spans[page].start : spans[page].end] for page in pages.tolist()],
        )
        if second.scores is None:
            return ranking._replace(notes=[*ranking.notes, *([second.note] if second.note else [])])
        score = reordered(ranking.score, pages, second.scores)
        return ranking._replace(
            score=score,
            channels={**ranking.channels, CHANNEL: score - ranking.score},
            reranked=frozenset(pages.tolist()),
        )

    @cached_property
    def _documents(self) -> dict[int, tuple[str, str]]:
        """Name and title of each document by id."""
        rows = self._db.execute("SELECT id, name, title FROM sources")
        return {int(source): (str(name), str(title)) for source, name, title in rows}

    def _pages(self, pages: Iterable[int]) -> dict[int, PageRow]:
        """Rows of the pages with these ordinals."""
        ordinals = {int(self._arrays.page_id[page]): page for page in pages}
        rows = self._db.execute(
            "SELECT pages.id, source_id, number, text, title, section FROM json_each(?) AS asked"
            " JOIN pages ON pages.id = asked.value",
            (json.dumps(list(ordinals)),),
        )
        shown = {}
        for page, source, number, body, title, section in rows:
            name, document_title = self._documents[source]
            shown[ordinals[page]] = PageRow(name, number, body, header_of(title or document_title, section))
        return shown

    def _best_spans(self, ranking: Ranking, rows: dict[int, PageRow]) -> dict[int, ChunkSpan]:
        """The chunk of each page that fits best; the whole page where there is none."""
        chunks = self._arrays.chunks
        chunk_of = {}
        for page in rows:
            first, last = chunks.of(page)
            if last > first:
                best = first + int(ranking.chunk_scores[first:last].argmax())
                chunk_of[page] = int(chunks.ids[best])
        spans = {
            chunk: ChunkSpan(chunk, start, end, heading)
            for chunk, start, end, heading in self._db.execute(
                'SELECT chunks.id, start, "end", heading FROM json_each(?) AS asked'
                " JOIN chunks ON chunks.id = asked.value",
                (json.dumps(list(chunk_of.values())),),
            )
        }
        return {
            page: spans.get(chunk_of.get(page, 0), ChunkSpan(0, 0, len(row.text), ""))
            for page, row in rows.items()
        }

    def _hits(self, ranking: Ranking, pages: list[int]) -> list[Hit]:
        rows = self._pages(pages)
        spans = self._best_spans(ranking, rows)
        hits = []
        for rank, page in enumerate(pages, 1):
            row, span = rows[page], spans[page]
            hits.append(
                Hit(
                    rank=rank,
                    source=row.source,
                    page=row.number,
                    pages=[row.number],
                    score=round(float(ranking.score[page]), 6),
                    channels={
                        name: round(float(scores[page]), 6)
                        for name, scores in ranking.channels.items()
                        if scores[page] or (name == CHANNEL and page in ranking.reranked)
                    },
                    text=row.text[span.start : span.end],
                    heading=span.heading or row.heading,
                    chunk=span.chunk,
                    start=span.start,
                    end=span.end,
                )
            )
        return hits

    def _sources(self, ranking: Ranking) -> list[SourceScore]:
        return [
            SourceScore(source=self._documents[source][0], score=round(fit, 4))
            for source, fit in list(ranking.fits.items())[:NAMED]
        ]

    @staticmethod
    def _rivals(ranking: Ranking, sources: Sequence[str]) -> list[Reason]:
        rivals = sum(fit >= RIVAL for fit in ranking.fits.values())
        if sources or rivals < 2:
            return []
        return [Reason("documents_rival", {"rivals": rivals})]
