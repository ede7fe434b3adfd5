"""Pages of two columns: read column by column, their tables whole, in their places and to themselves."""

from __future__ import annotations

import textwrap
from collections.abc import Callable
from pathlib import Path
from typing import Any, NamedTuple

import pytest
from pdf_pages import made, rows, text

from edge.indexing.source_reader import SourceReader
from edge.indexing.structure.document import Page
from edge.settings import IndexSettings

LEFT, RIGHT = 60.0, 315.0
FILTERS = [
    ["Part", "Size", "Price"], ["A-1 filter", "20 mm", "12.50"], ["A-2 filter", "25 mm", "14.00"],
    ["B-7 ring", "8 mm", "3.20"], ["C-9 seal", "11 mm", "1.10"],
]  # fmt: skip
INTERVALS = [
    ["Task", "Interval", "Who does it", "Tool"], ["Change the oil", "500 h", "operator", "wrench"],
    ["Check belt", "1000 h", "mechanic", "gauge"], ["Grease bearing", "250 h", "operator", "gun"],
    ["Replace filter", "2000 h", "mechanic", "none"],
]  # fmt: skip
CODES = [["Code", "Meaning"], ["E1", "no water"], ["E2", "door open"], ["E3", "too hot"], ["E4", "blocked"]]
MODES = [["Mode", "Watts"], ["Eco", "800"], ["Normal", "1200"], ["Turbo", "2000"], ["Night", "300"]]


class Sheet:
    """A page that is written in the order of the calls, or from its top line by line across."""

    def __init__(self, page: Any, *, across: bool) -> None:
        self._page = page
        self._across = across
        self._lines: list[tuple[float, float, str, dict[str, Any]]] = []

    def insert_text(self, place: tuple[float, float], words: str, **style: Any) -> None:
        self._lines.append((place[1], place[0], words, style))

    def draw_rect(self, box: Any) -> None:
        self._page.draw_rect(box)

    def finish(self) -> None:
        for y, x, words, style in (
            sorted(self._lines, key=lambda one: one[:2]) if self._across else self._lines
        ):
            self._page.insert_text((x, y), words, **style)


class Paragraph(NamedTuple):
    name: str
    sentences: int

    def set(self, sheet: Sheet, x: float, y: float) -> float:
        """Draw it in a column from `y`; where the next line would stand."""
        body = " ".join(
            f"{self.name}{at} says that the pump waits until its valve has opened and the lamp is out."
            for at in range(self.sentences)
        )
        for line in textwrap.wrap(body, 44):
            text(sheet, x, y, line, 9.5)
            y += 12
        return y


def in_a_column(sheet: Sheet, *, ruled: bool) -> None:
    y = Paragraph("A", 4).set(sheet, LEFT, 90)
    text(sheet, LEFT, y + 14, "Table 1. Filter sizes", 9, bold=True)
    columns = (LEFT, LEFT + 90, LEFT + 150)
    y = rows(sheet, FILTERS, columns=columns, top=y + 32, ruled=ruled, bold_header=True)
    Paragraph("B", 5).set(sheet, LEFT, y + 14)
    Paragraph("C", 18).set(sheet, RIGHT, 90)


def across_both(sheet: Sheet, *, ruled: bool) -> None:
    y = max(Paragraph("A", 6).set(sheet, LEFT, 90), Paragraph("B", 6).set(sheet, RIGHT, 90))
    columns = (LEFT, LEFT + 140, LEFT + 260, LEFT + 380)
    y = rows(sheet, INTERVALS, columns=columns, top=y + 20, ruled=ruled, bold_header=True)
    Paragraph("C", 6).set(sheet, LEFT, y + 20)
    Paragraph("D", 6).set(sheet, RIGHT, y + 20)


def one_in_each(sheet: Sheet, *, ruled: bool) -> None:
    for x, name, table, first in ((LEFT, "A", CODES, 3), (RIGHT, "B", MODES, 4)):
        y = Paragraph(name, first).set(sheet, x, 90)
        y = rows(sheet, table, columns=(x, x + 80), top=y + 20, ruled=ruled, bold_header=True)
        Paragraph(f"{name}{name}", 6).set(sheet, x, y + 20)


def read(path: Path, draw: Callable[..., None], *, ruled: bool, across: bool) -> Page:
    def page(drawn: Any) -> None:
        sheet = Sheet(drawn, across=across)
        draw(sheet, ruled=ruled)
        sheet.finish()

    made(path, page)
    with SourceReader(IndexSettings()) as sources:
        document = sources.read(path, path.name, "pdf", "")
    return document.pages[0]


def order(page: Page) -> str:
    """The names of the paragraphs, and | for a table, as they follow each other on the page."""
    tables = {table.start for table in page.tables}
    found = [
        (page.text.index(f"{name}0 says"), name)
        for name in ("A", "B", "C", "D", "AA", "BB")
        if f"{name}0 says" in page.text
    ]
    return "".join(name for _, name in sorted([*found, *((start, "|") for start in tables)]))


@pytest.mark.parametrize("across", [False, True], ids=["by columns", "line by line"])
@pytest.mark.parametrize("ruled", [False, True], ids=["plain", "ruled"])
def test_a_table_in_a_column_belongs_to_it(tmp_path: Path, *, ruled: bool, across: bool) -> None:
    """Lines of the other column at the same height are none of its cells."""
    page = read(tmp_path / "a.pdf", in_a_column, ruled=ruled, across=across)
    assert order(page) == "A|BC"
    (table,) = page.tables
    assert [table.header, *(row.cells for row in table.rows)] == FILTERS


@pytest.mark.parametrize("across", [False, True], ids=["by columns", "line by line"])
@pytest.mark.parametrize("ruled", [False, True], ids=["plain", "ruled"])
def test_a_table_across_both_columns_parts_them(tmp_path: Path, *, ruled: bool, across: bool) -> None:
    """Both columns above it, the table with whole rows, both columns below it."""
    page = read(tmp_path / "a.pdf", across_both, ruled=ruled, across=across)
    assert order(page) == "AB|CD"
    (table,) = page.tables
    assert [table.header, *(row.cells for row in table.rows)] == INTERVALS


@pytest.mark.parametrize("ruled", [False, True], ids=["plain", "ruled"])
def test_tables_side_by_side_are_two(tmp_path: Path, *, ruled: bool) -> None:
    """A table in each column, at nearly the same height: no row holds cells of both."""
    page = read(tmp_path / "a.pdf", one_in_each, ruled=ruled, across=False)
    assert order(page) == "A|AAB|BB"
    assert [[table.header, *(row.cells for row in table.rows)] for table in page.tables] == [CODES, MODES]


def leaflet(sheet: Sheet, *, ruled: bool) -> None:
    """Three columns of short lines, each under its title, and a line across all."""
    text(sheet, 40, 60, "Swimming pool of Vane: what you should know before you come", 14, bold=True)
    for x, name, count in ((40, "A", 3), (220, "B", 4), (400, "C", 2)):
        text(sheet, x, 90, f"Title {name}", 9, bold=True)
        y = 104.0
        for at in range(count):
            body = f"{name}{at} says that the pool opens at seven on the days of the week. Bring a coin."
            for line in textwrap.wrap(body, 34):
                text(sheet, x, y, line, 9)
                y += 11
            y += 11 * (name != "B")


@pytest.mark.parametrize("across", [False, True], ids=["by columns", "line by line"])
def test_three_columns_are_read_one_after_the_other(tmp_path: Path, *, across: bool) -> None:
    """A leaflet that is written line by line across them is no table, though its lines are short."""
    page = read(tmp_path / "a.pdf", leaflet, ruled=False, across=across)
    assert not page.tables
    assert [one.text for one in page.headings][1:] == ["Title A", "Title B", "Title C"]
    said = [word for word in page.text.split() if word[0] in "ABC" and word[1:].isdigit()]
    assert said == ["A0", "A1", "A2", "B0", "B1", "B2", "B3", "C0", "C1"]


@pytest.mark.parametrize(
    ("last", "first", "gap"),
    [("until its valve has opened and", "the lamp is out.", "\n"),
     ("until its valve has opened.", "the lamp", "\n\n"), ("besi0, besi1, besk0, 38", "besi2, 38", "\n\n"),
     ("until its valve has opened and", "Lamps", "\n\n")],
)  # fmt: skip
def test_a_sentence_goes_on_at_the_head_of_the_next_column(
    tmp_path: Path, last: str, first: str, gap: str
) -> None:
    """One that is open at the foot of a column, in one paragraph; entries of an index do not."""

    def page(sheet: Any) -> None:
        Paragraph("A", 6).set(sheet, LEFT, 90)
        text(sheet, LEFT, 700, last, 9.5)
        text(sheet, RIGHT, 90, first, 9.5)
        Paragraph("B", 6).set(sheet, RIGHT, 140)

    made(tmp_path / "a.pdf", page)
    with SourceReader(IndexSettings()) as sources:
        (read_page,) = sources.read(tmp_path / "a.pdf", "a.pdf", "pdf", "").pages
    assert f"{last}{gap}{first}" in read_page.text
