"""Tables that go on over page ends: the header of the first page holds on those that follow."""

from __future__ import annotations

import re
from collections.abc import Sequence

import msgspec

from edge.indexing.pdf.grid import FoundTable
from edge.indexing.pdf.lines import PdfLine
from edge.indexing.structure.table_header import TableHead

_SAME_COLUMN = 24.0  # points: columns set to the left or right begin where their longest cell does
_CONTINUED = re.compile(r"\b(?:continued|cont(?:['’]d|\.)|suite|fortsetzung)\b", re.IGNORECASE)
_CAPTION = 160  # characters


class PageTables(msgspec.Struct):
    """The tables of one page, and its lines that are no running ones, by their index, in reading order."""

    tables: list[FoundTable]
    lines: Sequence[tuple[int, PdfLine]]


def carry_headers(pages: Sequence[PageTables]) -> None:
    """Give each table that continues the one before it that one's header. Where the header is printed again
    it stays the header; elsewhere the first rows, taken for one, are data.
    """
    before: FoundTable | None = None
    for page in pages:
        first = _at_top(page)
        if before is not None and first is not None and _continues(before, first):
            _carry(before, first)
        before = _at_bottom(page)


def _at_top(page: PageTables) -> FoundTable | None:
    """The table that the page opens with; a line that says "continued" may stand above it."""
    for at, line in page.lines:
        for table in page.tables:
            if at in table.members:
                return table
        if not (_CONTINUED.search(line.text) and len(line.text) <= _CAPTION):
            return None
    return None


def _at_bottom(page: PageTables) -> FoundTable | None:
    """The table that the page ends with; footnotes may stand below it."""
    for at, line in reversed(page.lines):
        for table in page.tables:
            if at in table.members:
                return table
        if not (line.note or _CONTINUED.search(line.text)):
            return None
    return None


def _continues(before: FoundTable, after: FoundTable) -> bool:
    """The same number of columns, at the same places or under the same header."""
    if len(before.rows[0].cells) != len(after.rows[0].cells):
        return False
    if _same_header(before, after):
        return True
    if len(before.columns) != len(after.columns):
        return False
    return all(
        abs(one - other) <= _SAME_COLUMN
        for one, other in zip(before.columns[:-1], after.columns[:-1], strict=True)
    )


def _same_header(before: FoundTable, after: FoundTable) -> bool:
    wanted = [" ".join(label.split()) for label in before.head.labels]
    return bool(wanted) and _repeated(wanted, after) > 0


def _repeated(labels: Sequence[str], table: FoundTable) -> int:
    """After how many rows the labels are said again, 0 where they are not."""
    for rows in (1, 2, 3):
        said = [
            " ".join(" ".join(part.split()) for part in cells).split()
            for cells in zip(*(row.cells for row in table.rows[:rows]), strict=True)
        ]
        if (
            all(set(label.split()) <= set(words) for label, words in zip(labels, said, strict=True))
            and sum(map(len, said)) <= 2 * sum(len(label.split()) for label in labels) + 6
        ):
            return rows
    return 0


def _carry(before: FoundTable, after: FoundTable) -> None:
    labels = before.head.labels
    if not labels:
        # The one before has none: what opens this page is no header either, unless it is set as one.
        if after.head.header_rows and not after.rows[after.head.caption_rows].bold:
            after.head = TableHead(0, 0, [])
        return
    rows = _repeated(labels, after)
    after.head = TableHead(0, rows, labels)
