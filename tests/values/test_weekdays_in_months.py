"""Days told by their place in a month, a week or a count of weeks."""

from __future__ import annotations

from datetime import datetime, timedelta, timezone

import pytest
from hypothesis import given
from hypothesis import strategies as st

from edge.values.dates import find_dates

#: Wednesday 10 March 2027.
RECEIVED = datetime(2027, 3, 10, 9, 0, tzinfo=timezone(timedelta(hours=1)))

DAYS = [
    ("le premier lundi d'avril", "2027-04-05", None, False),
    ("le dernier vendredi du mois", "2027-03-26", None, False),
    ("le premier mardi du mois", "2027-04-06", None, False),
    ("le premier mardi du mois prochain", "2027-04-06", None, False),
    ("the last Friday of next month", "2027-04-30", None, False),
    ("the first Monday in April", "2027-04-05", None, False),
    ("the 2nd Thursday of February", "2028-02-10", None, False),
    ("the first Monday of May 2028", "2028-05-01", None, False),
    ("la semaine du 22", "2027-03-22", "2027-03-28", False),
    ("shifts w/c 22nd", "2027-03-22", "2027-03-28", False),
    ("a week today", "2027-03-17", None, False),
    ("a fortnight tomorrow", "2027-03-25", None, False),
    ("Please reply before the weekend.", "2027-03-12", None, True),
    ("avant le week-end", "2027-03-12", None, True),
    ("Names by lunchtime Thursday, please.", "2027-03-11", None, True),
    ("d'ici deux à trois semaines", "2027-03-31", None, True),
    ("sous 48/72h", "2027-03-13", None, True),
    ("It will be back on your card within 5 to 7 days.", "2027-03-17", None, False),
]


@pytest.mark.parametrize(("text", "first", "last", "limit"), DAYS)
def test_a_day_told_by_its_place_is_that_day(text: str, first: str, last: str | None, limit: bool) -> None:
    """The nth weekday is that of the month named, or of the next one where this month's is over; of "2 to 3
    weeks" the longer counts, and is a limit where "d'ici" says so.
    """
    (when,) = find_dates(text, RECEIVED)
    assert (when.date, when.end_date, when.deadline) == (first, last, limit)


@pytest.mark.parametrize("text", ["every first Monday of the month", "tous les premiers lundis du mois"])
def test_what_comes_back_each_month_is_no_day(text: str) -> None:
    """A habit is not dated."""
    assert all(when.date != "2027-04-05" for when in find_dates(text, RECEIVED))


@given(
    st.sampled_from(["first", "second", "third", "fourth", "last"]),
    st.sampled_from(["Monday", "Wednesday", "Sunday"]),
    st.sampled_from(["January", "June", "December"]),
)
def test_the_nth_weekday_is_that_weekday_of_that_month(nth: str, weekday: str, month: str) -> None:
    """Whatever is asked for, the day has the weekday and the month that were named, and lies ahead."""
    (when,) = find_dates(f"on the {nth} {weekday} of {month}", RECEIVED)
    assert when.date is not None
    at = datetime.fromisoformat(when.date)
    assert at.strftime("%A %B") == f"{weekday} {month}"
    assert at.date() >= RECEIVED.date()
