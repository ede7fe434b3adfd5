"""An appointment of a message against one of the calendar, each in its own time zone."""

from __future__ import annotations

import pytest
from calendars import Write, event, ics, kinds, look, mail, timed


def test_a_series_stays_on_the_wall_clock_when_clocks_change(write: Write) -> None:
    """A meeting at 14:00 is at 14:00 before and after the change; the message's offset is that of winter."""
    path = write(ics(timed("Point hebdo", "20260105T140000", "20260105T150000", "RRULE:FREQ=WEEKLY")))
    for date in ("2026-03-23", "2026-03-30", "2026-10-19", "2026-10-26"):
        assert kinds(look(path, event("Appel", date, "15:00"))) == []
        assert kinds(look(path, event("Appel", date, "14:59"))) == ["overlap"]


def test_the_hour_that_clocks_skip_and_repeat(write: Write) -> None:
    """On 29 March 02:30 does not exist and is read as 03:30; on 25 October the first 02:30 is meant."""
    path = write(ics(
        timed("Garde de printemps", "20260329T033000", "20260329T040000"),
        "SUMMARY:Garde d'automne\nDTSTART:20261025T003000Z\nDTEND:20261025T010000Z",
    ))  # fmt: skip
    assert kinds(look(path, event("Appel", "2026-03-29", "02:30", duration_minutes=10))) == ["overlap"]
    assert kinds(look(path, event("Appel", "2026-10-25", "02:30", duration_minutes=10))) == ["overlap"]
    assert kinds(look(path, event("Appel", "2026-10-25", "03:00", duration_minutes=10))) == []


def test_a_zone_that_the_message_names_counts(write: Write) -> None:
    """15:00 in London is 16:00 in Paris; an offset and a name say the same."""
    path = write(ics(timed("Dentiste", "20260203T160000", "20260203T170000")))
    for zone in ("Europe/London", "+00:00", "UTC", "Z", "GMT"):
        assert kinds(look(path, event("Call", "2026-02-03", "15:00", timezone=zone))) == ["overlap"]
    assert kinds(look(path, event("Call", "2026-02-03", "15:00"))) == []
    assert kinds(look(path, event("Call", "2026-02-03", "16:00", timezone="Mars/Olympus"))) == ["overlap"]


def test_the_day_in_another_zone_can_be_the_day_beside(write: Write) -> None:
    """What is 10 February 08:00 in Auckland is the evening before in Paris."""
    path = write(ics(timed("Dîner", "20260209T200000", "20260209T210000")))
    found = look(path, event("Call", "2026-02-10", "08:00", timezone="Pacific/Auckland"))
    assert kinds(found) == ["overlap"]


def test_the_setting_and_the_offset_of_the_message(write: Write) -> None:
    """A chosen zone wins; a message that came with another offset than the calendar's is read in its own."""
    path = write(ics(timed("Dentiste", "20260203T160000", "20260203T170000")))
    call = event("Call", "2026-02-03", "10:00")
    assert kinds(look(path, call, message=mail("2026-01-20T09:00:00-05:00"))) == ["overlap"]
    assert kinds(look(path, call, zone="America/New_York")) == ["overlap"]
    assert kinds(look(path, call)) == []
    assert kinds(look(path, event("Call", "2026-02-03", "16:00"), message=mail(""))) == ["overlap"]


def test_times_without_zone_are_local(write: Write) -> None:
    """A floating appointment is at that hour wherever one is."""
    path = write(ics("SUMMARY:Déjeuner\nDTSTART:20260203T120000\nDTEND:20260203T130000"))
    assert kinds(look(path, event("Appel", "2026-02-03", "12:30"))) == ["overlap"]
    assert kinds(look(path, event("Appel", "2026-02-03", "12:30"), zone="Asia/Tokyo")) == ["overlap"]


@pytest.mark.parametrize(
    "moved",
    [
        "RECURRENCE-ID;TZID=Europe/Paris:20260203T140000\nDTSTART:20260205T150000Z",
        "RECURRENCE-ID:20260203T130000Z\nDTSTART;TZID=America/New_York:20260205T090000",
        "RECURRENCE-ID;TZID=Europe/Paris:20260203T140000\nDTSTART;TZID=America/New_York:20260205T090000",
        "RECURRENCE-ID:20260203T130000Z\nDTSTART;VALUE=DATE:20260205",
        "RECURRENCE-ID;VALUE=DATE:20260203\nDTSTART;TZID=Europe/Paris:20260205T140000",
    ],
)
def test_an_occurrence_that_moves_to_another_zone_leaves_its_place(write: Write, moved: str) -> None:
    """RECURRENCE-ID names a moment of the series, in whatever zone it and the new time are written."""
    weekly = timed("Point hebdo", "20260106T140000", "20260106T150000", "RRULE:FREQ=WEEKLY")
    path = write(ics(weekly, f"SUMMARY:Point\n{moved}").replace("UID:1", "UID:0"))
    assert kinds(look(path, event("Appel", "2026-02-03", "14:30"))) == []
    assert kinds(look(path, event("Appel", "2026-02-10", "14:30"))) == ["overlap"]


@pytest.mark.parametrize("said", ["EXDATE;VALUE=DATE:20260203", "EXDATE:20260203T130000Z"])
def test_an_exception_counts_in_whatever_form_it_is_written(write: Write, said: str) -> None:
    """Some programs name the day alone, some the moment in UTC."""
    path = write(ics(timed("Point", "20260106T140000", "20260106T150000", "RRULE:FREQ=WEEKLY", said)))
    assert kinds(look(path, event("Appel", "2026-02-03", "14:30"))) == []
    assert kinds(look(path, event("Appel", "2026-02-10", "14:30"))) == ["overlap"]


def test_an_appointment_in_utc_is_told_in_the_zone_of_its_calendar(write: Write) -> None:
    """Google exports single appointments in UTC: a dinner in Los Angeles is on its own evening."""
    dinner = "SUMMARY:Dinner\nDTSTART:20260204T030000Z\nDTEND:20260204T050000Z"
    path = write(ics(dinner, zone="America/Los_Angeles"))
    found = look(path, event("Dinner", "2026-02-03"))
    assert kinds(found) == ["duplicate"]
    assert found.items[0].text.split("\n")[1] == "2026-02-03 19:00–21:00 America/Los_Angeles"


def test_a_zone_without_a_name_is_shown_by_its_offset(write: Write) -> None:
    """Exchange defines zones under names of its own."""
    rules = "BEGIN:STANDARD\nDTSTART:16010101T000000\nTZOFFSETFROM:+0100\nTZOFFSETTO:+0100\nEND:STANDARD\n"
    zone = f"BEGIN:VTIMEZONE\nTZID:Our own\n{rules}END:VTIMEZONE\n".replace("\n", "\r\n")
    calendar = ics(timed("Point", "20260203T140000", "20260203T150000", zone="Our own"))
    found = look(write(calendar.replace("BEGIN:VEVENT", f"{zone}BEGIN:VEVENT", 1)), event("x", "2026-02-03"))
    assert found.items[0].text.split("\n")[1] == "2026-02-03 14:00–15:00 +01:00"


def test_a_message_dated_in_utc_says_nothing_of_its_zone(write: Write) -> None:
    """Exchange and most programs date every message in UTC: "16:00" in one is 16:00 of the calendar."""
    path = write(ics(timed("Dentiste", "20260203T160000", "20260203T170000", "RRULE:FREQ=WEEKLY")))
    for received, day in (("2026-01-20T09:00:00Z", "2026-02-03"), ("2026-07-20T09:00:00Z", "2026-07-21")):
        assert kinds(look(path, event("Call", day, "16:00"), message=mail(received))) == ["overlap"]
        assert kinds(look(path, event("Call", day, "15:00"), message=mail(received))) == []
