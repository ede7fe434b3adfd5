"""Days that a text tells by another day that it has named, and hours by what happens at them."""

from __future__ import annotations

from datetime import datetime, timedelta, timezone

import pytest

from edge.values.dates import find_dates

#: Wednesday 10 March 2027.
RECEIVED = datetime(2027, 3, 10, 9, 0, tzinfo=timezone(timedelta(hours=1)))


def days(text: str) -> list[str | None]:
    return [one.date for one in find_dates(text, RECEIVED)]


@pytest.mark.parametrize(
    ("text", "last"),
    [
        ("The vet comes on Monday 22nd and again on the Thursday.", "2027-03-25"),
        ("The wedding is on 19 June. They set up on the Friday.", "2027-06-18"),
        ("Le bal est le 19 juin, on installe la veille au soir.", "2027-06-18"),
        ("Le bal est le 19 juin, rangement le lendemain matin.", "2027-06-20"),
        ("The fair is on 19 June; tables the evening before.", "2027-06-18"),
        ("Le bal est le 19 juin. On monte la veille et on démonte le lendemain.", "2027-06-20"),
        ("Je pars le 20 juillet. On se voit le 20 à 10h ?", "2027-07-20"),
        ("Je peux le 20 juillet, sinon le 19 en fin de journée.", "2027-07-19"),
    ],
)
def test_a_day_is_told_by_the_one_named_before(text: str, last: str) -> None:
    """ "The Thursday" is of the week that is spoken of, a bare number of the month that is."""
    assert days(text)[-1] == last


@pytest.mark.parametrize(
    ("text", "last"),
    [
        ("Not this Friday but the one after, 4pm.", "2027-03-19"),
        ("Not on Saturday, the one after please.", "2027-03-20"),
        ("Pas ce samedi mais le suivant, à 16h.", "2027-03-20"),
        ("Pas vendredi, celui d'après.", "2027-03-19"),
        ("Rendez le dossier samedi et le suivant d'ici mai.", "2027-03-13"),
        ("Samedi, non. Le suivant, oui.", "2027-03-13"),
        ("Le 20 mars, pas le suivant.", "2027-03-20"),
    ],
)
def test_the_one_after_is_the_same_weekday_a_week_later(text: str, last: str) -> None:
    """Only right behind a weekday: elsewhere it is the one after something else."""
    assert [day for day in days(text) if day and day < "2027-05"][-1] == last


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("On se voit mardi en 15 à 14h ?", "2027-03-30"),
        ("On se voit lundi en 8.", "2027-03-22"),
        ("Livré lundi en 8 palettes.", "2027-03-15"),
        ("Fini lundi en 15 minutes.", "2027-03-15"),
    ],
)
def test_a_week_or_two_from_a_weekday_may_be_in_figures(text: str, found: str) -> None:
    """ "Lundi en 8" is "lundi en huit", unless something is counted."""
    assert days(text)[0] == found


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("See you on the Thursday.", ["2027-03-11"]),
        ("Tables the evening before.", []),
        ("La veille on ne savait rien.", []),
        ("Come again in two weeks. Nothing to eat the night before.", ["2027-03-24"]),
        ("The day before yesterday", None),
        ("The show is on 20 June. Please pay by the 3rd.", ["2027-06-20", "2027-04-03"]),
    ],
)
def test_nothing_named_tells_nothing(text: str, found: list[str] | None) -> None:
    """Without a day in front, or far from it, such words are what they were."""
    assert found is None or days(text) == found


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("He works the 17th and 18th.", "2027-03-17"),
        ("You can have the 14th off.", "2027-03-14"),
        ("J'ai reçu la convocation pour le 20 mai.", "2027-05-20"),
        ("J'ai posté les clés samedi.", "2027-03-06"),
        ("Nous avons déposé le dossier lundi", "2027-03-08"),
        ("Good to see you Saturday.", "2027-03-06"),
        ("J'ai une réunion samedi.", "2027-03-13"),
    ],
)
def test_what_is_done_lies_behind_and_what_is_for_a_day_does_not(text: str, found: str) -> None:
    """A deed that is told dates back; what was received for a day does not."""
    assert days(text)[0] == found


def test_a_delay_is_the_day_that_its_writer_reckons() -> None:
    """ "À 30 jours fin de mois, soit le 30 avril": one limit, on the day that is written."""
    (when,) = find_dates("Règlement à 30 jours fin de mois, soit le 30 avril.", RECEIVED)
    assert (when.date, when.deadline) == ("2027-04-30", True)


@pytest.mark.parametrize(
    ("text", "time"),
    [
        ("I finish at 3.15.", "15:15"),
        ("Gates at 9.30 not 10", "09:30"),
        ("The raffle draw at 2.15", "14:15"),
        ("start Monday 22 March, 8 sharp", "08:00"),
        ("Thursday 1 July after school, 3.45 in my office", "15:45"),
        ("the meeting is now Monday 22nd, still 7.30", "19:30"),
    ],
)
def test_an_hour_with_a_point_is_known_by_what_happens(text: str, time: str) -> None:
    """Figures with a point are an hour where something begins, ends or is still at it."""
    assert [one.time for one in find_dates(text, RECEIVED) if one.time] == [time]


@pytest.mark.parametrize(
    "text", ["the shares are at 2.15", "sold at 2.50 each", "8 sharp bends", "rated at 3.45"]
)
def test_a_price_is_no_hour(text: str) -> None:
    """Prices and rates are at something too."""
    assert [one.time for one in find_dates(text, RECEIVED) if one.time] == []


@pytest.mark.parametrize(
    "text",
    [
        "She needs an answer today.",
        "Tomorrow's the limit.",
        "Il me faut une réponse demain.",
        "before we shut at 5pm today",
    ],
)
def test_what_is_needed_by_a_day_is_a_limit(text: str) -> None:
    """An answer that is needed today is due today."""
    assert [one.deadline for one in find_dates(text, RECEIVED) if one.date] == [True]


@pytest.mark.parametrize("text", ["£860 is from before Christmas", "a debt since before Easter"])
def test_before_a_day_in_the_past_is_no_limit(text: str) -> None:
    """What is from before a day was."""
    assert [one.deadline for one in find_dates(text, RECEIVED)] in ([], [False])


def test_a_day_narrows_the_week_it_stands_beside() -> None:
    """ "Cette semaine, de préférence jeudi" is one day, not two."""
    assert days("un rendez-vous cette semaine, de préférence jeudi") == ["2027-03-11"]
