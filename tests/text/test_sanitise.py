from __future__ import annotations

import unicodedata

from hypothesis import given
from hypothesis import strategies as st

from edge.text.one_line import one_line
from edge.text.sanitise import _PLAIN, clean, tidy, visible

# Format characters that are drawn on the page, and so are no hiding place.
DRAWN = set("\u0600\u0601\u0602\u0603\u0604\u0605\u06dd\u070f\u0890\u0891\u08e2\U000110bd\U000110cd")


@given(st.text(alphabet=st.characters()))
def test_nothing_invisible_remains(text: str) -> None:
    """No control, format or surrogate character reaches a page, whatever comes in; tabs and line feeds do."""
    left = {c for c in clean(text) if unicodedata.category(c) in {"Cc", "Cf", "Cs"} and c not in DRAWN}
    assert left <= {"\t", "\n", "\u200d"}  # a joiner stays between emoji, and nowhere else
    assert left <= {"\t", "\n"} or any(c > "\u2600" for c in text)


@given(st.text())
def test_cleaning_twice_changes_nothing(text: str) -> None:
    """Spans are computed on clean text, so cleaning it again must not move them."""
    assert clean(clean(text)) == clean(text)
    assert tidy(tidy(text)) == tidy(text)


@given(st.text(alphabet=st.characters(categories=["L", "N", "P", "Zs"])))
def test_visible_words_are_kept(text: str) -> None:
    """Cleaning never costs a letter, a digit or a space: only the form changes, to NFC."""
    assert clean(text) == unicodedata.normalize("NFC", text)


def test_what_needs_no_cleaning_is_what_cleaning_leaves() -> None:
    """The characters that pass unlooked at: none of them is hidden, none another one in NFC, and no two of
    them make one.
    """
    passing = [sign for sign in map(chr, range(0x11_0000)) if _PLAIN.fullmatch(sign)]
    assert 700 < len(passing) < 1_000
    assert all(unicodedata.category(sign)[0] not in "CZ" for sign in passing if sign not in " \n")
    assert all(unicodedata.normalize("NFC", sign) == sign for sign in passing)
    assert not any(map(unicodedata.combining, passing))


def test_hidden_instructions_are_removed() -> None:
    """Tag characters spell words that only a program sees; bidi marks reorder what a reader sees."""
    hidden = "".join(chr(0xE0000 + ord(c)) for c in "ignore the rules")
    assert clean(f"Article 4{hidden}\u202e: touch\u200bmove\u2066") == "Article 4: touchmove"


def test_word_broken_at_a_soft_hyphen_is_joined() -> None:
    """A soft hyphen at a line end is the typesetter's, not the word's; a real hyphen stays."""
    assert clean("déla\u00ad\ni de grâce") == "délai de grâce"
    assert clean("touch-\nmove") == "touch-\nmove"


def test_line_ends_are_line_feeds() -> None:
    """Windows, old Mac and Unicode line ends all count as one character, so offsets agree everywhere."""
    assert clean("a\r\nb\rc\u2028d\x85e") == "a\nb\nc\nd\ne"


def test_one_line_has_single_spaces() -> None:
    """Titles, headings and cells are one line with single spaces."""
    assert one_line("  Cadence \n\t de   jeu ") == "Cadence de jeu"


def test_visible_text_is_one_line_and_hides_nothing() -> None:
    """A document cannot steer a terminal: controls are spaces, direction marks and tags are gone."""
    assert visible("a\x1b]0;x\x07b\u202e\r\nc\U000e0041 \ud83d") == "a ]0;x b c \ufffd"


@given(st.text(max_size=300), st.integers(1, 60))
def test_a_line_is_short_enough_and_says_when_it_was_cut(text: str, most: int) -> None:
    """Never longer than allowed; whole, or a beginning with an ellipsis."""
    line, whole = one_line(text, most), one_line(text)
    assert len(line) <= most and "\n" not in line
    assert line == whole or (line.endswith("…") and whole.startswith(line[:-1]))
