"""Appointments of a calendar as records, and the days on which they happen: recurring ones a year at a time.

Times recur on the wall clock of the event's own zone (RFC 5545, 3.3.10), so a weekly meeting stays at 14:00
when clocks change. Whatever a calendar says, the work is bounded: a rule is followed for at most `STEPS`
steps, and rules that fire more often than daily are not followed at all.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import dataclass, field, replace
from datetime import date, datetime, time, timedelta, tzinfo
from itertools import islice
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from icalendar import Event as Component

#: Steps of one rule, from its beginning: 130 years of days.
STEPS = 50_000

#: Days of one event that are looked at.
LONGEST = 366

_MAILTO = re.compile("^mailto:", re.IGNORECASE)
_SLOW = frozenset(("DAILY", "WEEKLY", "MONTHLY", "YEARLY"))

#: Naive local times of one occurrence's beginning; a whole day begins at midnight.
Local = datetime


@dataclass(frozen=True, slots=True)
class Event:
    """One appointment. `start` and `end` are naive local times in `where`; `where` None: floating. A whole
    day runs from midnight to midnight.
    """

    uid: str
    title: str
    start: Local
    end: Local
    where: tzinfo | None
    whole_day: bool
    busy: bool
    place: str = ""
    text: str = ""
    people: tuple[str, ...] = ()
    rules: tuple[Any, ...] = ()  # vRecur, as read
    more: tuple[Local, ...] = ()  # RDATE
    without: frozenset[Local] = field(default=frozenset())  # EXDATE, and what another component replaces
    replaces: Local | None = None  # RECURRENCE-ID
    cancelled: bool = False

    @property
    def days(self) -> list[date]:
        """The local days it touches, at most `LONGEST`."""
        last = (self.end - timedelta.resolution if self.end > self.start else self.start).date()
        first = self.start.date()
        return [first + timedelta(n) for n in range(min((last - first).days + 1, LONGEST))]


def read(component: Component) -> Event:
    """A VEVENT as a record, cut at `LONGEST` days. Raises ValueError, TypeError, AttributeError or
    OverflowError when it states no start, or an impossible one: the caller leaves it out, and says so.
    """
    start = component.start
    end = component.end
    whole_day = not isinstance(start, datetime)
    where = start.tzinfo if isinstance(start, datetime) else None
    begins = _local(start, where)
    attendees = _all(component, "ATTENDEE")
    people = [str(entry.params.get("CN", "")) for entry in attendees]
    people += [_MAILTO.sub("", str(entry)) for entry in attendees]
    # RFC 5545: an event is busy unless it says otherwise. A whole day (a birthday, a bank holiday) is only
    # busy when it says so: most calendars write such days without any word.
    said = str(component.get("TRANSP", "")).upper()
    busy = said == "OPAQUE" if whole_day else said != "TRANSPARENT"
    replaced = component.get("RECURRENCE-ID")
    return Event(
        uid=str(component.get("UID", "")),
        title=" ".join(str(component.get("SUMMARY", "")).split()),
        start=begins,
        end=min(max(begins, _local(end, where)), begins + timedelta(LONGEST)),
        where=where,
        whole_day=whole_day,
        busy=busy,
        place=" ".join(str(component.get("LOCATION", "")).split()),
        text=str(component.get("DESCRIPTION", "")).strip(),
        people=tuple(entry for entry in people if entry),
        rules=tuple(_all(component, "RRULE")),
        more=tuple(_dates(component, "RDATE", where)),
        without=frozenset(_dates(component, "EXDATE", where)),
        replaces=_local(replaced.dt, where) if replaced is not None else None,
        cancelled=str(component.get("STATUS", "")).upper() == "CANCELLED",
    )


def joined(events: list[Event]) -> list[Event]:
    """The events that take place: occurrences that others of the same uid replace are taken out of their
    series, and what is cancelled is left out.
    """
    moved: dict[str, set[Local]] = {}
    for event in events:
        if event.replaces is not None:
            moved.setdefault(event.uid, set()).add(event.replaces)
    return [
        replace(event, without=event.without | moved[event.uid])
        if event.replaces is None and event.uid in moved
        else event
        for event in events
        if not event.cancelled
    ]


def expand(event: Event, first: date, last: date) -> Iterator[Event]:
    """The occurrences that touch the days `first` to `last`, by beginning; the event itself when it does not
    recur. A rule that is none, or that fires more often than daily, leaves the first occurrence alone.
    """
    length = event.end - event.start
    begin = datetime.combine(first, time()) - length
    end = datetime.combine(last, time()) + timedelta(1)
    if not event.rules and not event.more:
        starts = {event.start} if event.start < end and event.start >= begin else set()
    else:
        # RFC 5545, 3.8.5.3: DTSTART is the first occurrence, whatever the rule says.
        starts = {event.start, *event.more}
        for rule in event.rules:
            with suppress(ValueError, TypeError, KeyError, OverflowError):  # what dateutil says of bad rules
                starts.update(_follow(rule, event, end))
        starts = {start for start in starts if begin <= start < end and start not in event.without}
    for start in sorted(starts):
        one = replace(event, start=start, end=start + length)
        if one.days[-1] >= first:
            yield one


def _follow(rule: Any, event: Event, end: Local) -> Iterator[Local]:
    """Beginnings by one rule, before `end`."""
    from dateutil.rrule import rrulestr  # type: ignore[import-untyped,import-not-found,unused-ignore]

    said = dict(rule)
    if str(_first(said.get("FREQ"), "")).upper() not in _SLOW:
        return
    until = _first(said.pop("UNTIL", None), None)
    count = int(_first(said.pop("COUNT", None), STEPS))
    stop = end
    if until is not None:
        # Files often write UNTIL in another form than DTSTART; on the wall clock they compare.
        limit = _local(until, event.where) + (
            timedelta(0) if isinstance(until, datetime) else timedelta(1) - timedelta.resolution
        )
        stop = min(stop, limit + timedelta.resolution)
    text = type(rule)(said).to_ical().decode("utf-8")
    found = rrulestr(text, dtstart=event.start).replace(until=stop - timedelta.resolution)
    yield from islice(found, min(count, STEPS))


def _first(value: Any, otherwise: Any) -> Any:
    if isinstance(value, list):
        return value[0] if value else otherwise
    return otherwise if value is None else value


def _local(said: date | datetime, where: tzinfo | None) -> Local:
    if not isinstance(said, datetime):
        return datetime.combine(said, time())
    if said.tzinfo is not None and where is not None:
        said = said.astimezone(where)
    return said.replace(tzinfo=None)


def _all(component: Component, name: str) -> list[Any]:
    value = component.get(name)
    return [] if value is None else value if isinstance(value, list) else [value]


def _dates(component: Component, name: str, where: tzinfo | None) -> Iterator[Local]:
    for listed in _all(component, name):
        for entry in getattr(listed, "dts", []):
            said = entry.dt[0] if isinstance(entry.dt, tuple) else entry.dt  # a period: its beginning
            yield _local(said, where)
