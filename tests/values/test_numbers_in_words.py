"""Numbers that are partly words are read as figures, and no text, however it is typed, is an error."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from edge.values.numbers_in_words import articles_in_figures, in_figures, signs_in_figures

_BITS = ["one", "un", "2", "minus", "moins", "±", "and a half", "ſixth", "thİrd", "TIERS", "hour", "a", ".5"]


@pytest.mark.parametrize(
    ("text", "read"), [("one ſixth", "1/6"), ("1 thİrd", "1/3"), ("UN TIERS", "1/3"), ("2 tıers", "2/3")]
)
def test_fractions_are_read_in_every_form_of_their_letters(text: str, read: str) -> None:
    """Without regard to case a pattern takes a long ſ for an s, a Turkish İ for an i: so does the table."""
    assert in_figures(text) == read


@pytest.mark.parametrize("text", ["x minus a", "minus an error", "moins a"])
def test_an_article_behind_minus_is_no_number(text: str) -> None:
    """It may be a letter of a formula, or stand before a word."""
    assert signs_in_figures(text) == text
    assert signs_in_figures("minus one, moins sept") == "-1, -7"


@given(st.lists(st.sampled_from(_BITS), max_size=8).map(" ".join) | st.text(max_size=40))
def test_any_text_is_read(text: str) -> None:
    """What people type gives a text, never an error."""
    for read in (in_figures, signs_in_figures, articles_in_figures):
        assert isinstance(read(text), str)
