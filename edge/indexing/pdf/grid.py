"""Tables by their ruling lines: strokes to a grid, lines of text to its cells.

PyMuPDF's own finder costs about 1 ms for 30 characters looked at, 60 to 300 ms a table: half of all the time
that an index run took on real manuals. Here each stroke and each line is looked at once.
"""

from __future__ import annotations

from bisect import bisect_right
from collections import defaultdict
from collections.abc import Iterable, Sequence
from itertools import pairwise

import msgspec

from edge.indexing.pdf.lines import PdfLine
from edge.indexing.pdf.scan import Box
from edge.indexing.structure.table_header import TableCells, TableHead, table_head

_THIN = 3.0  # points: a box no thicker is a rule
_TOUCH = 3.0  # points between rules that meet
_SAME = 2.5  # points between rules that are one
_SHORT = 6.0  # points: a shorter rule frames nothing
#: Share of the frame's height (width) that a column's (row's) rule covers, at the least.
_TALL, _WIDE = 0.4, 0.3
#: Rules that meet are looked for pair by pair: past this a page is a drawing.
_MOST_PAIRS = 400_000
_FILLED = 3  # one cell of so many holds text, at the least

Rule = tuple[float, float, float]  # across: y, x0, x1; down: x, y0, y1


class FoundTable(msgspec.Struct):
    """A table on a page: bounds of its columns in points, its rows as printed, and the lines they are."""

    box: Box
    columns: list[float]
    rows: list[TableCells]
    head: TableHead
    members: list[int]

    @property
    def body(self) -> list[TableCells]:
        """Rows of data."""
        return self.rows[self.head.caption_rows + self.head.header_rows :]


def ruled_tables(lines: Sequence[PdfLine], strokes: Iterable[Box]) -> list[FoundTable]:
    """The tables framed by rules, from the top. `members` are indices into `lines`."""
    across, down = _rules(strokes)
    if len(across) + len(down) < 3 or not across or not down or len(across) * len(down) > _MOST_PAIRS:
        return []
    tables = []
    for part in _parts(across, down):
        table = _table(*part, lines)
        if table:
            tables.append(table)
    return sorted(tables, key=lambda table: table.box[1])


def _rules(strokes: Iterable[Box]) -> tuple[list[Rule], list[Rule]]:
    """Rules across and down; a box is its four sides. Rules in line with each other are made one."""
    across: list[Rule] = []
    down: list[Rule] = []
    for x0, y0, x1, y1 in strokes:
        wide, tall = x1 - x0, y1 - y0
        if tall <= _THIN:
            if wide >= _SHORT:
                across.append(((y0 + y1) / 2, x0, x1))
        elif wide <= _THIN:
            down.append(((x0 + x1) / 2, y0, y1))
        elif wide >= _SHORT:
            across += [(y0, x0, x1), (y1, x0, x1)]
            down += [(x0, y0, y1), (x1, y0, y1)]
    return _merged(across), _merged(down)


def _merged(rules: list[Rule]) -> list[Rule]:
    bands: list[list[Rule]] = []
    for rule in sorted(rules):
        if bands and rule[0] - bands[-1][0][0] <= _SAME:
            bands[-1].append(rule)
        else:
            bands.append([rule])
    merged: list[Rule] = []
    for band in bands:
        at = sum(rule[0] for rule in band) / len(band)
        spans: list[tuple[float, float]] = []
        for _, start, end in sorted(band, key=lambda rule: rule[1]):
            if spans and start <= spans[-1][1] + _TOUCH:
                spans[-1] = (spans[-1][0], max(spans[-1][1], end))
            else:
                spans.append((start, end))
        merged += [(at, *span) for span in spans]
    return merged


def _parts(across: list[Rule], down: list[Rule]) -> list[tuple[list[Rule], list[Rule]]]:
    """Groups of rules that hang together."""
    parent = list(range(len(across) + len(down)))

    def root(at: int) -> int:
        while parent[at] != at:
            parent[at] = parent[parent[at]]
            at = parent[at]
        return at

    for i, (y, x0, x1) in enumerate(across):
        for j, (x, y0, y1) in enumerate(down):
            if x0 - _TOUCH <= x <= x1 + _TOUCH and y0 - _TOUCH <= y <= y1 + _TOUCH:
                parent[root(i)] = root(len(across) + j)
    groups: defaultdict[int, tuple[list[Rule], list[Rule]]] = defaultdict(lambda: ([], []))
    for i, rule in enumerate(across):
        groups[root(i)][0].append(rule)
    for j, rule in enumerate(down):
        groups[root(len(across) + j)][1].append(rule)
    return [part for part in groups.values() if part[0] and part[1]]


def _bounds(rules: list[Rule], others: list[Rule], share: float) -> list[float]:
    """Where columns (rows) are parted: rules long enough, and the ends of those that run the other way."""
    start, end = min(rule[1] for rule in rules), max(rule[2] for rule in rules)
    lengths: defaultdict[float, float] = defaultdict(float)
    for at, first, last in rules:
        lengths[at] += last - first
    bounds = sorted(at for at, length in lengths.items() if length >= share * (end - start))
    first, last = min(rule[1] for rule in others), max(rule[2] for rule in others)
    if bounds and first < bounds[0] - 2 * _TOUCH:
        bounds.insert(0, first)
    if bounds and last > bounds[-1] + 2 * _TOUCH:
        bounds.append(last)
    return bounds


def _table(across: list[Rule], down: list[Rule], lines: Sequence[PdfLine]) -> FoundTable | None:
    columns, rows = _bounds(down, across, _TALL), _bounds(across, down, _WIDE)
    if len(columns) < 3 or len(rows) < 2:
        return None
    box = (columns[0], rows[0], columns[-1], rows[-1])
    members = [
        at
        for at, line in enumerate(lines)
        if box[0] - 1 <= (line.box[0] + line.box[2]) / 2 <= box[2] + 1
        and box[1] - 1 <= (line.box[1] + line.box[3]) / 2 <= box[3] + 1
    ]
    if len(members) < 3:
        return None
    placed: list[list[tuple[int, PdfLine]]] = [[] for _ in range(len(rows) - 1)]
    for at in members:
        line = lines[at]
        row = _place(rows, (line.box[1] + line.box[3]) / 2)
        placed[row] += _across_columns(line, columns, down)
    bands = [sorted(cells, key=lambda cell: (round(cell[1].base), cell[1].box[0])) for cells in placed]
    bands = [part for band in bands for part in _partly_ruled_rows(band, across, columns)]
    bands = [part for band in bands for part in _unruled_rows(band, bands)]
    filled = [
        [piece for piece in band if piece[1].text.strip()] for band in bands if any(p[1].text for p in band)
    ]
    used = sorted({column for band in filled for column, _ in band})
    made = [_row(band, used) for band in filled]
    if len(made) < 2 or len(used) < 2:
        return None
    if sum(row.filled for row in made) * _FILLED < len(made) * len(used):
        return None
    return FoundTable(box, columns, made, table_head(made, ruled=True), members)


def _place(bounds: Sequence[float], at: float) -> int:
    return max(0, min(len(bounds) - 2, bisect_right(bounds, at) - 1))


def _across_columns(line: PdfLine, columns: Sequence[float], down: list[Rule]) -> list[tuple[int, PdfLine]]:
    """The line in its column; cut where a rule stands between two of its words."""
    first, last = _place(columns, line.box[0] + 1), _place(columns, line.box[2] - 1)
    middle = (line.box[1] + line.box[3]) / 2
    pieces: list[tuple[int, PdfLine]] = []
    rest, at = line, first
    for column in range(first, last):
        bound = columns[column + 1]
        if not any(abs(x - bound) <= _SAME and y0 <= middle <= y1 for x, y0, y1 in down):
            continue  # a cell that spans columns
        parts = _cut(rest, bound)
        if parts is None:
            continue
        pieces.append((at, parts[0]))
        rest, at = parts[1], column + 1
    if first == last or not pieces:
        at = _place(columns, (line.box[0] + line.box[2]) / 2) if first == last else first
    return [*pieces, (at, rest)]


def _cut(line: PdfLine, bound: float) -> tuple[PdfLine, PdfLine] | None:
    """The line as two, at the space nearest to the rule: widths of letters are taken as alike."""
    width = (line.box[2] - line.box[0]) / max(1, len(line.text))
    spaces = [at for at, sign in enumerate(line.text) if sign == " "]
    if not spaces:
        return None
    at = min(spaces, key=lambda space: abs(line.box[0] + width * (space + 0.5) - bound))
    if abs(line.box[0] + width * (at + 0.5) - bound) > 4 * line.size:
        return None
    left = (line.box[0], line.box[1], bound, line.box[3])
    right = (bound, line.box[1], line.box[2], line.box[3])
    return (
        msgspec.structs.replace(line, text=line.text[:at], box=left),
        msgspec.structs.replace(line, text=line.text[at + 1 :], box=right),
    )


def _partly_ruled_rows(
    band: list[tuple[int, PdfLine]], across: list[Rule], columns: Sequence[float]
) -> list[list[tuple[int, PdfLine]]]:
    """A band of the grid as the rows that rules across some of its columns part, as sums below a bill are
    framed: each is one line that has words in two columns at least.
    """
    cuts = sorted(
        at
        for at, first, last in across
        if any(first <= x0 + _SAME and last >= x1 - _SAME for x0, x1 in pairwise(columns))
    )
    rows: dict[int, list[tuple[int, PdfLine]]] = {}
    for column, line in band:
        rows.setdefault(bisect_right(cuts, line.base), []).append((column, line))
    whole = all(
        len({column for column, _ in row}) > 1 and len({round(line.base) for _, line in row}) == 1
        for row in rows.values()
    )
    return [rows[at] for at in sorted(rows)] if whole else [band]


def _unruled_rows(
    band: list[tuple[int, PdfLine]], bands: list[list[tuple[int, PdfLine]]]
) -> list[list[tuple[int, PdfLine]]]:
    """A band of the grid as the rows it holds, where only header and frame are ruled: a row begins with each
    entry of the first column.
    """
    everything = sum(map(len, bands))
    bases = sorted({round(line.base) for _, line in band})
    if len(bases) < 4 or 2 * len(band) <= everything or len({column for column, _ in band}) < 2:
        return [band]
    first = min(column for column, _ in band)
    starts = sorted({round(line.base) for column, line in band if column == first})
    beside = sum(
        1 for start in starts if any(column != first and abs(line.base - start) <= 2 for column, line in band)
    )
    if len(starts) < 3 or beside < 0.8 * len(starts):
        return [band]
    rows: list[list[tuple[int, PdfLine]]] = [[] for _ in starts]
    for column, line in band:
        rows[max(0, bisect_right(starts, round(line.base) + 1) - 1)].append((column, line))
    return rows


def _row(band: list[tuple[int, PdfLine]], used: list[int]) -> TableCells:
    cells = ["\n".join(line.text for column, line in band if column == wanted) for wanted in used]
    return TableCells(cells, all(line.bold for _, line in band))
