"""What a message dates: deadlines, appointments, promises, and the hours and lengths that belong to them."""

from __future__ import annotations

import pytest
from mails import found, mail, proposal


def test_a_deadline_inside_prose() -> None:
    """A request with a day is a request and a deadline, each quoted with its own sentence."""
    body = (
        "Chère Camille,\n\nBelle journée ici. Pourrais-tu m'envoyer le plan avant le 20 mai ? Merci !\n\nAnne"
    )
    (deadline,) = found(body, "deadline")
    (request,) = found(body, "request")
    assert deadline.date == "2026-05-20"
    assert deadline.task
    assert request.quote == deadline.quote == "Pourrais-tu m'envoyer le plan avant le 20 mai ?"


def test_a_date_and_its_time_on_two_lines_are_one_event() -> None:
    """Fields that belong together are one appointment, quoted from the first to the last."""
    body = "Bonjour,\n\nRéunion de chantier\nDate : 3 juin 2026\nHeure : 10h00\nLieu : mairie\n\nAnne"
    (event,) = [one for one in found(body, "event", subject="Réunion de chantier") if one.date]
    assert (event.date, event.time, event.calendar) == ("2026-06-03", "10:00", True)
    assert "3 juin 2026" in event.quote
    assert "10h00" in event.quote


def test_a_cancelled_meeting_goes_into_no_calendar() -> None:
    """A cancelled event is reported, not entered."""
    events = found("La réunion du 20 mai à 14h est annulée.\n\nAnne", "event", subject="Annulé : réunion")
    assert events
    assert not any(one.calendar for one in events)


@pytest.mark.parametrize(
    ("body", "day", "time"),
    [
        ("Votre entretien annuel est décalé du 20 au 27 mai, même heure (10h).", "2026-05-27", "10:00"),
        ("La réunion est reportée du mercredi 20 au jeudi 28 mai à 14 h.", "2026-05-28", "14:00"),
        ("We moved the meeting from 20 to 27 May at 10 am.", "2026-05-27", "10:00"),
    ],
)
def test_the_day_that_a_meeting_is_moved_from_is_no_beginning(body: str, day: str, time: str) -> None:
    """ "Décalé du 20 au 27" tells of two days, not of eight: the appointment is on the second."""
    (event,) = found(body, "event")
    assert (event.date, event.time, event.duration_minutes) == (day, time, None)


def test_a_span_beside_a_moved_meeting_is_still_one() -> None:
    """Only what is moved *from* a day leaves it."""
    (event,) = found("Le salon, reporté, se tiendra du 20 au 27 mai.", "event")
    assert event.date == "2026-05-20"


@pytest.mark.parametrize(
    "body",
    [
        "Votre rendez-vous du 20 mai bascule au mercredi 27 mai, 8h15.",
        "Your appointment on 20 May now takes place on 27 May at 8.15 am.",
        "Rendez-vous du 20 mai → 27 mai à 8h15.",
    ],
)
def test_the_day_that_takes_anothers_place_is_meant(body: str) -> None:
    """Of "the 20th becomes the 27th" the 27th alone is an appointment."""
    assert {one.date for one in found(body, "event") if one.date} == {"2026-05-27"}


def test_a_bare_date_without_a_day_of_reference_is_left() -> None:
    """A relative date means nothing when nobody knows when the message came."""
    result = proposal(mail("Rendez-vous demain à 14h pour la visite.", received_at="")).extractions
    assert all(one.date is None for one in result)


@pytest.mark.parametrize("text", ["le 4 mai 2026", "le 04/05/26", "le 2026-05-04", "le 4 mai 1998"])
def test_a_full_date_is_kept_whatever_today_is(text: str) -> None:
    """Without a day of arrival nothing is past, and nothing depends on the clock."""
    result = proposal(mail(f"Rendez-vous {text} à 10h pour la visite.", received_at="")).extractions
    assert [one.date for one in result if one.type == "event"] == [
        "1998-05-04" if "1998" in text else "2026-05-04"
    ]


def test_a_coming_day_is_kept_with_its_sentence() -> None:
    """A day that nothing explains is an event of low importance, and goes into no calendar."""
    (event,) = found(
        "Net à payer : 1 687,42 €.\nVersement le 26 mai.", "event", sender="Paie <paie@x.example>"
    )
    assert (event.date, event.calendar, event.importance) == ("2026-05-26", False, "low")


def test_a_day_said_twice_keeps_its_hour() -> None:
    """A weekday and its date are one appointment, and the hour belongs to it."""
    (event,) = found(
        "Nous vous attendons à déjeuner dimanche de Pâques, le 17 mai, vers midi et demi.", "event"
    )
    assert (event.date, event.time) == ("2026-05-17", "12:30")


def test_what_follows_from_something_over_lies_ahead() -> None:
    """ "Suite au remplacement ..., le réseau sera coupé demain": tomorrow is the appointment's day."""
    body = "Suite au remplacement du routeur, le réseau sera coupé demain de 12h30 à 14h."
    (event,) = found(body, "event")
    assert event.time == "12:30"


@pytest.mark.parametrize(
    ("sentence", "deadlines", "promised"),
    [
        ("I will send you the draft by Wednesday.", [], "2026-05-13"),
        ("Je vous envoie le devis avant mercredi.", [], "2026-05-13"),
        ("I'll review it by Friday.", [], "2026-05-15"),
        (
            "I will send you the draft by Wednesday, please comment before Friday.",
            ["2026-05-15"],
            "2026-05-13",
        ),
    ],
)
def test_a_limit_that_the_sender_sets_himself_is_no_deadline(
    sentence: str, deadlines: list[str], promised: str
) -> None:
    """It is his promise; what he asks of the reader in the same breath stays a deadline."""
    assert [one.date for one in found(sentence, "deadline")] == deadlines
    assert [one.date for one in found(sentence, "commitment")] == [promised]


def test_what_the_sender_will_need_is_a_deadline() -> None:
    """The future tense alone promises nothing."""
    assert [one.date for one in found("I will need your documents by Friday.", "deadline")] == ["2026-05-15"]


@pytest.mark.parametrize(
    ("sentence", "minutes"),
    [
        ("Réunion jeudi à 10h30 en salle B pour 45 minutes.", 45),
        ("Réunion jeudi à 10h30 en salle B, durée : 1h30.", 90),
        ("Meeting on Thursday at 10:30 in room B for 2 hours.", 120),
        ("Réunion jeudi à 10h30 en salle B pour 45 personnes.", None),
    ],
)
def test_a_stated_length_belongs_to_its_appointment(sentence: str, minutes: int | None) -> None:
    """Words between the hour and the length do not part them."""
    (event,) = found(sentence, "event")
    assert (event.time, event.duration_minutes) == ("10:30", minutes)


def test_a_promise_with_its_day_is_given_once() -> None:
    """ "Je t'envoie le contrat demain" is a promise with a day, and no appointment beside it."""
    body = "Bonjour,\n\nJe t'envoie le contrat demain.\n\nSophie"
    assert [one.date for one in found(body, "commitment")] == ["2026-05-13"]
    assert found(body, "event") == []


def test_an_hour_belongs_to_no_day_beyond_another_day() -> None:
    """A sentence with a day of its own parts an hour from the day above it."""
    body = "La réunion est le 20 mai. Je t'envoie le plan demain. L'appel se fera à 16h."
    assert [(one.date, one.time) for one in found(body, "event") if one.date == "2026-05-20"] == [
        ("2026-05-20", None)
    ]
