"""Text for people: nothing that steers a terminal, nothing wider than it, nothing lost."""

from __future__ import annotations

import unicodedata

from hypothesis import given
from hypothesis import strategies as st

from edge.cli.terminal import style
from edge.cli.terminal.style import (
    Style,
    columns,
    highlight,
    safe,
    table,
    wrap,
)


@given(st.text())
def test_safe_text_has_no_control_characters(text: str) -> None:
    """A document must not be able to send escape sequences or turn text around; its words stay."""
    shown = safe(text)
    assert not any(unicodedata.category(c) == "Cc" or "\u202a" <= c <= "\u202e" for c in shown)
    assert safe(shown) == shown


def test_safe_takes_the_escape_out_of_an_escape_sequence() -> None:
    """A title-setting sequence becomes harmless text."""
    assert safe("a\x1b]0;owned\x07b\r\nc") == "a ]0;owned b c"


@given(st.text(alphabet="ab é-", max_size=200), st.integers(30, 100))
def test_wrapped_lines_fit_and_keep_every_word(text: str, width: int) -> None:
    """Wrapping changes only where lines end."""
    lines = wrap(text, width, "  · ", "    ")
    assert all(len(line) <= width for line in lines)
    joined = "".join(lines).replace("·", "").replace(" ", "")
    assert joined == "".join(text.split())


def test_no_width_means_no_wrapping() -> None:
    """Output that another program reads is not cut."""
    assert wrap("word " * 100, None, "  ") == ["  " + "word " * 100]


def test_plain_style_adds_nothing() -> None:
    """NO_COLOR and pipes get bare text."""
    plain, coloured = Style(False), Style(True)
    for name in ("bold", "dim", "good", "warn", "bad", "place"):
        assert getattr(plain, name)("x") == "x"
        assert getattr(coloured, name)("x").startswith("\x1b[")
        assert getattr(coloured, name)("") == ""


def test_highlight_marks_whole_words_by_their_key() -> None:
    """The key decides, so inflected forms are marked as well; parts of words are not."""
    marked = highlight(
        "Pieces of a piecework", frozenset({"piece"}), lambda w: w.lower().rstrip("s"), "<{}>".format
    )
    assert marked == "<Pieces> of a piecework"


def test_tables_align_wide_and_combining_characters() -> None:
    """Columns are counted as a terminal shows them; numbers stand to the right."""
    assert columns("é") == columns("e\u0301") == 1 and columns("棋") == 2
    assert table([["name", "n"], ["棋", "5"], ["abc", "12"]]) == ["name   n", "棋     5", "abc   12"]
    assert table([]) == []


def test_exact_words_are_marked_over_the_end_of_a_line() -> None:
    """A run between marks keeps its style where it is wrapped, and the marks themselves are never shown."""
    text = style.between("the pressure must stay below four bar", 22, 37)
    lines = style.wrap(text, 28)
    assert len(lines) == 2
    shown = style.unmark(lines, str.upper, str)
    assert " ".join(shown) == "the pressure must stay BELOW FOUR BAR"


def test_a_document_cannot_mark_words_itself() -> None:
    """Marks that stand in a text are taken out before ours are put in."""
    text = style.between(f"a{style.OPENED}b{style.CLOSED}c d", 6, 7)
    assert style.unmark([text], str.upper, str) == ["abc D"]
