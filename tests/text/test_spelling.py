"""Distances of misspelt words."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from edge.text.spelling import EXTRA, FIRST, OTHER, SLIP, distance, room

WORDS = st.text("abcdeàé", min_size=1, max_size=9)


@pytest.mark.parametrize(
    ("typed", "meant", "cost"),
    [
        ("alarm", "alarm", 0.0),
        ("alram", "alarm", SLIP),  # changed places
        ("suply", "supply", SLIP),  # left out
        ("heead", "head", SLIP),  # doubled
        ("stabdard", "standard", OTHER),
        ("adlarm", "alarm", EXTRA),
        ("zalarm", "alarm", EXTRA + FIRST),
        ("laarm", "alarm", SLIP),  # the first two changed places: not another beginning
    ],
)
def test_slips_cost_less_than_other_letters(typed: str, meant: str, cost: float) -> None:
    """What fingers do is nearer than another letter, and another first letter is further."""
    assert distance(typed, meant, 9.0) == pytest.approx(cost)


@given(WORDS, WORDS)
def test_only_the_same_word_is_at_no_distance(one: str, other: str) -> None:
    """Zero is for equal words, and no distance is negative."""
    assert (distance(one, other, 99.0) == 0) == (one == other)


@given(WORDS, WORDS, st.floats(0.1, 4.0))
def test_a_bound_changes_no_distance_within_it(one: str, other: str, most: float) -> None:
    """Stopping early gives the same number up to the bound, and some number above it beyond."""
    exact = distance(one, other, 99.0)
    bounded = distance(one, other, most)
    assert bounded == pytest.approx(exact) if exact <= most else bounded > most


@given(WORDS)
def test_short_words_have_less_room(word: str) -> None:
    """A longer word may be further from what was meant, and one of three letters nowhere."""
    assert room(word) <= room(word + "a") and room(word[:3]) == 0
