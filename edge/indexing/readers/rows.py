"""Rows of cells, as sheets and CSV files have them, to paragraphs and tables of a page."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence

from edge.indexing.structure.page_builder import PageBuilder
from edge.indexing.structure.table_header import TableCells, table_head

#: A long table is told as several, each under the header again: a search finds a place in it, not all of it.
ROWS_PER_TABLE = 60
#: More columns are data for programs: their lines are text, not cells that somebody reads across.
MOST_COLUMNS = 256
_MOST_CELL = 20_000  # characters
_LOOKED_AT = 50  # rows that are looked at to find the header
#: A whole date, or a number with a fraction: a year may name a column, these do not.
_VALUE = re.compile(
    r"\d{4}-\d\d-\d\d(?:[ T].{0,15})?|\d{1,2}[./]\d{1,2}[./]\d{2,4}|[-+]?\d{1,12}[.,]\d{1,15}"
)
_MOSTLY = 0.8


def add(builder: PageBuilder, rows: Iterable[Sequence[str]]) -> None:
    """Add rows to a page. Blocks of rows stand between empty ones; lines of a single cell are text."""
    for block in _blocks(rows):
        _add_block(builder, block)


def _blocks(rows: Iterable[Sequence[str]]) -> Iterator[list[list[str]]]:
    block: list[list[str]] = []
    for row in rows:
        cells = [cell[:_MOST_CELL].strip() for cell in row]
        if any(cells):
            block.append(cells)
        elif block:
            yield block
            block = []
    if block:
        yield block


def _add_block(builder: PageBuilder, block: list[list[str]]) -> None:
    at = 0
    while at < len(block) and sum(map(bool, block[at])) == 1:
        builder.block(" ".join(filter(None, block[at])))
        at += 1
    body = block[at:]
    used = sorted({column for row in body for column, cell in enumerate(row) if cell})
    if not used:
        return
    if len(body) < 2 or not 2 <= len(used) <= MOST_COLUMNS:
        builder.block("\n".join(" | ".join(filter(None, row)) for row in body))
        return
    cells = [[row[column] if column < len(row) else "" for column in used] for row in body]
    printed, header = _header(cells)
    rest = cells[len(printed) :]
    for first in range(0, len(rest), ROWS_PER_TABLE):
        # The line above is the caption of the first part; the others have none of their own.
        own = rest[first : first + ROWS_PER_TABLE]
        builder.table(header, own, None if first == 0 else "", printed=printed)


def _header(cells: Sequence[Sequence[str]]) -> tuple[Sequence[Sequence[str]], Sequence[str]]:
    """The rows that head the others, and what they say of each column: the first; with the second where that
    tells the columns under a heading of several; none where the first has values as all others.
    """
    looked = [TableCells(list(row)) for row in cells[:_LOOKED_AT]]
    for column, cell in enumerate(cells[0]):
        below = [row.cells[column] for row in looked[1:] if row.cells[column]]
        if _VALUE.fullmatch(cell) and below:
            same = sum(map(bool, map(_VALUE.fullmatch, below)))
            if same >= _MOSTLY * len(below):
                return [], []
    head = table_head(looked, ruled=True)
    if head.caption_rows == 0 and head.header_rows == 2:
        return cells[:2], head.labels
    return cells[:1], cells[0]
