"""The lines of a document's pages to page texts: paragraphs, headings, tables, whole words."""

from __future__ import annotations

from collections.abc import Sequence

import msgspec

from edge.indexing.pdf.grid import FoundTable
from edge.indexing.pdf.headings import Sizes, heading_level
from edge.indexing.pdf.lines import PdfLine
from edge.indexing.pdf.monospace import beside, code_blocks, code_text, is_monospace
from edge.indexing.pdf.outline import PdfOutline
from edge.indexing.pdf.recognised import settle_sizes
from edge.indexing.pdf.scan import Box
from edge.indexing.structure.divided_words import DocumentWords, joined
from edge.indexing.structure.document import Page
from edge.indexing.structure.page_builder import PageBuilder
from edge.text.list_items import is_open
from edge.text.one_line import one_line

_WORDS = 4  # of the last line of a column that is the middle of a sentence, at the least


class RawPage(msgspec.Struct):
    """A page before its running lines are known: lines in reading order, the tables they make."""

    number: int
    label: str = ""
    height: float = 0.0
    lines: list[PdfLine] = []
    tables: list[FoundTable] = []
    recognised: bool = False  # in a picture


def join_lines(lines: Sequence[PdfLine], tables: Sequence[FoundTable]) -> list[PdfLine]:
    """Runs that MuPDF reports as lines but that stand side by side in one block, made one line: all but those
    of tables, whose `members` follow.
    """
    of_tables = {at for table in tables for at in table.members}
    result: list[PdfLine] = []
    place: list[int] = []  # of each line in the result
    free = False  # may the last one take another beside it?
    for at, line in enumerate(lines):
        last = result[-1] if free and at not in of_tables else None
        if last and last.block == line.block and _side_by_side(last.box, line.box):
            result[-1] = _beside(last, line)
        elif last and last.block == line.block and _side_by_side(line.box, last.box):
            # Some producers write the page number of a contents line before its title.
            result[-1] = _beside(line, last)
        else:
            result.append(line)
        free = at not in of_tables
        place.append(len(result) - 1)
    for table in tables:
        table.members = [place[at] for at in table.members]
    return result


def _beside(left: PdfLine, right: PdfLine) -> PdfLine:
    top, bottom = min(left.box[1], right.box[1]), max(left.box[3], right.box[3])
    main = max(left, right, key=lambda line: len(line.text))
    return msgspec.structs.replace(
        left,
        text=f"{left.text} {right.text}",
        box=(left.box[0], top, right.box[2], bottom),
        size=main.size,
        bold=left.bold and right.bold,
        monospace=beside(left, right),
    )


def _side_by_side(left: Box, right: Box) -> bool:
    overlap = min(left[3], right[3]) - max(left[1], right[1])
    return right[0] >= left[2] - 1 and overlap > 0.6 * min(left[3] - left[1], right[3] - right[1])


class DocumentLayout:
    """What a document's type says: sizes, outline, words. Lays its pages out."""

    def __init__(self, raw: Sequence[RawPage], contents: PdfOutline) -> None:
        settle_sizes(raw)
        self._sizes = Sizes.of((line.size, len(line.text)) for page in raw for line in page.lines)
        self._contents = contents
        contents.place((page.number, [line.text for line in page.lines]) for page in raw)
        contents.learn_sizes((page.number, line.text, line.size) for page in raw for line in page.lines)
        self._monospace = is_monospace([line for page in raw for line in page.lines])
        self._words = DocumentWords([line.text for line in page.lines] for page in raw)

    def page(self, raw: RawPage, gone: set[int], label: str) -> Page:
        """One page: paragraphs, headings, and each table in place of the lines it was made of."""
        builder = PageBuilder()
        paragraph: list[PdfLine] = []
        table_of = {at: table for table in raw.tables for at in table.members}
        done: list[FoundTable] = []
        rest = [at for at in range(len(raw.lines)) if at not in gone]
        blocks = {} if self._monospace else code_blocks(raw.lines, rest, table_of)

        def flush() -> None:
            if paragraph:
                self._paragraph(builder, raw.number, paragraph)
                paragraph.clear()

        for at, line in enumerate(raw.lines):
            if at in gone:
                continue
            if at in blocks:
                if blocks[at][0] == at:
                    flush()
                    builder.block(code_text([raw.lines[one] for one in blocks[at]]), code=True)
                continue
            table = table_of.get(at)
            if table is not None:
                if not any(table is other for other in done):
                    flush()
                    self._table(builder, table)
                    done.append(table)
                continue
            if paragraph and _parts(paragraph[-1], line) and not self._one_title(raw.number, paragraph, line):
                flush()
            paragraph.append(line)
        flush()
        return builder.page(raw.number, label=label)

    def _one_title(self, number: int, before: Sequence[PdfLine], after: PdfLine) -> bool:
        """Whether the outline has these lines, set alike, as one title."""
        last = before[-1]
        if last.size != after.size or last.bold != after.bold:
            return False
        return self._contents.continues(number, " ".join(line.text for line in before), after.text)

    def _paragraph(self, builder: PageBuilder, number: int, lines: Sequence[PdfLine]) -> None:
        text, printed = joined([line.text for line in lines], self._words)
        level = heading_level(
            number, [(line.text, line.size, line.bold) for line in lines], self._sizes, self._contents
        )
        if level:
            builder.heading(level, text)
        else:
            builder.block(text, printed=printed)

    def _table(self, builder: PageBuilder, table: FoundTable) -> None:
        rows = [[joined(cell.split("\n"), self._words)[0] for cell in row.cells] for row in table.rows]
        captions, headers = table.head.caption_rows, table.head.header_rows
        for row in rows[:captions]:
            builder.block(" ".join(one_line(cell) for cell in row if cell))
        builder.table(
            table.head.labels,
            rows[captions + headers :],
            printed=rows[captions : captions + headers],
        )


def _goes_on_beside(before: PdfLine, after: PdfLine) -> bool:
    """Whether a sentence that is open at the end of a column goes on at the head of the next."""
    beside = after.box[3] < before.box[1] and after.box[0] >= before.box[2] - before.size
    alike = before.size == after.size and before.bold == after.bold
    said = before.text
    is_sentence = said.count(" ") >= _WORDS - 1 and (said[-1].isalpha() or said[-1] in ",-\u00ad")
    if not (beside and alike and is_sentence):
        return False
    return after.text[0].islower() or (after.text[0].isdigit() and is_open(before.text))


def _parts(before: PdfLine, after: PdfLine) -> bool:
    """Does a new paragraph begin: another block, another size or weight, or a gap of a line?"""
    if before.block != after.block:
        return not _goes_on_beside(before, after)
    if abs(before.size - after.size) > 0.6 or before.bold != after.bold:
        return abs(before.size - after.size) > 0.6 or before.bold
    return after.box[1] - before.box[3] > 0.9 * (after.box[3] - after.box[1])
