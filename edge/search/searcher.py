"""Search: a question in words -> the best pages, each with the chunk that fits best."""

from __future__ import annotations

import time
from collections.abc import Iterable, Mapping, Sequence
from typing import TYPE_CHECKING

import numpy as np

from edge.records import Hit, Passage, Reason, SearchResponse, Similarity, SourceScore
from edge.search.documents import best_first
from edge.search.languages import marked
from edge.search.page_rows import ChunkSpan, PageRows
from edge.search.pages import lines_of
from edge.search.postings.reader import frequencies
from edge.search.query_log import log_search
from edge.search.rank import Mix, Ranker
from edge.search.ranking import Ranking
from edge.search.reorder import Reader, reordered
from edge.search.rerank import CHANNEL, Rerank, ordered_by, score_passages
from edge.search.spelling import misspelt
from edge.search.spelling.index import SpellingIndex
from edge.search.structure import structure_of
from edge.search.vector_channel import QueryEmbedder
from edge.settings import SearchSettings
from edge.text.query_text import clean_query

if TYPE_CHECKING:
    import apsw

#: Share of its score that a page gains whose document the conversation is about: with .5 questions about
#: others lose a point (bench/LOG.md).
CONVERSATION = 0.3
#: Documents named in a response, and how near the best a document must fit to be its rival.
NAMED = 5
RIVAL = 0.9
#: How much of a page a part counts for: it is shorter.
PART = 0.5


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
        self.ranker = Ranker(db, embedder, mix, by_ranks=self._settings.fusion == "rrf")
        self._arrays = self.ranker.arrays
        self._rows = PageRows(db, self._arrays)
        self.spelling = SpellingIndex(db)

    @property
    def page_count(self) -> int:
        """Number of pages, the N of every idf."""
        return len(self._arrays.page_id)

    @property
    def embedder(self) -> QueryEmbedder | None:
        """What embeds queries, None where they are searched by words alone."""
        return self.ranker.embedder

    def read_as(self, query: str) -> tuple[str, list[Reason]]:
        """The query without its spelling mistakes, and what is to be told of it."""
        return misspelt.read_as(query, [self.spelling])

    def search(
        self, query: str, k: int | None = None, *, sources: Sequence[str] = (), reader: Reader | None = None
    ) -> SearchResponse:
        """The best `k` pages, one hit each. Any text is safe; one without words finds nothing.

        `sources`: names or patterns of documents to search (UsageError when one names none). What `reader`
        says of the best pages orders them anew.
        """
        began = time.perf_counter()
        read, told = self.read_as(query)
        ranking = self._ranked(read, sources)
        most = max(0, self._settings.k if k is None else k)
        found = reordered(read, most, reader, _Found(self, ranking))
        told += [found.note] if found.note else []
        notes = [*self._notes, *told, *ranking.notes, *rivals([ranking], sources)]
        return response(query, found.hits, self._sources(ranking), notes, began=began, log=self._settings.log)

    def passages(
        self, query: str, pages: int, sources: Sequence[str] = (), *, about: Sequence[str] = ()
    ) -> list[Passage]:
        """All chunks of the best `pages` pages, by rank of the page, then in order of place on it. Parts of
        documents without pages come whole and count half. `about`: names of the documents that a conversation
        is about.

        `score` is the page's, the best page = 1.
        """
        ranking = self.with_conversation(self._ranked(query, sources), about)
        best = self._within(best_first(ranking.score, max(0, 2 * pages)).tolist(), pages)
        return self.passages_of(ranking, dict(enumerate(best, 1)), max(ranking.score[best], default=1.0))

    def with_conversation(self, ranking: Ranking, about: Sequence[str]) -> Ranking:
        """The pages of the documents that a conversation is about gain. `about`: their names."""
        documents = self._rows.documents if about else {}
        own = [source for source, document in documents.items() if document.name in about]
        if not own:
            return ranking
        gain = CONVERSATION * ranking.score * np.isin(self._arrays.page_source, own)
        return ranking.plus("conversation", gain)

    def passages_of(self, ranking: Ranking, ranked: Mapping[int, int], top: float) -> list[Passage]:
        """All chunks of these pages, given by rank; `top` is the score of the best page of all."""
        rows = self._rows.read(ranked.values())
        structures = self._rows.structures(rows)
        rank_of = {page: rank for rank, page in ranked.items()}
        spans = self._rows.chunks(ranked.values())
        near = self._similarities(ranking, [span for _, span in spans], ranked.values())
        passages = []
        whole: set[int] = set()
        for page, span in spans:
            row, start, end = rows[page], span.start, span.end
            inside = [span]
            if not row.paged:  # a part is short enough to be read in one piece
                if page in whole:
                    continue
                whole.add(page)
                start, end = 0, len(row.text.rstrip())
                inside = [other for same, other in spans if same == page]
            passages.append(
                Passage(
                    chunk=span.chunk,
                    source=row.source,
                    page=row.number,
                    start=start,
                    end=end,
                    text=row.text[start:end],
                    heading=span.heading or row.heading,
                    score=float(ranking.score[page] / top),
                    rank=rank_of[page],
                    structure=structures[page],
                    paged=row.paged,
                    similarities=[near[one.chunk] for one in inside if one.chunk in near],
                )
            )
        return passages

    def _similarities(
        self, ranking: Ranking, spans: Sequence[ChunkSpan], pages: Iterable[int]
    ) -> dict[int, Similarity]:
        """By id, of the chunks on these pages that have one."""
        if ranking.cosines is None:
            return {}
        chunks = self._arrays.chunks
        places = [at for page in pages for at in range(*chunks.of(page))]
        cosines = {int(chunks.ids[at]): float(ranking.cosines[at]) for at in places}
        return {
            span.chunk: Similarity(start=span.start, end=span.end, cosine=cosine)
            for span in spans
            if np.isfinite(cosine := cosines.get(span.chunk, -np.inf))
        }

    def document_frequency(self, terms: Sequence[str]) -> dict[str, int]:
        """Number of pages that hold each folded content word (0 when none does)."""
        frequency = dict.fromkeys(terms, 0)
        held = frequencies(self._db, [f"w{clean_query(term)}" for term in frequency])
        frequency.update((key[1:], pages) for key, pages in held.items())
        return frequency

    def _ranked(self, query: str, sources: Sequence[str]) -> Ranking:
        """All pages by score; with a reranker, the best of them in its order."""
        ranking = self.ranker.rank(query, sources)
        if self._rerank is None:
            return ranking
        pages = best_first(ranking.score, max(0, self._rerank.pool))
        if len(pages) < 2:
            return ranking
        rows = self._rows.read(pages.tolist())
        spans = self._rows.best_chunks(ranking.chunk_scores, rows)
        second = score_passages(
            self._rerank,
            clean_query(query),
            [rows[page].text[spans[page].start : spans[page].end] for page in pages.tolist()],
        )
        if second.scores is None:
            return ranking._replace(notes=[*ranking.notes, *([second.note] if second.note else [])])
        score = ordered_by(ranking.score, pages, second.scores)
        return ranking._replace(
            score=score,
            channels={**ranking.channels, CHANNEL: score - ranking.score},
            reranked=frozenset(pages.tolist()),
        )

    def share(self, unit: int) -> float:
        """What reading a page, or part, takes of the pages that are read."""
        return 1.0 if self._rows.document_of(unit).paged else PART

    def _within(self, units: list[int], pages: int) -> list[int]:
        """The first of these units, best first, that come to `pages` pages."""
        taken, room = [], float(pages)
        for unit in units:
            room -= self.share(unit)
            if room < 0:
                break
            taken.append(unit)
        return taken

    def hits(
        self, ranking: Ranking, pages: list[int], best: Mapping[int, tuple[int, int]] | None = None
    ) -> list[Hit]:
        """The pages with these ordinals as results, in this order; of each its best chunk, or the one that
        holds the line that `best` has for the page.
        """
        best = best or {}
        rows = self._rows.read(pages)
        spans = self._rows.best_chunks(ranking.chunk_scores, rows) | self._holding(best)
        wider = self._rows.widened([spans[page] for page in pages if not rows[page].paged])
        hits = []
        for rank, page in enumerate(pages, 1):
            row, span = rows[page], wider.get(spans[page].chunk, spans[page])
            start, end = best.get(page, (0, 0))
            hits.append(
                Hit(
                    rank=rank,
                    source=row.source,
                    page=row.number if row.paged else None,
                    pages=[row.number] if row.paged else [],
                    score=round(float(ranking.score[page]), 6),
                    channels={
                        name: round(float(scores[page]), 6)
                        for name, scores in ranking.channels.items()
                        if scores[page] or (name == CHANNEL and page in ranking.reranked)
                    },
                    text=row.text[span.start : span.end],
                    heading=span.heading or row.heading,
                    chunk=span.chunk,
                    start=row.shift + span.start,
                    end=row.shift + span.end,
                    lines=lines_of(structure_of(row.structure), row.text, span.start, span.end),
                    label=row.label,
                    best=(row.shift + start, row.shift + end)
                    if span.start <= start < end <= span.end
                    else None,
                )
            )
        return hits

    def _holding(self, best: Mapping[int, tuple[int, int]]) -> dict[int, ChunkSpan]:
        """By page, the chunk that holds its best line, or most of it."""
        found: dict[int, tuple[int, ChunkSpan]] = {}
        for page, span in self._rows.chunks(best):
            start, end = best[page]
            shared = min(end, span.end) - max(start, span.start)
            if shared > found.get(page, (0, span))[0]:
                found[page] = shared, span
        return {page: span for page, (_, span) in found.items()}

    def name_of(self, source: int) -> str:
        """What the document with this id is called."""
        return self._rows.documents[source].name

    def _sources(self, ranking: Ranking) -> list[SourceScore]:
        return [
            SourceScore(source=self.name_of(source), score=round(fit, 4))
            for source, fit in list(ranking.fits.items())[:NAMED]
        ]


class _Found:
    """The pages of a ranking as `edge.search.reorder.Results`."""

    def __init__(self, searcher: Searcher, ranking: Ranking) -> None:
        self._searcher, self._ranking = searcher, ranking

    def passages(self, most: int) -> list[Passage]:
        pages = self._best(most)
        top = max(self._ranking.score[pages], default=1.0)
        return self._searcher.passages_of(self._ranking, dict(enumerate(pages, 1)), top)

    def hits(self, most: int, best: Mapping[int, tuple[int, int]]) -> list[Hit]:
        pages = self._best(most)
        shown = {pages[rank - 1]: place for rank, place in best.items()}
        return self._searcher.hits(self._ranking, pages, shown)

    def _best(self, most: int) -> list[int]:
        return [int(page) for page in best_first(self._ranking.score, most)]


def response(
    query: str, hits: list[Hit], sources: list[SourceScore], notes: list[Reason], *, began: float, log: str
) -> SearchResponse:
    """What a search gave, told in the language of its query. `began`: of the performance counter; `log`: the
    file to which it is added, if one is set.
    """
    made = SearchResponse(
        query=clean_query(query), results=marked(query, hits), sources=sources,
        ms=round((time.perf_counter() - began) * 1e3, 3),
    )  # fmt: skip
    if notes:
        from edge import i18n  # most searches have nothing to remark

        made = i18n.noted(made, notes, i18n.language(made.query))
    if log:
        log_search(log, made)
    return made


def rivals(rankings: Sequence[Ranking], sources: Sequence[str]) -> list[Reason]:
    """That several documents fit about as well as the best, where none was named."""
    count = sum(fit >= RIVAL for ranking in rankings for fit in ranking.fits.values())
    return [Reason("documents_rival", {"rivals": count})] if count > 1 and not sources else []
