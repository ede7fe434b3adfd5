"""Tables of AsciiDoc: cells behind "|", or as CSV."""

from __future__ import annotations

import csv
import re
from collections.abc import Callable, Sequence

import msgspec

from edge.text.html.pieces import LINE, HtmlPiece

#: The mark of a cell, and what it says of the cell: "2+|" is two columns wide, "3*|" is three
#: cells, "h|" heads.
_CELL = re.compile(
    r"(?:(?<!\S)(?:(\d{1,3})?(?:\.(\d{1,3}))?([+*]))?[<^>]?(?:\.[<^>])?([adehlmsv])?)?(?<!\\)\|"
)
_COLUMN = re.compile(r"(\d{1,3})\*.{0,20}")
_MOST_COLUMNS = 256
_MOST_CELLS = 100_000  # that are repeated or run on
_MARK = re.compile(r"\A[ \t]*+(?:[*.]{1,6}|-)[ \t]+")
_SEPARATORS = {"csv": ",", "tsv": "\t", "dsv": ":"}


class _Cell(msgspec.Struct):
    text: str
    line: int
    columns: int = 1
    rows: int = 1
    style: str = ""


def pieces(
    lines: Sequence[tuple[int, str]], attributes: dict[str, str], words: Callable[[str], str], title: str
) -> list[HtmlPiece]:
    """A table, from the lines between its marks. `words` makes them what is read."""
    form = attributes.get("format", "psv")
    if form == "psv":
        cells, first, headed = _marked(lines)
    else:
        cells, first, headed = _separated(lines, attributes.get("separator", _SEPARATORS.get(form, ",")))
    columns = min(_columns(attributes.get("cols", "")) or first or 1, _MOST_COLUMNS)
    options = attributes.get("options", "")
    heads = "header" in options or (headed and "noheader" not in options)
    told = [HtmlPiece("start", "table")]
    if title:
        told += [HtmlPiece("start", "caption"), HtmlPiece("text", "", title), HtmlPiece("end", "caption")]
    for number, row in enumerate(_rows(cells, columns)):
        told.append(HtmlPiece("start", "tr"))
        for cell in row:
            tag = "th" if cell.style == "h" or (heads and number == 0) else "td"
            size = f"{cell.rows}x{cell.columns}" if cell.rows > 1 or cell.columns > 1 else ""
            told += [
                HtmlPiece("start", tag, size), HtmlPiece("start", LINE, str(cell.line)),
                HtmlPiece("text", "", cell.text if cell.style == "l" else words(_flat(cell))),
                HtmlPiece("end", tag),
            ]  # fmt: skip
        told.append(HtmlPiece("end", "tr"))
    told.append(HtmlPiece("end", "table"))
    return told


def _flat(cell: _Cell) -> str:
    """The text of a cell on one line; of blocks in it, their words."""
    lines = [line for line in cell.text.split("\n") if not line.startswith(("//", "|==="))]
    if cell.style == "a":
        lines = [
            f"- {_MARK.sub('', line)}" if _MARK.match(line) else "" if line.strip() == "+" else line
            for line in lines
        ]
    return "\n".join(lines).strip().replace("\\|", "|")


def _columns(stated: str) -> int:
    """How many columns are stated: "1,2a,3", "3*", "2*<,1"."""
    if not stated.strip():
        return 0
    count = 0
    for one in re.split("[,;]", stated[:2_000]):
        several = _COLUMN.fullmatch(one.strip())
        count += int(several[1]) if several else 1
    return count


def _marked(lines: Sequence[tuple[int, str]]) -> tuple[list[_Cell], int, bool]:
    """The cells, how many stand on the first line, and whether that is apart from the others."""
    cells: list[_Cell] = []
    first, spare = 0, _MOST_CELLS
    for number, line in lines:
        end, copies = 0, 1
        for found in _CELL.finditer(line):
            if cells:
                _append(cells, line[end : found.start()], copies)
            columns, rows, mark, style = found.groups()
            one = _Cell("", number, style=style or "")
            copies = 1
            if mark == "*":
                copies = max(1, min(int(columns or 1), spare))
            elif mark == "+":
                one.columns, one.rows = max(1, int(columns or 1)), max(1, int(rows or 1))
                one.columns = min(one.columns, _MOST_COLUMNS)
            spare -= copies if copies > 1 else 0
            cells += [one, *(msgspec.structs.replace(one) for _ in range(copies - 1))]
            end = found.end()
        if cells:
            _append(cells, line[end:] if end else f"\n{line}", copies)
        if not first and cells:
            first = sum(cell.columns for cell in cells)
    return cells, first, _apart(lines)


def _append(cells: list[_Cell], text: str, copies: int) -> None:
    for cell in cells[-copies:]:
        cell.text += text


def _apart(lines: Sequence[tuple[int, str]]) -> bool:
    """A first line of cells with a blank line below it, and none above, heads the others."""
    if len(lines) < 3 or not lines[0][1].strip() or lines[1][1].strip():
        return False
    return bool(lines[2][1].strip())


def _separated(lines: Sequence[tuple[int, str]], separator: str) -> tuple[list[_Cell], int, bool]:
    """The cells of lines of CSV. A line that the reader of CSV cannot stand is one cell."""
    mark = {"\\t": "\t"}.get(separator, separator)[:1] or ","
    cells: list[_Cell] = []
    first = 0
    for number, line in lines:
        try:
            values = next(csv.reader([line], delimiter=mark), [])
        except (csv.Error, ValueError):
            values = [line]
        cells += [_Cell(value.strip(), number) for value in values]
        first = first or len(values)
    return cells, first, _apart(lines)


def _rows(cells: Sequence[_Cell], columns: int) -> list[list[_Cell]]:
    """Cells by rows of so many columns; those from above take their places. A last row that is not full is
    shown all the same.
    """
    rows: list[list[_Cell]] = []
    hanging = [0] * columns
    row: list[_Cell] = []
    at = 0
    for cell in cells:
        while at < columns and hanging[at]:
            at += 1
        if at >= columns:
            hanging = [max(0, left - 1) for left in hanging]
            rows.append(row)
            row, at = [], next((place for place, left in enumerate(hanging) if not left), 0)
        cell.columns = min(cell.columns, columns - at)
        for place in range(at, at + cell.columns):
            hanging[place] = cell.rows
        row.append(cell)
        at += cell.columns
    return [*rows, row] if row else rows
