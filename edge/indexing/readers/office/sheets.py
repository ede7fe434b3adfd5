"""Spreadsheets (.xlsx, .xlsm, .xlsb, .xls, .ods): a sheet is a page, its name the heading. Formulas are read
as the values that were last computed; hidden sheets, rows and columns are left out.
"""

from __future__ import annotations

import datetime
import io
from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

from edge.errors import ReadError
from edge.indexing.readers import rows
from edge.indexing.readers.office import opendocument_sheets
from edge.indexing.readers.office.drawings import Drawings
from edge.indexing.readers.office.left_out import left_out
from edge.indexing.readers.office.number_format import formatted
from edge.indexing.readers.office.sheet_cells import SheetCells, scan
from edge.indexing.readers.package import UNLOCK, Package
from edge.indexing.readers.xml import local
from edge.indexing.structure.document import Document, Page, of_text, stated, stem
from edge.indexing.structure.page_builder import PageBuilder
from edge.text.one_line import one_line

if TYPE_CHECKING:
    from python_calamine import CalamineSheet

_MOST_MERGED = 200  # rows: a longer run is the background of a sheet
_ZIPPED = ("xlsx", "xlsm", "xlsb")


def read(data: bytes, name: str) -> Document:
    """A spreadsheet. Raises ReadError when it is damaged, encrypted or empty."""
    import python_calamine

    suffix = name.rpartition(".")[2].lower()
    if suffix == "ods":
        return opendocument_sheets.read(data, name)
    title, known, package = "", list[SheetCells](), None
    if suffix in _ZIPPED:
        package = Package(data, f".{suffix}")
        title = _title(package)
        known = scan(package) if suffix != "xlsb" else []
    try:
        book = python_calamine.CalamineWorkbook.from_filelike(io.BytesIO(data))
        shown = [sheet.visible == python_calamine.SheetVisibleEnum.Visible for sheet in book.sheets_metadata]
        pages = [
            _page(
                book.get_sheet_by_index(number - 1),
                number,
                known[number - 1] if number <= len(known) else SheetCells(),
                package,
            )
            for number, visible in enumerate(shown, start=1)
            if visible and book.sheets_metadata[number - 1].typ == python_calamine.SheetTypeEnum.WorkSheet
        ]
    except python_calamine.PasswordError as error:
        raise ReadError("encrypted: it asks for a password", UNLOCK) from error
    except python_calamine.CalamineError as error:
        raise ReadError(f"damaged: {one_line(str(error), 200)}") from error
    seen = [cells for cells, visible in zip(known, shown, strict=False) if visible]
    notes = left_out(
        shown.count(False),
        sum(len(cells.hidden_rows) for cells in seen),
        sum(len(cells.hidden_columns) for cells in seen),
    )
    if uncomputed := sum(cells.uncomputed for cells in known):
        noun = "formula holds" if uncomputed == 1 else "formulas hold"
        notes.append(f"{uncomputed} {noun} no value: open it in its program and save it")
    if not any(page.text for page in pages):
        raise ReadError("empty: its sheets hold no text")
    return of_text("sheets", name, pages, paged=True, title=title or stem(name), notes=notes)


def _title(package: Package) -> str:
    root = package.root("docProps/core.xml")
    found = (one.text or "" for one in (root if root is not None else ()) if local(one.tag) == "title")
    return stated(next(found, ""))


def _page(sheet: CalamineSheet, number: int, known: SheetCells, package: Package | None) -> Page:
    builder = PageBuilder()
    builder.heading(1, sheet.name)
    before = builder.size
    rows.add(builder, _rows(sheet, known))
    if package is not None and known.part:
        for text in Drawings(package, known.part).on_sheet():
            builder.block(text)
    return builder.page(number) if builder.size > before else Page(number, "")


def _rows(sheet: CalamineSheet, known: SheetCells) -> Iterator[list[str]]:
    """Rows from the first that holds something. A cell that is merged with those below stands in each row."""
    if not sheet.height or not sheet.width or sheet.start is None:
        return
    top, left = sheet.start
    ends: dict[tuple[int, int], int] = {}  # the first cell of a merged range -> its last row
    for (first, column), (last, _) in sheet.merged_cell_ranges or ():
        if first < last <= first + _MOST_MERGED:
            ends[first - top, column - left] = last - top
    below: dict[int, tuple[int, str]] = {}  # column -> last row, and what stands there
    columns = [at for at in range(sheet.width) if at + left not in known.hidden_columns]
    for at, row in enumerate(sheet.to_python(skip_empty_area=True)):
        cells = [
            _shown(cell, known.formats.get((at + top, column + left), "")) if cell != "" else ""
            for column, cell in enumerate(row)
        ]
        for column, (last, text) in list(below.items()):
            if at > last:
                del below[column]
            elif column < len(cells) and not cells[column]:
                cells[column] = text
        if ends:
            below.update(
                (column, (ends[at, column], cells[column]))
                for column in range(len(cells))
                if (at, column) in ends
            )
        if at + top not in known.hidden_rows:
            yield [cells[column] for column in columns] if len(columns) < len(cells) else cells


def _shown(cell: Any, code: str = "") -> str:
    """A value as a sheet shows it: dates as ISO 8601 has them, numbers in the format of their cell."""
    shown = str(cell)
    match cell:
        case str():
            shown = one_line(cell)
        case bool():
            shown = shown.upper()
        case int() | float() if code and (told := formatted(cell, code)) is not None:
            shown = told
        case float():
            shown = f"{cell:.15g}"
        case datetime.timedelta():
            seconds = round(cell.total_seconds())
            hours, minutes = divmod(abs(seconds) // 60, 60)
            rest = f":{abs(seconds) % 60:02}" if seconds % 60 else ""
            shown = f"{'-' if seconds < 0 else ''}{hours}:{minutes:02}{rest}"
        case datetime.datetime() if cell.time() == datetime.time():
            shown = cell.date().isoformat()
        case datetime.datetime():
            shown = cell.isoformat(" ", "seconds" if cell.second else "minutes")
        case datetime.time():
            shown = cell.isoformat("seconds" if cell.second else "minutes")
    return shown
