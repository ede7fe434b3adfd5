"""What a calendar says against a proposed appointment: it overlaps another one, or is there already."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import date, datetime, timedelta, tzinfo

from edge.context import zones
from edge.context.agenda import Occurrence
from edge.context.finding import conflict, shown_names
from edge.context.lookup import clock_of, day_of
from edge.records import Conflict, Extraction, Message, Proposal, Reason
from edge.text.one_line import one_line
from edge.text.similarity import covered, similarity

#: Minutes of an appointment that does not say how long it is, and the most that one is taken to last.
USUAL, LONGEST = 60, 7 * 24 * 60

_TICK = timedelta.resolution

#: Appointments that a conflict names in its text.
_LISTED = 10

#: From here two titles name one appointment, when the time is the same.
_SAME = 0.6


@dataclass(frozen=True, slots=True)
class ProposedEvent:
    """An appointment that a pass proposes. `span` (UTC) is None for a day without a time."""

    extraction: Extraction
    day: date
    span: tuple[datetime, datetime] | None
    uids: frozenset[str]  # of the invitations in the message

    @property
    def days(self) -> list[date]:
        """The days a calendar is asked about: in another zone it can be the day beside."""
        if self.span is None:
            return [self.day]
        first = self.span[0].date() - timedelta(1)
        return [first + timedelta(n) for n in range((self.span[1].date() - first).days + 2)]


def proposed(message: Message, proposal: Proposal | None, here: tzinfo) -> list[ProposedEvent]:
    """The appointments of a proposal that may go into a calendar: grounded, with a day. A cancelled
    invitation proposes none.
    """
    if proposal is None:
        return []
    uids = frozenset(invitation.uid for invitation in message.invitations if invitation.uid)
    cancelled = any(invitation.cancelled for invitation in message.invitations)
    events = []
    for extraction in proposal.extractions:
        day = day_of(extraction.date)
        wanted = extraction.calendar or extraction.type == "event"
        if day is None or not wanted or not extraction.grounded or not _room(day):
            continue
        if cancelled and extraction.where == "invitation":
            continue
        own = uids if extraction.where == "invitation" else frozenset[str]()
        events.append(ProposedEvent(extraction, day, _span(extraction, day, here), own))
    return events


def clash(wanted: ProposedEvent, candidates: Iterable[Occurrence], here: tzinfo) -> list[Conflict]:
    """At most one conflict of each kind. What is the same appointment is a duplicate, never an overlap; an
    appointment that an invitation moves (same uid, other time) is neither.
    """
    overlap: list[str] = []
    duplicate: list[str] = []
    for one in candidates:
        event = one.event
        same_time, shared = _meets(wanted, one, here)
        if event.uid and event.uid in wanted.uids:
            if same_time:
                duplicate.append(one.name)
        elif same_time and _same_title(wanted.extraction, event.title):
            duplicate.append(one.name)
        elif shared and event.busy:
            overlap.append(one.name)
    begins = f"{wanted.extraction.date} {wanted.extraction.time or ''}".strip()
    info = one_line(wanted.extraction.info, 60)
    conflicts = []
    if overlap:
        others = shown_names(overlap, _LISTED)
        why = Reason("overlap", {"info": info, "when": begins, "others": others})
        conflicts.append(conflict(why, overlap))
    if duplicate:
        others = shown_names(duplicate, _LISTED)
        why = Reason("in_calendar", {"info": info, "when": begins, "others": others})
        conflicts.append(conflict(why, duplicate))
    return conflicts


def _meets(wanted: ProposedEvent, one: Occurrence, here: tzinfo) -> tuple[bool, bool]:
    """Whether an appointment has the time of the proposed one, and whether it shares any with it."""
    event = one.event
    if wanted.span is None:  # without a time only the day can be the same, and no hour is shared
        return event.start.date() == wanted.day, False
    if event.whole_day:
        first, last = (at.astimezone(here).date() for at in (wanted.span[0], wanted.span[1] - _TICK))
        touches = any(first <= day <= last for day in event.days)
        return touches, touches
    begins = zones.instant(event.start.replace(tzinfo=event.where), here)
    ends = zones.instant(event.end.replace(tzinfo=event.where), here)
    return begins == wanted.span[0], zones.overlaps(wanted.span, (begins, max(begins, ends)))


def _same_title(extraction: Extraction, title: str) -> bool:
    words = f"{extraction.info} {extraction.quote}"
    return max(similarity(extraction.info, title), covered(title, words)) >= _SAME


def _span(extraction: Extraction, day: date, here: tzinfo) -> tuple[datetime, datetime] | None:
    clock = clock_of(extraction.time)
    if clock is None:
        return None
    begins = zones.moment(day, clock, zones.zone(extraction.timezone) or here)
    minutes = min(max(extraction.duration_minutes or USUAL, 1), LONGEST)
    return begins, begins + timedelta(minutes=minutes)


def _room(day: date) -> bool:
    """Whether days beside it exist (not the first or the last year there is)."""
    return 1 < day.year < 9999
