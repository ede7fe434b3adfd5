from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from edge.indexing.readers.plain_text import read
from edge.indexing.structure.headings.unmarked import with_headings
from edge.indexing.structure.rendered_manual import reflowed
from edge.indexing.structure.sections import outline

# As `man ledger | col -b` writes it: runs of spaces are tabs.
PAGE = """LEDGER(1)\t\t     User Manuals\t\t     LEDGER(1)

NAME
       ledger - books

JOURNAL
       Amounts may be written so:

\t\t   $1,000,000.00
\t\tEUR 2.000.000,00
\t      INR 9,99,99,999.00

   Comments
       Lines that begin with a semicolon are comments, of trans\u2010
       actions too.  A well\u2010
       known sign; this well is well known and known well.

LEDGER(1)\t\t     User Manuals\t\t     LEDGER(1)
"""


def test_columns_are_told_by_tabs_too() -> None:
    """An example whose lines stand in columns made of tabs is no heading of a manual page."""
    document = with_headings(read(PAGE.encode(), "ledger.txt"))
    headings = [section.heading for section in outline(document.pages).sections]
    assert headings == [
        "LEDGER(1)",
        "LEDGER(1) > NAME",
        "LEDGER(1) > JOURNAL",
        "LEDGER(1) > JOURNAL > Comments",
        "LEDGER(1)",
    ]


def test_divided_words_of_a_manual_page_are_whole() -> None:
    """A word that a line end divides is found as it is spelt; a compound keeps its hyphen; all lines stay."""
    shown = reflowed(PAGE)
    assert "of transactions\n       too." in shown
    assert "A well-known\n       sign;" in shown
    assert shown.count("\n") == PAGE.count("\n")


@given(st.text(alphabet="ab \t\n-\u2010()1", max_size=200))
def test_any_other_text_is_left_as_it_is(text: str) -> None:
    """What is no manual page keeps its tabs and hyphens: code is copied from it."""
    assert reflowed(f"Makefile\n\n{text}") == f"Makefile\n\n{text}"


@given(st.text(alphabet="ab \t\n-\u2010", max_size=200))
def test_no_line_and_no_letter_is_lost(text: str) -> None:
    """Whatever a manual page holds: as many lines, and the same letters in the same order."""
    page = f"A(1)   x   A(1)\n{text}"
    shown = reflowed(page)
    assert shown.count("\n") == page.count("\n")
    assert [c for c in shown if c in "ab"] == [c for c in page if c in "ab"]
