"""A PDF's lines to page texts: reading order, running headers off, headings and ruled tables noted.

Runs inside the worker and is given MuPDF's objects; it imports nothing of MuPDF itself.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from itertools import pairwise
from typing import Any

import msgspec

from edge.errors import ReadError
from edge.indexing.document import Document, Page, stem
from edge.indexing.layout import PageBuilder
from edge.indexing.pdf_headings import PdfOutline, Sizes, heading_level
from edge.indexing.pdf_margins import running_lines
from edge.indexing.pdf_unread import PageState, page_state, unread_text
from edge.text.one_line import one_line

# MuPDF text flags: keep white space, clip to the page, spell ligatures out.
_FLAGS = 2 | 64
# The dots that lead from a title to its page number in a table of contents.
_LEADERS = re.compile(r"(?:^|(?<=[^.\s]))\s*(?:[.·_…]\s?){5,}")
_BOLD = 16  # span flag
#: Characters in all: past this a "document" is a bomb (5,000 dense pages hold about 20 million).
_MAX_CHARACTERS = 64_000_000

#: A page with more strokes is a map or a plan: looking for tables there takes minutes and finds none.
_MOST_DRAWINGS = 5_000

Box = tuple[float, float, float, float]


class Line(msgspec.Struct):
    """One line as set on the page. `box` is x0, y0, x1, y1 in points from the top left corner."""

    text: str
    box: Box
    size: float
    bold: bool
    block: int


class RuledTable(msgspec.Struct):
    """A table found by its ruling lines: its box and its cells, row by row."""

    box: Box
    rows: list[list[str]]


class RawPage(msgspec.Struct):
    """A page before its running lines are known."""

    number: int
    label: str
    height: float
    lines: list[Line]
    tables: list[RuledTable]


def read_document(pdf: Any, name: str, warnings: Callable[[], str]) -> Document:
    """All pages of an open MuPDF document; `warnings` gives what MuPDF said since it was last called.

    Raises ReadError when it holds more text than honest pages do.
    """
    raw: list[RawPage] = []
    states: list[PageState] = []
    characters = 0
    for number, page in enumerate(pdf, start=1):
        warnings()  # of the page before: looking for its pictures reads it again
        raw.append(_raw_page(page, number))
        states.append(page_state(page, has_text=bool(raw[-1].lines), warnings=warnings()))
        characters += sum(len(line.text) for line in raw[-1].lines)
        if characters > _MAX_CHARACTERS:
            raise ReadError(f"it holds more than {_MAX_CHARACTERS:,} characters of text")
    sizes = Sizes.of((line.size, len(line.text)) for page in raw for line in page.lines)
    entries = [(int(entry[0]), one_line(entry[1]), int(entry[2])) for entry in pdf.get_toc()]
    contents = PdfOutline(entries)
    texts = [[(line.text, line.box) for line in page.lines] for page in raw]
    running = running_lines(texts, raw, [entry[1] for entry in entries])
    contents.learn_sizes((page.number, line.text, line.size) for page in raw for line in page.lines)
    title = one_line((pdf.metadata or {}).get("title") or "") or stem(name)
    pages = [_page(page, gone, sizes, contents) for page, gone in zip(raw, running, strict=True)]
    return Document("pdf", title, pages, unread_text(states, repaired=bool(pdf.is_repaired)))


def _raw_page(page: Any, number: int) -> RawPage:
    content = page.get_text("dict", flags=_FLAGS, sort=False)
    lines: list[Line] = []
    for at, block in enumerate(content["blocks"]):
        for line in block.get("lines", ()):
            spans = [span for span in line["spans"] if span["text"]]
            text = one_line("".join(span["text"] for span in spans))
            if not text:
                # A line of white space still parts paragraphs in some producers' files; nothing to keep here.
                continue
            text = _LEADERS.sub(" … ", text).strip()
            largest = max(spans, key=lambda span: len(span["text"]))
            bold = all(
                span["flags"] & _BOLD or "bold" in span["font"].lower()
                for span in spans
                if span["text"].strip()
            )
            lines.append(
                Line(_kept_hyphen(text, spans), tuple(line["bbox"]), round(largest["size"], 1), bold, at)
            )
    return RawPage(
        number, one_line(page.get_label() or ""), page.rect.height, _in_order(_joined(lines)), _tables(page)
    )


def _kept_hyphen(text: str, spans: list[dict[str, Any]]) -> str:
    """A soft hyphen that ends the line is kept for now, so that the word can be joined with the next line."""
    return text + "\u00ad" if spans[-1]["text"].rstrip().endswith("\u00ad") else text


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
    return Line(
        f"{left.text} {right.text}",
        (left.box[0], top, right.box[2], bottom),
        main.size,
        left.bold and right.bold,
        left.block,
    )


def _side_by_side(left: Box, right: Box) -> bool:
    overlap = min(left[3], right[3]) - max(left[1], right[1])
    return right[0] >= left[2] - 1 and overlap > 0.6 * min(left[3] - left[1], right[3] - right[1])


def _in_order(lines: list[Line]) -> list[Line]:
    """The file's own order, which is reading order in nearly all PDFs, unless it jumps back up the page.

    A jump up is a new column when it also goes to the right; any other means that blocks were written in an
    order of their own (forms, stamps), and then they are sorted from the top.
    """
    blocks: list[list[Line]] = []
    for line in lines:
        if blocks and blocks[-1][0].block == line.block:
            blocks[-1].append(line)
        else:
            blocks.append([line])
    for before, after in pairwise(blocks):
        up = after[-1].box[3] < before[0].box[1]
        to_the_right = after[0].box[0] >= before[0].box[0] + 20
        if up and not to_the_right:
            blocks.sort(key=lambda block: (round(block[0].box[1]), block[0].box[0]))
            break
    return [line for block in blocks for line in block]


def _tables(page: Any) -> list[RuledTable]:
    """Tables on pages that have ruling lines; elsewhere the search costs much and finds columns of prose."""
    ruled = _ruled_area(page)
    if ruled is None:
        return []
    tables: list[RuledTable] = []
    try:
        extracted = [(tuple(table.bbox), table.extract()) for table in page.find_tables(clip=ruled).tables]
    except MemoryError:
        raise
    except Exception:  # noqa: BLE001 (in the worker: a table that defeats the finder stays plain text)
        return []
    for box, cells in extracted:
        rows = [[one_line(cell or "") for cell in row] for row in cells]
        rows = [row for row in rows if any(row)]
        columns = range(max(map(len, rows), default=0))
        filled_columns = [column for column in columns if any(row[column] for row in rows)]
        rows = [[row[column] for column in filled_columns] for row in rows]
        filled = sum(1 for row in rows for cell in row if cell)
        if min(len(rows), len(filled_columns)) >= 2 and filled * 3 >= len(rows) * len(filled_columns):
            tables.append(RuledTable(box, rows))
    return tables


def _ruled_area(page: Any) -> Box | None:
    """The part of the page that holds rules and boxes; None where they are too few to frame rows and columns.

    Looking there only saves most of the time: finding tables costs about 1 ms for 30 characters looked at.
    """
    rules = 0
    area: list[float] = []
    drawings = page.get_cdrawings()
    if len(drawings) > _MOST_DRAWINGS:
        return None
    for drawing in drawings:
        strokes = sum({"l": 1, "re": 2, "qu": 2}.get(item[0], 0) for item in drawing["items"])
        if not strokes:
            continue
        rules += strokes
        x0, y0, x1, y1 = drawing["rect"]
        before = area or [x0, y0, x1, y1]
        area = [min(before[0], x0), min(before[1], y0), max(before[2], x1), max(before[3], y1)]
    if rules < 4 or area[2] - area[0] < 20 or area[3] - area[1] < 10:
        return None
    return (area[0] - 3, area[1] - 3, area[2] + 3, area[3] + 3)


def _page(raw: RawPage, gone: set[int], sizes: Sizes, contents: PdfOutline) -> Page:
    """Lay one page out: paragraphs, headings, and each table in place of the lines it was made of."""
    lines = [line for at, line in enumerate(raw.lines) if at not in gone]
    tables = [table for table in raw.tables if _same_words(table, lines)]
    builder = PageBuilder()
    paragraph: list[Line] = []

    def flush() -> None:
        if paragraph:
            level = heading_level(
                raw.number, [(line.text, line.size, line.bold) for line in paragraph], sizes, contents
            )
            text = "\n".join(line.text for line in paragraph)
            if level:
                builder.heading(level, text)
            else:
                builder.block(text)
            paragraph.clear()

    done: list[RuledTable] = []
    for line in lines:
        table = next((table for table in tables if _inside(line.box, table.box)), None)
        if table is not None:
            if table not in done:
                flush()
                builder.table(table.rows[0], table.rows[1:])
                done.append(table)
            continue
        if paragraph and _parts(paragraph[-1], line):
            flush()
        paragraph.append(line)
    flush()
    return builder.page(raw.number, label=raw.label)


def _parts(before: Line, after: Line) -> bool:
    """Does a new paragraph begin: another block, another size or weight, or a gap of a line?"""
    if before.block != after.block:
        return True
    if abs(before.size - after.size) > 0.6 or before.bold != after.bold:
        return abs(before.size - after.size) > 0.6 or before.bold
    return after.box[1] - before.box[3] > 0.9 * (after.box[3] - after.box[1])


def _inside(box: Box, frame: Box) -> bool:
    x, y = (box[0] + box[2]) / 2, (box[1] + box[3]) / 2
    return frame[0] - 1 <= x <= frame[2] + 1 and frame[1] - 1 <= y <= frame[3] + 1


def _same_words(table: RuledTable, lines: list[Line]) -> bool:
    """Do the cells hold the very signs of the lines they would replace? If not, the lines stay."""
    cells = sorted("".join("".join(row) for row in table.rows).replace(" ", ""))
    under = [line.text for line in lines if _inside(line.box, table.box)]
    return cells == sorted("".join(under).replace(" ", "").replace("\u00ad", ""))
