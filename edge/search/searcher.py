"""Search: a question in words -> the best pages, each with the chunk that fits best."""

from __future__ import annotations

import json
import time
from collections.abc import Iterable, Mapping, Sequence
from functools import cached_property
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from edge.records import Hit, Passage, Reason, RowRun, SearchResponse, SourceScore, Structure
from edge.search import misspelt
from edge.search.build import header_of
from edge.search.documents import best_first
from edge.search.languages import marked
from edge.search.pages import lines_of
from edge.search.postings import frequencies
from edge.search.query import clean
from edge.search.query_log import log_search
from edge.search.rank import Mix, Ranker
from edge.search.ranking import Ranking
from edge.search.rerank import CHANNEL, Rerank, opinion, reordered
from edge.search.spelling_index import SpellingIndex
from edge.search.structure import structure_of
from edge.search.vector_channel import QueryEmbedder
from edge.settings import SearchSettings

if TYPE_CHECKING:
    import apsw

#: What a page gains whose document the conversation is about: with .5 questions about others lose a point
#: (bench/LOG.md).
GOING_ON = 0.3
#: Documents named in a response, and how near the best a document must fit to be its rival.
NAMED = 5
RIVAL = 0.9

#: How much of a page a part counts for: it is shorter.
PART = 0.5
#: Characters of a part that a result shows: the best chunk, and those beside it as far as there is room.
SHOWN = 1_800


class PageRow(NamedTuple):
    """A page as it is shown."""

    source: str
    number: int
    text: str
    heading: str
    paged: bool
    shift: int  # where a part begins in its document's text; 0 for a page
    structure: str
    label: str


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
        self.ranker = Ranker(db, embedder, mix, by_ranks=self._settings.fusion == "rrf")
        self._arrays = self.ranker.arrays
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

    def search(self, query: str, k: int | None = None, *, sources: Sequence[str] = ()) -> SearchResponse:
        """The best `k` pages, one hit each. Any text is safe; one without words finds nothing.

        `sources`: names or patterns of documents to search (UsageError when one names none).
        """
        began = time.perf_counter()
        read, told = self.read_as(query)
        ranking = self._ranked(read, sources)
        pages = best_first(ranking.score, max(0, self._settings.k if k is None else k)).tolist()
        response = SearchResponse(
            query=clean(query),
            results=marked(query, self.hits(ranking, pages)),
            sources=self._sources(ranking),
            ms=round((time.perf_counter() - began) * 1e3, 3),
        )
        if notes := self._notes + told + ranking.notes + self._rivals(ranking, sources):
            from edge import i18n  # most searches have nothing to remark

            response = i18n.noted(response, notes, i18n.language(response.query))
        if self._settings.log:
            log_search(self._settings.log, response)
        return response

    def passages(
        self, query: str, pages: int, sources: Sequence[str] = (), *, about: Sequence[str] = ()
    ) -> list[Passage]:
        """All chunks of the best `pages` pages, by rank of the page, then in order of place on it. Parts of
        documents without pages come whole and count half. `about`: names of the documents that a conversation
        is about.

        `score` is the page's, the best page = 1.
        """
        ranking = self.going_on(self._ranked(query, sources), about)
        best = self._read(best_first(ranking.score, max(0, 2 * pages)).tolist(), pages)
        return self.passages_of(ranking, dict(enumerate(best, 1)), max(ranking.score[best], default=1.0))

    def going_on(self, ranking: Ranking, about: Sequence[str]) -> Ranking:
        """The pages of the documents that a conversation is about gain."""
        own = [source for source, (name, _, _) in self._documents.items() if name in about] if about else []
        if not own:
            return ranking
        gain = GOING_ON * ranking.score * np.isin(self._arrays.page_source, own)
        channels = ranking.channels | {"conversation": gain}
        return ranking._replace(score=ranking.score + gain, channels=channels)

    def passages_of(self, ranking: Ranking, ranked: Mapping[int, int], top: float) -> list[Passage]:
        """All chunks of these pages, given by rank; `top` is the score of the best page of all."""
        best = list(ranked.values())
        rows = self._pages(best)
        structures = self._structures(rows)
        ids = {int(self._arrays.page_id[page]): rank for rank, page in ranked.items()}
        passages = []
        whole: set[int] = set()
        for page_id, chunk, start, end, heading in self._db.execute(
            'SELECT page_id, chunks.id, start, "end", heading FROM json_each(?) AS asked'
            " JOIN chunks ON page_id = asked.value ORDER BY asked.key, start, chunks.id",
            (json.dumps(list(ids)),),
        ):
            rank = ids[page_id]
            page = ranked[rank]
            row = rows[page]
            if not row.paged:  # a part is short enough to be read in one piece
                if page_id in whole:
                    continue
                whole.add(page_id)
                start, end = 0, len(row.text.rstrip())  # noqa: PLW2901
            passages.append(
                Passage(
                    chunk=chunk,
                    source=row.source,
                    page=row.number,
                    start=start,
                    end=end,
                    text=row.text[start:end],
                    heading=heading or row.heading,
                    score=float(ranking.score[page] / top),
                    rank=rank,
                    structure=structures[page],
                    paged=row.paged,
                )
            )
        return passages

    def document_frequency(self, terms: Sequence[str]) -> dict[str, int]:
        """Number of pages that hold each folded content word (0 when none does)."""
        frequency = dict.fromkeys(terms, 0)
        held = frequencies(self._db, [f"w{clean(term)}" for term in frequency])
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

    def share(self, unit: int) -> float:
        """What reading a page, or part, takes of the pages that are read."""
        return 1.0 if self._documents[int(self._arrays.page_source[unit])][2] else PART

    def _read(self, units: list[int], pages: int) -> list[int]:
        """The first of these units, best first, that come to `pages` pages."""
        taken, room = [], float(pages)
        for unit in units:
            room -= self.share(unit)
            if room < 0:
                break
            taken.append(unit)
        return taken

    @cached_property
    def _documents(self) -> dict[int, tuple[str, str, bool]]:
        """Name and title of each document by id, and whether it has pages."""
        rows = self._db.execute("SELECT id, name, title, paged FROM sources")
        return {int(source): (str(name), str(title), bool(paged)) for source, name, title, paged in rows}

    def _pages(self, pages: Iterable[int]) -> dict[int, PageRow]:
        """Rows of the pages with these ordinals."""
        ordinals = {int(self._arrays.page_id[page]): page for page in pages}
        rows = self._db.execute(
            "SELECT pages.id, source_id, number, text, title, section, shift, structure, label"
            " FROM json_each(?) AS asked"
            " JOIN pages ON pages.id = asked.value",
            (json.dumps(list(ordinals)),),
        )
        shown = {}
        for page, source, number, body, title, section, start, structure, label in rows:
            name, document_title, paged = self._documents[source]
            heading = header_of(title or document_title, section)
            shift = 0 if paged else start
            shown[ordinals[page]] = PageRow(name, number, body, heading, paged, shift, structure, label)
        return shown

    def _structures(self, pages: dict[int, PageRow]) -> dict[int, Structure]:
        """What is known of pages besides their words, by ordinal."""
        ordinals = {int(self._arrays.page_id[page]): page for page in pages}
        runs: dict[int, list[RowRun]] = {page: [] for page in pages}
        for page, caption, header, rows in self._db.execute(
            "SELECT page_id, caption, header, rows FROM json_each(?) AS asked"
            " JOIN tables ON page_id = asked.value ORDER BY page_id, tables.start",
            (json.dumps(list(ordinals)),),
        ):
            if body := json.loads(rows):
                names = " | ".join(json.loads(header))
                context = "\n".join(part for part in (caption, names) if part)
                runs[ordinals[page]].append(
                    RowRun(start=body[0]["start"], end=body[-1]["end"], context=context)
                )
        sections: dict[int, list[tuple[int, str]]] = {page: [] for page in pages}
        for page, start, heading in self._db.execute(
            "SELECT page_id, start, heading FROM json_each(?) AS asked JOIN page_sections"
            " ON page_id = asked.value JOIN sections ON sections.id = section_id ORDER BY page_id, start",
            (json.dumps(list(ordinals)),),
        ):
            sections[ordinals[page]].append((start, heading))
        found = {}
        for page, row in pages.items():
            stored = structure_of(row.structure)
            found[page] = Structure(
                tables=runs[page], code=stored.code, aside=stored.aside, sections=sections[page]
            )
        return found

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

    def hits(self, ranking: Ranking, pages: list[int]) -> list[Hit]:
        """The pages with these ordinals as results, in this order."""
        rows = self._pages(pages)
        spans = self._best_spans(ranking, rows)
        beside = self._chunks_of([spans[page].chunk for page in pages if not rows[page].paged])
        hits = []
        for rank, page in enumerate(pages, 1):
            row, span = rows[page], spans[page]
            if span.chunk in beside:
                span = _widened(span, beside[span.chunk])
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
                )
            )
        return hits

    def _chunks_of(self, chunks: list[int]) -> dict[int, list[tuple[int, int]]]:
        """For each of these chunks, the spans of all chunks of its page, in order."""
        found: dict[int, list[tuple[int, int]]] = {}
        for chunk, start, end in self._db.execute(
            'SELECT one.id, chunks.start, chunks."end" FROM json_each(?) AS asked'
            " JOIN chunks AS one ON one.id = asked.value JOIN chunks ON chunks.page_id = one.page_id"
            " ORDER BY one.id, chunks.start",
            (json.dumps(chunks),),
        ):
            found.setdefault(chunk, []).append((start, end))
        return found

    def name_of(self, source: int) -> str:
        """What the document with this id is called."""
        return self._documents[source][0]

    def _sources(self, ranking: Ranking) -> list[SourceScore]:
        return [
            SourceScore(source=self.name_of(source), score=round(fit, 4))
            for source, fit in list(ranking.fits.items())[:NAMED]
        ]

    @staticmethod
    def _rivals(ranking: Ranking, sources: Sequence[str]) -> list[Reason]:
        rivals = sum(fit >= RIVAL for fit in ranking.fits.values())
        if sources or rivals < 2:
            return []
        return [Reason("documents_rival", {"rivals": rivals})]


def _widened(span: ChunkSpan, chunks: list[tuple[int, int]]) -> ChunkSpan:
    """The chunk with those around it, the following one first, within SHOWN characters."""
    first = last = chunks.index((span.start, span.end))
    while True:
        if last + 1 < len(chunks) and chunks[last + 1][1] - chunks[first][0] <= SHOWN:
            last += 1
        elif first and chunks[last][1] - chunks[first - 1][0] <= SHOWN:
            first -= 1
        else:
            return span._replace(start=chunks[first][0], end=chunks[last][1])
