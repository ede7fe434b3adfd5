"""What the table of phrases does not say: zones of the message, American dates, limits, missing libraries."""

from __future__ import annotations

import sys
from datetime import datetime, timedelta, timezone

import pytest

from edge.errors import EdgeError
from edge.values.dates import find_dates

PARIS = timezone(timedelta(hours=1))
NEW_YORK = timezone(timedelta(hours=-5))
RECEIVED = datetime(2026, 1, 21, 9, 30, tzinfo=PARIS)


def days(text: str, received: datetime = RECEIVED) -> list[str | None]:
    return [when.date for when in find_dates(text, received)]


def test_days_are_those_of_the_message() -> None:
    """Tomorrow is counted from the day it was where the message arrived, not from that of UTC."""
    late = datetime(2026, 1, 21, 23, 30, tzinfo=NEW_YORK)  # already the 22nd in Paris
    assert days("tomorrow", late) == ["2026-01-22"]
    assert days("demain", late.astimezone(PARIS)) == ["2026-01-23"]


def test_no_zone_is_made_up() -> None:
    """A zone is given only where the text names one, whatever the message's own."""
    for received in (RECEIVED, RECEIVED.astimezone(NEW_YORK)):
        assert [when.timezone for when in find_dates("vendredi 14h", received)] == [None]


def test_the_day_comes_first() -> None:
    """03/02 is 3 February, in French, in English, and from an unknown country."""
    assert days("Le 03/02/2026 à 15h") == ["2026-02-03"]
    assert days("Please send it by 03/02/2026.") == ["2026-02-03"]


def test_the_month_comes_first_where_the_text_is_american() -> None:
    """An American zone, offset, or a date that can be nothing else turns it around: in English alone."""
    assert days("The call is on 02/03/2026 at 5pm EST, please join.") == ["2026-02-03"]
    american = datetime(2026, 1, 21, 9, 30, tzinfo=NEW_YORK)
    assert days("Please send it to the team by 02/03/2026.", american) == ["2026-02-03"]
    assert days("Either 02/03/2026 or 02/13/2026") == ["2026-02-03", "2026-02-13"]
    assert days("Merci de répondre avant le 02/03/2026.", american) == ["2026-03-02"]


def test_a_day_that_cannot_be_is_none() -> None:
    """31 February is left out, not moved."""
    assert days("31/02/2026") == days("2026-02-30") == days("le 31 février 2026") == []


def test_29_february_is_the_next_one() -> None:
    """A day that most years do not have is the next that there is."""
    assert days("le 29 février") == ["2028-02-29"]


LIMITS = [
    "avant vendredi", "d'ici vendredi", "jusqu'à vendredi", "by Friday", "before Friday", "until Friday",
    "due Friday", "Deadline: Friday", "Date limite : vendredi", "Échéance : vendredi",
    "au plus tard vendredi", "no later than Friday", "vendredi au plus tard", "by EOD Friday",
    "RSVP by Friday", "vendredi dernier délai", "à rendre pour vendredi", "vendredi avant midi",
]  # fmt: skip


@pytest.mark.parametrize("phrase", LIMITS)
def test_a_limit_is_one(phrase: str) -> None:
    """Words before or after a date make it a limit."""
    (when,) = find_dates(phrase, RECEIVED)
    assert (when.date, when.deadline) == ("2026-01-23", True)


@pytest.mark.parametrize(
    "phrase", ["vendredi", "on Friday", "à vendredi", "pour vendredi", "le week-end du 7 mars"]
)
def test_an_appointment_is_no_limit(phrase: str) -> None:
    """A date alone is none."""
    (when,) = find_dates(phrase, RECEIVED)
    assert not when.deadline


def test_relative_is_what_the_message_dates() -> None:
    """Counted days are relative, days of the calendar are not."""
    for phrase in ("demain", "vendredi", "fin du mois", "le 15 à 14h"):
        assert find_dates(phrase, RECEIVED)[0].relative
    for phrase in ("3 mars", "2026-03-03", "ven. 30/01", "T2 2026", "vendredi 6 février"):
        assert not find_dates(phrase, RECEIVED)[0].relative


def test_messages_of_no_real_time_give_nothing() -> None:
    """A broken clock's message (1904, 9999) has no days that could be counted from."""
    assert days("demain", RECEIVED.replace(year=1904)) == days("demain", RECEIVED.replace(year=9999)) == []


def test_a_missing_library_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    """Dates in other languages need dateparser: without it the error names it and the pip command."""
    monkeypatch.setitem(sys.modules, "dateparser", None)
    with pytest.raises(EdgeError, match="dateparser") as error:
        days("3 de marzo de 2026")
    assert error.value.hint == "pip install 'edge-answers[extract]'"
    assert days("3 mars 2026") == ["2026-03-03"]  # nothing else needs it


def test_dateparser_is_not_asked_about_prose(monkeypatch: pytest.MonkeyPatch) -> None:
    """French and English dates are read by our own rules: the slow library stays out."""
    monkeypatch.setitem(sys.modules, "dateparser", None)
    text = "Réunion vendredi 6 février 2026 à 14h ; see you on March 3rd at 9am, or 2026-03-05. Le 5 mars."
    assert days(text) == ["2026-02-06", "2026-03-03", "2026-03-05", "2026-03-05"]
    # Months that German, Dutch or Spanish write alike.
    assert days("On 19 August, 2023, or 3 April 2024; le 7 mai 2024.") == [
        "2023-08-19",
        "2024-04-03",
        "2024-05-07",
    ]


def test_a_day_without_a_time_has_none() -> None:
    """The t of August is no T between a day and a time."""
    for text in ("Since 19 August, 2023.", "Am 19. August 2023."):
        (found,) = find_dates(text, RECEIVED)
        assert (found.date, found.time) == ("2023-08-19", None)


def test_a_visit_of_something_lies_ahead() -> None:
    """Only a day right behind "du" dates the thing: the garden's visit on a day is to come."""
    assert days("Visite du jardin le 20 mai à 10h.") == ["2026-05-20"]
    assert days("Suite à votre visite du 14 décembre") == ["2025-12-14"]
    assert days("Payment on 10 July.") == ["2026-07-10"]


def test_a_week_on_friday_is_not_this_friday() -> None:
    """British "a week on Friday", "a fortnight on Monday" count from the next such day."""
    assert days("See you a week on Friday.") == ["2026-01-30"]
    assert days("It is due a fortnight on Monday.") == ["2026-02-09"]


def test_a_time_with_a_point_needs_a_day() -> None:
    """ "Thursday 2 July at 11.15" has a time; "sold at 11.15" has none."""
    (when,) = find_dates("The funeral is on Thursday 2 July at 11.15, then the Plough.", RECEIVED)
    assert (when.date, when.time) == ("2026-07-02", "11:15")
    assert find_dates("The shares were sold at 11.15 on average.", RECEIVED) == []


def test_a_short_weekday_with_an_ordinal_is_a_day() -> None:
    """ "Sat 25th" is a day even without a capital; "sat 3 hours" is none."""
    assert days("cant do sat 24th. sorry") == ["2026-01-24"]
    assert days("I sat 3 hours there.") == []
