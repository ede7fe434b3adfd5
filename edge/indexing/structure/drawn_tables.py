"""Tables that a plain text draws: cells between bars, parted by rules, as manual pages, database shells and
reStructuredText write them.

The text stays as it is; a table only says which of its lines are rows, and what heads their columns.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from itertools import pairwise

from edge.indexing.structure.aligned_tables import caption_above
from edge.indexing.structure.document import Row, Table
from edge.indexing.structure.table_header import TableCells, table_head
from edge.indexing.structure.text_lines import TextLine
from edge.text.columns import BARS, DRAWN_RULE
from edge.text.one_line import one_line

_CROSSING = re.compile(r"[^-=─━═\s]")
_MOST_ROWS = 400  # a longer one is told as several

_Line = tuple[TextLine, list[str]]


def drawn_tables(text: str, lines: Sequence[TextLine]) -> list[Table]:
    """The tables among the lines of a text, none of them on one line twice."""
    tables: list[Table] = []
    at = 0
    while at < len(lines):
        if not DRAWN_RULE.fullmatch(lines[at].text):
            at += 1
            continue
        columns = _columns(text, lines[at])
        first = at - 1 if at and not lines[at].after_blank and _cells(text, lines[at - 1], columns) else at
        groups, at = _groups(text, lines, first, columns)
        if table := _table(groups, caption_above(lines, first)):
            tables.append(table)
    return tables


def _columns(text: str, rule: TextLine) -> list[tuple[int, int]]:
    """Where the cells stand under a rule, in characters from the beginning of the line."""
    shown = text[rule.start : rule.end]
    crossings = [match.start() for match in _CROSSING.finditer(shown)]
    edges = [rule.indent - 1, *crossings, len(shown)]
    return [(before + 1, after) for before, after in pairwise(edges) if after > before + 1]


def _cells(text: str, line: TextLine, columns: Sequence[tuple[int, int]]) -> list[str]:
    """What a line has in each column; a cell that goes over several stands in the first of them. Empty where
    the line is none of the table.
    """
    shown = text[line.start : line.end].ljust(columns[-1][1])
    cells = [""] * len(columns)
    at = 0
    bars = 0
    for n, (start, end) in enumerate(columns):
        if n and shown[start - 1] in BARS:
            at = n
            bars += 1
        cells[at] += shown[start - (at < n) : end]
    framed = line.text[0] in BARS and line.text[-1] in BARS
    around = shown[: columns[0][0]] + shown[columns[-1][1] :]
    return [one_line(cell) for cell in cells] if (bars or framed) and not around.strip(BARS + " ") else []


def _groups(
    text: str, lines: Sequence[TextLine], at: int, columns: Sequence[tuple[int, int]]
) -> tuple[list[tuple[list[_Line], str]], int]:
    """The lines of one table between its rules, each group with the rule below it ("" for the last), and the
    place behind the table.
    """
    groups: list[tuple[list[_Line], str]] = []
    group: list[_Line] = []
    begin = at
    while at < len(lines) and (at == begin or not lines[at].after_blank) and at - begin < _MOST_ROWS:
        line = lines[at]
        if DRAWN_RULE.fullmatch(line.text):
            if group:
                groups.append((group, line.text))
            group = []
        elif cells := _cells(text, line, columns):
            group += [(line, cells)] if any(cells) else []
        else:
            break
        at += 1
    return [*groups, (group, "")] if group else groups, max(at, begin + 1)


def _table(groups: Sequence[tuple[list[_Line], str]], caption: str) -> Table | None:
    """A rule between all rows makes a row of each group; else each line is one, but those above the first
    rule, which head the others. None of fewer than two rows.
    """
    if len(groups) < 3:
        told = [*(group for group, _ in groups[:-1]), *([line] for group, _ in groups[-1:] for line in group)]
    else:
        told = [group for group, _ in groups]
    if len(told) < 2 or len(told[0][0][1]) < 2:
        return None
    heads = 1 if len(groups) == 2 else _heads(told, [rule for _, rule in groups])
    header = [" ".join(filter(None, names)) for names in zip(*map(_joined, told[:heads]), strict=True)]
    body = [Row(_joined(row), *_span(row)) for row in told[heads:]]
    return Table(caption, told[0][0][0].start, body[-1].end, header, body)


def _heads(rows: Sequence[list[_Line]], rules: Sequence[str]) -> int:
    """How many rows name the columns: those above a doubled rule, else what a frame or figures tell. Each
    column has a name, but that of the labels.
    """
    doubled = next((n for n, rule in enumerate(rules, 1) if "=" in rule or "═" in rule), 0)
    if 0 < doubled < len(rows):
        return doubled
    cells = [TableCells(_joined(row)) for row in rows]
    return table_head(cells, ruled=len(rules) > 1).header_rows if all(cells[0].cells[1:]) else 0


def _joined(row: Sequence[_Line]) -> list[str]:
    """The cells of a row that may have several lines."""
    return [" ".join(filter(None, parts)) for parts in zip(*(cells for _, cells in row), strict=True)]


def _span(row: Sequence[_Line]) -> tuple[int, int]:
    first, last = row[0][0], row[-1][0]
    return first.start + first.indent, last.start + last.indent + len(last.text)


def outside(tables: Sequence[Table], drawn: Sequence[Table]) -> Iterator[Table]:
    """The tables that touch none of those that are drawn."""
    for table in tables:
        if not any(one.start < table.end and table.start < one.end for one in drawn):
            yield table
