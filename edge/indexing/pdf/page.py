"""A PDF to page texts: reading order, running lines off, headings, tables and divided words noted.

Runs inside the worker. Whatever a page does costs that page: one that MuPDF cannot read is empty, one whose
layout fails is its plain lines, and both are told.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from typing import Any, TypeVar

from edge.errors import ReadError
from edge.indexing.pdf import mupdf as pdf_mupdf
from edge.indexing.pdf.drawn_bullets import with_bullets
from edge.indexing.pdf.labels import label_of, page_labels
from edge.indexing.pdf.layout import DocumentLayout, RawPage, join_lines
from edge.indexing.pdf.lines import page_lines
from edge.indexing.pdf.margins import running_lines
from edge.indexing.pdf.outline import PdfOutline
from edge.indexing.pdf.page_tables import lines_in_order, tables_of
from edge.indexing.pdf.recognised import is_recognised
from edge.indexing.pdf.table_runs import PageTables, carry_headers
from edge.indexing.pdf.unread import PageState, page_state, unread_text
from edge.indexing.pdf.wide_lines import join_wide
from edge.indexing.structure.document import Document, Page, stated, stem
from edge.text.one_line import one_line

#: Characters in all: past this a "document" is a bomb (5,000 dense pages hold about 20 million).
_MAX_CHARACTERS = 64_000_000

_Made = TypeVar("_Made")


class _Reading:
    """One document being read: which pages were lost, and which fell back to plain lines."""

    def __init__(self) -> None:
        self.states: list[PageState] = []
        self.plain: set[int] = set()

    def page(self, pdf: Any, number: int) -> RawPage:
        """One page; an empty one where MuPDF cannot read it."""
        pdf_mupdf.warnings()  # of the page before: looking for its pictures reads it again
        try:
            page = pdf.load_page(number - 1)
            scan = pdf_mupdf.scan(page)
        except MemoryError:
            raise
        except Exception as error:
            if pdf_mupdf.out_of_memory(error):
                raise MemoryError from error
            self.states.append("lost")
            return RawPage(number)
        raw = RawPage(number, height=scan.height, recognised=is_recognised(scan))
        raw.lines = self.ours(lambda: page_lines(scan), [], number)
        self.ours(lambda: with_bullets(raw.lines, scan.strokes), None, number)
        raw.label = self.ours(lambda: one_line(label_of(page.get_label() or "")), "", None)
        raw.lines = self.ours(lambda: lines_in_order(raw.lines, scan.width, scan.strokes), raw.lines, number)
        raw.tables = self.ours(lambda: tables_of(raw.lines, scan.width, scan.strokes), [], number)
        raw.lines = self.ours(lambda: join_lines(raw.lines, raw.tables), raw.lines, number)
        members = {at for table in raw.tables for at in table.members}
        self.ours(lambda: join_wide(raw.lines, members), None, number)
        self.states.append(self._state(page, bool(raw.lines)))
        return raw

    def _state(self, page: Any, has_text: bool) -> PageState:
        instead: PageState = "text" if has_text else "lost"
        return self.ours(
            lambda: page_state(page, has_text=has_text, warnings=pdf_mupdf.warnings()), instead, None
        )

    def ours(self, make: Callable[[], _Made], instead: _Made, number: int | None) -> _Made:
        """What our own code makes of the page; `instead`, and told as `number`, should it fail."""
        try:
            return make()
        except MemoryError:
            raise
        except Exception as error:
            if pdf_mupdf.out_of_memory(error):
                raise MemoryError from error
            if number is not None:
                self.plain.add(number)
            return instead


def read_document(pdf: Any, name: str) -> Document:
    """All pages of an open MuPDF document.

    Raises ReadError when it holds more text than honest pages do.
    """
    reading = _Reading()
    raw: list[RawPage] = []
    characters = 0
    for number in range(1, len(pdf) + 1):
        raw.append(reading.page(pdf, number))
        characters += sum(len(line.text) for line in raw[-1].lines)
        if characters > _MAX_CHARACTERS:
            raise ReadError(f"it holds more than {_MAX_CHARACTERS:,} characters of text")
    everywhere = 0  # a fault in what looks at the whole document is told as one of page 0
    no_entries: list[tuple[int, str, int]] = []
    entries = reading.ours(lambda: _entries(pdf), no_entries, None)
    contents = PdfOutline(entries)
    texts = [[(line.text, line.box) for line in page.lines] for page in raw]
    nothing: list[set[int]] = [set() for _ in raw]
    running = reading.ours(lambda: running_lines(texts, raw, contents), nothing, everywhere)
    margins = [[page.lines[at].text for at in sorted(gone)] for page, gone in zip(raw, running, strict=True)]
    labels = reading.ours(lambda: page_labels([page.label for page in raw], margins), [""] * len(raw), None)
    reading.ours(lambda: _carry(raw, running), None, everywhere)
    layout = DocumentLayout(raw, contents)
    pages = []
    for page, gone, label in zip(raw, running, labels, strict=True):
        plain = Page(page.number, "\n".join(line.text for line in page.lines), label=label)
        laid_out = partial(layout.page, page, gone, label)
        pages.append(reading.ours(laid_out, plain, page.number))
    title, author = reading.ours(lambda: _stated(pdf), ("", ""), None)
    unread = unread_text(reading.states, repaired=bool(pdf.is_repaired), plain=sorted(reading.plain))
    return Document("pdf", title or stem(name), pages, unread, author=author)


def _stated(pdf: Any) -> tuple[str, str]:
    """Title and author, as far as the file states them."""
    told = pdf.metadata or {}
    return stated(told.get("title") or ""), stated(told.get("author") or "")


def _entries(pdf: Any) -> list[tuple[int, str, int]]:
    """Level, title and page of each bookmark."""
    return [(int(entry[0]), one_line(entry[1]), int(entry[2])) for entry in pdf.get_toc()]


def _carry(raw: Sequence[RawPage], running: Sequence[set[int]]) -> None:
    carry_headers(
        [
            PageTables(page.tables, [(at, line) for at, line in enumerate(page.lines) if at not in gone])
            for page, gone in zip(raw, running, strict=True)
        ]
    )
