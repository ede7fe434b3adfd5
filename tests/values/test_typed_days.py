"""Days, hours, delays and sums as people type them in mail, where another day or none was read."""

from __future__ import annotations

from datetime import datetime, timedelta, timezone

import pytest

from edge.values.amounts import find_amounts
from edge.values.dates import find_dates

#: Wednesday 25 November 2026.
RECEIVED = datetime(2026, 11, 25, 9, 0, tzinfo=timezone(timedelta(0)))


def read(text: str, received: datetime = RECEIVED) -> list[tuple[str | None, str | None]]:
    return [(when.date, when.time) for when in find_dates(text, received)]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("Go/no-go call Monday 7th 4pm.", [("2026-12-07", "16:00")]),
        ("could start monday 7th if thats any good", [("2026-12-07", None)]),
        ("Costumes in by Friday 11th please", [("2026-12-11", None)]),
        ("On Friday 4th of December we close.", [("2026-12-04", None)]),
        ("recette lundi 7 dernier carat", [("2026-12-07", None)]),
    ],
)
def test_a_weekday_with_its_number_is_that_day(text: str, expected: list[tuple[str, str]]) -> None:
    """ "Monday 7th" is the Monday that is a seventh, whatever word follows; a month is read with it."""
    assert read(text) == expected


@pytest.mark.parametrize("text", ["See you Monday, 7th floor.", "It is Friday, 3rd time lucky."])
def test_what_is_counted_is_no_day(text: str) -> None:
    """A floor or a turn behind a weekday is not its number."""
    assert all(date in ("2026-11-27", "2026-11-30") for date, _ in read(text))


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("Rehearsal Thursday 10th 7.30 in the vestry", [("2026-12-10", "19:30")]),
        ("Training is tomorrow 5.30 to 6.45.", [("2026-11-26", "17:30")]),
        ("They train Fridays 5.30 to 6.45.", [(None, "17:30")]),
        ("It'll be Monday first thing, say 7.30.", [("2026-11-30", "07:30")]),
        ("Send me the guide by 5 today.", [("2026-11-25", "17:00")]),
        ("I need it before 9 tomorrow.", [("2026-11-26", "09:00")]),
    ],
)
def test_hours_with_a_point_or_bare_beside_a_day_are_hours(
    text: str, expected: list[tuple[str, str]]
) -> None:
    """English writes "7.30" and "by 5 today": an hour, where a day stands beside it."""
    assert read(text) == expected


@pytest.mark.parametrize(
    "text",
    [
        "It costs 7.30 each.",
        "On Thursday 4.50 per head.",
        "We grew by 5.30 percent.",
        "Version 5.30 to 6.45 is out.",
    ],
)
def test_figures_with_a_point_are_no_hours_elsewhere(text: str) -> None:
    """Prices, measures and versions stay what they are."""
    assert all(time is None for _, time in read(text))


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("The 5 December is off. They can do the following Saturday.", "2026-12-12"),
        ("Le jeudi 3 décembre, ou à défaut le lundi suivant.", "2026-12-07"),
    ],
)
def test_the_following_weekday_follows_the_day_that_was_named(text: str, expected: str) -> None:
    """It is counted from the day before it in the text, not from the day of the message."""
    assert read(text)[-1][0] == expected


@pytest.mark.parametrize(
    "text",
    [
        "À déposer dans les six mois du décès.",
        "Within 14 days of delivery.",
        "Dans les 8 jours des obsèques.",
    ],
)
def test_a_delay_from_something_else_is_no_day(text: str) -> None:
    """Nobody knows the day from which it is counted."""
    assert read(text) == []


@pytest.mark.parametrize("text", ["Payable within 30 days of invoice.", "Payable sous 30 jours."])
def test_a_bills_own_terms_are_counted_from_it(text: str) -> None:
    """The message is the bill."""
    assert read(text) == [("2026-12-25", None)]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("Invoice 48812 (due 19 December) remains unpaid.", "2026-12-19"),
        ("La facture échue le 18 décembre est toujours impayée.", "2026-12-18"),
        ("Please settle the unpaid balance by 19 March.", "2027-03-19"),
    ],
)
def test_an_open_bill_was_due_on_the_day_gone_by(text: str, expected: str) -> None:
    """The year of a day without one is the last where the bill is overdue, but for a day that is near."""
    assert read(text, datetime(2027, 2, 25, 9, 0, tzinfo=RECEIVED.tzinfo))[0][0] == expected


@pytest.mark.parametrize(
    ("text", "value"), [("It's a tenner.", 10.0), ("a fiver each", 5.0), ("I owe you two tenners", 20.0)]
)
def test_notes_are_sums(text: str, value: float) -> None:
    """British English names sums by their notes."""
    (amount,) = find_amounts(text)
    assert (amount.value, amount.currency) == (value, "GBP")
