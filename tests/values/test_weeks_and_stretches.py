"""Edges of numbered weeks, weekends cut short, stretches in figures, and feasts by which people date."""

from __future__ import annotations

from datetime import datetime, timedelta, timezone

import pytest

from edge.values.dates import find_dates

#: Wednesday 10 March 2027, in week 10.
RECEIVED = datetime(2027, 3, 10, 9, 0, tzinfo=timezone(timedelta(hours=1)))


@pytest.mark.parametrize(
    ("text", "first", "last"),
    [
        ("fin semaine 12", "2027-03-26", None),
        ("livraison début semaine 14", "2027-04-05", None),
        ("mi-semaine 12", "2027-03-24", None),
        ("courant semaine 12", "2027-03-22", "2027-03-28"),
        ("fin sem. 5", "2028-02-04", None),
        ("la fin de semaine du 28 mars", "2027-03-28", None),
        ("en fin de semaine", "2027-03-12", None),
        ("fin de semaine, 12 personnes", "2027-03-12", None),
        ("ce we", "2027-03-13", "2027-03-14"),
        ("le we prochain", "2027-03-20", "2027-03-21"),
        ("du 12 au 14/03", "2027-03-12", "2027-03-14"),
        ("du 1er au 15/04/2027", "2027-04-01", "2027-04-15"),
        ("du 28 au 3/04", "2027-03-28", "2027-04-03"),
        ("Thursday fortnight", "2027-03-25", None),
        ("by the 19th latest", "2027-03-19", None),
        ("avant la Toussaint", "2027-11-01", None),
        ("by Halloween", "2027-10-31", None),
        ("after Boxing Day", "2027-12-26", None),
    ],
)
def test_a_stretch_is_the_one_meant(text: str, first: str, last: str | None) -> None:
    """A numbered week has its own end and beginning, not those of this week; a stretch has both its days."""
    assert [(one.date, one.end_date) for one in find_dates(text, RECEIVED)] == [(first, last)]


@pytest.mark.parametrize(
    "text", ["this we know", "what we prochain", "le retour du 12 au 14e étage", "Halloween party"]
)
def test_what_only_looks_like_one_is_none(text: str) -> None:
    """The English pronoun is no weekend, a floor no day, a party by its name no date."""
    assert [one.date for one in find_dates(text, RECEIVED) if one.date] == []


def test_from_one_hour_till_another() -> None:
    """ "5 till 7 on Friday" begins at five, and is no limit at seven."""
    (when,) = find_dates("5 till 7 on Friday", RECEIVED)
    assert (when.date, when.time, when.end_time, when.deadline) == ("2027-03-12", "17:00", "19:00", False)


@pytest.mark.parametrize("text", ["by EOP Friday", "by EOD Friday", "before COB Friday"])
def test_the_end_of_a_working_day_is_a_limit(text: str) -> None:
    """End of play, of day, of business: what is due is due that day."""
    (when,) = find_dates(text, RECEIVED)
    assert (when.date, when.deadline) == ("2027-03-12", True)
