"""Org, as Emacs writes it."""

from __future__ import annotations

from growth import linear
from hypothesis import given
from hypothesis import strategies as some
from refusal import whole_or_refused

from edge.indexing.readers import org

SAMPLE = """\
#+TITLE: Greenhouse notes
#+AUTHOR: Ann Lee
#+STARTUP: overview
# a comment of the author

* TODO [#A] Watering                                        :plants:daily:
SCHEDULED: <2026-05-04 Mon>
:PROPERTIES:
:ID: 7c1d
:END:
Water the *tomatoes* at =06:30=, see [[https://example.org/t][the guide]][fn:1].
The tank holds /400 litres/.

** Pump
- [X] Close the valve
  - nested one
- Fuse :: 5 A
1) First

#+BEGIN_SRC sh
  pump --start # not a comment
,* not a heading
#+END_SRC

#+CAPTION: Doses
| Plant  | Dose |
|--------+------|
| Tomato | 2 g  |
| Leek   | 1 g  |

#+begin_comment
unseen
#+end_comment
: as it is
[fn:1] Third edition.
"""


def test_a_page_of_org() -> None:
    """Headings without keywords and tags, lists, code, tables; drawers, comments and marks are no text."""
    document = org.read(SAMPLE.encode(), "a.org")
    (page,) = document.pages
    assert (document.kind, document.title, document.author) == ("org", "Greenhouse notes", "Ann Lee")
    assert [(one.level, one.text) for one in page.headings] == [(1, "Watering"), (2, "Pump")]
    assert page.text.split("\n\n") == [
        "Watering",
        "Water the tomatoes at 06:30, see the guide[1].\nThe tank holds 400 litres.",
        "Pump",
        "- Close the valve\n  - nested one\n- Fuse: 5 A\n1. First",
        "  pump --start # not a comment\n,* not a heading",
        "Plant | Dose\nTomato | 2 g\nLeek | 1 g",
        "as it is",
        "[1] Third edition.",
    ]
    (table,) = page.tables
    assert (table.caption, table.header) == ("Doses", ["Plant", "Dose"])
    assert [row.cells for row in table.rows] == [["Tomato", "2 g"], ["Leek", "1 g"]]
    assert len(page.code) == 2


def test_lines_are_those_of_the_file() -> None:
    """A block says the line on which it begins, whatever was left out above it."""
    page = org.read(SAMPLE.encode(), "a.org").pages[0]
    lines = SAMPLE.split("\n")
    for offset, number in page.lines:
        word = page.text[offset:].split()[0].strip("-[]")
        assert word in lines[number - 1]


def test_no_file_takes_long() -> None:
    """Time grows as the file does, whatever is left open in it."""
    for piece in ("[[", "*a ", "| a ", "#+begin_src\n", ":a", "- [", "|-+", "[fn:", "* "):
        in_line, in_lines = piece.encode(), f"{piece}\n".encode()
        assert linear(lambda count, part=in_line: org.read(part * count + b"\nx", "a.org"), 50_000)
        assert linear(lambda count, part=in_lines: whole_or_refused(org.read, part * count, "a.org"), 10_000)


_PIECE = some.sampled_from(
    ["* H", "\n", "|", "|--+--|", "#+begin_src\n", "#+end_src", ":END:",
     ":PROPERTIES:\n", "- ", "[[a][b]]", "=c=",
     "\t", "x"]
)  # fmt: skip


@given(some.lists(_PIECE, max_size=20))
def test_no_form_breaks_the_reader(pieces: list[str]) -> None:
    """It is read, or refused for holding no text."""
    whole_or_refused(org.read, "".join(pieces).encode(), "a.org")
