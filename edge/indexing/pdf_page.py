"""A PDF to page texts: reading order, running lines off, headings, tables and divided words noted.

Runs inside the worker. Whatever a page does costs that page: one that MuPDF cannot read is empty, one whose
layout fails is its plain lines, and both are told.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from itertools import pairwise
from typing import Any, TypeVar

import msgspec

from edge.errors import ReadError
from edge.indexing import pdf_mupdf
from edge.indexing.divided_words import Vocabulary, joined
from edge.indexing.document import Document, Page, stem
from edge.indexing.layout import PageBuilder
from edge.indexing.pdf_columns import aligned_tables
from edge.indexing.pdf_grid import FoundTable, ruled_tables
from edge.indexing.pdf_headings import PdfOutline, Sizes, heading_level
from edge.indexing.pdf_labels import page_labels
from edge.indexing.pdf_lines import Line, page_lines
from edge.indexing.pdf_margins import running_lines
from edge.indexing.pdf_order import in_order
from edge.indexing.pdf_scan import Box
from edge.indexing.pdf_table_runs import PageTables, carry_headers
from edge.indexing.pdf_unread import PageState, page_state, unread_text
from edge.text.one_line import one_line

#: Characters in all: past this a "document" is a bomb (5,000 dense pages hold about 20 million).
_MAX_CHARACTERS = 64_000_000

_Made = TypeVar("_Made")


class RawPage(msgspec.Struct):
    """A page before its running lines are known: lines in reading order, the tables they make."""

    number: int
    label: str = ""
    height: float = 0.0
    lines: list[Line] = []
    tables: list[FoundTable] = []


class _Reading:
    """One document being read: which pages were lost, and which fell back to plain lines."""

    def __init__(self, warnings: Callable[[], str]) -> None:
        self._warnings = warnings
        self.states: list[PageState] = []
        self.plain: set[int] = set()

    def page(self, pdf: Any, number: int) -> RawPage:
        """One page; an empty one where MuPDF cannot read it."""
        self._warnings()  # of the page before: looking for its pictures reads it again
        try:
            page = pdf.load_page(number - 1)
            scan = pdf_mupdf.scan(page)
        except MemoryError:
            raise
        except Exception as error:  # noqa: BLE001 (in the worker: a bad page costs itself)
            if pdf_mupdf.out_of_memory(error):
                raise MemoryError from error
            self.states.append("lost")
            return RawPage(number)
        raw = RawPage(number, height=scan.height)
        raw.lines = self.ours(lambda: page_lines(scan), [], number)
        raw.label = self.ours(lambda: one_line(page.get_label() or ""), "", None)
        raw.lines = self.ours(lambda: in_order(raw.lines, scan.width), raw.lines, number)
        raw.tables = self.ours(lambda: _tables(raw.lines, scan.strokes), [], number)
        if not raw.tables:
            raw.lines = _joined(raw.lines)
        has_text = bool(raw.lines)
        state = self.ours(
            lambda: page_state(page, has_text=has_text, warnings=self._warnings()), "text" if has_text else "lost", None
        )
        self.states.append(state)
        return raw

    def ours(self, make: Callable[[], _Made], instead: _Made, number: int | None) -> _Made:
        """What our own code makes of the page; `instead`, and told as `number`, should it fail."""
        try:
            return make()
        except MemoryError:
            raise
        except Exception as error:  # noqa: BLE001 (in the worker: a fault of ours costs a layout)
            if pdf_mupdf.out_of_memory(error):
                raise MemoryError from error
            if number is not None:
                self.plain.add(number)
            return instead


def read_document(pdf: Any, name: str, warnings: Callable[[], str] = pdf_mupdf.warnings) -> Document:
    """All pages of an open MuPDF document; `warnings` gives what MuPDF said since it was last called.

    Raises ReadError when it holds more text than honest pages do.
    """
    reading = _Reading(warnings)
    raw: list[RawPage] = []
    characters = 0
    for number in range(1, len(pdf) + 1):
        raw.append(reading.page(pdf, number))
        characters += sum(len(line.text) for line in raw[-1].lines)
        if characters > _MAX_CHARACTERS:
            raise ReadError(f"it holds more than {_MAX_CHARACTERS:,} characters of text")
    everywhere = 0  # a fault in what looks at the whole document is told as one of page 0
    entries = reading.ours(
        lambda: [(int(entry[0]), one_line(entry[1]), int(entry[2])) for entry in pdf.get_toc()], [], None
    )
    texts = [[(line.text, line.box) for line in page.lines] for page in raw]
    nothing: list[set[int]] = [set() for _ in raw]
    running = reading.ours(
        lambda: running_lines(texts, raw, [entry[1] for entry in entries]), nothing, everywhere
    )
    margins = [[page.lines[at].text for at in sorted(gone)] for page, gone in zip(raw, running, strict=True)]
    labels = reading.ours(lambda: page_labels([page.label for page in raw], margins), [""] * len(raw), None)
    reading.ours(lambda: _carry(raw, running), None, everywhere)
    style = _Style(raw, PdfOutline(entries))
    pages = []
    for page, gone, label in zip(raw, running, labels, strict=True):
        plain = Page(page.number, "\n".join(line.text for line in page.lines), label=label)
        pages.append(reading.ours(lambda: style.page(page, gone, label), plain, page.number))  # noqa: B023 (called at once)
    title = reading.ours(lambda: one_line((pdf.metadata or {}).get("title") or ""), "", None) or stem(name)
    unread = unread_text(reading.states, repaired=bool(pdf.is_repaired), plain=sorted(reading.plain))
    return Document("pdf", title, pages, unread)


def _tables(lines: list[Line], strokes: list[Box]) -> list[FoundTable]:
    ruled = ruled_tables(lines, strokes)
    taken = {at for table in ruled for at in table.members}
    return ruled + aligned_tables(lines, taken, strokes)


def _carry(raw: Sequence[RawPage], running: Sequence[set[int]]) -> None:
    carry_headers(
        [
            PageTables(page.tables, [(at, line) for at, line in enumerate(page.lines) if at not in gone])
            for page, gone in zip(raw, running, strict=True)
        ]
    )


def _joined(lines: list[Line]) -> list[Line]:
    """Runs that MuPDF reports as lines but that stand side by side in one block, made one line."""
    result: list[Line] = []
    for line in lines:
        last = result[-1] if result else None
        if last and last.block == line.block and _side_by_side(last.box, line.box):
            result[-1] = _beside(last, line)
        elif last and last.block == line.block and _side_by_side(line.box, last.box):
            # Some producers write the page number of a contents line before its title.
            result[-1] = _beside(line, last)
        else:
            result.append(line)
    return result


def _beside(left: Line, right: Line) -> Line:
    top, bottom = min(left.box[1], right.box[1]), max(left.box[3], right.box[3])
    main = max(left, right, key=lambda line: len(line.text))
    return msgspec.structs.replace(
        left,
        text=f"{left.text} {right.text}",
        box=(left.box[0], top, right.box[2], bottom),
        size=main.size,
        bold=left.bold and right.bold,
    )


def _side_by_side(left: Box, right: Box) -> bool:
    overlap = min(left[3], right[3]) - max(left[1], right[1])
    return right[0] >= left[2] - 1 and overlap > 0.6 * min(left[3] - left[1], right[3] - right[1])


class _Style:
    """What a document's type says: sizes, outline, words. Lays its pages out."""

    def __init__(self, raw: Sequence[RawPage], contents: PdfOutline) -> None:
        self._sizes = Sizes.of((line.size, len(line.text)) for page in raw for line in page.lines)
        self._contents = contents
        contents.learn_sizes((page.number, line.text, line.size) for page in raw for line in page.lines)
        self._words = Vocabulary([line.text for line in page.lines] for page in raw)

    def page(self, raw: RawPage, gone: set[int], label: str) -> Page:
        """One page: paragraphs, headings, and each table in place of the lines it was made of."""
        builder = PageBuilder()
        paragraph: list[Line] = []
        table_of = {at: table for table in raw.tables for at in table.members}
        done: list[FoundTable] = []

        def flush() -> None:
            if paragraph:
                self._paragraph(builder, raw.number, _joined(paragraph))
                paragraph.clear()

        for at, line in enumerate(raw.lines):
            if at in gone:
                continue
            table = table_of.get(at)
            if table is not None:
                if not any(table is other for other in done):
                    flush()
                    self._table(builder, raw.number, table)
                    done.append(table)
                continue
            if paragraph and _parts(paragraph[-1], line):
                flush()
            paragraph.append(line)
        flush()
        return builder.page(raw.number, label=label)

    def _paragraph(self, builder: PageBuilder, number: int, lines: Sequence[Line]) -> None:
        text, printed = joined([line.text for line in lines], self._words)
        level = heading_level(
            number, [(line.text, line.size, line.bold) for line in lines], self._sizes, self._contents
        )
        if level:
            builder.heading(level, text)
        else:
            builder.block(text, printed)

    def _table(self, builder: PageBuilder, number: int, table: FoundTable) -> None:
        rows = [[joined(cell.split("\n"), self._words)[0] for cell in row.cells] for row in table.rows]
        captions, headers = table.head.caption_rows, table.head.header_rows
        for row in rows[:captions]:
            builder.block(" ".join(one_line(cell) for cell in row if cell))
        builder.table(
            table.head.labels,
            rows[captions + headers :],
            printed=rows[captions : captions + headers],
        )


def _parts(before: Line, after: Line) -> bool:
    """Does a new paragraph begin: another block, another size or weight, or a gap of a line?"""
    if before.block != after.block:
        return True
    if abs(before.size - after.size) > 0.6 or before.bold != after.bold:
        return abs(before.size - after.size) > 0.6 or before.bold
    return after.box[1] - before.box[3] > 0.9 * (after.box[3] - after.box[1])
