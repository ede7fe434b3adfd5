"""Rows of cells, as sheets and CSV files have them, to paragraphs and tables of a page."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from edge.indexing.structure.layout import PageBuilder

#: A long table is told as several, each under the header again: a search finds a place in it, not all of it.
ROWS_PER_TABLE = 60
#: More columns are data for programs: their lines are text, not cells that somebody reads across.
MOST_COLUMNS = 256
_MOST_CELL = 20_000  # characters


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
    header, rest = cells[0], cells[1:]
    for first in range(0, len(rest), ROWS_PER_TABLE):
        # The line above is the caption of the first part; the others have none of their own.
        builder.table(header, rest[first : first + ROWS_PER_TABLE], None if first == 0 else "")
