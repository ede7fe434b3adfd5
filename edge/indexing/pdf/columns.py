"""Tables without rules: rows of short texts that stand under each other in columns.

Taken only where little else can be meant: columns of running text, lists with their bullets, contents pages
and forms stay text.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from itertools import pairwise
from statistics import median

import msgspec

from edge.indexing.pdf.grid import FoundTable
from edge.indexing.pdf.lines import PdfLine
from edge.indexing.pdf.scan import Box
from edge.indexing.structure.table_header import TableCells, table_head
from edge.text.list_items import is_open
from edge.text.spans import merged

_ROW = 0.4  # type sizes between base lines of one row, at the most
_GUTTER = 0.5  # type sizes between columns, at the least
_APART = 2.6  # type sizes from row to row, at the most: a wider gap ends the table
_WRAPPED = 1.5  # type sizes from a row to the rest of its cells
_ALIGNED = 3.0  # points
_MOSTLY = 0.7
_LEAST_ROWS = 3
_SCATTERED = 1.2  # places in the file for each line of a table, at the most
_SHORT_CELL = 40  # characters on a line of a cell, as a rule
_NARROW = 20  # characters on a line of running text, at the least
_RUN_ON = 0.3  # share of the lines of running text that go on with the one above, at the least
_LEAST_ON = 0.15  # of those of each column
_WORDS = 4  # of a line that is gone on with
_LABEL = re.compile(r"[\W_]{0,3}|\(?(?:\d{1,3}(?:\.\d{1,3})*|[A-Za-z]|[ivxIVX]{1,5})[.):]?\)?|\[\d+\]")
_BULLET = re.compile(r"[\W_]{1,3}")
_PROMPT = re.compile(r"\A[^\n]*:")
_FIGURES = re.compile(r"\A\W*+(?:[A-Z]{1,4}+\W{0,2}+)?\d[\d.,'\s  ]*(?:\W{0,2}[A-Za-zµ°€$£%²³/]{0,6})\W*")

_Cells = list[tuple[int, PdfLine]]


class _Run(msgspec.Struct):
    """Rows that may be a table: the columns they leave, and each row's base line."""

    rows: list[_Cells]
    columns: list[tuple[float, float]]


def aligned_tables(
    lines: Sequence[PdfLine], taken: Iterable[int], strokes: Sequence[Box]
) -> list[FoundTable]:
    """The tables set in columns, from the top. `taken`: lines that other tables hold already."""
    free = set(range(len(lines))) - set(taken)
    rows = _visual_rows([(at, lines[at]) for at in sorted(free)])
    if sum(1 for row in rows if len(row) > 1) < _LEAST_ROWS:
        return []
    tables: list[FoundTable] = []
    start = 0
    while start < len(rows):
        if len(rows[start]) < 2:
            start += 1
            continue
        run = _run(rows, start)
        table = _table(run, strokes) if len(run.rows) >= _LEAST_ROWS else None
        if table:
            tables.append(table)
            start += len(run.rows)
        else:
            start += max(1, len(run.rows) - 1) if _prose(run) else 1
    return tables


def _visual_rows(lines: _Cells) -> list[_Cells]:
    """Lines on one base line, from left to right; rows from the top."""
    rows: list[_Cells] = []
    for cell in sorted(lines, key=lambda cell: cell[1].base):
        if rows and cell[1].base - rows[-1][0][1].base <= _ROW * cell[1].size:
            rows[-1].append(cell)
        else:
            rows.append([cell])
    for row in rows:
        row.sort(key=lambda cell: cell[1].box[0])
    return rows


def _run(rows: Sequence[_Cells], start: int) -> _Run:
    """From a row of two cells or more down, as long as rows fit the columns."""
    run = _Run([], [])
    for at in range(start, len(rows)):
        row = rows[at]
        size = row[0][1].size
        if run.rows:
            gap = row[0][1].base - run.rows[-1][0][1].base
            if gap > _APART * size or gap <= 0:
                break
        columns = merged([*run.columns, *((cell.box[0], cell.box[2]) for _, cell in row)], _GUTTER * size)
        if len(columns) < 2 or (run.columns and len(columns) < len(run.columns) and len(columns) < 3):
            break
        if run.columns and len(columns) < len(run.columns) - 1:
            break
        if len(row) == 1 and not _continues(run, row[0][1], rows, at):
            break
        run.columns = columns
        run.rows.append(row)
    while run.rows and len(run.rows[-1]) == 1 and _column(run.columns, run.rows[-1][0][1]) == 0:
        run.rows.pop()
    return run


def _continues(run: _Run, cell: PdfLine, rows: Sequence[_Cells], at: int) -> bool:
    """Is a lone line the rest of a cell above, or a heading among the rows, with rows like them below?"""
    before = run.rows[-1][0][1]
    if _column(run.columns, cell) > 0:
        return cell.base - before.base <= _WRAPPED * cell.size
    below = rows[at + 1] if at + 1 < len(rows) else []
    return len(below) > 1 and below[0][1].base - cell.base <= _WRAPPED * 1.4 * cell.size


def _column(columns: Sequence[tuple[float, float]], line: PdfLine) -> int:
    middle = (line.box[0] + line.box[2]) / 2
    return min(
        range(len(columns)),
        key=lambda at: max(columns[at][0] - middle, middle - columns[at][1], 0),
    )


def _records(run: _Run) -> list[list[_Cells]]:
    """Visual rows as rows of the table: one begins with an entry of the first column, or after a gap."""
    records: list[list[_Cells]] = []
    for row in run.rows:
        first = row[0][1]
        if records:
            above = records[-1][-1][0][1]
            wrapped = first.base - above.base <= _WRAPPED * first.size
            if wrapped and _column(run.columns, first) > 0 and len(records[-1]) < 8:
                records[-1].append(row)
                continue
        records.append([row])
    return records


def _table(run: _Run, strokes: Sequence[Box]) -> FoundTable | None:
    if _prose(run) or not _together(run) or not _all_aligned(run):
        return None
    records = _records(run)
    count = len(run.columns)
    made = []
    for record in records:
        cells: list[list[str]] = [[] for _ in range(count)]
        for row in record:
            for _, line in row:
                cells[_column(run.columns, line)].append(line.text)
        bold = all(line.bold for row in record for _, line in row)
        made.append(TableCells(["\n".join(cell) for cell in cells], bold))
    if len(made) < _LEAST_ROWS:
        return None
    head = table_head(made, ruled=False, ruled_below=_above_rule(records, run, strokes))
    if not _reads_like_one(made, head.header_rows + head.caption_rows, bool(head.header_rows)):
        return None
    lines = [line for row in run.rows for _, line in row]
    box = (
        min(line.box[0] for line in lines),
        min(line.box[1] for line in lines),
        max(line.box[2] for line in lines),
        max(line.box[3] for line in lines),
    )
    starts = [column[0] for column in run.columns]
    return FoundTable(box, [*starts, box[2]], made, head, [at for row in run.rows for at, _ in row])


def _prose(run: _Run) -> bool:
    """Columns of running text: long lines side by side, or shorter ones that run on in each column."""
    lengths = [len(line.text) for row in run.rows for _, line in row]
    usual = median(lengths or [0])
    return usual > _SHORT_CELL - 5 or (usual > _NARROW and _runs_on(run))


def _runs_on(run: _Run) -> bool:
    """Do sentences go on from line to line in every column, and begin in one where they go on in another? In
    a table they go on within a cell, and the cells of a row begin together.
    """
    above = dict[int, str]()
    lines = dict.fromkeys(range(len(run.columns)), 0)
    on = lines.copy()
    apart = False
    for row in run.rows:
        begins = goes = False
        for _, line in row:
            column = _column(run.columns, line)
            before, above[column] = above.get(column, ""), line.text
            lines[column] += 1
            if _goes_on(before, line.text):
                on[column] += 1
                goes = True
            begins = begins or (before.endswith((".", "!", "?")) and line.text[0].isupper())
        apart = apart or (begins and goes)
    if not apart or sum(on.values()) < _RUN_ON * sum(lines.values()):
        return False
    return all(on[column] >= _LEAST_ON * count for column, count in lines.items())


def _goes_on(above: str, below: str) -> bool:
    """Whether a line of some words ends in the middle of a sentence that the one below it takes up."""
    if above.count(" ") < _WORDS - 1 or above[-1] in ".;:!?":
        return False
    return not below[0].isupper() or is_open(above)


def _together(run: _Run) -> bool:
    """Are they written together? Rows across the columns of a page are lines from all over its file."""
    places = [at for row in run.rows for at, _ in row]
    return max(places) - min(places) + 1 <= _SCATTERED * len(places)


def _all_aligned(run: _Run) -> bool:
    """Do the cells of each column begin, end or have their middle under each other?"""
    sides: list[list[tuple[float, float]]] = [[] for _ in run.columns]
    for row in run.rows:
        for _, line in row:
            sides[_column(run.columns, line)].append((line.box[0], line.box[2]))
    for spans in sides:
        if len(spans) < 2:
            return False
        ways = (
            [start for start, _ in spans],
            [end for _, end in spans],
            [(start + end) / 2 for start, end in spans],
        )
        if not any(
            sum(abs(at - median(way)) <= _ALIGNED for at in way) >= _MOSTLY * len(way) for way in ways
        ):
            return False
    return True


def _reads_like_one(rows: Sequence[TableCells], before: int, headed: bool) -> bool:
    """Is it a table, and no list, contents page or form? `before`: rows of caption and header."""
    body = rows[before:]
    count = len(rows[0].cells)
    columns = [[row.cells[at] for row in body if row.cells[at]] for at in range(count)]
    beside = sum(1 for row in body if row.filled > 1)
    if len(body) < 2 or sum(map(len, columns)) < 0.6 * len(body) * count or beside < _MOSTLY * len(body):
        return False
    if any("…" in cell for column in columns for cell in column):
        return False
    if not headed and _rising(columns[-1]):
        return False
    if count > 2:
        return _share(columns[0], _BULLET) < 0.5
    if _share(columns[0], _LABEL) > 0.5 or _share(columns[0], _PROMPT) > 0.5:
        return False
    return headed or _share(columns[1], _FIGURES) >= _MOSTLY


def _share(cells: Sequence[str], pattern: re.Pattern[str]) -> float:
    """Which part of the cells is all of this kind."""
    return sum(1 for cell in cells if pattern.fullmatch(cell)) / len(cells) if cells else 0.0


def _rising(cells: Sequence[str]) -> bool:
    """Is it the column of page numbers of a contents page?"""
    values = [int(cell) for cell in cells if cell.isdecimal() and len(cell) <= 4]
    return len(values) > 2 and len(values) > _MOSTLY * len(cells) and values == sorted(values)


def _above_rule(records: Sequence[list[_Cells]], run: _Run, strokes: Sequence[Box]) -> int:
    """How many rows stand above the first rule inside the table; 0 where there is none."""
    left, right = run.columns[0][0], run.columns[-1][1]
    rules = [
        box[1]
        for box in strokes
        if box[3] - box[1] <= 3 and min(box[2], right) - max(box[0], left) >= 0.25 * (right - left)
    ]
    for at in range(1, min(4, len(records))):
        if _rule_between(records[at - 1], records[at], rules):
            # Rules under every row part rows, and tell nothing of the header.
            further = records[at : at + 4]
            return 0 if any(_rule_between(*pair, rules) for pair in pairwise(further)) else at
    return 0


def _rule_between(one: list[_Cells], other: list[_Cells], rules: Sequence[float]) -> bool:
    above = max(line.base for row in one for _, line in row)
    below = min(line.base for row in other for _, line in row)
    return any(above < y < below for y in rules)
