"""What a workbook (.xlsx) says of its cells beside their values: the formats of numbers, which rows and
columns are hidden, which formulas were never computed, and whether a cell stands so far away that the sheet
cannot be held in memory.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from functools import reduce
from types import MappingProxyType
from typing import NamedTuple

from edge.errors import ReadError
from edge.indexing.readers.office.number_format import BUILT_IN
from edge.indexing.readers.package import Package
from edge.indexing.readers.xml import child, integer, local, value

_WORKBOOK = "xl/workbook.xml"
#: A cell: its column, row and style as nearly all programs write them, or what it says in another order.
_ATTRIBUTES = re.compile(
    rb'<c(?: r="([A-Z]{1,3})(\d{1,7})" s="([1-9]\d{0,5}|0)"[^>]{0,200}>|\b([^>]{0,200})>)'
)
_PLACE = re.compile(rb'\br="([A-Z]{1,3})(\d{1,7})"')
_STYLE = re.compile(rb'\bs="(\d{1,6})"')
_UNCOMPUTED = re.compile(rb"(?:</f>|<f\b[^>]{0,200}/>)\s{0,20}(?:<v\s{0,9}/>|<v>\s{0,20}</v>)?\s{0,20}</c>")
_ROW = re.compile(rb"<row\b([^>]{0,400})>")
_COLUMN = re.compile(rb"<col\b([^>]{0,400})>")
_NUMBERED = re.compile(rb'\b(r|min|max)="(\d{1,7})"')
_HIDDEN = re.compile(rb'\bhidden="(?:1|true)"')
_MOST_CELLS = 20_000_000
_MOST_COLUMNS = 16_384


class SheetCells(NamedTuple):
    """Of one sheet: the format of (row, column) from 0 where it has one of its own, how many formulas hold no
    value, the rows and the columns that are hidden, and the name of its part.
    """

    formats: Mapping[tuple[int, int], str] = MappingProxyType({})
    uncomputed: int = 0
    hidden_rows: frozenset[int] = frozenset()
    hidden_columns: frozenset[int] = frozenset()
    part: str = ""


def scan(package: Package) -> list[SheetCells]:
    """One entry a sheet, in their order. Raises ReadError for a sheet with a cell so far from the others that
    the space between them is more than any sheet has.
    """
    formats = _formats(package)
    related = package.related(_WORKBOOK)
    sheets = child(package.root(_WORKBOOK), "sheets")
    found = []
    for sheet in sheets if sheets is not None else ():
        id = next((text for key, text in sheet.items() if key.endswith("relationships}id")), "")
        part = related.get(id, ("", ""))[1]
        name = value(sheet, "name") or part
        if part in package.names:
            found.append(_cells(package.read(part), formats, name)._replace(part=part))
        else:
            found.append(SheetCells())
    return found


def _cells(data: bytes, formats: dict[int, str], name: str) -> SheetCells:
    rows = 0
    found = {}
    styles = {b"%d" % style: code for style, code in formats.items()}
    numbers: dict[bytes, int] = {}  # of the columns by their letters
    for match in _ATTRIBUTES.finditer(data):
        letters, digits, style, said = match.groups()
        if letters is None:  # written in another order
            place = _PLACE.search(said)
            if place is None:
                continue
            letters, digits = place.groups()
            other = _STYLE.search(said)
            style = other and (other[1].lstrip(b"0") or b"0")
        row, column = int(digits), numbers.get(letters)
        if column is None:
            column = numbers[letters] = reduce(lambda number, one: number * 26 + one - 64, letters, 0)
        rows = max(rows, row)
        if style in styles:
            found[row - 1, column - 1] = styles[style]
    columns = max(numbers.values(), default=0)
    if rows * columns > _MOST_CELLS:
        raise ReadError(
            f"the sheet {name!r} spans {rows:,} rows and {columns:,} columns, nearly all of them empty",
            "Delete the cells that stand far from the others, or save it as .csv.",
        )
    hidden_rows, hidden_columns = _hidden(data)
    uncomputed = len(_UNCOMPUTED.findall(data)) if b"<f" in data or b"</f" in data else 0
    return SheetCells(found, uncomputed, hidden_rows, hidden_columns)


def _hidden(data: bytes) -> tuple[frozenset[int], frozenset[int]]:
    """Rows and columns from 0 that are not shown. What only a filter hides is read: somebody looked for
    something, and saved.
    """
    rows, columns = set[int](), set[int]()
    if b"hidden=" not in data:
        return frozenset(), frozenset()
    for match in () if b"<filterColumn" in data else _ROW.finditer(data):
        if _HIDDEN.search(match[1]):
            rows.update(int(number) - 1 for key, number in _NUMBERED.findall(match[1]) if key == b"r")
    for match in _COLUMN.finditer(data):
        if _HIDDEN.search(match[1]):
            ends = {key: int(number) for key, number in _NUMBERED.findall(match[1])}
            first, last = ends.get(b"min", 1), min(ends.get(b"max", 0), _MOST_COLUMNS)
            columns.update(range(first - 1, last))
    return frozenset(rows), frozenset(columns)


def _formats(package: Package) -> dict[int, str]:
    """The formats of numbers by the index of their cell style; "General" is none."""
    root = package.root("xl/styles.xml")
    own = child(root, "numFmts")
    codes = BUILT_IN | {
        integer(value(one, "numFmtId")): value(one, "formatCode") or ""
        for one in (own if own is not None else ())
    }
    styles = child(root, "cellXfs")
    listed = [one for one in (styles if styles is not None else ()) if local(one.tag) == "xf"]
    told = ((at, codes.get(integer(value(style, "numFmtId")), "")) for at, style in enumerate(listed))
    return {at: code for at, code in told if code and code.lower() != "general"}
