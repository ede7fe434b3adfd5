"""A quantity in two units is one quantity."""

from __future__ import annotations

from decimal import Decimal

import pytest
from hypothesis import given
from hypothesis import strategies as st

from edge.values.compound_measures import joined, spaced
from edge.values.measures import find_measures


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("1 h 30", 5_400), ("1h30", 5_400), ("1 h 30 min", 5_400), ("2 hours and 5 minutes", 7_500),
        ("2 heures et 5 minutes", 7_500), ("1 min 20 s", 80), ("1 h 10 min 5 s", 4_205),
        ("1 m 75", Decimal("1.75")),
        ("1m75", Decimal("1.75")), ("1 h et demie", 5_400), ("2 hours and a half", 9_000), ("90 min", 5_400),
    ],
)  # fmt: skip
def test_its_parts_are_added_up(text: str, value: Decimal) -> None:
    """Hours and minutes, metres and centimetres, a half behind the unit."""
    said = spaced(f"Il faut {text}.")
    (one,) = joined(find_measures(said), said)
    assert abs(one.values[0] - value) < Decimal("1e-9")
    (whole,) = find_measures(f"{value / 60} min" if one.dimension == "time" else f"{value} m")
    assert one.same(whole)


@pytest.mark.parametrize(
    "text",
    [
        "3 m and 12 s",
        "2 h, 30 km",
        "30 min 2 h",
        "3 m and 12",
        "5 m and 3 m",
        "1 h 75",
        "1 h 5",
        "12 V 30",
        "7 8",
    ],
)
def test_two_quantities_stay_two(text: str) -> None:
    """Another dimension, the same unit, too much for a part, or a word between."""
    assert len(joined(find_measures(text), text)) == 2


@given(st.text("0123456789 hmin,.sdetoa½", max_size=40))
def test_any_text_is_taken(text: str) -> None:
    """Nothing is lost but what became part of another, and spans stay spans of the text."""
    made = joined(find_measures(text), text)
    assert all(text[one.start : one.end] == one.text for one in made)
