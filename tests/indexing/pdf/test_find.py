"""From words of a page's text back to their place on the page."""

from __future__ import annotations

from collections.abc import Sequence

from hypothesis import given
from hypothesis import strategies as st

from edge.indexing.pdf.find import FoundPlace, Glyph, find

WORDS = st.lists(st.text("abcdéﬁ-.", min_size=1, max_size=7), min_size=1, max_size=40)


def set_in_lines(lines: Sequence[str], top: float = 100.0) -> list[Glyph]:
    """Glyphs of 5 x 10 points, a line every 12."""
    return [
        Glyph(character, row, (5.0 * at, top + 12 * row, 5.0 * at + 5, top + 12 * row + 10))
        for row, line in enumerate(lines)
        for at, character in enumerate(line)
    ]


def found(text: str, quote: str, glyphs: Sequence[Glyph], *, last: bool = False) -> FoundPlace:
    start = text.rindex(quote) if last else text.index(quote)
    return find(text, start, start + len(quote), glyphs)


def test_a_divided_word_is_found_whole() -> None:
    """The text joins what a line end divides; both halves are marked, with the hyphen."""
    place = found("Close the safety valve.", "safety valve", set_in_lines(["Close the safe-", "ty valve."]))
    assert place == FoundPlace([(50.0, 100.0, 75.0, 110.0), (0.0, 112.0, 40.0, 122.0)], 1.0)


def test_of_equal_words_those_with_the_same_surroundings() -> None:
    """A phrase that stands twice is marked where it was quoted, not where it stands first."""
    lines = ["In winter four bar is right.", "In summer four bar is too much."]
    place = found("\n".join(lines), "four bar", set_in_lines(lines), last=True)
    assert [box[1] for box in place.boxes] == [112.0]


def test_a_row_whose_cells_are_set_apart() -> None:
    """Cells that the file holds column by column are marked one by one, beside the row's longest cell."""
    lines = ["Caretaker of the house", "Visitor of the house", "4 bar", "3 bar"]
    glyphs = set_in_lines(lines[:2]) + [
        Glyph(one.text, one.line + 2, (one.box[0] + 200, one.box[1], one.box[2] + 200, one.box[3]))
        for one in set_in_lines(lines[2:])
    ]
    text = "Caretaker of the house | 4 bar\nVisitor of the house | 3 bar"
    place = found(text, "Visitor of the house | 3 bar", glyphs)
    assert place.share == 1.0
    assert {box[1] for box in place.boxes} == {112.0}


def test_what_is_not_there_is_not_marked() -> None:
    """Words of another page leave no box, and the share says so."""
    text = "Entirely different sentences stand here."
    assert find(text, 0, len(text), set_in_lines(["The boiler is started with a lever."])) == FoundPlace()


def test_a_quote_of_marks_only_has_no_place() -> None:
    """Nothing to compare: no box rather than every dash of the page."""
    assert find("— — —", 0, 5, set_in_lines(["— — — —"])) == FoundPlace()


@given(words=WORDS, data=st.data())
def test_every_run_of_words_is_found_where_it_is_set(words: list[str], data: st.DataObject) -> None:
    """Of a page whose text is its lines, each run of whole words is found whole, and its boxes hold glyphs
    with the same letters.
    """
    first = data.draw(st.integers(0, len(words) - 1))
    last = data.draw(st.integers(first, len(words) - 1))
    text = " ".join(words)
    start = len(" ".join(words[:first])) + bool(first)
    end = len(" ".join(words[: last + 1]))
    glyphs = set_in_lines([text])
    place = find(text, start, end, glyphs)
    inside = [
        glyph
        for glyph in glyphs
        if any(box[0] <= glyph.box[0] and glyph.box[2] <= box[2] for box in place.boxes)
    ]
    letters = "".join(one for one in text[start:end] if one.isalnum())
    assert "".join(one.text for one in inside if one.text.isalnum()) == letters
    assert place.share == (1.0 if letters else 0.0)
