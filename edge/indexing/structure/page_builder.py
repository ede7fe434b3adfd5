"""Laying blocks out as one page text while noting where each heading and table row stands."""

from __future__ import annotations

import re
from collections.abc import Sequence

from edge.indexing.structure.document import Heading, Page, PrintedText, Row, Table
from edge.text.one_line import one_line
from edge.text.sanitise import clean, tidy

CELL = " | "
_GAP = "\n\n"
_CAPTION = re.compile(r"(?:table|tableau)\b", re.IGNORECASE)
_MARKED = 3  # headings that are marked as such: a page that has them does not name its sections in bold
_SHORT = 120  # characters: a line above a table that may still be its caption


class PageBuilder:
    """Collects blocks in reading order; `page()` gives the text they make, one blank line between blocks."""

    def __init__(self) -> None:
        self._parts: list[str] = []
        self._length = 0
        self._headings: list[Heading] = []
        self._tables: list[Table] = []
        self._printed: list[PrintedText] = []
        self._last_block = ""
        self._lines: list[tuple[int, int]] = []
        self._line_ends = 0  # of the text so far
        self._last_pair = (0, 0)  # (line of the text, line of the file)
        self._code: list[tuple[int, int]] = []
        self._aside: list[tuple[int, int]] = []
        self._closes = 0  # level of the headings that the next block is no longer under
        self._bold: set[int] = set()  # where headings start that are no more than bold lines

    @property
    def empty(self) -> bool:
        """True while nothing has been added."""
        return not self._parts

    @property
    def last_caption(self) -> str:
        """Of the table that was added last."""
        return self._tables[-1].caption if self._tables else ""

    @property
    def size(self) -> int:
        """Characters of text so far."""
        return self._length

    def block(
        self,
        text: str,
        lines: Sequence[tuple[int, int]] = (),
        *,
        code: bool = False,
        printed: Sequence[PrintedText] = (),
    ) -> int:
        """Add a paragraph, list or code block. Returns where it starts (the end of the text when blank).

        `lines`: (line of the block, line of the file), where the file is known. `code`: kept as it is, blank
        lines and all. `printed`: what of it is printed otherwise, as offsets into `text`.
        """
        given, text = text, clean(text).strip("\n") if code else tidy(text)
        if not text.strip():
            return self._length
        if self._parts:
            self._length += len(_GAP)
            self._line_ends += len(_GAP)
        start = self._length
        self._note_lines(text, start, lines)
        self._parts.append(text)
        self._length += len(text)
        self._line_ends += text.count("\n")
        self._last_block = "" if code else text  # a line of code is no caption
        if code:
            self._code.append((start, self._length))
        if self._closes:
            self._headings.append(Heading(start, self._closes, ""))
            self._closes = 0
        if text == given:
            self._printed += [PrintedText(start + one.start, start + one.end, one.text) for one in printed]
        return start

    def _note_lines(self, text: str, start: int, lines: Sequence[tuple[int, int]]) -> None:
        """Keep the pairs that counting line ends from the last one kept would not give."""
        counted = offset = 0  # lines of the text, and where the last of them begins
        for inside, number in lines:
            here = self._line_ends + inside
            if not self._lines or self._last_pair[1] + here - self._last_pair[0] != number:
                while counted < inside:
                    end = text.find("\n", offset) + 1
                    counted, offset = counted + 1, end or len(text) + 1
                self._lines.append((start + offset, number))
                self._last_pair = (here, number)

    def heading(self, level: int, text: str, line: int = 0) -> None:
        """Add a heading on a line of its own."""
        text = one_line(text)
        if text:
            self._closes = 0
            self._headings.append(Heading(self.block(text, [(0, line)] if line else ()), level, text))

    def bold_line(self, level: int, text: str, line: int = 0) -> None:
        """Add a line in bold: a heading, unless the page turns out to mark its headings otherwise. Then it is
        the title of a note, an example or a table, and nothing says how far it reaches.
        """
        before = len(self._headings)
        self.heading(level, text, line)
        self._bold.update(heading.start for heading in self._headings[before:])

    def aside(self, start: int, end: int) -> None:
        """Note that these characters of the text point to other text."""
        self._aside.append((start, end))

    def close(self, level: int) -> None:
        """What follows stands under no heading of this level or below, unless it is one."""
        self._closes = level

    def table(
        self,
        header: Sequence[str],
        rows: Sequence[Sequence[str]],
        caption: str | None = None,
        line: int = 0,
        *,
        printed: Sequence[Sequence[str]] | None = None,
        numbers: Sequence[int] = (),
    ) -> None:
        """Add a table: the header line, then a line a row, cells joined by " | ".

        `line`: of the file, where each row is one and a rule stands below the header. Without a `caption`,
        the block above is taken when it says "Table…" or is one short unfinished line. `printed`: the header
        as it stands on this page, where that is not one row: none where a table runs on (then `line` is its
        first row's), two where headings stand above headings. `numbers`: the line of the file of each row in
        `printed` and `rows`, where that is known.
        """
        head = _cells(header)
        body = [cells for cells in map(_cells, rows) if any(cells)]
        if not any(head) and not body:
            return
        if caption is None:
            caption = self._caption_above()
        above = [head] if printed is None else [_cells(row) for row in printed]
        above = [cells for cells in above if any(cells)]
        lines = [CELL.join(cells).strip() for cells in [*above, *body]]
        if numbers:
            told = zip([*(printed or ()), *rows], numbers, strict=False)
            places = list(enumerate(number for row, number in told if any(_cells(row))))
        else:
            places = [(0, line), (1, line + 2)][: len(lines) if above else 1] if line else []
        start = position = self.block("\n".join(lines), places)
        spans = []
        for one in lines:
            spans.append((position, position + len(one)))
            position += len(one) + 1
        own = spans[len(spans) - len(body) :]
        table_rows = [Row(cells, *span) for cells, span in zip(body, own, strict=True)]
        head = head if any(head) else []
        self._tables.append(Table(one_line(caption), start, self._length, head, table_rows))
        self._last_block = ""

    def page(self, number: int, *, label: str = "", title: str = "") -> Page:
        """What was collected, as a page."""
        return Page(
            number=number,
            text=_GAP.join(self._parts),
            label=label,
            title=title,
            headings=self._named(),
            tables=self._tables,
            lines=self._lines,
            code=self._code,
            printed=self._printed,
            aside=self._aside,
        )

    def _named(self) -> list[Heading]:
        """The headings, without bold lines where there are marked ones below the title; a question in bold
        stands above its answer all the same.
        """
        marked = [one for one in self._headings if one.text and one.start not in self._bold]
        if len(marked) < _MARKED:
            return self._headings
        return [one for one in self._headings if one.start not in self._bold or one.text.endswith("?")]

    def _caption_above(self) -> str:
        lines = self._last_block.split("\n")
        for at in range(len(lines) - 1, -1, -1):
            if _CAPTION.match(lines[at].lstrip()) and len("\n".join(lines[at:])) <= 2 * _SHORT:
                return "\n".join(lines[at:])
        last = lines[-1].strip()
        return last if len(lines) == 1 and len(last) <= _SHORT and not last.endswith((".", ";")) else ""


def _cells(cells: Sequence[str]) -> list[str]:
    return [one_line(cell) for cell in cells]
