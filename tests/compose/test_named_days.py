"""Days that a query names, as somebody means them who looks back."""

from __future__ import annotations

from datetime import UTC, date, datetime, timedelta

import pytest
from hypothesis import given
from hypothesis import strategies as st

from edge.compose.named_days import Days, named_days

NOW = datetime(2026, 11, 28, 12, tzinfo=UTC)  # a Saturday


@pytest.mark.parametrize(
    ("query", "first", "last"),
    [
        ("what did we say on Thursday?", "2026-11-26", "2026-11-26"),
        ("lundi matin", "2026-11-23", "2026-11-23"),
        ("le 14", "2026-11-14", "2026-11-14"),
        ("on the 30th", "2026-10-30", "2026-10-30"),
        ("this week", "2026-11-23", "2026-11-28"),
        ("ce mois-ci", "2026-11-01", "2026-11-28"),
        ("cette année", "2026-01-01", "2026-11-28"),
        ("in the last two weeks", "2026-11-14", "2026-11-28"),
        ("ces derniers jours", "2026-11-21", "2026-11-28"),
        ("les trois derniers mois", "2026-08-30", "2026-11-28"),
        ("the past month", "2026-10-29", "2026-11-28"),
        ("en 2025", "2025-01-01", "2025-12-31"),
        ("since Monday", "2026-11-23", "2026-11-28"),
        ("depuis le 10 novembre 2026", "2026-11-10", "2026-11-28"),
        ("il y a deux mois", "2026-09-13", "2026-10-13"),
        ("three weeks ago", "2026-11-04", "2026-11-10"),
        ("trois semaines", "", ""),
    ],
)
def test_who_looks_back_means_days_gone_by(query: str, first: str, last: str) -> None:
    """The last such day, spans that end today, and about so long ago as was said."""
    found = [(f"{days.first}", f"{days.last}") for days in named_days(query, NOW)]
    assert found == ([(first, last)] if first else [])


@pytest.mark.parametrize(
    "query",
    ["The boat", "What may I do?", "Chapter 12", "Room 2023", "le 31 février 2023", "code 4711", "v1.2"],
)
def test_a_query_without_a_day_names_none(query: str) -> None:
    """Numbers and words that look like days are none."""
    assert named_days(query, NOW) == []


def test_the_last_of_any_year() -> None:
    """A date without a year is the last one that has come; 29 February that of a year that has one."""
    (autumn,) = named_days("in October", NOW)
    assert autumn.latest(NOW.date()) == (date(2026, 10, 1), date(2026, 10, 31))
    (winter,) = named_days("le 20 décembre", NOW)
    assert winter.latest(NOW.date()) == (date(2025, 12, 20), date(2025, 12, 20))
    leap = Days(date(2024, 2, 29), date(2024, 2, 29), any_year=True)
    assert leap.latest(date(2025, 3, 1)) == (date(2024, 2, 29), date(2024, 2, 29))
    assert leap.latest(date(2026, 3, 1)) == (date(2024, 2, 29), date(2024, 2, 29))


@given(st.text(max_size=60), st.sampled_from(["hier", "last 3 days", "le 14", "İ in 2025", "on Monday", ""]))
def test_any_text_is_read(around: str, day: str) -> None:
    """What names the days stands in the query as it was typed, in order, and no text is too odd."""
    for days in named_days(f"{around} {day}", NOW):
        assert days.first <= days.last and days.text
        assert days.first >= date(1, 1, 1) and days.last - days.first < timedelta(days=400_000)
