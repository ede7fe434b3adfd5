"""One document into an open database, in one transaction."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from typing import TYPE_CHECKING

import msgspec

from edge.indexing.sources.names import SourceKey
from edge.indexing.structure import glossary
from edge.indexing.structure.asides import with_asides
from edge.indexing.structure.chunk import cut
from edge.indexing.structure.document import Document, Page
from edge.indexing.structure.headings.unmarked import with_headings
from edge.indexing.structure.indented_code import with_code
from edge.indexing.structure.parts import in_parts
from edge.indexing.structure.sections import PageSections, Section, outline
from edge.search.build import header_of
from edge.search.structure import StoredStructure
from edge.settings import IndexSettings
from edge.text.spans import Span

if TYPE_CHECKING:
    import apsw

#: Raised whenever cutting, or the reading of one kind, changes, so that unchanged files are read again.
INGEST_VERSION = 5
_READER_VERSIONS = {
    "pdf": 10, "text": 12, "html": 9, "epub": 7, "markdown": 8, "opendocument": 7, "word": 7,
    "org": 7, "latex": 8, "asciidoc": 8, "mail": 7, "rtf": 6, "slides": 6,
}  # fmt: skip
#: A caption stands at most so many characters above its table.
_MAX_CAPTION = 2_000


class Origin(msgspec.Struct, frozen=True):
    """Where a source comes from, and the bytes it was read from. `name` may change when the run ends."""

    key: SourceKey
    name: str
    sha256: str
    size: int


class SourceCounts(msgspec.Struct, frozen=True):
    """How much one source came to."""

    pages: int
    chunks: int
    tables: int


def recipe(settings: IndexSettings, kind: str) -> str:
    """Fingerprint of everything besides the bytes that decides what is stored."""
    return f"{_READER_VERSIONS.get(kind, INGEST_VERSION)}:{settings.chunk_tokens}:{settings.part_words}"


@contextmanager
def transaction(db: apsw.Connection) -> Iterator[None]:
    """`BEGIN IMMEDIATE` … `COMMIT`; anything raised inside, Ctrl-C included, rolls back."""
    db.execute("BEGIN IMMEDIATE")
    try:
        yield
        db.execute("COMMIT")
    except BaseException:
        if db.in_transaction:
            db.execute("ROLLBACK")
        raise


def forget(db: apsw.Connection, key: SourceKey) -> None:
    """Remove a source and all that was read from it."""
    db.execute("DELETE FROM sources WHERE root_id = ? AND file = ? AND member = ?", key)


def forgive(db: apsw.Connection, key: SourceKey) -> None:
    """Forget that a document could not be read."""
    db.execute("DELETE FROM failures WHERE root_id = ? AND file = ? AND member = ?", key)


def store(db: apsw.Connection, origin: Origin, document: Document, settings: IndexSettings) -> SourceCounts:
    """Replace the source of this key, or add it. All or nothing."""
    document = in_parts(with_asides(with_code(with_headings(document))), settings.part_words)
    found = outline(document.pages)
    with transaction(db):
        forget(db, origin.key)
        forgive(db, origin.key)
        rows = _DocumentRows(db, origin, document, found.sections, settings)
        for page, places, running in zip(document.pages, found.pages, found.running, strict=True):
            rows.add(page, places, running)
    return SourceCounts(len(document.pages), rows.chunks, sum(len(page.tables) for page in document.pages))


class _DocumentRows:
    """The rows of one document, in an open transaction: its source and sections, then the rest by page."""

    def __init__(
        self,
        db: apsw.Connection,
        origin: Origin,
        document: Document,
        sections: Sequence[Section],
        settings: IndexSettings,
    ) -> None:
        self._db = db
        self._title = document.title
        self._author = document.author  # for the first page
        self._chunk_tokens = settings.chunk_tokens
        self.chunks = 0
        self._source = self._insert(
            "sources (name, root_id, file, member, kind, title, paged, sha256, recipe, bytes, unread)",
            origin.name, *origin.key, document.kind, document.title, int(document.paged), origin.sha256,
            recipe(settings, document.kind), origin.size, _json(document.unread) if document.unread else "",
        )  # fmt: skip
        self._headings = [section.heading for section in sections]
        self._sections = [
            self._insert(
                "sections (source_id, heading, level, first_page, last_page)",
                self._source, section.heading, section.level, section.first_page, section.last_page,
            )
            for section in sections
        ]  # fmt: skip

    def add(self, page: Page, places: PageSections, running: str) -> None:
        """Store a page, and what lies on it. `running`: the heading path that it opens under."""
        title = page.title or self._title
        structure, self._author = _structure(page, self._author), ""
        page_id = self._insert(
            "pages (source_id, number, shift, label, title, section, text, structure)",
            self._source, page.number, page.start, page.label, title, running, page.text, structure,
        )  # fmt: skip
        chunks = self._add_chunks(page, page_id, places, title)
        self.chunks += len(chunks)
        self._add_places(page_id, places)
        self._add_tables(page, page_id, chunks)
        self._add_glossary(page, page_id, places)

    def _insert(self, columns: str, *values: int | str | bytes | None) -> int:
        """The id of a new row. `columns`: the table, and its columns in brackets."""
        marks = ", ".join("?" * len(values))
        self._db.execute(f"INSERT INTO {columns} VALUES ({marks})", values)
        return self._db.last_insert_rowid()

    def _add_chunks(
        self, page: Page, page_id: int, places: PageSections, title: str
    ) -> list[tuple[Span, int]]:
        """Cut the page and store its chunks; returns each span with the id of its chunk."""
        tables = [(_with_caption(page, table.start, table.caption), table.end) for table in page.tables]
        starts = [heading.start for heading in page.headings]
        stored: list[tuple[Span, int]] = []
        for start, end in cut(page.text, self._chunk_tokens, tables=[*tables, *page.code], starts=starts):
            section = places.at(start)
            path = title if section is None else header_of(title, self._headings[section])
            chunk = self._insert(
                'chunks (page_id, section_id, start, "end", heading)',
                page_id, None if section is None else self._sections[section], start, end, path,
            )  # fmt: skip
            stored.append(((start, end), chunk))
        return stored

    def _add_places(self, page_id: int, places: PageSections) -> None:
        """Where each section begins on the page: a quote is cited by the one in force at its own place."""
        begins = {
            start: self._sections[section]
            for start, section in zip(places.starts, places.section, strict=True)
            if section is not None
        }
        self._db.executemany(
            "INSERT INTO page_sections VALUES (?, ?, ?)",
            ((page_id, start, row) for start, row in begins.items()),
        )

    def _add_tables(self, page: Page, page_id: int, chunks: Sequence[tuple[Span, int]]) -> None:
        ends = [end for (_, end), _ in chunks]
        for table in page.tables:
            place = bisect_right(ends, table.start)
            chunk = chunks[place][1] if place < len(chunks) else None
            rows = [{"cells": row.cells, "start": row.start, "end": row.end} for row in table.rows]
            self._insert(
                'tables (page_id, chunk_id, caption, start, "end", header, rows)',
                page_id, chunk, table.caption, table.start, table.end, _json(table.header), _json(rows),
            )  # fmt: skip

    def _add_glossary(self, page: Page, page_id: int, places: PageSections) -> None:
        ends = [*places.starts[1:], len(page.text)]
        for start, end, section in zip(places.starts, ends, places.section, strict=True):
            if section is None or not glossary.is_glossary(self._headings[section]):
                continue
            for term, first, last in glossary.entries(page.text, start, end):
                if any(table.start < last and first < table.end for table in page.tables):
                    continue  # a row of a table, not a line of a glossary
                self._insert('glossary (term, page_id, start, "end")', term, page_id, first, last)


def _with_caption(page: Page, start: int, caption: str) -> int:
    """Where a table's chunk begins: at the caption when that is the block right above, else at the header."""
    above = page.text.rfind("\n\n", max(0, start - _MAX_CAPTION), max(0, start - 2))
    block = above + 2 if above >= 0 else 0
    if caption and " ".join(page.text[block:start].split()) == caption:
        return block
    return start


def _structure(page: Page, author: str) -> str:
    """`pages.structure`, empty where there is nothing to note."""
    printed = [(piece.start, piece.end, piece.text) for piece in page.printed]
    held = StoredStructure(page.lines, page.code, page.aside, printed, author)
    return "" if held == StoredStructure() else _json(held)


def _json(value: object) -> str:
    return msgspec.json.encode(value).decode("utf-8")
