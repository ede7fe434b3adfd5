"""Dates and times as models write them."""

from __future__ import annotations

import time

import pytest
from hypothesis import given
from hypothesis import strategies as st

from edge.text import iso_date


@pytest.mark.parametrize(
    ("text", "day", "time"),
    [("2026-02-03", "2026-02-03", None), (" 2024-02-29 ", "2024-02-29", None),
     ("2026-02-03T14:00:00+01:00", "2026-02-03", "14:00"), ("2026-02-30", None, None),
     ("2025-02-29", None, None), ("03/02/2026", None, None), ("20260203", None, None), ("", None, None),
     ("2026-13-01", None, None), ("٢٠٢٦-02-03", None, None)],
)  # fmt: skip
def test_days(text: str, day: str | None, time: str | None) -> None:
    """Only ISO dates that exist."""
    assert iso_date.day(text) == (day, time)


@pytest.mark.parametrize(
    ("text", "time"),
    [("14:00", "14:00"), ("8:05", "08:05"), ("14h", "14:00"), ("14h30", "14:30"), ("14 h 30", "14:30"),
     ("24:00", None), ("14", None), ("8:", None), ("14:60", None), ("", None), ("midi", None)],
)  # fmt: skip
def test_times(text: str, time: str | None) -> None:
    """Hours and minutes of one day, however they are written; a bare number is no time."""
    assert iso_date.clock(text) == time


@pytest.mark.parametrize("text", ["0001-01-01T00:00:00+14:00", "9999-12-31T23:59:59-14:00", "soon", ""])
def test_no_moment_is_beyond_utc(text: str) -> None:
    """What cannot be stored in UTC is none: an export that says so is refused, not a traceback."""
    assert iso_date.moment(text) is None


def test_a_day_is_that_of_the_person(monkeypatch: pytest.MonkeyPatch) -> None:
    """Half past midnight in Paris is not yesterday, in summer as in winter; what is no moment stays so."""
    monkeypatch.setenv("TZ", "Europe/Paris")
    time.tzset()
    try:
        for at, day in (
            ("2026-11-27T23:30:00.000000+00:00", "2026-11-28"), ("2026-07-01T22:30:00+00:00", "2026-07-02"),
            ("2026-07-01T21:30:00Z", "2026-07-01"), ("2026-07-01", "2026-07-01"), ("soon", "soon"),
            ("9999-12-31T23:30:00+00:00", "9999-12-31"),
        ):  # fmt: skip
            assert iso_date.local_day(at) == day
    finally:
        monkeypatch.undo()
        time.tzset()


@given(st.text(max_size=30))
def test_any_text_is_read_or_refused(text: str) -> None:
    """No text of a model raises."""
    iso_date.day(text), iso_date.clock(text), iso_date.moment(text)
