"""Sums, days and hours as people write them in India, North America, Australia and on timetables."""

from __future__ import annotations

from datetime import datetime, timedelta, timezone

import pytest

from edge.values.amounts import find_amounts
from edge.values.dates import find_dates

#: Wednesday 10 March 2027.
RECEIVED = datetime(2027, 3, 10, 9, 0, tzinfo=timezone(timedelta(hours=-5)))


@pytest.mark.parametrize(
    ("text", "sums"),
    [
        ("Le prix est passé à deux cents euros.", [(200.0, "EUR")]),
        ("s'élève à sept mille trois cents euros", [(7300.0, "EUR")]),
        ("de cent à deux cents euros", [(200.0, "EUR")]),
        ("it cost a hundred dollars", [(100.0, "USD")]),
        ("Rs. 1,250 per plate", [(1250.0, "INR")]),
        ("Rs 60,000 is pending", [(60000.0, "INR")]),
        ("a deposit of Rs. 4,50,000", [(450000.0, "INR")]),
        ("₹4.5 lakh, or Rs 2 crore", [(450000.0, "INR"), (20000000.0, "INR")]),
        ("3 lakh rupees", [(300000.0, "INR")]),
        ("an RS-232 cable and an RS 485 one", []),
        ("les cours 12 et 13", []),
        ("I should put £2,800-3,200 on it", [(2800.0, "GBP"), (3200.0, "GBP")]),
        ("$40-50 a head", [(40.0, "USD"), (50.0, "USD")]),
        ("£50-off vouchers", [(50.0, "GBP")]),
        ("£20-15% for members", [(20.0, "GBP")]),
        ("compte 150/180€ pour le tout", [(150.0, "EUR"), (180.0, "EUR")]),
        ("soit 30 / 35 € par personne", [(30.0, "EUR"), (35.0, "EUR")]),
        ("le 12/03 150 €", [(150.0, "EUR")]),
        ("1/2 € de plus", []),
    ],
)
def test_a_sum_is_what_is_written(text: str, sums: list[tuple[float, str]]) -> None:
    """`à` counts nothing, unlike `a hundred`; lakh and crore do; a range has two ends, however it is joined;
    and what only looks like a sum is none.
    """
    assert [(one.value, one.currency) for one in find_amounts(text)] == sums


@pytest.mark.parametrize(
    ("text", "days"),
    [
        ("see ya sat", ["2027-03-13"]),
        ("See you Sat then", ["2027-03-13"]),
        ("Entries close midnight Sat!!", ["2027-03-13"]),
        ("by sat please", ["2027-03-13"]),
        ("he sat by the door", []),
        ("where you sat", []),
        ("they want the files fri am", ["2027-03-12"]),
        ("sat pm works for us", ["2027-03-13"]),
        ("the monitor am I told", []),
    ],
)
def test_a_day_is_the_one_meant(text: str, days: list[str]) -> None:
    """Short names of weekdays count beside a word that can only go with a day."""
    assert [one.date for one in find_dates(text, RECEIVED) if one.date] == days


@pytest.mark.parametrize(
    ("text", "time"),
    [
        ("mix lock is thurs 5p PT", "17:00"),
        ("the call is tomorrow at 9:30a CT", "09:30"),
        ("departure 05.40 from the north quay on Friday", "05:40"),
        ("Friday, check-in 06.15", "06:15"),
        ("vendredi, départ 17.20", "17:20"),
        ("arrival 2.5 hours later on Friday", None),
        ("Stamps are 5p on Friday", None),
        ("vendredi, lire 5p et 6p", None),
        ("departure 12.50 EUR on Friday", None),
    ],
)
def test_an_hour_is_the_one_meant(text: str, time: str | None) -> None:
    """A lone a or p is of the morning or evening before a zone; hours with a point stand in timetables."""
    assert [one.time for one in find_dates(text, RECEIVED) if one.time] == ([time] if time else [])
