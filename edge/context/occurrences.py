"""Appointments of a calendar as records, and the days on which they happen.

Times recur on the wall clock of the event's own zone (RFC 5545), so a weekly meeting stays at 14:00 when
clocks change. Whatever a calendar says, the work is bounded.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace
from datetime import UTC, date, datetime, time, timedelta, tzinfo
from typing import TYPE_CHECKING, Any

from edge.context import recurrence
from edge.context.recurrence import Local, RecurrenceRule, local

if TYPE_CHECKING:
    from icalendar import Event as Component

#: Days of one event that are looked at.
LONGEST = 366

_MAILTO = re.compile("^mailto:", re.IGNORECASE)


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
    rules: tuple[RecurrenceRule, ...] = ()
    strange: bool = False  # it has a rule that is not followed: only its first occurrence is known
    more: tuple[Local, ...] = ()  # RDATE
    without: frozenset[Local] = field(default=frozenset())  # EXDATE, and what another component replaces
    replaces: date | datetime | None = None  # RECURRENCE-ID, as stated: it is of the series' zone
    cancelled: bool = False
    revision: tuple[int, str] = (0, "")  # SEQUENCE, and when it was changed (UTC)

    @property
    def begins(self) -> str:
        """As it is shown: the day, and the time unless it is a whole day."""
        return self.start.date().isoformat() if self.whole_day else f"{self.start:%Y-%m-%d %H:%M}"

    @property
    def zone(self) -> str:
        """By its name, else by its offset at the beginning; "" for a floating time."""
        if self.where is None:
            return ""
        key: str = getattr(self.where, "key", "")
        return key or self.start.replace(tzinfo=self.where).isoformat(timespec="seconds")[19:]

    @property
    def days(self) -> list[date]:
        """The local days it touches, at most `LONGEST`."""
        last = (self.end - timedelta.resolution if self.end > self.start else self.start).date()
        first = self.start.date()
        return [first + timedelta(n) for n in range(min((last - first).days + 1, LONGEST))]

    @property
    def first_day(self) -> Event:
        """It without its recurrence, and no longer than a day."""
        return replace(self, rules=(), more=(), end=min(self.end, self.start + timedelta(1)))


def read(component: Component) -> Event:
    """A VEVENT as a record, cut at `LONGEST` days. Raises ValueError, TypeError, AttributeError or
    OverflowError when it states no start, or an impossible one: the caller leaves it out, and says so.
    """
    start = component.start
    end = component.end
    whole_day = not isinstance(start, datetime)
    where = start.tzinfo if isinstance(start, datetime) else None
    begins = local(start, where)
    attendees = _all(component, "ATTENDEE")
    people = [str(entry.params.get("CN", "")) for entry in attendees]
    people += [_MAILTO.sub("", str(entry)) for entry in attendees]
    # RFC 5545: an event is busy unless it says otherwise. A whole day (a birthday, a bank holiday) is only
    # busy when it says so: most calendars write such days without any word.
    shown = str(component.get("TRANSP", "")).upper()
    busy = shown == "OPAQUE" if whole_day else shown != "TRANSPARENT"
    replaced = component.get("RECURRENCE-ID")
    rules, strange = [], False
    for stated in _all(component, "RRULE"):
        try:
            rules.append(recurrence.rule(stated, begins, where))
        except (ValueError, TypeError, AttributeError):
            strange = True
    return Event(
        uid=str(component.get("UID", "")),
        title=" ".join(str(component.get("SUMMARY", "")).split()),
        start=begins,
        end=min(max(begins, local(end, where)), begins + timedelta(LONGEST)),
        where=where,
        whole_day=whole_day,
        busy=busy,
        place=" ".join(str(component.get("LOCATION", "")).split()),
        text=str(component.get("DESCRIPTION", "")).strip(),
        people=tuple(entry for entry in people if entry),
        rules=tuple(rules),
        strange=strange,
        more=tuple(_dates(component, "RDATE", begins, where)),
        without=frozenset(_dates(component, "EXDATE", begins, where)),
        replaces=replaced.dt if replaced is not None else None,
        cancelled=str(component.get("STATUS", "")).upper() == "CANCELLED",
        revision=_revision(component),
    )


def newest(files: Sequence[list[Event]]) -> list[Event]:
    """The events of several files, each once. Of an appointment that an older file has as well, only what the
    newest says: exports of one calendar lie in a folder beside each other, an invitation beside its change.
    """
    last: dict[str, tuple[int, str]] = {}
    stated = [{event.uid: event.revision for event in events if event.replaces is None} for events in files]
    for revisions in stated:
        for uid, revision in revisions.items():
            last[uid] = max(revision, last.get(uid, revision))
    current = (
        event
        for events, revisions in zip(files, stated, strict=True)
        for event in events
        if not event.uid or revisions.get(event.uid, last.get(event.uid)) == last.get(event.uid)
    )
    return list(dict.fromkeys(current))


def joined(events: list[Event]) -> list[Event]:
    """The events that take place: occurrences that others of the same uid replace are taken out of their
    series, and what is cancelled is left out.
    """
    moved: dict[str, list[date | datetime]] = {}
    for event in events:
        if event.replaces is not None:
            moved.setdefault(event.uid, []).append(event.replaces)

    def without_moved(event: Event) -> Event:
        if event.replaces is not None or event.uid not in moved:
            return event
        gone = {local(stated, event.where, event.start.time()) for stated in moved[event.uid]}
        return replace(event, without=event.without | gone)

    return [without_moved(event) for event in events if not event.cancelled]


def at_home(event: Event, home: tzinfo) -> Event:
    """A single appointment in UTC on the wall clock of the zone its calendar is kept in: some calendars state
    all of them in UTC. Any other as it is; so is one of the night in which clocks change.
    """
    if event.rules or event.more or event.where is None or event.zone not in ("UTC", "+00:00"):
        return event
    try:
        start, end = (at.replace(tzinfo=event.where).astimezone(home) for at in (event.start, event.end))
    except OverflowError:  # the first day there is, or the last
        return event
    same_clock = start.utcoffset() == end.utcoffset()
    return replace(event, start=local(start, home), end=local(end, home), where=home) if same_clock else event


def expand(event: Event, first: date, last: date) -> Iterator[Event]:
    """The occurrences that touch the days `first` to `last`, by beginning; the event itself when it does not
    recur.
    """
    length = event.end - event.start
    begin = datetime.combine(first, time()) - length
    end = datetime.combine(last, time()) + timedelta(1)
    # RFC 5545, 3.8.5.3: DTSTART is the first occurrence, whatever the rule says.
    starts = {event.start, *event.more}
    for rule in event.rules:
        starts.update(recurrence.starts(rule, event.start, begin, end))
    for start in sorted(starts - event.without):
        if begin <= start < end:
            one = replace(event, start=start, end=start + length)
            if one.days[-1] >= first:
                yield one


def _revision(component: Component) -> tuple[int, str]:
    """RFC 5546, 2.1.5: the higher SEQUENCE is the newer one, then what was changed or written later."""
    sequence = component.get("SEQUENCE")
    for name in ("LAST-MODIFIED", "DTSTAMP"):
        changed = getattr(component.get(name), "dt", None)
        if isinstance(changed, datetime):
            return int(sequence or 0), local(changed, UTC).isoformat()
    return int(sequence or 0), ""


def _all(component: Component, name: str) -> list[Any]:
    value = component.get(name)
    return [] if value is None else value if isinstance(value, list) else [value]


def _dates(component: Component, name: str, begins: Local, where: tzinfo | None) -> Iterator[Local]:
    """RDATE or EXDATE of a series that begins at `begins`: a day alone is its occurrence of that day."""
    for listed in _all(component, name):
        for entry in getattr(listed, "dts", []):
            day = entry.dt[0] if isinstance(entry.dt, tuple) else entry.dt  # a period: its beginning
            yield local(day, where, begins.time())
