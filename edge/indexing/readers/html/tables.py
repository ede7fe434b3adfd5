"""Tables of HTML: whether one holds data, its cells in their columns, and the rows that head the others."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

import msgspec

from edge.indexing.structure.table_header import TableCells, table_head
from edge.text.html.pieces import LINE, HtmlPiece, spans_of
from edge.text.one_line import one_line

_BOLD = {"b", "strong"}
_CELLS = {"td", "th"}
#: Elements that stand apart from what is before and after them.
BLOCKS = {"address", "article", "blockquote", "body", "caption", "center", "dd", "details", "div", "dl",
           "dt", "fieldset", "figcaption", "figure", "header", "hr", "html", "li", "main", "ol", "p",
           "section", "summary", "table", "tr", "ul"}  # fmt: skip
_APART = BLOCKS | _CELLS | {"br", "h1", "h2", "h3", "h4", "h5", "h6"}
_MOST_HEADER_ROWS = 3
#: Places that the cells of a table say they take: past this none is larger than one.
_MOST_PLACES = 500_000


class HtmlTable(msgspec.Struct):
    """`above`: rows of one cell right across it that stand before all others. `printed`: its header as it
    stands there; `labels`: what it says of each column. `lines`: of the file, for each row of `printed` and
    `rows`, where the format says them.
    """

    above: list[str]
    caption: str | None
    printed: list[list[str]]
    labels: list[str]
    rows: list[list[str]]
    lines: list[int]


class _Cell(msgspec.Struct):
    """`rows`, `columns`: how many it is high and wide."""

    heads: bool
    rows: int
    columns: int
    text: str = ""


class _Place(NamedTuple):
    """A place in the grid, and whether its cell runs on into it from the left or from above."""

    cell: _Cell
    beside: bool
    below: bool

    @property
    def own(self) -> bool:
        """Whether the cell begins here."""
        return not (self.beside or self.below)


_Grid = list[list[_Place]]


def table_of(pieces: Sequence[HtmlPiece], *, marks: bool) -> HtmlTable | None:
    """The table that the pieces of a `table` make, None where they are a frame round a text. `marks`: the
    format has a mark for the headings of a table, so that a row without it seldom is one.
    """
    cells, caption, lines = _cells(pieces)
    grid = _grid(cells)
    width = max(map(len, grid), default=0)
    above = 0
    while len(grid) > above + 2 and _across(grid[above], width):
        above += 1
    if any(_across(places, width) for places in grid[above:]):
        above = 0  # titles of groups of rows, the first as the others
    titles = [row[0].cell.text for row in grid[:above]]
    grid = grid[above:]
    rows = [_row(places) for places in grid]
    if not _is_table(rows):
        return None
    heads = _marked_heads(grid) or _heads(rows, grid, bold=_is_bold(pieces, above), framed=not marks)
    printed = [[place.cell.text if place.own else "" for place in _begun(row)] for row in grid[:heads]]
    labels = _labels(grid[:heads])
    if caption is None and any(titles):
        caption = [title for title in titles if title][-1]
    return HtmlTable(
        [title for title in titles if title], caption, printed, labels, rows[heads:], lines[above:]
    )


def _grid(cells: Sequence[Sequence[_Cell]]) -> _Grid:
    """Each row's cells in their columns, with those that run on into it."""
    places = sum(min(cell.rows, len(cells)) * cell.columns for row in cells for cell in row)
    placed: list[dict[int, _Place]] = [{} for _ in cells]
    for number, row in enumerate(cells):
        at = 0
        for cell in row:
            if places > _MOST_PLACES:
                cell.rows = cell.columns = 1
            while at in placed[number]:
                at += 1
            for down in range(min(cell.rows, len(cells) - number)):
                for along in range(cell.columns):
                    placed[number + down].setdefault(at + along, _Place(cell, along > 0, down > 0))
            at += cell.columns
    nothing = _Place(_Cell(False, 1, 1), False, False)
    return [[row.get(at, nothing) for at in range(max(row, default=-1) + 1)] for row in placed]


def _across(places: Sequence[_Place], width: int) -> bool:
    """Whether a row is one cell right across the table, which begins there."""
    whole = len(places) == width > 1 and all(place.cell is places[0].cell for place in places)
    return whole and places[0].own


def _row(places: Sequence[_Place]) -> list[str]:
    """The texts of a row; what runs on downwards is said again, what runs on to the right is not."""
    return ["" if place.beside else place.cell.text for place in _begun(places)]


def _begun(places: Sequence[_Place]) -> Sequence[_Place]:
    """A row up to the last cell that begins in its column."""
    return places[: max((at for at, place in enumerate(places, start=1) if not place.beside), default=0)]


def _marked_heads(grid: _Grid) -> int:
    """How many rows are marked as heading the others: the first, and rows of headings under one of its own
    that spans several.
    """
    marked = [[place.cell.heads for place in row if place.own] for row in grid]
    if sum(marked[0]) < min(2, len(marked[0])) or len(grid[0]) > len(marked[0]) == 1:
        return 0
    heads = 1
    while heads < min(_MOST_HEADER_ROWS, len(grid) - 1):
        spans = any(place.cell.columns > 1 or place.cell.rows > 1 for place in grid[heads - 1])
        if not (spans and marked[heads] and all(marked[heads])):
            break
        heads += 1
    return heads


def _labels(grid: _Grid) -> list[str]:
    """What stands above each column, from the top."""
    labels = [""] * max(map(len, grid), default=0)
    for row in grid:
        for at, place in enumerate(row):
            if not place.below:
                labels[at] = f"{labels[at]} {place.cell.text}".strip()
    return labels


def _heads(rows: list[list[str]], grid: _Grid, *, bold: bool, framed: bool) -> int:
    """How many first rows that are not marked name the columns: one that is bold, or has words above
    figures; where it is only `framed` as the others are, it does unless it reads like them. The second does
    too where it tells the columns under a cell that spans several.
    """
    width = max(map(len, rows))
    whole = [TableCells([*row, *[""] * (width - len(row))], bold and not n) for n, row in enumerate(rows)]
    heads = table_head(whole, ruled=framed).header_rows
    spans = any(place.cell.columns > 1 for place in grid[0])
    return min(heads, 2 if spans else 1)


def _is_table(rows: list[list[str]]) -> bool:
    """Whether the cells of a `table` are more than a frame round a text: the first row of two has words in
    two of them, or two rows have.
    """
    words = [sum(map(bool, row)) for row in rows]
    return len(rows) >= 2 and (words[0] >= 2 or sum(count >= 2 for count in words) >= 2)


def _is_bold(pieces: Sequence[HtmlPiece], above: int) -> bool:
    """Whether all words of a table's first row below so many are bold."""
    rows = bold = 0
    words = False
    for kind, tag, text in pieces:
        if tag == "tr" and kind == "start":
            rows += 1
        elif tag in _BOLD:
            bold += 1 if kind == "start" else -1
        elif kind == "text" and rows == above + 1 and text.strip():
            if not bold:
                return False
            words = True
    return words


def _cells(pieces: Sequence[HtmlPiece]) -> tuple[list[list[_Cell]], str | None, list[int]]:
    """The cells of a table, row by row, its caption (None: it has none), each text on one line; and the lines
    of the file on which the rows begin, where they are told.
    """
    lines: list[int] = []
    rows: list[list[_Cell]] = []
    words: list[str] = []
    cell = _Cell(False, 1, 1)
    caption: str | None = None
    for kind, tag, text in pieces:
        if kind == "text":
            words.append(text)
        elif kind == "start":
            if tag == "tr":
                rows.append([])
            if tag in _CELLS:
                cell = _Cell(tag == "th", *spans_of(text))
            if tag in _CELLS or tag == "caption":
                words.clear()
            elif tag in _APART:
                words.append(" ")
            elif tag == LINE and rows:
                lines += [int(text)] * (len(rows) - len(lines))
        elif tag in _CELLS and rows:
            cell.text = one_line("".join(words))
            rows[-1].append(cell)
            cell = _Cell(False, 1, 1)
        elif tag == "caption":
            caption = one_line("".join(words))
        elif tag in _APART:
            words.append(" ")
    return rows, caption, lines
