"""Ranges that a text names."""

from __future__ import annotations

import math

import pytest
from hypothesis import given
from hypothesis import strategies as st

from edge.engines.ranges import asked, fits, ranges


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("5 to 9 years | 28", ((5, 9),)),
        ("de 3 à 10 mois", ((3, 10),)),
        ("7 kg – 12.5 kg", ((7, 12.5),)),
        ("over 12 years", ((12, math.inf),)),
        ("Moins de 15 € : reporté", ((-math.inf, 15),)),
        ("jusqu'à 1,5 bar", ((-math.inf, 1.5),)),
        ("2024-05-06 and 9-3", ()),
        ("page 4, article 7", ()),
    ],
)
def test_ranges_of_both_languages(text: str, found: tuple[tuple[float, float], ...]) -> None:
    """Two numbers with a word of extent between, or one with a bound before it; no dates, none that fall."""
    assert ranges(text) == found


@pytest.mark.parametrize(
    ("question", "text", "fit"),
    [
        ("holidays after 6 years", "5 to 9 years", 1.0),
        ("holidays after 6 years", "2 to 4 years", -1.0),
        ("holidays after 6 years", "Sundays", 0.0),
        ("holidays in 2025", "5 to 9 years", 0.0),
        ("holidays", "5 to 9 years", 0.0),
    ],
)
def test_a_number_fits_a_range(question: str, text: str, fit: float) -> None:
    """Where a number is asked and ranges are named; a year counts nothing."""
    assert fits(asked(question), text) == fit


@given(st.text())
def test_any_text_is_read(text: str) -> None:
    """Low ends are below high ones, and nothing raises."""
    assert all(low < high for low, high in ranges(text))
    assert fits(asked(text), text) in (-1.0, 0.0, 1.0)
