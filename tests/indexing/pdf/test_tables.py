"""Tables in PDFs: with rules and without, over page ends, under their true header; and what is none."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest
from pdf_pages import made, price, price_list, rows, text

from edge.indexing.pdf.process import PdfReader
from edge.indexing.structure.document import Page, Table
from edge.settings import IndexSettings

HEADER = ["Article", "Description", "Price in EUR"]


@pytest.fixture(scope="module")
def reader() -> Iterator[PdfReader]:
    """One warm worker for all tests of the module."""
    with PdfReader(IndexSettings()) as pdfs:
        yield pdfs


def only_page(reader: PdfReader, path: Path, draw: Any) -> Page:
    (page,) = reader.read(made(path / "t.pdf", draw), "t.pdf").pages
    return page


def only_table(reader: PdfReader, path: Path, draw: Any) -> Table:
    (table,) = only_page(reader, path, draw).tables
    return table


@pytest.mark.parametrize("ruled", [True, False])
@pytest.mark.parametrize("repeated", [True, False])
def test_a_long_table_keeps_its_header(
    reader: PdfReader, tmp_path: Path, ruled: bool, repeated: bool
) -> None:
    """Every row of a list over six pages stands under the header of its first, printed again or not; a
    repeated header is no row.
    """
    path = price_list(tmp_path / "prices.pdf", 6, ruled=ruled, repeated=repeated)
    pages = reader.read(path, "prices.pdf").pages
    assert [table.header for page in pages for table in page.tables] == [HEADER] * 6
    found = [row.cells for page in pages for table in page.tables for row in table.rows]
    assert [(cells[0], cells[2]) for cells in found] == [(f"A-{1000 + n}", price(n)) for n in range(240)]
    for page in pages:
        for row in page.tables[0].rows:
            assert page.text[row.start : row.end] == " | ".join(row.cells)


def test_cells_of_several_lines_stay_whole(reader: PdfReader, tmp_path: Path) -> None:
    """The rest of a cell belongs to the row above it, ruled or not; a divided word is whole again."""
    cells = [["Part", "Use", "Mass"], ["Valve", "shuts the feed line,\nthen the pres-\nsure line", "1.2 kg"]]
    cells += [["Pump", "feeds", "9 kg"], ["Hose", "joins both", "2 kg"]]
    for ruled in (True, False):
        table = only_table(
            reader, tmp_path, lambda page, r=ruled: rows(page, cells, ruled=r, bold_header=True)
        )
        assert table.header == ["Part", "Use", "Mass"]
        assert table.rows[0].cells == ["Valve", "shuts the feed line, then the pressure line", "1.2 kg"]


def test_the_header_is_told_from_the_data(reader: PdfReader, tmp_path: Path) -> None:
    """A first row that reads like those below is data, in a frame too; words above figures are a header."""
    data = [["Voltage", "230", "V"], ["Current", "16", "A"], ["Power", "3500", "W"]]
    for ruled in (True, False):
        table = only_table(reader, tmp_path, lambda page, r=ruled: rows(page, data, ruled=r))
        assert (table.header, len(table.rows)) == ([], 3)
        headed = [["Quantity", "Value", "Unit"], *data]
        table = only_table(reader, tmp_path, lambda page, r=ruled, h=headed: rows(page, h, ruled=r))
        assert (table.header, len(table.rows)) == (headed[0], 3)


def test_a_title_inside_the_frame_is_the_caption(reader: PdfReader, tmp_path: Path) -> None:
    """A row of one cell over the columns names the table; the row below it is the header."""
    cells = [["Torque", "", ""], ["Screw", "Size", "Nm"], ["Cover", "M4", "2.5"], ["Base", "M6", "9"]]
    table = only_table(reader, tmp_path, lambda page: rows(page, cells, ruled=True))
    assert (table.caption, table.header) == ("Torque", ["Screw", "Size", "Nm"])


def test_headings_above_headings_are_said_with_each_column(reader: PdfReader, tmp_path: Path) -> None:
    """A heading over two columns is part of both labels; both lines stay in the text."""
    cells = [
        ["Mode", "Time", ""],
        ["", "base", "added"],
        ["Blitz", "3 min", "2 s"],
        ["Rapid", "15 min", "10 s"],
    ]
    page = only_page(reader, tmp_path, lambda page: rows(page, cells, ruled=True))
    assert page.tables[0].header == ["Mode", "Time base", "Time added"]
    assert [row.cells[0] for row in page.tables[0].rows] == ["Blitz", "Rapid"]
    assert "base | added" in page.text


def test_a_row_of_rules_alone_frames_rows(reader: PdfReader, tmp_path: Path) -> None:
    """Column rules and a header's rule, none between the rows: a row begins with each entry of the first
    column.
    """

    def draw(page: Any) -> None:
        cells = [["Mode", "Time", "Added"], *([f"Mode {n}", f"{n} min", f"{n} s"] for n in range(1, 7))]
        rows(page, cells, columns=(72, 172, 272))
        for x in (70, 170, 270, 370):
            page.draw_line((x, 88), (x, 205))
        for y in (88, 104, 205):
            page.draw_line((70, y), (370, y))

    table = only_table(reader, tmp_path, draw)
    assert table.header == ["Mode", "Time", "Added"]
    assert [row.cells for row in table.rows] == [[f"Mode {n}", f"{n} min", f"{n} s"] for n in range(1, 7)]


def contents(page: Any) -> None:
    for at, (title, number) in enumerate(
        [("Scope", 1), ("Safety", 3), ("Mounting", 7), ("Use", 12), ("Care", 20)]
    ):
        text(page, 72, 100 + 16 * at, title)
        text(page, 400, 100 + 16 * at, str(number))


def bullets(page: Any) -> None:
    for at, item in enumerate(
        ["Close the valve.", "Wait for a minute.", "Open the lid.", "Take the filter out."]
    ):
        text(page, 72, 100 + 16 * at, "-")
        text(page, 100, 100 + 16 * at, item)


def steps(page: Any) -> None:
    for at, item in enumerate(["Close the valve.", "Wait 10 s.", "Open the lid.", "Take the filter out."]):
        text(page, 72, 100 + 16 * at, f"{at + 1}.")
        text(page, 100, 100 + 16 * at, item)


def two_columns(page: Any) -> None:
    for at in range(12):
        text(page, 72, 100 + 12 * at, f"left line {at} of running text in a column")
    for at in range(12):
        text(page, 320, 100 + 12 * at, f"right line {at} of running text in a column")


@pytest.mark.parametrize("draw", [contents, bullets, steps, two_columns])
def test_what_is_no_table_stays_text(reader: PdfReader, tmp_path: Path, draw: Any) -> None:
    """Contents pages, lists and columns of text have aligned lines too, and are no tables."""
    page = only_page(reader, tmp_path, draw)
    assert page.tables == []
    assert "|" not in page.text


def test_sums_framed_below_a_bill_are_rows(reader: PdfReader, tmp_path: Path) -> None:
    """Rules across the last column alone part them; each is quoted with its own amount."""
    edges = [72, 272, 372, 472]
    cells = [["Item", "Price", "Sum"], ["Door", "640", "1,280"], ["Fitting", "45", "270"],
             ["", "Net", "1,550"], ["", "Tax", "155"], ["", "Total", "1,705"]]  # fmt: skip

    def bill(page: Any) -> None:
        for at, row in enumerate(cells):
            for (left, right), cell in zip(pairwise(edges), row, strict=True):
                if at < 3 or right == edges[-1]:
                    page.draw_rect((left, 100 + 20 * at, right, 120 + 20 * at))
                if cell:
                    text(page, left + 4, 114 + 20 * at, cell)

    (table,) = only_page(reader, tmp_path, bill).tables
    assert [row.cells for row in table.rows] == cells[1:]
