"""Tables drawn with lines are tables: rows to quote one by one, under what heads them."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from edge.engines.units import Shape, units
from edge.indexing.readers import plain_text
from edge.indexing.structure.document import Table
from edge.indexing.structure.drawn_tables import drawn_tables
from edge.indexing.structure.headings.unmarked import with_headings
from edge.indexing.structure.text_lines import text_lines

MANUAL = """\
The modes are:

       ┌───────┬──────────────────────────────┐
       │ Mode  │ Flags                        │
       ├───────┼──────────────────────────────┤
       │  r    │ O_RDONLY                     │
       ├───────┼──────────────────────────────┤
       │  w    │ O_WRONLY | O_CREAT | O_TRUNC │
       └───────┴──────────────────────────────┘

A file that is absent is made.
"""
SHELL = """\
 id | name  | price
----+-------+-------
  1 | apple |  1.20
  2 | pear  |  2.10
(2 rows)
"""
CLIENT = """\
+----+-------+
| Id | Name  |
+----+-------+
|  1 | apple |
|  2 | pear  |
+----+-------+
"""
GRID = """\
+-----------+------------+
| Part      | Torque     |
+===========+============+
| M4 screw, | 3 Nm       |
| long      |            |
+-----------+------------+
| none of the others     |
+-----------+------------+
"""


def tables(text: str) -> list[Table]:
    """The tables of a text."""
    return drawn_tables(text, text_lines(text))


@pytest.mark.parametrize(
    ("text", "header", "rows"),
    [
        (MANUAL, ["Mode", "Flags"], [["r", "O_RDONLY"], ["w", "O_WRONLY | O_CREAT | O_TRUNC"]]),
        (SHELL, ["id", "name", "price"], [["1", "apple", "1.20"], ["2", "pear", "2.10"]]),
        (CLIENT, ["Id", "Name"], [["1", "apple"], ["2", "pear"]]),
        (GRID, ["Part", "Torque"], [["M4 screw, long", "3 Nm"], ["none of the others", ""]]),
    ],
)
def test_lines_that_are_drawn_part_cells(text: str, header: list[str], rows: list[list[str]]) -> None:
    """What stands above the first rule heads the columns; a bar inside a cell is none between two."""
    (table,) = tables(text)
    assert table.header == header
    assert [row.cells for row in table.rows] == rows


@pytest.mark.parametrize("text", [MANUAL, SHELL, CLIENT, GRID])
def test_rows_are_quoted_one_by_one(text: str) -> None:
    """A row is a unit, with the names of its columns as context; the line of these is a heading, and what
    stands around the table is in no unit with a line of it.
    """
    (table,) = tables(text)
    context = " | ".join(table.header)
    found = units(text, "", Shape(rows=((table.rows[0].start, table.rows[-1].end, context),)))
    rows = [unit for unit in found if unit.row and unit.kind != "heading"]
    assert [(unit.start, unit.end) for unit in rows] == [(row.start, row.end) for row in table.rows]
    assert {unit.context for unit in rows} == {context}
    heads = [text[unit.start : unit.end] for unit in found if unit.kind == "heading"]
    assert len(heads) == 1 and all(name in heads[0] for name in table.header)
    others = [text[unit.start : unit.end] for unit in found if not unit.row]
    assert others == [line for line in text.split("\n") if line and line[0].isalpha()] + (
        ["(2 rows)"] if text is SHELL else []
    )


def test_a_drawn_table_is_one_of_the_page() -> None:
    """The line that announces it is its caption; white space inside it makes no second table."""
    (page,) = with_headings(plain_text.read(MANUAL.encode(), "modes.txt")).pages
    (table,) = page.tables
    assert len(table.rows) == 2


@pytest.mark.parametrize(
    "text", ["-----+-----\n", "+---+\n| a |\n+---+\n", "a\n----+----\nb\n", "|\n+--+--+\n|\n"]
)
def test_a_frame_is_no_table(text: str) -> None:
    """Two rows and two columns at least."""
    assert tables(text) == []


_LINE = st.sampled_from(
    [
        "+--+--+",
        "+==+==+",
        "--+--",
        "├──┼──┤",
        "| a | b |",
        "│ a│ b│",
        "|  c  |",
        " a | b",
        "word",
        "",
        "|",
        "│é│ 字│",
    ]
)


@given(st.lists(_LINE, max_size=14))
def test_rows_are_lines_of_the_text_in_order(drawn: list[str]) -> None:
    """Whatever is drawn: rows lie inside their table, none over another, and each cell is in its row."""
    text = "\n".join(drawn)
    end = 0
    for table in tables(text):
        assert end <= table.start and table.end <= len(text)
        for row in table.rows:
            assert end <= row.start < row.end <= table.end
            assert all(word in text[row.start : row.end] for cell in row.cells for word in cell.split())
            end = row.end
