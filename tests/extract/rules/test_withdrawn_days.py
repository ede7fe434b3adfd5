"""Days that a message names because nothing is on them are the days of nothing."""

from __future__ import annotations

import pytest
from mails import found, mail, proposal


@pytest.mark.parametrize(
    ("body", "day"),
    [
        ("My lad's broken his wrist so Monday's off. Earliest I can do now is the 25th, 8am.", "2026-05-25"),
        ("Square's under water, tomorrow is off. Wick can do Saturday 23 May instead.", "2026-05-23"),
        ("Dr Moss will be away on 18 May. Your new appointment is on 21 May at 9.40 am.", "2026-05-21"),
        ("Tomorrow's class has been cancelled. The next one is on Tuesday 19 May at 6pm.", "2026-05-19"),
        ("The visit will no longer be held on 18 May. It will now be on 21 May at 2pm.", "2026-05-21"),
        ("The engineer can't make tomorrow. He'll be with you on Friday at 10am instead.", "2026-05-15"),
        ("Thursday doesn't work for me, how about Friday at 3pm?", "2026-05-15"),
        ("The AGM can't go ahead on the 20th. It will be the 27th instead, 11 am.", "2026-05-27"),
        ("Your parcel was due on 18 May. It will now arrive on 20 May at 10am.", "2026-05-20"),
        ("La livraison de jeudi n'est plus possible. Nous passerons vendredi 22 mai à 9h.", "2026-05-22"),
        ("Mercredi il ne peut pas, donc ce sera jeudi 21 mai à 10h30.", "2026-05-21"),
        ("La réunion de demain saute, on se voit jeudi à 9h.", "2026-05-14"),
        ("Salle prise vendredi par les internes. Je propose lundi 18, la salle 2 est libre.", "2026-05-18"),
        ("Je vous confirme qu'on annule lundi et qu'on vient mercredi 20 mai à 8h30.", "2026-05-20"),
        ("Le rdv n'est plus le 18 mai mais le 20 mai à 9h.", "2026-05-20"),
        ("Finalement on part le 21 et pas le 20.", "2026-05-21"),
        ("La sortie du 18 mai est annulée. Elle est reportée au 2 juin à 9h.", "2026-06-02"),
        ("Rehearsal is off tonight. We'll make it up next Tuesday at 7.", "2026-05-19"),
        ("Not this Saturday but the one after, same time.", "2026-05-23"),
        ("Pas de chantier demain ni jeudi, je viens lundi 18 mai à 8h à la place.", "2026-05-18"),
    ],
)
def test_the_day_that_is_off_gives_way(body: str, day: str) -> None:
    """Where one day is off and another named, no finding has the day that is off."""
    assert {one.date for one in proposal(mail(body + "\n\nAnne")).extractions if one.date} == {day}


@pytest.mark.parametrize(
    "body",
    [
        "Can't do Saturday 23 May, sorry.",
        "Je ne pourrai pas tenir le stand le 20 mai, c'est le mariage de ma nièce.",
        "No packed lunch is needed on Friday.",
        "Pas besoin de pique-nique vendredi.",
        "Il n'y aura pas classe lundi. Reprise normale mardi matin.",
    ],
)
def test_a_day_without_another_in_its_place_is_told_and_enters_no_calendar(body: str) -> None:
    """What is off stays what the sentence is about, and nobody's appointment."""
    extractions = proposal(mail(body)).extractions
    assert any(one.date for one in extractions)
    assert not any(one.calendar for one in extractions)


@pytest.mark.parametrize(
    ("body", "days"),
    [
        ("I can't make it before Thursday, so see you on Thursday at 5pm.", {"2026-05-14"}),
        ("Can't wait to see you on Saturday at 8pm!", {"2026-05-16"}),
        ("Your appointment is on 20 May at 9am. If you can't come on 20 May, call us.", {"2026-05-20"}),
        ("N'oubliez pas la réunion jeudi à 10h. La salle 4 n'est pas disponible.", {"2026-05-14"}),
        ("On n'est pas là samedi, vous pourrez entrer seuls à partir de 16h.", {"2026-05-16"}),
        ("We complete on 22 May at noon. The keys are handed over on 23 May.", {"2026-05-22", "2026-05-23"}),
    ],
)
def test_a_day_that_stands_stays(body: str, days: set[str]) -> None:
    """Limits, conditions, reminders and longing take no day off."""
    assert {one.date for one in found(body, "event") if one.date} >= days


def test_only_the_day_that_is_off_is_cancelled() -> None:
    """ "We cancel Monday and come on Wednesday": Wednesday is an appointment."""
    (event,) = found("On annule lundi et on vient mercredi 20 mai à 8h30.", "event")
    assert (event.date, event.calendar, event.data.get("cancelled")) == ("2026-05-20", True, None)


def test_a_stay_is_an_event() -> None:
    """ "Nous partons du 10 au 24 juillet": days on which the writer is away."""
    (event,) = found("Nous partons du 10 au 24 juillet.", "event")
    assert (event.date, event.data["end_date"]) == ("2026-07-10", "2026-07-24")
