"""Pages of one knowledge base by their ordinals, as passages and results show them."""

from __future__ import annotations

import json
from collections.abc import Iterable, Sequence
from functools import cached_property
from typing import TYPE_CHECKING, NamedTuple

from edge.records import RowRun, Structure
from edge.search.arrays import OrdinalArrays
from edge.search.bound import bound
from edge.search.build import header_of
from edge.search.structure import structure_of

if TYPE_CHECKING:
    import apsw
    import numpy as np
    from numpy.typing import NDArray

    Scores = NDArray[np.float64]

#: Characters of a part that a result shows: the best chunk, and those beside it as far as there is room.
SHOWN = 1_800


class DocumentRow(NamedTuple):
    """A document: `paged` says whether it has pages, or is cut into parts."""

    name: str
    title: str
    paged: bool


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


class PageRows:
    """Reads pages, and what belongs to them, a query for many at once."""

    def __init__(self, db: apsw.Connection, arrays: OrdinalArrays) -> None:
        self._db = db
        self._arrays = arrays

    @cached_property
    def documents(self) -> dict[int, DocumentRow]:
        """Every document by its id."""
        rows = self._db.execute("SELECT id, name, title, paged FROM sources")
        return {int(id): DocumentRow(str(name), str(title), bool(paged)) for id, name, title, paged in rows}

    def document_of(self, page: int) -> DocumentRow:
        """The document of a page."""
        return self.documents[int(self._arrays.page_source[page])]

    def read(self, pages: Iterable[int]) -> dict[int, PageRow]:
        """The pages with these ordinals."""
        ordinals = self._ordinals(pages)
        rows = self._db.execute(
            "SELECT pages.id, source_id, number, text, title, section, shift, structure, label"
            " FROM json_each(?) AS asked"
            " JOIN pages ON pages.id = asked.value",
            (bound(ordinals),),
        )
        shown = {}
        for page, source, number, body, title, section, start, structure, label in rows:
            document = self.documents[source]
            heading = header_of(title or document.title, section)
            shift = 0 if document.paged else start
            shown[ordinals[page]] = PageRow(
                document.name, number, body, heading, document.paged, shift, structure, label
            )
        return shown

    def structures(self, pages: dict[int, PageRow]) -> dict[int, Structure]:
        """What is known of pages besides their words, by ordinal."""
        tables, sections = self._table_rows(pages), self._sections(pages)
        found = {}
        for page, row in pages.items():
            stored = structure_of(row.structure)
            found[page] = Structure(
                tables=tables[page], code=stored.code, aside=stored.aside, sections=sections[page]
            )
        return found

    def _table_rows(self, pages: Iterable[int]) -> dict[int, list[RowRun]]:
        """The rows of each page's tables, from the first to the last of a table in one run."""
        ordinals = self._ordinals(pages)
        runs: dict[int, list[RowRun]] = {page: [] for page in ordinals.values()}
        for page, caption, header, rows in self._db.execute(
            "SELECT page_id, caption, header, rows FROM json_each(?) AS asked"
            " JOIN tables ON page_id = asked.value ORDER BY page_id, tables.start",
            (bound(ordinals),),
        ):
            if body := json.loads(rows):
                names = " | ".join(json.loads(header))
                context = "\n".join(part for part in (caption, names) if part)
                runs[ordinals[page]].append(
                    RowRun(start=body[0]["start"], end=body[-1]["end"], context=context)
                )
        return runs

    def _sections(self, pages: Iterable[int]) -> dict[int, list[tuple[int, str]]]:
        """Where the sections of each page begin, with their headings."""
        ordinals = self._ordinals(pages)
        sections: dict[int, list[tuple[int, str]]] = {page: [] for page in ordinals.values()}
        for page, start, heading in self._db.execute(
            "SELECT page_id, start, heading FROM json_each(?) AS asked JOIN page_sections"
            " ON page_id = asked.value JOIN sections ON sections.id = section_id ORDER BY page_id, start",
            (bound(ordinals),),
        ):
            sections[ordinals[page]].append((start, heading))
        return sections

    def chunks(self, pages: Iterable[int]) -> list[tuple[int, ChunkSpan]]:
        """The chunks of these pages, each after its page: in the order of the pages, then of their places."""
        ordinals = self._ordinals(pages)
        return [
            (ordinals[page], ChunkSpan(chunk, start, end, heading))
            for page, chunk, start, end, heading in self._db.execute(
                'SELECT page_id, chunks.id, start, "end", heading FROM json_each(?) AS asked'
                " JOIN chunks ON page_id = asked.value ORDER BY asked.key, start, chunks.id",
                (bound(ordinals),),
            )
        ]

    def best_chunks(self, chunk_scores: Scores, rows: dict[int, PageRow]) -> dict[int, ChunkSpan]:
        """The best chunk of each page, or the whole page. `chunk_scores`: shape (chunks,)."""
        chunks = self._arrays.chunks
        chunk_of = {}
        for page in rows:
            first, last = chunks.of(page)
            if last > first:
                best = first + int(chunk_scores[first:last].argmax())
                chunk_of[page] = int(chunks.ids[best])
        spans = {
            chunk: ChunkSpan(chunk, start, end, heading)
            for chunk, start, end, heading in self._db.execute(
                'SELECT chunks.id, start, "end", heading FROM json_each(?) AS asked'
                " JOIN chunks ON chunks.id = asked.value",
                (bound(chunk_of.values()),),
            )
        }
        return {
            page: spans.get(chunk_of.get(page, 0), ChunkSpan(0, 0, len(row.text), ""))
            for page, row in rows.items()
        }

    def widened(self, spans: Sequence[ChunkSpan]) -> dict[int, ChunkSpan]:
        """Chunks with those around them on their pages, within SHOWN characters, by the id of the chunk."""
        beside = self._beside([span.chunk for span in spans])
        return {span.chunk: _widened(span, beside[span.chunk]) for span in spans if span.chunk in beside}

    def _beside(self, chunks: list[int]) -> dict[int, list[tuple[int, int]]]:
        """For each of these chunks, the spans of all chunks of its page, in order."""
        found: dict[int, list[tuple[int, int]]] = {}
        for chunk, start, end in self._db.execute(
            'SELECT one.id, chunks.start, chunks."end" FROM json_each(?) AS asked'
            " JOIN chunks AS one ON one.id = asked.value JOIN chunks ON chunks.page_id = one.page_id"
            " ORDER BY one.id, chunks.start",
            (bound(chunks),),
        ):
            found.setdefault(chunk, []).append((start, end))
        return found

    def _ordinals(self, pages: Iterable[int]) -> dict[int, int]:
        """Ids of pages, with their ordinals."""
        return {int(self._arrays.page_id[page]): page for page in pages}


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
