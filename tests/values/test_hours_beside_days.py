"""Hours, days and sums that stand as bare figures beside what says what they are."""

from __future__ import annotations

from datetime import datetime, timedelta, timezone

import pytest

from edge.values.amounts import find_amounts
from edge.values.dates import find_dates
from edge.values.phones import find_phones

#: Tuesday 16 March 2027.
RECEIVED = datetime(2027, 3, 16, 10, 0, tzinfo=timezone(timedelta(hours=1)))


def read(text: str) -> list[tuple[str | None, str | None]]:
    return [(when.date, when.time) for when in find_dates(text, RECEIVED)]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("Moved to the 22nd, same time.", [("2027-03-22", None)]),
        ("I can't do the 19th but the 22nd is fine.", [("2027-03-19", None), ("2027-03-22", None)]),
        ("See you on the 24th, 8am start.", [("2027-03-24", "08:00")]),
        ("Not the 25th, please.", [("2027-03-25", None)]),
        ("Le concert est décalé au 22.", [("2027-03-22", None)]),
        ("plutôt le 22 que le 23", [("2027-03-22", None), ("2027-03-23", None)]),
    ],
)
def test_a_day_by_its_number_alone(text: str, expected: list[tuple[str, str]]) -> None:
    """ "The 22nd" is a day behind what moves, is managed or refused, an hour behind it or not."""
    assert read(text) == expected


@pytest.mark.parametrize(
    "text",
    ["Go up to the 3rd floor.", "He came second to the 3rd runner.", "La limite est portée au 22 rue Haute."],
)
def test_a_number_of_something_is_no_day(text: str) -> None:
    """A floor, a runner and a house have ordinals too."""
    assert read(text) == []


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("Open house on Sunday from 2 till 5.", [("2027-03-21", "14:00")]),
        ("Drop in Sunday 2-5.", [("2027-03-21", "14:00")]),
        ("The office is open Friday 9-5.", [("2027-03-19", "09:00")]),
        ("collection between 8 and 10 on Friday", [("2027-03-19", "08:00")]),
        ("livraison vendredi matin entre 8 et 10", [("2027-03-19", "08:00")]),
        ("31 March 14.30-16.00, Room 2", [("2027-03-31", "14:30")]),
        ("Saturday, any time after 3.", [("2027-03-20", "15:00")]),
        ("Saturday 27 March, any time from 2.", [("2027-03-27", "14:00")]),
    ],
)
def test_hours_of_a_stretch_beside_a_day(text: str, expected: list[tuple[str, str]]) -> None:
    """Two bare hours right beside a weekday are from and until; so is the one of "any time from"."""
    assert read(text) == expected


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("dinner Friday 7 for 7.30", [("2027-03-19", "19:00")]),
        ("Friday, 7 for 7.30pm", [("2027-03-19", "19:00")]),
        ("Thursday 18th March 2027, 6:30 for 7pm", [("2027-03-18", "18:30")]),
        ("on Thursday morning at ten", [("2027-03-18", "10:00")]),
        ("at two on Thursday", [("2027-03-18", "14:00")]),
        ("31 March at 0915", [("2027-03-31", "09:15")]),
        ("31 March, 0915 hrs", [("2027-03-31", "09:15")]),
        ("the 2.20 train on Thursday", [("2027-03-18", "14:20")]),
        ("back by 3ish", [(None, "15:00")]),
        ("jeudi à midi et quart", [("2027-03-18", "12:15")]),
    ],
)
def test_hours_in_other_forms(text: str, expected: list[tuple[str, str]]) -> None:
    """ "Seven for half past" is one evening hour, "at ten" and "0915 hrs" are hours, "3ish" is afternoon."""
    assert read(text) == expected


@pytest.mark.parametrize(
    "text",
    [
        "Monday 2-4 April",
        "Friday 2-5 people came",
        "We won Sunday 3-1.",
        "Sunday 2-5 games",
        "from 2 to 5 kg",
    ],
)
def test_two_figures_are_not_always_hours(text: str) -> None:
    """Days of a month, counts and scores beside a weekday are no hours."""
    assert all(time is None for _, time in read(text))


def test_limits_and_delays() -> None:
    """The end of play is a limit, and "dans la quinzaine" a fortnight."""
    (when,) = find_dates("I need it end of play Thursday.", RECEIVED)
    assert (when.date, when.deadline) == ("2027-03-18", True)
    assert read("Réponse attendue dans la quinzaine.") == [("2027-03-31", None)]
    assert read("le week-end du 27") == [("2027-03-27", None)]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("c'est lui qui l'a chiffré, 18 400 ht", [18_400.0]),
        ("Devis : 1 200 HT, soit 1 440 TTC", [1_200.0, 1_440.0]),
        ("Total HT : 2 500,00", [2_500.0]),
        ("ligne HT 20 kV", []),
        ("poste 63 HT", []),
        ("12 euros 50", [12.5]),
    ],
)
def test_before_and_after_tax_is_money(text: str, expected: list[float]) -> None:
    """A sum before or after tax (HT, TTC) needs no currency: nothing else is counted so."""
    assert [amount.value for amount in find_amounts(text)] == expected


@pytest.mark.parametrize("text", ["Lynn Cobb, 01632 960 800 ext 214", "Tel: 01632 960 800 x214"])
def test_an_extension_does_not_hide_the_number(text: str) -> None:
    """The inside number behind a telephone number is no part of it."""
    assert [phone.e164 for phone in find_phones(text, "GB")] == ["+441632960800"]
