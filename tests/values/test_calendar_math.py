"""Calendar arithmetic: checked against counting day by day."""

from __future__ import annotations

from datetime import date, timedelta

from hypothesis import given, settings
from hypothesis import strategies as st

from edge.values.dates.calendar_math import (
    add_months,
    add_workdays,
    day,
    full_year,
    iso_week,
    last_weekday,
    nearest_year,
    next_number,
    next_weekday,
    stretch,
)

days = st.dates(date(1971, 1, 1), date(2099, 12, 31))


@given(days, st.integers(1, 40))
@settings(max_examples=200, deadline=None)
def test_working_days_are_counted(start: date, number: int) -> None:
    """So many days on, counting only Mondays to Fridays, as one does on one's fingers."""
    at, left = start, number
    while left:
        at += timedelta(days=1)
        left -= at.weekday() < 5
    assert add_workdays(start, number) == at


@given(days, st.integers(0, 6))
@settings(max_examples=100, deadline=None)
def test_weekdays_are_the_nearest_on_either_side(today: date, weekday: int) -> None:
    """Strictly after, strictly before, and never more than a week away."""
    after, before = next_weekday(today, weekday), last_weekday(today, weekday)
    assert after.weekday() == before.weekday() == weekday
    assert timedelta(0) < after - today <= timedelta(7)
    assert timedelta(0) < today - before <= timedelta(7)


@given(days, st.integers(-400, 400))
@settings(max_examples=100, deadline=None)
def test_months_keep_the_day_where_there_is_one(start: date, months: int) -> None:
    """The same number of the month, or its last day."""
    at = add_months(start, months)
    assert (at.year * 12 + at.month) - (start.year * 12 + start.month) == months
    assert at.day == start.day or (at + timedelta(days=1)).day == 1


@given(days, st.sampled_from(["week", "month", "quarter", "half", "year"]), st.integers(-2, 2))
@settings(max_examples=200, deadline=None)
def test_stretches_follow_each_other(today: date, period: str, which: int) -> None:
    """This one holds today; each begins where the one before ends."""
    start, end = stretch(today, period, which)
    assert start < end
    assert which or start <= today <= end
    assert stretch(today, period, which + 1)[0] == end + timedelta(days=1)


@given(days, st.integers(1, 31), st.booleans())
@settings(max_examples=100, deadline=None)
def test_a_number_of_the_month_is_the_nearest(today: date, number: int, past: bool) -> None:
    """No day between today and it has that number."""
    at = next_number(today, number, past=past)
    assert at is not None and at.day == number
    step = timedelta(days=-1 if past else 1)
    while today != at:
        assert today.day != number
        today += step


def test_the_weekday_chooses_the_year() -> None:
    """Wednesday 14 January, on 21 January 2026, is a week ago, not next year's Thursday."""
    today = date(2026, 1, 21)
    assert nearest_year(today, 1, 14, past=False) == date(2027, 1, 14)
    assert nearest_year(today, 1, 14, past=False, weekday=2) == date(2026, 1, 14)
    assert nearest_year(today, 1, 14, past=True) == date(2026, 1, 14)
    assert nearest_year(today, 2, 30, past=False) is None


def test_what_the_calendar_has_not_is_none() -> None:
    """No 30 February, no week 53 in 2025, no year 0."""
    assert day(2026, 2, 30) is None
    assert day(0, 1, 1) is None
    assert iso_week(2025, 53) is None
    assert iso_week(2026, 53) == date(2026, 12, 28)
    assert (full_year("2026"), full_year("26"), full_year("'26")) == (2026, 2026, 2026)
