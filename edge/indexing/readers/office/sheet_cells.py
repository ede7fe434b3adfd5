"""What a workbook (.xlsx) says of its cells beside their values: which are percentages, which formulas were
never computed, and whether one stands so far away that the sheet cannot be held in memory.
"""

from __future__ import annotations

import re
from functools import reduce
from typing import NamedTuple

from edge.errors import ReadError
from edge.indexing.readers.package import Package, child, local, value, whole

_WORKBOOK = "xl/workbook.xml"
_ATTRIBUTES = re.compile(rb"<c\b([^>]{0,200})>")
_PLACE = re.compile(rb'\br="([A-Z]{1,3})(\d{1,7})"')
_STYLE = re.compile(rb'\bs="(\d{1,6})"')
_UNCOMPUTED = re.compile(rb"(?:</f>|<f\b[^>]{0,200}/>)\s{0,20}(?:<v\s{0,9}/>|<v>\s{0,20}</v>)?\s{0,20}</c>")
_MOST_CELLS = 20_000_000
#: Numbers of the formats that every workbook has (ECMA-376 part 1, 18.8.30): 0% and 0.00%.
_PERCENT = {9, 10}


class SheetCells(NamedTuple):
    """Of one sheet: (row, column) from 0 of its percentages, and how many formulas hold no value."""

    percentages: frozenset[tuple[int, int]] = frozenset()
    uncomputed: int = 0


def scan(package: Package) -> list[SheetCells]:
    """One entry a sheet, in their order. Raises ReadError for a sheet with a cell so far from the others that
    the space between them is more than any sheet has.
    """
    formats = _percent_styles(package)
    related = package.related(_WORKBOOK)
    sheets = child(package.root(_WORKBOOK), "sheets")
    found = []
    for sheet in sheets if sheets is not None else ():
        id = next((text for key, text in sheet.items() if key.endswith("relationships}id")), "")
        part = related.get(id, ("", ""))[1]
        name = value(sheet, "name") or part
        found.append(_cells(package.read(part), formats, name) if part in package.names else SheetCells())
    return found


def _cells(data: bytes, formats: set[int], name: str) -> SheetCells:
    rows = columns = 0
    percentages = set()
    for match in _ATTRIBUTES.finditer(data):
        place = _PLACE.search(match[1])
        if place is None:
            continue
        row = int(place[2])
        column = reduce(lambda number, letter: number * 26 + letter - 64, place[1], 0)
        rows, columns = max(rows, row), max(columns, column)
        style = _STYLE.search(match[1])
        if style and int(style[1]) in formats:
            percentages.add((row - 1, column - 1))
    if rows * columns > _MOST_CELLS:
        raise ReadError(
            f"the sheet {name!r} spans {rows:,} rows and {columns:,} columns, nearly all of them empty",
            "Delete the cells that stand far from the others, or save it as .csv.",
        )
    return SheetCells(frozenset(percentages), len(_UNCOMPUTED.findall(data)))


def _percent_styles(package: Package) -> set[int]:
    """Indices of the cell styles that show a number as a percentage."""
    root = package.root("xl/styles.xml")
    own = child(root, "numFmts")
    percent = _PERCENT | {
        whole(value(one, "numFmtId"))
        for one in (own if own is not None else ())
        if "%" in (value(one, "formatCode") or "")
    }
    styles = child(root, "cellXfs")
    listed = [one for one in (styles if styles is not None else ()) if local(one.tag) == "xf"]
    return {at for at, style in enumerate(listed) if whole(value(style, "numFmtId")) in percent}
