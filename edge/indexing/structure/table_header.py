"""Which of a table's first rows are its header, and which is its caption set inside the frame."""

from __future__ import annotations

import re
from collections.abc import Sequence

import msgspec

_DIGIT = re.compile(r"\d")
#: An amount, a measure, a date, a code: what stands in the cells and not above them.
_VALUE = re.compile(r"\A\W*+[A-Za-z]{0,4}+[-. ]?\d[\w.,:/ '’%€$£°+±×–-]*")
_MOST_HEADER_ROWS = 2
_MOSTLY = 0.6


class TableCells(msgspec.Struct):
    """One row of cells as printed. `bold`: all of it is."""

    cells: list[str]
    bold: bool = False

    @property
    def filled(self) -> int:
        """Cells that hold anything."""
        return sum(1 for cell in self.cells if cell)


class TableHead(msgspec.Struct):
    """How many rows before the data are caption, how many header, and a label for each column."""

    caption_rows: int
    header_rows: int
    labels: list[str]


def table_head(rows: Sequence[TableCells], *, ruled: bool, ruled_below: int = 0) -> TableHead:
    """Find the header of a table of at least two rows.

    `ruled`: its cells are framed (then the first row is the header unless it reads like those below);
    elsewhere it must be set apart: bold, above a rule (`ruled_below`: so many rows stand above the first rule
    inside), or words above figures.
    """
    captions = 0
    while captions < len(rows) - 2 and rows[captions].filled == 1 and rows[captions + 1].filled > 1:
        captions += 1
        if captions == _MOST_HEADER_ROWS:
            break
    body = rows[captions:]
    header = _header_rows(body, ruled=ruled, ruled_below=max(0, ruled_below - captions))
    return TableHead(captions, header, _labels([row.cells for row in body[:header]]))


def _header_rows(rows: Sequence[TableCells], *, ruled: bool, ruled_below: int) -> int:
    if len(rows) < 2:
        return 0
    if 0 < ruled_below <= _MOST_HEADER_ROWS and ruled_below < len(rows):
        return ruled_below
    bold = 0
    while bold < len(rows) and rows[bold].bold:
        bold += 1
    if 0 < bold <= _MOST_HEADER_ROWS and bold < len(rows):
        return bold
    first, rest = rows[0], rows[1:]
    above_figures = alike = 0
    for column, cell in enumerate(first.cells):
        below = [row.cells[column] for row in rest if row.cells[column]]
        if not cell or not below:
            continue
        values = sum(1 for other in below if _VALUE.fullmatch(other))
        if values >= _MOSTLY * len(below):
            if _VALUE.fullmatch(cell):
                alike += 1
            elif not _DIGIT.search(cell):
                above_figures += 1
    if alike:
        return 0
    if above_figures or ruled:
        return 2 if _second(rows) else 1
    return 0


def _second(rows: Sequence[TableCells]) -> bool:
    """Does the second row name the columns under a first row that spans several of them?"""
    if len(rows) < 3:
        return False
    first, second = rows[0], rows[1]
    under = [cell for above, cell in zip(first.cells, second.cells, strict=True) if cell and not above]
    return (
        bool(under)
        and first.filled >= 2
        and not any(_DIGIT.search(cell) for cell in second.cells)
        and any(_DIGIT.search(cell) for cell in rows[2].cells)
    )


def _labels(header: Sequence[Sequence[str]]) -> list[str]:
    """One label a column; a heading that spans columns is said before each of theirs."""
    if not header:
        return []
    labels = list(header[-1])
    for above in reversed(header[:-1]):
        spanning = ""
        for column, cell in enumerate(above):
            spanning = cell or (spanning if labels[column] else "")
            if spanning != labels[column]:  # one cell that is two rows high
                labels[column] = f"{spanning} {labels[column]}".strip()
    return labels
