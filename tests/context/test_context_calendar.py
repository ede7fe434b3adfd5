"""A calendar around a message: what is near it."""

from __future__ import annotations

import pytest
from calendars import Write, event, ics, kinds, look, mail, timed, titles


def test_the_day_and_the_days_beside_are_shown(write: Write) -> None:
    """What is on the day of an extraction comes first, then the days beside it; two days away is left out."""
    path = write(ics(
        timed("Avant-veille", "20260201T100000", "20260201T110000"),
        timed("Veille", "20260202T100000", "20260202T110000"),
        timed("Jour dit", "20260203T100000", "20260203T110000"),
        timed("Lendemain", "20260204T100000", "20260204T110000"),
        timed("Surlendemain", "20260205T100000", "20260205T110000"),
    ))  # fmt: skip
    found = look(path, event("Rendez-vous", "2026-02-03", "18:00"))
    assert titles(found) == ["Jour dit", "Veille", "Lendemain"]
    assert found.conflicts == []


def test_a_name_finds_an_appointment_of_another_day(write: Write) -> None:
    """By title, by attendee, by place; accents and case do not matter; what is long past is left out."""
    path = write(ics(
        timed("Point ALPHA", "20260310T100000", "20260310T110000"),
        timed("Déjeuner", "20260311T120000", "20260311T130000", "ATTENDEE;CN=Hélène Weiß:mailto:h@x.example"),
        timed("Visite", "20260312T120000", "20260312T130000", "LOCATION:Usine de Sète"),
        timed("Ancien Alpha", "20250310T100000", "20250310T110000"),
        timed("Autre", "20260313T120000", "20260313T130000"),
    ))  # fmt: skip
    assert titles(look(path, entities=("alpha", "Mme Hélène Weiß", "SETE"))) == [
        "Point ALPHA",
        "Déjeuner",
        "Visite",
    ]


def test_words_of_the_subject_find_what_no_name_does(write: Write) -> None:
    """Two words of the subject in a title are enough, one is not."""
    path = write(ics(
        timed("Comité budget annuel", "20260210T100000", "20260210T110000"),
        timed("Budget vacances", "20260211T100000", "20260211T110000"),
    ))  # fmt: skip
    assert titles(look(path, message=mail(subject="Re: budget du comité"))) == ["Comité budget annuel"]


def test_the_limit_holds_and_the_rest_is_counted(write: Write) -> None:
    """At most so many are shown, what collides among them, and the others are counted."""
    busy = [timed(f"Rendez-vous {n}", f"20260203T{n:02}0000", f"20260203T{n:02}3000") for n in range(8, 18)]
    found = look(write(ics(*busy)), event("Dentiste", "2026-02-03", "16:00"), most=3)
    assert len(found.items) == 3 and found.dropped == 7
    assert found.items[0].name == "event: Rendez-vous 16, 2026-02-03 16:00"
    assert kinds(found) == ["overlap"]


def test_a_series_is_found_on_its_days(write: Write) -> None:
    """Weekly, without the occurrence that is left out, with the one that was moved, until its end."""
    weekly = timed("Point hebdo", "20251201T140000", "20251201T150000",
                   "RRULE:FREQ=WEEKLY;UNTIL=20260301T000000Z",
                   "EXDATE;TZID=Europe/Paris:20260112T140000")  # fmt: skip
    text = ics(weekly)
    moved = (
        "BEGIN:VEVENT\nUID:0\nRECURRENCE-ID;TZID=Europe/Paris:20260119T140000\nSUMMARY:Point hebdo\n"
        "DTSTART;TZID=Europe/Paris:20260120T160000\nDTEND;TZID=Europe/Paris:20260120T170000\nEND:VEVENT\n"
    ).replace("\n", "\r\n")
    path = write(text.replace("END:VCALENDAR", moved + "END:VCALENDAR"))

    def on(date: str) -> list[str]:
        return [item.name for item in look(path, event("?", date)).items if item.date == date]

    assert on("2026-01-05") == ["event: Point hebdo, 2026-01-05 14:00"]
    assert on("2026-01-12") == []  # EXDATE
    assert on("2026-01-19") == []  # moved away
    assert on("2026-01-20") == ["event: Point hebdo, 2026-01-20 16:00"]
    assert on("2026-02-23") == ["event: Point hebdo, 2026-02-23 14:00"]
    assert on("2026-03-02") == []  # after its end


@pytest.mark.parametrize("status", ["CANCELLED", "cancelled"])
def test_what_is_cancelled_is_not_there(write: Write, status: str) -> None:
    """A cancelled appointment is neither shown nor in the way, nor is a cancelled occurrence of a series."""
    series = timed("Cours", "20260106T180000", "20260106T190000", "RRULE:FREQ=WEEKLY")
    gone = (
        "BEGIN:VEVENT\nUID:1\nRECURRENCE-ID;TZID=Europe/Paris:20260203T180000\n"
        f"STATUS:{status}\nSUMMARY:Cours\n"
        "DTSTART;TZID=Europe/Paris:20260203T180000\nDTEND;TZID=Europe/Paris:20260203T190000\nEND:VEVENT\n"
    ).replace("\n", "\r\n")
    text = ics(timed("Annulé", "20260203T180000", "20260203T190000", f"STATUS:{status}"), series)
    found = look(
        write(text.replace("END:VCALENDAR", gone + "END:VCALENDAR")), event("Dîner", "2026-02-03", "18:30")
    )
    assert (found.items, found.conflicts) == ([], [])


def test_long_texts_are_cut_and_say_so(write: Write) -> None:
    """What a pass is shown of one appointment is bounded, and shows no path."""
    path = write(
        ics(timed("Salon", "20260203T143000", "20260203T150000", "DESCRIPTION:" + "très long " * 400))
    )
    (item,) = look(path, event("Appel", "2026-02-03", "09:00")).items
    assert len(item.text) <= 600 and item.text.endswith("[…]") and str(path.parent) not in item.text
