"""Calendars as phones, Google and Outlook export them."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as some
from refusal import whole_or_refused

from edge.errors import ReadError

pytest.importorskip("icalendar", reason="the extra docs is not installed")

from edge.indexing.readers import calendar

OUTLOOK = """\
BEGIN:VCALENDAR
PRODID:-//Microsoft Corporation//Outlook 16.0 MIMEDIR//EN
VERSION:2.0
BEGIN:VTIMEZONE
TZID:Romance Standard Time
BEGIN:STANDARD
DTSTART:16011028T030000
RRULE:FREQ=YEARLY;BYDAY=-1SU;BYMONTH=10
TZOFFSETFROM:+0200
TZOFFSETTO:+0100
END:STANDARD
END:VTIMEZONE
BEGIN:VEVENT
CLASS:PUBLIC
DESCRIPTION:Bring the figures of the third quarter.\\nThe door code is 4711
 .\\n
DTEND;TZID="Romance Standard Time":20261203T103000
DTSTAMP:20261120T091500Z
DTSTART;TZID="Romance Standard Time":20261203T090000
LOCATION:Room 4\\, second floor
ORGANIZER;CN="Roux, Anne":mailto:anne@acme.example
RRULE:FREQ=WEEKLY;INTERVAL=2;BYDAY=TH;UNTIL=20270630T080000Z
SUMMARY;LANGUAGE=en-gb:Budget review
UID:040000008200E00074C5B7101A82E008
X-MICROSOFT-CDO-BUSYSTATUS:BUSY
BEGIN:VALARM
TRIGGER:-PT15M
ACTION:DISPLAY
DESCRIPTION:Reminder
END:VALARM
END:VEVENT
BEGIN:VEVENT
DTSTART;VALUE=DATE:20261224
DTEND;VALUE=DATE:20270102
SUMMARY:The office is closed
STATUS:CANCELLED
UID:2
END:VEVENT
END:VCALENDAR
"""
GOOGLE = """\
BEGIN:VCALENDAR
PRODID:-//Google Inc//Google Calendar 70.9054//EN
X-WR-CALNAME:Association des parents
X-WR-TIMEZONE:Europe/Paris
BEGIN:VEVENT
DTSTART:20260701T160000Z
DTEND:20260701T180000Z
UID:3@google.com
DESCRIPTION:<b>Ordre du jour</b><br>Le vote du budget de la fête.
LOCATION:Salle des fêtes
SUMMARY:Réunion de l'association
END:VEVENT
END:VCALENDAR
"""


def read(text: str) -> tuple[str, list[str], str]:
    document = calendar.read(text.replace("\n", "\r\n").encode(), "agenda.ics")
    (page,) = document.pages
    return page.text, [one.text for one in page.headings], document.title


def test_an_event_is_a_section_under_its_title() -> None:
    """With its day, hours on the clock of the place, place, and how it recurs; alarms and ids are no text."""
    text, headings, title = read(OUTLOOK)
    assert text.split("\n\n") == [
        "Budget review",
        "Date: Thursday 3 December 2026, 09:00–10:30\nPlace: Room 4, second floor\n"
        "Organiser: Roux, Anne <anne@acme.example>\n"
        "Repeats: every 2 weeks (Thursday), until 30 June 2027",
        "Bring the figures of the third quarter.\nThe door code is 4711.",
        "The office is closed",
        "Date: Thursday 24 December 2026 – Friday 1 January 2027\nCancelled.",
    ]
    assert headings == ["Budget review", "The office is closed"] and title == "agenda"


def test_times_in_utc_are_those_of_the_calendar() -> None:
    """A calendar of the web writes all times in UTC and says where it is kept; markup is no text, and French
    events are told in French.
    """
    text, _, title = read(GOOGLE)
    assert title == "Association des parents"
    assert "Date : mercredi 1er juillet 2026, 18:00–20:00\nLieu : Salle des fêtes" in text
    assert "Ordre du jour\nLe vote du budget de la fête." in text and "<" not in text


@pytest.mark.parametrize(
    "text",
    [
        "",
        "hello",
        "BEGIN:VCALENDAR\nEND:VCALENDAR\n",
        "BEGIN:VEVENT\n" * 5_000,
        "END:VCALENDAR\n" * 3,
        "\0\1",
    ],
)
def test_what_is_no_calendar_is_refused(text: str) -> None:
    """With a reason."""
    with pytest.raises(ReadError):
        calendar.read(text.encode(), "a.ics")


_LINE = some.sampled_from(
    [
        "DTSTART:20260101", "DTSTART:x", "DTEND:20250101T010101Z", "DTSTART;TZID=No/Where:20260101T250000",
        "DTEND:99991231", "RRULE:FREQ=WEEKLY;BYDAY=1MO,XX", "RRULE:FREQ=SECONDLY", "RRULE:;;=;", "SUMMARY:x",
        "RRULE:FREQ=DAILY;UNTIL=20261399", "DURATION:P99999999D", "DTSTART:00010101T000000Z", "BEGIN:VEVENT",
        "END:VEVENT", "DESCRIPTION:<b", " folded",
    ]
)  # fmt: skip


@given(some.lists(_LINE, max_size=8))
def test_no_event_breaks_the_reader(lines: list[str]) -> None:
    """Whatever an event says of its time, it is read or the file is refused."""
    event = "\n".join(["BEGIN:VCALENDAR", "X-WR-TIMEZONE:Europe/Paris", "BEGIN:VEVENT", *lines, "END:VEVENT"])
    whole_or_refused(calendar.read, f"{event}\nEND:VCALENDAR\n".encode(), "a.ics")
