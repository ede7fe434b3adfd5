"""Tables that a plain text sets by spaces, tabs or dots alone: cells in columns, one row a line. Between
tabs, a cell may be longer than the stops are apart, and move the rest of its row.

The text stays as it is; a table only says which of its lines are rows, and what heads their columns.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from itertools import compress

from edge.indexing.structure.aligned_run import AlignedLine, AlignedRun
from edge.indexing.structure.document import Row, Table
from edge.indexing.structure.table_header import TableCells, table_head
from edge.indexing.structure.text_lines import TextLine
from edge.text.columns import GAP
from edge.text.list_items import BULLETS, is_label
from edge.text.one_line import one_line

_LEADERS = re.compile(r"\.{3,}")
#: One cell; what a rule begins with.
_WHOLE = re.compile(r"\S++(?: \S++)*+")
_RULES = frozenset("-=_+*~")
_OPTION = re.compile(r"[-/+]{1,2}\w")
_CODE = re.compile(r"[{}\\]|;$|^[$#>] |\w\(|==|:=")
_CAPTION = re.compile(r"(?:table|tableau)\b", re.IGNORECASE)
_DIGIT = re.compile(r"\d")
_MEASURE = re.compile(r"\d\s?(?:[^\W\d_]|[€$£%])")
_LONGEST = 200  # characters of a row
_LONGEST_NAME = 30
_MOST_CAPTION = 120
_MOST_ROWS = 400  # a longer one is told as several


def aligned_tables(text: str, lines: Sequence[TextLine]) -> list[Table]:
    """The tables among the lines of a text, none of them on one line twice."""
    tables: list[Table] = []
    for run in _runs(text, lines):
        if table := _table(run, lines):
            tables.append(table)
    return tables


def _runs(text: str, lines: Sequence[TextLine]) -> Iterator[list[AlignedLine]]:
    """Lines below each other, without a blank one between, whose cells stand in the same columns."""
    run = AlignedRun()
    for at, line in enumerate(lines):
        if _is_prose(text, line):  # nearly all are: told by what costs next to nothing
            if run.lines:
                yield run.lines
                run = AlignedRun()
            continue
        one = AlignedLine(text, line, at) if len(line.text) <= _LONGEST else None
        alone = one is None or (len(one.cells) < 2 and not one.tabbed and not one.rule)
        ended = alone or line.after_blank or len(run.lines) >= _MOST_ROWS
        if run.lines and one is not None and not ended and run.take(one):
            continue
        if run.lines:
            yield run.lines
        run = AlignedRun() if one is None or alone or one.rule else AlignedRun([one])
    if run.lines:
        yield run.lines


def _is_prose(text: str, line: TextLine) -> bool:
    """Whether a line is one cell that stands alone, without tabs, leaders or a rule."""
    said = line.text
    return (
        said[0] not in _RULES
        and "..." not in said
        and _WHOLE.fullmatch(said) is not None
        and text.find("\t", line.start, line.end) < 0
    )


def _table(run: list[AlignedLine], lines: Sequence[TextLine]) -> Table | None:
    """The run as a table, None where it is a list, contents, code, or too little to tell."""
    while run and run[-1].rule:
        run.pop()
    rows = [line for line in run if not line.rule]
    cells = _in_columns(rows)
    if cells is None or len(rows) < 2 or (len(rows) < 3 and len(cells[0]) < 3):
        return None
    if _is_contents(cells, rows) or _mostly(cells, lambda own: bool(_OPTION.match(own[0]))):
        return None
    if all(is_label(own[0]) or (own[0] and own[0] in BULLETS) for own in cells):
        return None  # a list: a word processor sets a tab behind its numbers
    if _mostly([[row.line.text] for row in rows], lambda own: bool(_CODE.search(own[0])), 0.3):
        return None
    ruled = next((n for n, line in enumerate(run) if line.rule), 0)
    head = table_head([TableCells(own) for own in cells], ruled=False, ruled_below=ruled)
    heads = head.header_rows if not head.caption_rows else 0
    if heads == 0 and _named(cells):
        heads = 1
    body = [
        Row(own, row.line.start + row.line.indent, row.line.start + row.line.indent + len(row.line.text))
        for own, row in zip(cells[heads:], rows[heads:], strict=True)
    ]
    header = [" ".join(filter(None, names)) for names in zip(*cells[:heads], strict=True)] if heads else []
    return Table(caption_above(lines, rows[0].at), rows[0].line.start, body[-1].end, header, body)


def _in_columns(rows: Sequence[AlignedLine]) -> list[list[str]] | None:
    """The cells of each row by column, "" where it leaves one blank; None where they do not part so."""
    if not rows:
        return None
    run = AlignedRun(rows)
    if not run.aligned:
        return _without_indent([row.tabbed for row in rows]) if run.tabbed else None
    cells = []
    for row in rows:
        own = [""] * len(run.columns)
        said = [one_line(cell) for cell in GAP.split(row.line.text) if cell.strip()]
        if len(said) != len(row.cells):
            return None
        for span, cell in zip(row.cells, said, strict=True):
            own[run.column(span)] = cell
        cells.append(own)
    return cells


def _without_indent(cells: list[list[str]]) -> list[list[str]] | None:
    """Cells between tabs without the columns that every row leaves blank; None where one column is left."""
    kept = [any(column) for column in zip(*cells, strict=True)]
    return [list(compress(row, kept)) for row in cells] if sum(kept) > 1 else None


def _named(cells: Sequence[Sequence[str]]) -> bool:
    """Whether the first row names the columns: no figure in it, and figures below it; or it alone is in
    capitals, has no label, no units of measure ("42", "48" above "25 mm", "28 mm"), or a capital.
    """
    first, rest = cells[0], cells[1:]
    if all(map(_is_name, first)) and any(_begins_small(column) for column in zip(*cells, strict=True)):
        return True
    if all(first[1:]) and not first[0] and all(row[0] for row in rest):
        return True
    if all(first) and all(_measured(column) for column in list(zip(*cells, strict=True))[1:]):
        return True
    if any(_DIGIT.search(cell) for cell in first) or sum(map(bool, first)) < len(first) - 1:
        return False
    if all(cell.isupper() or not cell for cell in first) and not any(
        all(cell.isupper() or not cell for cell in row) for row in rest
    ):
        return True
    return any(
        sum(bool(_DIGIT.search(row[column])) for row in rest) >= 0.6 * len(rest)
        for column in range(1, len(first))
    )


def _is_name(cell: str) -> bool:
    """Whether a cell can name a column: short, with a capital, no address and no term before a colon."""
    return (
        cell[:1].isupper()
        and len(cell) <= _LONGEST_NAME
        and not cell.endswith((":", ","))
        and "@" not in cell
    )


def _begins_small(column: Sequence[str]) -> bool:
    """Whether a capital stands above cells that begin small: "Condition" above "good", "worn", "as new"."""
    first, *rest = column
    small = sum(cell[0].islower() for cell in rest if cell)
    return len(rest) > 1 and first[0].isupper() and small > 0.6 * len(rest)


def _measured(column: Sequence[str]) -> bool:
    """Whether the cells below the first are measures or amounts, and that is none."""
    first, *rest = column
    return not _MEASURE.search(first) and sum(bool(_MEASURE.search(cell)) for cell in rest) > 0.6 * len(rest)


def _is_contents(cells: Sequence[Sequence[str]], rows: Sequence[AlignedLine]) -> bool:
    """Titles with the numbers of their pages."""
    numbers = [own[-1] for own in cells]
    dotted = sum(bool(_LEADERS.search(row.line.text)) for row in rows)
    return 2 * dotted >= len(rows) and all(number.isdecimal() and len(number) < 5 for number in numbers)


def _mostly(
    cells: Sequence[Sequence[str]], holds: Callable[[Sequence[str]], bool], share: float = 0.5
) -> bool:
    return sum(map(holds, cells)) >= share * len(cells)


def caption_above(lines: Sequence[TextLine], first: int) -> str:
    """The line above a table whose first line is that one, where it announces it or says that it is one."""
    if not first:
        return ""
    above = lines[first - 1].text
    if len(above) > _MOST_CAPTION or not (above.endswith(":") or _CAPTION.match(above)):
        return ""
    return one_line(above)
