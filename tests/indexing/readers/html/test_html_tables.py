from __future__ import annotations

from edge.indexing.readers.html.page import read
from edge.indexing.structure.document import Page, Table


def only_page(html: str) -> Page:
    (page,) = read(html.encode(), "page.html").pages
    return page


def only_table(rows: str) -> Table:
    (table,) = only_page(f"<table>{rows}</table>").tables
    return table


def test_cells_stand_in_the_columns_that_a_browser_shows() -> None:
    """A cell that runs on downwards is said in each of its rows, one that runs on to the right leaves its
    other columns empty: no value moves under another heading.
    """
    table = only_table(
        "<tr><th>Order</th><th>Pick-up</th><th>Home</th><th>Abroad</th></tr>"
        "<tr><td>small</td><td>4 €</td><td>6 €</td><td rowspan=2>9 €</td></tr>"
        "<tr><td>large</td><td colspan='2'>free</td></tr>"
    )
    assert table.header == ["Order", "Pick-up", "Home", "Abroad"]
    assert [row.cells for row in table.rows] == [["small", "4 €", "6 €", "9 €"], ["large", "free", "", "9 €"]]


def test_headings_above_headings_are_said_before_them() -> None:
    """Rows of marked headings under one that spans several: each column has all that stands above it, and the
    rows are printed as they stand.
    """
    page = only_page(
        "<table><thead><tr><th rowspan=2>Order</th><th colspan=2>France</th></tr><tr><th>Pick-up</th>"
        "<th>Home</th></tr></thead><tr><td>small</td><td>4</td><td>6</td></tr></table>"
    )
    (table,) = page.tables
    assert table.header == ["Order", "France Pick-up", "France Home"]
    assert [row.cells for row in table.rows] == [["small", "4", "6"]]
    assert page.text == "Order | France\n| Pick-up | Home\nsmall | 4 | 6"


def test_a_cell_right_across_the_top_is_the_caption() -> None:
    """It heads no single column."""
    page = only_page(
        "<table><tr><th colspan=2>Harlow Bridge</th></tr><tr><th>Length</th><td>312 m</td></tr>"
        "<tr><th>Opened</th><td>1931</td></tr></table>"
    )
    (table,) = page.tables
    assert (table.caption, table.header) == ("Harlow Bridge", [])
    assert [row.cells for row in table.rows] == [["Length", "312 m"], ["Opened", "1931"]]
    assert page.text == "Harlow Bridge\n\nLength | 312 m\nOpened | 1931"


def test_cells_right_across_several_rows_are_titles_of_groups() -> None:
    """The first names its own group and not the table, and is no header."""
    table = only_table(
        "<tr><th colspan=2>arguments</th></tr><tr><td>NAME</td><td>the archive</td></tr>"
        "<tr><th colspan=2>options</th></tr><tr><td>-n</td><td>change nothing</td></tr>"
    )
    assert (table.caption, table.header) == ("", [])
    assert [row.cells for row in table.rows] == [
        ["arguments"], ["NAME", "the archive"], ["options"], ["-n", "change nothing"],
    ]  # fmt: skip


def test_sizes_of_cells_that_no_table_has_cost_nothing() -> None:
    """A million columns, rows without end: such cells are one each; a size that is no number is one."""
    rows = "<tr><td rowspan=65000 colspan=90000>a</td><td>b</td></tr>" * 300
    assert only_table(rows).rows[1].cells == ["a", "b"]
    table = only_table("<tr><td colspan=x>a<td>b<tr><td rowspan=-1>c<td colspan=0>d")
    assert table.rows[1].cells == ["c", "d"]


def test_cells_of_a_table_that_lays_out_a_page_stay_apart() -> None:
    """A bar of links, a label beside its value: the words of two cells are never one word."""
    page = only_page("<table><tr><td>Phone</td><td>04 00</td><td></td><td>or mail</td></tr></table><p>x</p>")
    assert page.text == "Phone 04 00 or mail\n\nx"
