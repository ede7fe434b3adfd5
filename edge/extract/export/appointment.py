"""An appointment as a VEVENT (RFC 5545), written by icalendar."""

from __future__ import annotations

import re
from dataclasses import dataclass
from datetime import UTC, date, datetime, timedelta, tzinfo
from typing import Any
from zoneinfo import ZoneInfo

from edge.context import zones
from edge.context.clashes import LONGEST, USUAL
from edge.context.lookup import clock_of, day_of
from edge.errors import EdgeError
from edge.records import Extracted, Extraction, Invitation, Message, Reason
from edge.text.one_line import one_line

_SEQUENCE = re.compile(r"^SEQUENCE:(\d{1,9})\n", re.MULTILINE)
#: What a message of no known date is stamped with: the same each time it is read.
_NO_DATE = datetime(1970, 1, 1, tzinfo=UTC)


@dataclass(frozen=True, slots=True)
class Appointment:
    """`start` and `end` are both dates (a whole day, the end after it) or both moments with a zone."""

    title: str
    start: date
    end: date
    stamp: datetime
    description: str
    place: str = ""
    rule: str = ""
    source: str = ""  # a mid: URL
    tentative: bool = False

    @property
    def zone(self) -> ZoneInfo | None:
        """The zone that a calendar has to define for it."""
        where = self.start.tzinfo if isinstance(self.start, datetime) else None
        return where if isinstance(where, ZoneInfo) and where.key != "UTC" else None

    def written(self, uid: str, current: str) -> str:
        """The component, lines ended by \\n: `current` itself where that says the same, else one version on
        from it, which is how calendar programs know which of two is newer.
        """
        found = _SEQUENCE.search(current)
        before = int(found[1]) if found else 0
        text = self._text(uid, before)
        return text if text == current or not current else self._text(uid, before + 1)

    def _text(self, uid: str, sequence: int) -> str:
        from icalendar import Event, vRecur

        event = Event()
        event.add("uid", uid)
        event.add("dtstamp", self.stamp)
        event.add("dtstart", self.start)
        event.add("dtend", self.end)
        if self.rule:
            event.add("rrule", vRecur.from_ical(self.rule))
        event.add("summary", self.title)
        event.add("description", self.description)
        if self.place:
            event.add("location", self.place)
        if self.source:
            event.add("url", self.source)
        event.add("status", "TENTATIVE" if self.tentative else "CONFIRMED")
        if sequence:
            event.add("sequence", sequence)
        written: bytes = event.to_ical()
        return written.decode("utf-8").replace("\r\n", "\n")


def appointment(
    message: Message, found: Extracted, extraction: Extraction, invitation: Invitation | None, here: tzinfo
) -> Appointment | None:
    """What an extraction is in a calendar; None where it has no day. `here`: the zone of times without one.
    An invitation is taken as its sender wrote it.
    """
    from edge.i18n import render

    lines = [one_line(extraction.quote, 500), one_line(message.sender, 200), one_line(message.subject, 200)]
    span = _invited(invitation, here) if invitation is not None else None
    if span is None:
        span = _span(extraction, here)
        if span is not None and isinstance(span[0], datetime) and not extraction.duration_minutes:
            lines.append(render(Reason("export.no_duration"), found.language or "en"))
    if span is None:
        return None
    moment = _moment(message.received_at)
    title, place, rule = extraction.info, str(extraction.data.get("location", "")), ""
    if invitation is not None:
        title, place = invitation.summary or title, invitation.location
        rule = _rule(invitation.recurrence)
    return Appointment(
        title=one_line(title, 200), start=span[0], end=span[1],
        stamp=zones.instant(moment, UTC) if moment else _NO_DATE,
        description="\n".join(line for line in lines if line), place=one_line(place, 500), rule=rule,
        source=source_of(message), tentative=found.decision != "apply" or _is_asked(extraction),
    )  # fmt: skip


def _is_asked(extraction: Extraction) -> bool:
    """ "Sunday 3rd at 2 instead?" proposes: nobody has agreed yet."""
    return extraction.where == "body" and extraction.quote.rstrip(" \"'»”’)").endswith("?")


def source_of(message: Message) -> str:
    """The message as a link that mail programs open (RFC 2392); "" where it has no id of its own."""
    return (
        f"mid:{message.id}"
        if message.named and re.fullmatch(r"[\x21-\x7e]+@[\x21-\x7e]+", message.id)
        else ""
    )


def zone_block(where: ZoneInfo) -> str:
    """The VTIMEZONE of a zone, lines ended by \\n."""
    from icalendar import Timezone

    written: bytes = Timezone.from_tzinfo(where, where.key).to_ical()
    return written.decode("utf-8").replace("\r\n", "\n")


def require_library() -> None:
    """Raise EdgeError where icalendar is not installed."""
    try:
        import icalendar  # noqa: F401  whether it is there
    except ImportError as error:
        raise EdgeError(
            "Calendars are written with icalendar, which is not installed.",
            "pip install 'edge-answers[extract]'",
        ) from error


def _span(extraction: Extraction, here: tzinfo) -> tuple[date, date] | None:
    day = day_of(extraction.date)
    if day is None or day >= date.max - timedelta(1):
        return None
    clock = clock_of(extraction.time)
    if clock is None:
        return day, day + timedelta(1)
    start = datetime.combine(day, clock, zones.zone(extraction.timezone) or here)
    minutes = min(max(extraction.duration_minutes or USUAL, 1), LONGEST)
    return _placed(start, here), _placed(start.astimezone(UTC) + timedelta(minutes=minutes), start.tzinfo)


def _invited(invitation: Invitation, here: tzinfo) -> tuple[date, date] | None:
    start, end = _moment(invitation.start), _moment(invitation.end)
    if start is None or len(invitation.start) <= 10:
        day = day_of(invitation.start[:10])
        last = day_of(invitation.end[:10])
        return None if day is None else (day, max(last or day, day + timedelta(1)))
    start = start if start.tzinfo else start.replace(tzinfo=here)
    if end is None:
        end = start + timedelta(minutes=USUAL)
    end = end if end.tzinfo else end.replace(tzinfo=here)
    return _placed(start, here), _placed(max(start, end), here)


def _placed(moment: datetime, where: tzinfo | None) -> datetime:
    """A moment as a calendar writes it: on the wall clock of a zone with a name, else in UTC. An offset alone
    becomes the zone `where` if that had this offset then.
    """
    if isinstance(moment.tzinfo, ZoneInfo):
        return moment
    if isinstance(where, ZoneInfo):
        there = moment.astimezone(where)
        if moment.tzinfo is UTC or there.utcoffset() == moment.utcoffset():
            return there
    return moment.astimezone(UTC)


def _moment(text: str) -> datetime | None:
    try:
        return datetime.fromisoformat(text) if text else None
    except ValueError:
        return None


def _rule(text: str) -> str:
    """A recurrence rule that icalendar reads, "" for any other."""
    from icalendar import vRecur

    try:
        vRecur.from_ical(text).to_ical()
    except (ValueError, TypeError, KeyError, AttributeError):
        return ""
    return text


def described(text: str) -> tuple[str, Any]:
    """Title and beginning of a component as it stands: what people call it."""
    from icalendar import Event

    try:
        event = Event.from_ical(text.replace("\n", "\r\n"))
        return one_line(str(event.get("SUMMARY", "")), 80), getattr(event.get("DTSTART"), "dt", None)
    except (ValueError, TypeError, AttributeError, KeyError, IndexError):
        return "", None
