"""What is not shown of a sheet is not read, and is told of; what lies on it is."""

from __future__ import annotations

import io
import zipfile

import pytest
from office import odt, packed, xlsx

from edge.indexing.readers.office.sheets import read
from edge.indexing.structure.document import Document

pytest.importorskip("python_calamine", reason="the extra docs is not installed")


def lines(document: Document) -> list[str]:
    return document.pages[0].text.split("\n")[2:]


def test_hidden_rows_and_columns() -> None:
    """Those that somebody hid are left out with a note; what only a filter hides is read."""
    rows = (
        '<row r="1"><c r="A1" t="inlineStr"><is><t>Item</t></is></c><c r="B1"'
        ' t="inlineStr"><is><t>Cost</t></is></c>'
        '<c r="C1" t="inlineStr"><is><t>Price</t></is></c></row>'
        '<row r="2" hidden="1"><c r="A2" t="inlineStr"><is><t>Old</t></is></c><c r="C2"><v>1</v></c></row>'
        '<row r="3"><c r="A3" t="inlineStr"><is><t>New</t></is></c><c r="B3"><v>7</v>'
        '</c><c r="C3"><v>9</v></c></row>'
    )
    with zipfile.ZipFile(io.BytesIO(xlsx({"Prices": rows}))) as archive:
        parts = {name: archive.read(name) for name in archive.namelist()}
    sheet = parts["xl/worksheets/sheet1.xml"]
    columns = b'<cols><col min="2" max="2" hidden="1"/></cols><sheetData>'
    parts["xl/worksheets/sheet1.xml"] = sheet.replace(b"<sheetData>", columns)
    document = read(packed(parts), "a.xlsx")
    assert lines(document) == ["Item | Price", "New | 9"]
    assert document.notes == ["1 hidden row and 1 hidden column are left out"]
    filtered = b'</sheetData><autoFilter ref="A1:C3"><filterColumn colId="0"/></autoFilter>'
    parts["xl/worksheets/sheet1.xml"] = parts["xl/worksheets/sheet1.xml"].replace(b"</sheetData>", filtered)
    assert lines(read(packed(parts), "a.xlsx")) == ["Item | Price", "Old | 1", "New | 9"]


def cell(text: str, said: str = "", tag: str = "table-cell") -> str:
    return f"<table:{tag} {said}><text:p>{text}</text:p></table:{tag}>" if text else f"<table:{tag} {said}/>"


def test_an_opendocument_sheet_as_it_is_shown() -> None:
    """Its cells have their currencies, percentages and merged neighbours; hidden rows, columns and sheets are
    left out; dates mean the same in every country.
    """
    hidden = '<style:style style:name="h"><style:table-properties table:display="false"/></style:style>'
    head = f"{cell('Zone')}{cell('Secret')}{cell('Price')}{cell('Since')}"
    first = (
        cell("North", 'table:number-rows-spanned="2"') + cell("x") + cell("12.50 €", 'office:value="12.5"')
        + cell("03/04/25", 'office:value-type="date" office:date-value="2025-04-03T00:00:00"')
    )  # fmt: skip
    second = cell("", tag="covered-table-cell") + cell("x") + cell("20%") + cell("#DIV/0!")
    body = (
        '<table:table table:name="Tarif"><table:table-column/><table:table-column'
        ' table:visibility="collapse"/>'
        f"<table:table-row>{head}</table:table-row><table:table-row>{first}</table:table-row>"
        f"<table:table-row>{second}</table:table-row>"
        f'<table:table-row table:visibility="collapse">{cell("Gone")}</table:table-row>'
        f'<table:table-row table:visibility="filter">{cell("South")}</table:table-row></table:table>'
        f'<table:table table:name="No" table:style-name="h"><table:table-row>{cell("Gone")}</table:table-row>'
        "</table:table>"
    )
    document = read(odt(body, styles=hidden, kind="spreadsheet"), "a.ods")
    assert lines(document) == [
        "Zone | Price | Since",
        "North | 12.50 € | 2025-04-03",
        "North | 20% |",
        "South |  |",
    ]
    assert document.notes == ["1 hidden sheet, 1 hidden row and 1 hidden column are left out"]


def test_headings_above_headings_of_a_sheet() -> None:
    """A merged heading is said of each of its columns."""
    rows = [["Site", "Spring", None, "Autumn"], [None, "Adults", "Children", "Adults"], ["North", 10, 5, 20]]
    (table,) = read(xlsx({"Visits": rows}), "a.xlsx").pages[0].tables
    assert table.header == ["Site", "Spring Adults", "Spring Children", "Autumn Adults"]
    assert [row.cells for row in table.rows] == [["North", "10", "5", "20"]]
