"""Invitations in mails: exact times, cancelled ones, and calendars that are broken or made up."""

from __future__ import annotations

import sys

import pytest
from hypothesis import given
from hypothesis import strategies as st

from edge.messages import invitation, read
from edge.records import Invitation, Reason
from edge.settings import ExtractSettings

ZONE = """\
BEGIN:VTIMEZONE
TZID:Romance Standard Time
BEGIN:STANDARD
DTSTART:16010101T030000
TZOFFSETFROM:+0200
TZOFFSETTO:+0100
RRULE:FREQ=YEARLY;INTERVAL=1;BYDAY=-1SU;BYMONTH=10
END:STANDARD
BEGIN:DAYLIGHT
DTSTART:16010101T020000
TZOFFSETFROM:+0100
TZOFFSETTO:+0200
RRULE:FREQ=YEARLY;INTERVAL=1;BYDAY=-1SU;BYMONTH=3
END:DAYLIGHT
END:VTIMEZONE
"""


def calendar(event: str, method: str = "METHOD:REQUEST\n", zone: str = ZONE) -> bytes:
    return (
        f"BEGIN:VCALENDAR\n{method}{zone}BEGIN:VEVENT\nUID:u1\n{event}\nEND:VEVENT\nEND:VCALENDAR\n".encode()
    )


def test_an_invitation() -> None:
    """Times carry the offset of their time zone, a duration becomes an end, values are unfolded."""
    found = invitation.read(
        calendar(
            "SUMMARY:Point\\, bud\n get\nDTSTART;TZID=Romance Standard Time:20260703T140000\nDURATION:PT90M\n"
            "LOCATION:Salle 2\nORGANIZER;CN=Anne Roux:mailto:anne@acme.example\n"
            "ATTENDEE:MAILTO:p@acme.example\n"
            'ATTENDEE;CN="Roux, Bob":mailto:bob@acme.example\nRRULE:FREQ=WEEKLY;COUNT=3\n'
            "DESCRIPTION:Ordre\\ndu jour"
        )
    )
    assert found == invitation.ParsedInvitations(
        [
            Invitation(
                method="REQUEST",
                uid="u1",
                summary="Point, budget",
                start="2026-07-03T14:00:00+02:00",
                end="2026-07-03T15:30:00+02:00",
                location="Salle 2",
                organizer="Anne Roux <anne@acme.example>",
                attendees=["p@acme.example", "Roux, Bob <bob@acme.example>"],
                recurrence="FREQ=WEEKLY;COUNT=3",
            )
        ],
        [],
        "Ordre\ndu jour",
    )


def test_time_zones_are_the_files_own() -> None:
    """What one mail says of a zone of its making moves no time of the next that names one so."""
    event = "SUMMARY:Point\nDTSTART;TZID=Our Time:20260703T140000"
    zone = "BEGIN:VTIMEZONE\nTZID:Our Time\nBEGIN:STANDARD\nDTSTART:16010101T000000\nTZOFFSETFROM:{0}\n"
    zone += "TZOFFSETTO:{0}\nEND:STANDARD\nEND:VTIMEZONE\n"
    for offset in ("+0500", "-0300"):
        [found] = invitation.read(calendar(event, zone=zone.format(offset))).invitations
        assert found.start == f"2026-07-03T14:00:00{offset[:3]}:00"


@pytest.mark.parametrize(
    ("start", "iso"),
    [
        ("DTSTART:20260703T140000Z", "2026-07-03T14:00:00+00:00"),
        ("DTSTART:20260703T140000", "2026-07-03T14:00:00"),
        ("DTSTART;VALUE=DATE:20260703", "2026-07-03"),
        ("DTSTART;TZID=Europe/Paris:20260103T140000", "2026-01-03T14:00:00+01:00"),
        ("DTSTART:banana", ""),
        ("SUMMARY:none", ""),
    ],
)
def test_starts(start: str, iso: str) -> None:
    """A time without zone has no offset, a whole day is a date, a broken one is empty and noted."""
    found = invitation.read(calendar(start))
    assert [one.start for one in found.invitations] == [iso]
    assert bool(found.notes) == (iso == "")


@pytest.mark.parametrize(
    ("method", "event"), [("METHOD:CANCEL\n", "DTSTART:20260703"), ("", "DTSTART:20260703\nSTATUS:CANCELLED")]
)
def test_cancelled(method: str, event: str) -> None:
    """By its method or by its status, a cancelled event says so."""
    assert invitation.read(calendar(event, method)).invitations[0].cancelled


def test_a_time_zone_that_never_ends_is_left_out() -> None:
    """A rule for each second since 1601 would be walked for hours: such a zone is not looked at."""
    zone = ZONE.replace("FREQ=YEARLY;INTERVAL=1;BYDAY=-1SU;BYMONTH=10", "FREQ=SEC\n ONDLY")
    [found] = invitation.read(
        calendar("DTSTART;TZID=Romance Standard Time:20260703T140000", zone=zone)
    ).invitations
    assert found.start.startswith("2026-07-03T14:00:00")


@pytest.mark.parametrize(
    "data",
    [
        b"",
        b"\x00\xff",
        b"BEGIN:VCALENDAR",
        b"BEGIN:VEVENT\n" * 3_000,
        b"x" * 2_000_000,
        calendar("", zone="ZONE\n"),
    ],
)
def test_broken_calendars_are_notes(data: bytes) -> None:
    """A calendar that cannot be read costs its invitation, not the message."""
    found = invitation.read(data)
    assert found.notes
    assert all(not one.start for one in found.invitations)


def test_invitations_in_a_mail() -> None:
    """A calendar and the same one attached are one invitation; its description stands in for a text."""
    part = calendar("SUMMARY:Point\nDTSTART:20260703T140000Z\nDESCRIPTION:Ordre du jour")
    data = (
        b"From: a@b.example\nSubject: Point\nContent-Type: multipart/mixed; boundary=b\n\n--b\n"
        b"Content-Type: text/calendar; method=REQUEST\n\n" + part + b"--b\n"
        b"Content-Type: application/octet-stream; name=invite.ics\nContent-Disposition: attachment\n\n" + part
    ) + b"--b--\n"
    found = read.of_bytes(data, name="m.eml", settings=ExtractSettings())
    assert [one.summary for one in found.invitations] == ["Point"]
    assert (found.body, found.attachments) == ("Ordre du jour", [])


def test_a_calendar_file_is_a_message() -> None:
    """Saved alone, an invitation is read like one that came by mail."""
    data = calendar("SUMMARY:Point\nDTSTART:20260703T140000Z\nORGANIZER:mailto:anne@acme.example")
    found = read.of_bytes(data, name="invite.ics", settings=ExtractSettings())
    assert (found.id, found.subject, found.sender, len(found.invitations)) == (
        "u1",
        "Point",
        "anne@acme.example",
        1,
    )


def test_without_the_library_the_note_names_the_command(monkeypatch: pytest.MonkeyPatch) -> None:
    """A missing extra costs the invitation, says what to install, and the mail is read."""
    monkeypatch.setitem(sys.modules, "icalendar", None)
    data = b"From: a@b.example\nContent-Type: text/calendar\n\n" + calendar("DTSTART:20260703T140000Z")
    found = read.of_bytes(data, name="m.eml", settings=ExtractSettings())
    assert Reason("invitation_library") in found.codes["notes"]


LINES = [
    line + "\n"
    for line in calendar("DTSTART;TZID=Romance Standard Time:20260703T140000").decode().split("\n")
]
ODD = [
    "DTSTART:2026\n",
    "DURATION:P9999999D\n",
    "DTEND:0\n",
    "ATTENDEE;CN=:x\n",
    "RRULE:FREQ=\n",
    "TZID:\n",
    " x\n",
]


@given(st.lists(st.sampled_from(LINES + ODD), max_size=40).map("".join))
def test_any_order_of_lines_is_read_or_noted(text: str) -> None:
    """Whatever calendars are made of, they give invitations or notes."""
    found = invitation.read(b"BEGIN:VCALENDAR\n" + text.encode())
    assert found.invitations or found.notes
