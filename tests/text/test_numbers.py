"""Numbers, dates and times as models write them."""

from __future__ import annotations

import math

import pytest
from hypothesis import given
from hypothesis import strategies as st

from edge.text import numbers


@pytest.mark.parametrize(
    ("text", "value"),
    [("531.60", 531.6), ("531,60", 531.6), ("1 284 €", 1284), ("1\u202f284,50", 1284.5), ("1.284,50", 1284.5),
     ("1,284.50", 1284.5), ("1,284", 1284), ("$10", 10), ("-5", -5), ("EUR 12,5", 12.5), ("1.000.000", 1e6),
     ("", None), ("n/a", None), ("12 34", None), ("1e99", None), ("9" * 40, None), ("2026-02-03", None),
     ("nan", None), ("Infinity", None), ("10-12", None)],
)  # fmt: skip
def test_numbers(text: str, value: float | None) -> None:
    """French and English spellings of one number; what could be two numbers or none is none."""
    assert numbers.number(text) == value


@given(st.floats(-1e9, 1e9).map(lambda x: round(x, 2)))
def test_a_plain_number_is_itself(value: float) -> None:
    """As models are asked to write it, a number always comes back."""
    assert math.isclose(numbers.number(f"{value:.2f}") or 0.0, value, abs_tol=1e-9)


@pytest.mark.parametrize(
    ("text", "day", "time"),
    [("2026-02-03", "2026-02-03", None), (" 2024-02-29 ", "2024-02-29", None),
     ("2026-02-03T14:00:00+01:00", "2026-02-03", "14:00"), ("2026-02-30", None, None),
     ("2025-02-29", None, None), ("03/02/2026", None, None), ("20260203", None, None), ("", None, None),
     ("2026-13-01", None, None), ("٢٠٢٦-02-03", None, None)],
)  # fmt: skip
def test_days(text: str, day: str | None, time: str | None) -> None:
    """Only ISO dates that exist."""
    assert numbers.day(text) == (day, time)


@pytest.mark.parametrize(
    ("text", "time"),
    [("14:00", "14:00"), ("8:05", "08:05"), ("14h", "14:00"), ("14h30", "14:30"), ("14 h 30", "14:30"),
     ("24:00", None), ("14", None), ("8:", None), ("14:60", None), ("", None), ("midi", None)],
)  # fmt: skip
def test_times(text: str, time: str | None) -> None:
    """Hours and minutes of one day, however they are written; a bare number is no time."""
    assert numbers.clock(text) == time


@pytest.mark.parametrize(
    ("text", "code"), [("EUR", "EUR"), ("eur", "EUR"), ("€", "EUR"), ("euros", "EUR"), ("US$", "USD"),
                       ("", None), ("money", None), ("€€", None)],
)  # fmt: skip
def test_currencies(text: str, code: str | None) -> None:
    """ISO 4217 of signs, words and codes."""
    assert numbers.currency(text) == code


@given(st.text(max_size=30))
def test_any_text_is_read_or_refused(text: str) -> None:
    """No text of a model raises."""
    value = numbers.number(text)
    assert value is None or math.isfinite(value)
    numbers.day(text), numbers.clock(text), numbers.currency(text)
