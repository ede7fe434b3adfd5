"""Invitations: the VEVENTs of a text/calendar part or an .ics file, read by the icalendar library."""

from __future__ import annotations

import re
from collections.abc import Iterator
from contextlib import suppress
from datetime import date, datetime, timedelta
from typing import Any, NamedTuple
from zoneinfo import ZoneInfo

from edge.errors import MessageError
from edge.messages.calendars import BROKEN, calendars
from edge.records import Invitation, Reason
from edge.text.charset import decode
from edge.text.one_line import one_line
from edge.text.sanitise import reveal

MAX_BYTES = 1024 * 1024
MAX_EVENTS = 50
MAX_ATTENDEES = 200


class ParsedInvitations(NamedTuple):
    """Events as invitations; `text` is the first event's description, for mails that have no other text."""

    invitations: list[Invitation]
    notes: list[Reason]
    text: str = ""


def read(data: bytes, charset: str = "", method: str = "") -> ParsedInvitations:
    """Every VEVENT (at most MAX_EVENTS). Ends are as calendars write them: a whole day ends on the date after
    it. `method` is used where the calendar states none. Broken calendars and a missing library give a note.
    """
    if len(data) > MAX_BYTES:
        return ParsedInvitations([], [Reason("invitation_large", {"bytes": len(data), "most": MAX_BYTES})])
    invitations: list[Invitation] = []
    description = ""
    try:
        for calendar in calendars(decode(data, charset or "utf-8")[0]):
            stated = one_line(str(calendar.get("METHOD", "") or method), 40).upper()
            for event in calendar.walk("VEVENT")[: MAX_EVENTS - len(invitations)]:
                invitations.append(_invitation(event, stated))
                description = description or reveal(_text(event, "DESCRIPTION", 20_000))[0].strip()
    except ImportError:
        return ParsedInvitations([], [Reason("invitation_library")])
    except BROKEN as error:
        return ParsedInvitations([], [Reason("invitation_broken", {"error": one_line(str(error), 120)})])
    if not invitations:
        return ParsedInvitations([], [Reason("no_events")], description)
    timeless = [one.summary for one in invitations if not one.start]
    notes = [Reason("invitation_no_time", {"title": timeless[0][:80]})] if timeless else []
    return ParsedInvitations(invitations, notes, description)


class DescribedEvent(NamedTuple):
    """An event of a calendar with its description. Times in UTC are told in the calendar's own zone."""

    invitation: Invitation
    description: str
    calendar: str  # what the calendar calls itself


def described(data: bytes) -> Iterator[DescribedEvent]:
    """Every event of a calendar file, in its order. Raises MessageError for what is no calendar, ImportError
    without the library.
    """
    try:
        for calendar in calendars(decode(data)[0]):
            where = _zone(str(calendar.get("X-WR-TIMEZONE", "")))
            stated = one_line(str(calendar.get("METHOD", "")), 40).upper()
            name = _text(calendar, "X-WR-CALNAME", 300)
            for event in calendar.walk("VEVENT"):
                said = reveal(_text(event, "DESCRIPTION", 20_000))[0].strip()
                yield DescribedEvent(_invitation(event, stated, where), said, name)
    except BROKEN as error:
        raise MessageError(f"not a calendar: {one_line(str(error), 120)}") from error


def _zone(name: str) -> ZoneInfo | None:
    try:
        return ZoneInfo(name.strip()) if name.strip() else None
    except (KeyError, ValueError, OSError):  # no such zone; a name that is a path; a name that is a folder
        return None


def _invitation(event: Any, method: str, where: ZoneInfo | None = None) -> Invitation:
    """`where`: in which zone times in UTC are meant."""
    start = _moment(event, "DTSTART")
    end = _moment(event, "DTEND")
    length = _value(event, "DURATION")
    if end is None and start is not None and isinstance(length, timedelta):
        with suppress(OverflowError):
            end = start + length
    if where is not None:
        start, end = _local(start, where), _local(end, where)
    recurrence = event.get("RRULE")
    attendees = event.get("ATTENDEE", [])
    return Invitation(
        method=method,
        uid=_text(event, "UID", 300),
        summary=_text(event, "SUMMARY", 500),
        start=start.isoformat() if start else "",
        end=end.isoformat() if end else "",
        location=_text(event, "LOCATION", 500),
        organizer=_person(event.get("ORGANIZER")),
        attendees=[
            _person(one)
            for one in (attendees if isinstance(attendees, list) else [attendees])[:MAX_ATTENDEES]
        ],
        recurrence=recurrence.to_ical().decode("utf-8", "replace") if hasattr(recurrence, "to_ical") else "",
        cancelled=method == "CANCEL" or _text(event, "STATUS", 40).upper() == "CANCELLED",
    )


def _moment(event: Any, name: str) -> date | datetime | None:
    """A date, or a date and time; None when there is none, or none that can be read."""
    value = _value(event, name)
    return value if isinstance(value, date) else None


def _local(moment: date | datetime | None, where: ZoneInfo) -> date | datetime | None:
    if isinstance(moment, datetime) and moment.tzname() == "UTC":
        with suppress(OverflowError):
            return moment.astimezone(where)
    return moment


def _value(event: Any, name: str) -> Any:
    value = event.get(name)
    try:
        return getattr(value[0] if isinstance(value, list) and value else value, "dt", None)
    except BROKEN:
        return None


def _text(event: Any, name: str, limit: int) -> str:
    value = event.get(name, "")
    if isinstance(value, list):
        value = value[0] if value else ""
    return str(value)[:limit].strip() if limit > 1_000 else one_line(str(value), limit)


def _person(value: Any) -> str:
    """ "Name <address>" of an ORGANIZER or ATTENDEE."""
    if value is None or isinstance(value, list):
        return ""
    at = one_line(re.sub(r"^mailto:", "", str(value), flags=re.IGNORECASE), 320)
    name = one_line(str(getattr(value, "params", {}).get("CN", "")), 200)
    return f"{name} <{at}>" if name and name != at else at
