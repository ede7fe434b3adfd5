"""Appointments in a calendar file: what is written, where, and what of the file stays as it is."""

from __future__ import annotations

from datetime import UTC, date, datetime
from pathlib import Path
from typing import Any

import pytest
from found import Write, extraction, found, outcomes
from icalendar import Calendar

from edge.errors import UsageError
from edge.records import Invitation

MEETING = extraction("Kick-off of Alpha", date="2026-07-16", time="14:30", calendar=True)
THEIRS = """BEGIN:VCALENDAR
VERSION:2.0
PRODID:-//Somebody//EN
X-OWN-THING;odd=1:kept as it is
BEGIN:VEVENT
UID:theirs-1
DTSTAMP:20260101T000000Z
DTSTART:20260316T090000Z
SUMMARY:Dentist
X-COLOUR: blue
BEGIN:VALARM
UID:alarm
TRIGGER:-PT15M
ACTION:DISPLAY
DESCRIPTION:now
END:VALARM
END:VEVENT
END:VCALENDAR
"""


def events(path: Path) -> list[Any]:
    return Calendar.from_ical(path.read_bytes()).walk("VEVENT")


def test_a_time_is_written_in_its_zone_with_the_zone_defined(tmp_path: Path, write: Write) -> None:
    """In July, from a message of winter: 14:30 in Paris is 12:30 UTC, and its zone is in the file."""
    file = tmp_path / "c.ics"
    write(found(MEETING), ics=file)
    (event,) = events(file)
    assert event["DTSTART"].params["TZID"] == "Europe/Paris" and b"BEGIN:VTIMEZONE" in file.read_bytes()
    assert event.start.astimezone(UTC) == datetime(2026, 7, 16, 12, 30, tzinfo=UTC)
    assert (event.end - event.start).total_seconds() == 3600 and "how long" in event["DESCRIPTION"]
    assert event["URL"] == "mid:m1@acme.example" and event["STATUS"] == "CONFIRMED"


def test_what_is_only_proposed_is_tentative(tmp_path: Path, write: Write) -> None:
    """A question about a day is no appointment that anybody agreed to."""
    file = tmp_path / "c.ics"
    write(
        found(extraction("Sunday 3rd at 2 instead?", date="2026-07-05", time="14:00", calendar=True)),
        ics=file,
    )
    (event,) = events(file)
    assert event["STATUS"] == "TENTATIVE"


def test_an_offset_alone_is_written_in_utc(tmp_path: Path, write: Write) -> None:
    """A zone without a name has no definition to give."""
    file = tmp_path / "c.ics"
    given = extraction(
        "Call", date="2026-03-12", time="09:00", timezone="+04:00", duration_minutes=45, calendar=True
    )
    write(found(given), ics=file, zone="Asia/Tokyo")
    (event,) = events(file)
    assert str(event["DTSTART"].to_ical(), "ascii") == "20260312T050000Z"
    assert (event.end - event.start).total_seconds() == 2700 and "how long" not in event["DESCRIPTION"]


def test_a_day_without_a_time_is_a_whole_day(tmp_path: Path, write: Write) -> None:
    """DATE values, the end on the day after."""
    file = tmp_path / "c.ics"
    write(found(extraction("Fair", date="2026-12-31", calendar=True)), ics=file)
    (event,) = events(file)
    assert (event.start, event.end) == (date(2026, 12, 31), date(2027, 1, 1))


def test_the_rest_of_the_file_stays_byte_for_byte(tmp_path: Path, write: Write) -> None:
    """Also what no library knows; an entry added and taken out again leaves the file as it was."""
    file = tmp_path / "c.ics"
    file.write_text(THEIRS, encoding="utf-8")
    file.chmod(0o640)
    write(found(MEETING), ics=file)
    text = file.read_text(encoding="utf-8")
    head, tail = THEIRS.split("BEGIN:VEVENT")
    assert head in text and "BEGIN:VEVENT" + tail.removesuffix("END:VCALENDAR\n") in text
    assert file.stat().st_mode & 0o777 == 0o640
    write(found(extraction("Kick-off of Alpha", date="2026-07-17", time="14:30", calendar=True)), ics=file)
    assert len(events(file)) == 2 and [event["UID"] for event in events(file)].count("theirs-1") == 1


def test_the_same_message_gives_one_event_and_a_changed_one_updates_it(tmp_path: Path, write: Write) -> None:
    """Same uid; the version counts up, so that calendar programs take the newer one."""
    file = tmp_path / "c.ics"
    write(found(MEETING), ics=file)
    before = file.read_bytes()
    assert outcomes(write(found(MEETING), ics=file)) == ["unchanged"] and file.read_bytes() == before
    uid = events(file)[0]["UID"]
    moved = extraction("Kick-off of Alpha", date="2026-07-17", time="10:00", calendar=True)
    assert outcomes(write(found(moved), ics=file)) == ["changed"]
    (event,) = events(file)
    assert event["UID"] == uid and event["SEQUENCE"] == 1 and event.start.date() == date(2026, 7, 17)


def test_an_event_of_the_same_time_and_title_is_not_repeated(tmp_path: Path, write: Write) -> None:
    """The person has it already: nothing is written."""
    file = tmp_path / "c.ics"
    file.write_text(THEIRS, encoding="utf-8")
    dentist = extraction("Dentist, 10:00", date="2026-03-16", time="10:00", calendar=True)
    assert outcomes(write(found(dentist), ics=file)) == ["known"]
    assert file.read_text(encoding="utf-8") == THEIRS


def invited(start: str, **more: Any) -> Any:
    given = Invitation(
        **{"method": "REQUEST", "uid": "board@acme.example", "summary": "Board", "start": start,
           "end": start.replace("T14", "T16"), "organizer": "boss@acme.example", "location": "Room 2",
           "recurrence": "FREQ=WEEKLY;COUNT=3", **more}
    )  # fmt: skip
    it = extraction(
        "Board", date=start[:10], time=start[11:16], calendar=not given.cancelled, where="invitation",
        data={"uid": given.uid},
    )  # fmt: skip
    return it, given


def test_an_invitation_is_written_as_it_was_sent(tmp_path: Path, write: Write) -> None:
    """Its own uid, place, length and rule; a later message moves it, a cancellation takes it out."""
    file = tmp_path / "c.ics"
    it, sent = invited("2026-03-12T14:00:00+01:00")
    write(found(it, invitations=(sent,)), ics=file)
    (event,) = events(file)
    assert event["UID"] == "board@acme.example" and event["LOCATION"] == "Room 2" and "RRULE" in event
    assert (event.end - event.start).total_seconds() == 7200
    it, sent = invited("2026-03-13T14:00:00+01:00")
    write(found(it, invitations=(sent,), id="m2", received_at="2026-03-03T09:00:00+01:00"), ics=file)
    assert [event.start.date() for event in events(file)] == [date(2026, 3, 13)]
    _, off = invited("2026-03-13T14:00:00+01:00", method="CANCEL", cancelled=True)
    report = write(found(invitations=(off,), id="m3", received_at="2026-03-04T09:00:00+01:00"), ics=file)
    assert outcomes(report) == ["removed"] and not events(file)


@pytest.mark.parametrize("method", ["REPLY", "COUNTER"])
def test_an_answer_to_an_invitation_is_no_appointment(tmp_path: Path, write: Write, method: str) -> None:
    """Somebody's "yes" carries the same uid, and puts nothing into the calendar."""
    it, sent = invited("2026-03-12T14:00:00+01:00", method=method)
    write(found(it, invitations=(sent,)), ics=tmp_path / "c.ics")
    assert not (tmp_path / "c.ics").exists()


def test_only_what_is_grounded_decided_and_dated_is_written(tmp_path: Path, write: Write) -> None:
    """What waits for a person is left out and counted; --undecided writes it as tentative."""
    file = tmp_path / "c.ics"
    loose = extraction("Dream", date="2026-07-16", calendar=True, grounded=False)
    no_day = extraction("Some day", calendar=True)
    assert outcomes(write(found(loose, no_day), ics=file)) == [] and not file.exists()
    asked = found(MEETING, decision="queue")
    assert write(asked, ics=file).undecided == 1 and not file.exists()
    write(asked, ics=file, undecided=True)
    assert events(file)[0]["STATUS"] == "TENTATIVE"


@pytest.mark.parametrize("text", ["no calendar\n", "BEGIN:VCALENDAR\nBEGIN:VEVENT\n", "\x00\xff"])
def test_a_file_that_is_no_calendar_is_refused(tmp_path: Path, write: Write, text: str) -> None:
    """By name, and left as it is."""
    file = tmp_path / "c.ics"
    file.write_text(text, encoding="latin-1")
    with pytest.raises(UsageError, match=r"c\.ics"):
        write(found(MEETING), ics=file)
    assert file.read_text(encoding="latin-1") == text


def test_no_words_of_a_message_end_its_event(tmp_path: Path, write: Write) -> None:
    """Line breaks and marks of the format in a title or a quote stay text."""
    file = tmp_path / "c.ics"
    evil = "Lunch\nEND:VEVENT\r\nBEGIN:VEVENT\nUID:x;,\\ \u2028END:VCALENDAR"
    write(found(extraction(evil, date="2026-07-16", calendar=True)), ics=file)
    (event,) = events(file)
    assert event["SUMMARY"].startswith("Lunch END:VEVENT BEGIN:VEVENT")


def test_summer_time_is_known_though_the_message_has_an_offset_alone(tmp_path: Path, write: Write) -> None:
    """A message of winter, an appointment of April, no zone set: the country explains the offset. Where it
    does not, the offset is all that is known.
    """
    at = {"date": "2026-04-28", "time": "09:30", "calendar": True}
    write(found(extraction("Hearing", **at)), ics=tmp_path / "paris.ics", zone="")
    (event,) = events(tmp_path / "paris.ics")
    assert event.start.astimezone(UTC) == datetime(2026, 4, 28, 7, 30, tzinfo=UTC)
    far = found(extraction("Hearing", **at), received_at="2026-03-02T09:12:00+09:00")
    write(far, ics=tmp_path / "far.ics", zone="")
    assert events(tmp_path / "far.ics")[0].start == datetime(2026, 4, 28, 0, 30, tzinfo=UTC)


@pytest.mark.parametrize("device", ["Europe/Paris", "Etc/UTC"])
def test_a_message_dated_in_utc_means_the_zone_of_the_person(
    tmp_path: Path, write: Write, monkeypatch: pytest.MonkeyPatch, device: str
) -> None:
    """Exchange dates every message in UTC, whoever sent it: the device's zone counts, else the country's."""
    monkeypatch.setenv("TZ", device)
    at = {"date": "2026-04-28", "time": "09:30", "calendar": True}
    given = found(extraction("Hearing", **at), received_at="2026-03-02T09:12:00+00:00")
    write(given, ics=tmp_path / "paris.ics", zone="")
    assert events(tmp_path / "paris.ics")[0].start.astimezone(UTC) == datetime(2026, 4, 28, 7, 30, tzinfo=UTC)
