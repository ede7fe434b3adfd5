"""OpenDocument spreadsheets (.ods): a sheet is a page, its name the heading, its cells as they are shown.
Hidden sheets, rows and columns are left out.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping

from edge.errors import ReadError
from edge.indexing.readers import rows
from edge.indexing.readers.office.left_out import left_out
from edge.indexing.readers.package import Package, refuse_encrypted, stated_title
from edge.indexing.readers.xml import XmlPiece, integer, pieces
from edge.indexing.structure.document import Document, Page, of_text, stem
from edge.indexing.structure.page_builder import PageBuilder
from edge.text.one_line import one_line

#: What belongs to a cell without standing in it.
_UNSEEN = {"annotation", "shapes", "forms", "tracked-changes", "ruby-text"}
_ERROR = re.compile(r"#(?:DIV/0|N/A|NAME\?|NULL|NUM|REF|VALUE)!?|Err:\d{3}|#WERT!|#NOM\?")
_MOST_REPEATED = 1_000  # equal cells that hold something; more are the background of a sheet
_MOST_COLUMNS = 16_384
_MOST_MERGED = 200  # rows


def read(data: bytes, name: str) -> Document:
    """A spreadsheet. Raises ReadError when it is damaged, encrypted or empty."""
    package = Package(data, ".ods")
    refuse_encrypted(package)
    book = _Book()
    pages = list(book.pages(pieces(package.read("content.xml"), "content.xml")))
    if not any(page.text for page in pages):
        raise ReadError("empty: its sheets hold no text")
    notes = left_out(book.hidden_sheets, book.hidden_rows, book.hidden_columns)
    title = stated_title(package.root("meta.xml")) or stem(name)
    return of_text("sheets", name, pages, paged=True, title=title, notes=notes)


class _Sheet:
    """A sheet that is being read."""

    def __init__(self, name: str, shown: bool) -> None:
        self.name = name
        self.shown = shown
        self.rows: list[list[str]] = []
        self.columns = 0  # told of so far
        self.hidden: set[int] = set()  # columns
        self.row: list[str] = []  # up to its last cell that holds something
        self.column = 0  # of the next cell
        self.repeated = 1
        self.row_shown = True
        self.below: dict[int, tuple[int, str]] = {}  # column -> rows left, and what stands there


class _Book:
    """The sheets of a content.xml."""

    def __init__(self) -> None:
        self.hidden_sheets = self.hidden_rows = self.hidden_columns = 0
        self._hidden_styles: set[str] = set()
        self._style = ""
        self._sheet: _Sheet | None = None
        self._cell: Mapping[str, str] | None = None
        self._words: list[str] = []
        self._tables = 0  # open ones: one within another is no sheet
        self._unseen = 0

    def pages(self, told: Iterator[XmlPiece]) -> Iterator[Page]:
        """A page for each sheet that is shown, under its number."""
        number = 0
        for piece in told:
            kind, tag, text, _ = piece  # by the million
            if kind == "text":
                if self._cell is not None and not self._unseen:
                    self._words.append(text)
            elif tag in _UNSEEN:
                self._unseen += 1 if kind == "start" else -1
            elif self._unseen:
                continue
            elif kind == "start":
                self._starts(piece)
            elif (sheet := self._ends(tag)) is not None:
                number += 1
                if sheet.shown:
                    yield self._page(sheet, number)
                else:
                    self.hidden_sheets += 1

    def _starts(self, piece: XmlPiece) -> None:
        said, sheet = piece.attributes, self._sheet
        match piece.tag:
            case "p" | "line-break" | "tab" | "s":
                if self._words and sheet is not None and self._tables == 1:
                    self._words.append(" ")
            case "style":
                self._style = said.get("name", "")
            case "table-properties" if said.get("display") == "false":
                self._hidden_styles.add(self._style)
            case "table":
                self._tables += 1
                if self._tables == 1:
                    shown = said.get("style-name") not in self._hidden_styles
                    self._sheet = _Sheet(one_line(said.get("name", "")), shown)
            case _ if sheet is None or self._tables > 1:
                pass
            case "table-column":
                times = min(_times(said, "number-columns-repeated"), _MOST_COLUMNS)
                if said.get("visibility", "visible") != "visible":
                    sheet.hidden.update(range(sheet.columns, sheet.columns + times))
                sheet.columns += times
            case "table-row":
                sheet.row, sheet.column = [], 0
                sheet.repeated = _times(said, "number-rows-repeated")
                sheet.row_shown = said.get("visibility", "visible") != "collapse"  # "filter" is read
            case "table-cell" | "covered-table-cell":
                self._cell = said
                if self._words:
                    self._words = []

    def _ends(self, tag: str) -> _Sheet | None:
        """An element ends; a sheet that ends with it."""
        sheet = self._sheet
        if tag == "table":
            self._tables -= 1
            if not self._tables:
                self._sheet = None
                return sheet
        elif sheet is not None and self._tables == 1:
            if tag in ("table-cell", "covered-table-cell") and self._cell is not None:
                self._end_cell(sheet, self._cell, covered=tag != "table-cell")
                self._cell = None
            elif tag == "table-row":
                self._end_row(sheet)
        return None

    def _end_cell(self, sheet: _Sheet, said: Mapping[str, str], *, covered: bool) -> None:
        text = "" if covered or not self._words else _shown(said, one_line("".join(self._words)))
        times = min(_times(said, "number-columns-repeated"), _MOST_COLUMNS)
        at, sheet.column = sheet.column, sheet.column + times
        if text and times > _MOST_REPEATED:
            times = 1
        if times == 1 and not covered and not sheet.below:  # nearly all of them
            if text and at < _MOST_COLUMNS:
                sheet.row += [""] * (at - len(sheet.row))
                sheet.row.append(text)
        else:
            self._place(sheet, at, times, text, covered=covered)
        if text and "number-rows-spanned" in said:
            spanned = integer(said["number-rows-spanned"])
            if 1 < spanned <= _MOST_MERGED:
                sheet.below[at] = spanned - 1, text

    def _place(self, sheet: _Sheet, at: int, times: int, text: str, *, covered: bool) -> None:
        """Cells that repeat, are covered, or stand where something runs on from above."""
        # A row ends with thousands of empty ones.
        end = at + times if text else min(at + times, max(sheet.below, default=-1) + 1)
        for column in range(at, min(end, _MOST_COLUMNS)):
            left, above = sheet.below.pop(column, (0, ""))
            if covered and left:
                if left > 1:
                    sheet.below[column] = left - 1, above
            else:
                above = text
            if above:
                sheet.row += [""] * (column - len(sheet.row))
                sheet.row.append(above)

    def _end_row(self, sheet: _Sheet) -> None:
        if not sheet.row_shown:
            self.hidden_rows += min(sheet.repeated, _MOST_REPEATED) if sheet.row and sheet.shown else 0
            return
        times = sheet.repeated if sheet.row and sheet.repeated <= _MOST_REPEATED else 1
        sheet.rows += [sheet.row] * times

    def _page(self, sheet: _Sheet, number: int) -> Page:
        width = max(map(len, sheet.rows), default=0)
        hidden = {column for column in sheet.hidden if column < width}
        self.hidden_columns += len(hidden)
        builder = PageBuilder()
        builder.heading(1, sheet.name)
        before = builder.size
        shown = sheet.rows
        if hidden:
            shown = [[cell for at, cell in enumerate(row) if at not in hidden] for row in sheet.rows]
        rows.add(builder, shown)
        return builder.page(number) if builder.size > before else Page(number, "")


def _shown(said: Mapping[str, str], text: str) -> str:
    """A cell as it is shown; a date as ISO 8601 has it, which means the same in every country."""
    date = said.get("date-value", "")
    if text and date and len(date) <= 30:
        day, _, time = date.partition("T")
        time = time.removesuffix(":00")
        return day if time in ("", "00:00") else f"{day} {time}"
    return "" if text[:1] in ("#", "E") and _ERROR.fullmatch(text) else text


def _times(said: Mapping[str, str], name: str) -> int:
    return max(integer(said[name]), 1) if name in said else 1
