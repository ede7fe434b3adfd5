"""Tables set by white space alone are tables: rows to quote one by one, under what heads them."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from edge.indexing.readers import plain_text
from edge.indexing.structure.aligned_tables import aligned_tables
from edge.indexing.structure.document import Table
from edge.indexing.structure.headings.unmarked import with_headings
from edge.indexing.structure.text_lines import text_lines

CUFFS = """CHOOSING A CUFF
---------------
  Size      Arm               Part         Price
  S         17 - 22 cm        PU-S         19 EUR
  M         22 - 36 cm        supplied     -
  L         32 - 45 cm        PU-L         24 EUR
Measure half-way between shoulder and elbow.
"""


def tables(text: str) -> list[Table]:
    """The tables of a text."""
    return aligned_tables(text, text_lines(text))


def test_columns_of_spaces_are_a_table_with_its_header() -> None:
    """Rows are lines of the text as they stand; the first, without figures above figures, heads them."""
    (table,) = tables(CUFFS)
    assert table.header == ["Size", "Arm", "Part", "Price"]
    assert [row.cells for row in table.rows][1] == ["M", "22 - 36 cm", "supplied", "-"]
    assert CUFFS[table.rows[2].start : table.rows[2].end] == "L         32 - 45 cm        PU-L         24 EUR"


@pytest.mark.parametrize(
    ("text", "header"),
    [
        (
            "Height     42       48\n1          25 mm    28 mm\n2          38 mm    40 mm\n",
            ["Height", "42", "48"],
        ),
        (
            "           S3       S3 Plus\nPower      350 W    500 W\nSpeed      25 km    30 km\n",
            ["", "S3", "S3 Plus"],
        ),
    ],
)
def test_names_of_models_head_their_columns(text: str, header: list[str]) -> None:
    """Numbers without units above measures, and a row without a label, name columns: "25 mm" is of the 42."""
    (table,) = tables(text)
    assert table.header == header and len(table.rows) == 2


def test_the_line_that_announces_is_the_caption() -> None:
    """ "The deposit is blocked:" says what the amounts are of; no row heads the others."""
    (table,) = tables(
        "3.2 The deposit is blocked:\n    class A, B    500\n    class C     1 200\n    class D       800\n"
    )
    assert table.caption == "3.2 The deposit is blocked:" and table.header == [] and len(table.rows) == 3


def test_dots_that_lead_to_a_value_part_cells() -> None:
    """A list of prices with leaders is rows, each with its own amount."""
    (table,) = tables(
        "noise after hours ...... 68 €\nfires on the beach ..... 135 €\nbad parking ............ 35 €\n"
    )
    assert [row.cells[1] for row in table.rows] == ["68 €", "135 €", "35 €"]


TABBED = """Désignation\tQté\tP.U. HT\tTotal HT
Dépose de l’ancien chauffe-eau\t1\t120,00 €\t120,00 €
Joint\t4\t2,10 €\t8,40 €
Main-d'œuvre\t5 h\t52,00 €\t260,00 €
"""


def test_cells_between_tabs_need_not_stand_below_each_other() -> None:
    """One tab between cells, as a sheet or a word processor copies them: a long label moves the rest of its
    row by a stop, and the row keeps its table and its header.
    """
    (table,) = tables(TABBED)
    assert table.header == ["Désignation", "Qté", "P.U. HT", "Total HT"]
    assert [row.cells[3] for row in table.rows] == ["120,00 €", "8,40 €", "260,00 €"]
    (blank,) = tables("\tÉco\tConfort\nLunettes de vue, tous les ans\t\t90 €\nDents\t40 €\t\n")
    assert blank.header == ["", "Éco", "Confort"]
    assert [row.cells for row in blank.rows] == [
        ["Lunettes de vue, tous les ans", "", "90 €"], ["Dents", "40 €", ""]
    ]  # fmt: skip


@pytest.mark.parametrize(
    "marks", [["1.", "2.", "3."], ["a)", "b)", "c)"], ["1°", "2°", "3°"], ["•", "•", "•"]]
)
def test_items_behind_a_tab_are_no_rows(marks: list[str]) -> None:
    """A word processor sets a tab behind the number or the bullet of an item, too: those are a list."""
    said = ["Ouvrez le robinet.", "Videz la cuve.", "Fermez."]
    assert not tables("".join(f"{mark}\t{text}\n" for mark, text in zip(marks, said, strict=True)))


@pytest.mark.parametrize(
    "text",
    [
        "Introduction ........ 3\nInstalling .......... 5\nFirst steps ......... 12\n",
        "  -a    all files\n  -l    long lines\n  -r    in turn\n",
        "The pump stands.  It is old.\nA valve opens when it must.  Then it shuts.\nWho reads  this.\n",
        "one    two\n\nthree  four\n",
        "\tUn alinéa commence ici.\n\tUn autre aussi.\n\tEt un troisième, plus long.\n",
        "  int  main() {\n  int  x = 1;\n  char y = 2;\n  }\n",
    ],
)
def test_what_is_no_table_is_none(text: str) -> None:
    """Contents, options, prose with two spaces behind a stop, two lines apart, code."""
    assert tables(text) == []


def test_headings_never_stand_inside_a_table() -> None:
    """A row between others ("Orange   135 à 159") was taken for the title of those below it."""
    text = "READING\n-------\n  Colour    Above\n  Green     120\n  Amber     135\n  Red       160\n\nAsk.\n"
    (page,) = with_headings(plain_text.read(text.encode(), "cuff.txt")).pages
    assert [heading.text for heading in page.headings] == ["READING"]
    assert len(page.tables[0].rows) == 3


@given(st.text(alphabet="ab1. \t\n-|=", max_size=300))
def test_any_text_keeps_its_lines(text: str) -> None:
    """Whatever is read, rows are in order, inside their table and the text, and each has as many cells as its
    table.
    """
    for table in tables(text):
        ends = [table.start, *(at for row in table.rows for at in (row.start, row.end))]
        assert ends == sorted(ends) and table.end == table.rows[-1].end <= len(text)
        assert len({len(row.cells) for row in table.rows}) == 1
        assert not table.header or len(table.header) == len(table.rows[0].cells)


def test_a_capital_above_small_letters_heads_a_column() -> None:
    """Of a table of words the first row is the header where it alone begins with capitals."""
    (table,) = tables(
        "Item             Room       Condition\nCooker           Kitchen    good\n"
        "Fridge           Kitchen    shelf cracked\nCurtains         Bedroom    faded\n"
    )
    assert table.header == ["Item", "Room", "Condition"]
    (other,) = tables(
        "Cooker           Kitchen    good\nFridge           Kitchen    shelf cracked\n"
        "Curtains         Bedroom    faded\n"
    )
    assert not other.header
