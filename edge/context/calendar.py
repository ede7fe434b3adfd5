"""A calendar (.ics, a file or a folder): what is near the days of a message, and what collides with it."""

from __future__ import annotations

from collections import defaultdict
from datetime import date, timedelta
from functools import cached_property, partial
from pathlib import Path

from edge import paths
from edge.context import zones
from edge.context.agenda import Agenda, Occurrence
from edge.context.clashes import clash, proposed
from edge.context.finding import ContextFindings, limited
from edge.context.ics import NAME_ANOTHER, Appointments, appointments
from edge.context.lookup import LookupTerms
from edge.errors import UsageError
from edge.records import Conflict, ContextItem, Message, Proposal, Reason
from edge.text import tokens
from edge.text.truncate import truncate

#: Days before and after the message in which an appointment is looked for by a name.
BACK, AHEAD = 7, 90

#: Years before and after the message's that are looked at, whatever dates it speaks of.
YEARS = (1, 3)

#: Occurrences of one series that a name brings.
OF_ONE = 2

#: What a match is worth: on the day, the day beside it; a name in the title, elsewhere; words of the subject.
_ON, _BESIDE, _TITLE, _ELSEWHERE, _WORDS = 0.5, 0.3, 0.45, 0.35, 0.2


class Calendar:
    """The appointments of one path, read at the first look. Raises UsageError when nothing is there."""

    def __init__(self, path: Path) -> None:
        if not paths.exists(path):
            raise UsageError(f"There is no calendar at {path}.", NAME_ANOTHER)
        self._path = path

    @property
    def warnings(self) -> list[Reason]:
        """What could not be read; reads the calendar if that is not done yet."""
        return self._read.warnings

    def look(
        self, message: Message, proposal: Proposal | None, sought: LookupTerms, setting: str, most: int
    ) -> ContextFindings:
        """Appointments near the days of the proposal and by its names, best first, at most `most`; and what
        they say against it. `setting`: the zone of texts that name none, "" for none chosen.

        Raises UsageError when the path is no calendar.
        """
        here = zones.home(setting, sought.received, self._read.zone)
        near: dict[str, Occurrence] = {}
        worth: dict[str, float] = defaultdict(float)
        for one, score in [*self._near(sought), *self._named(sought)]:
            near[one.name] = one
            worth[one.name] += score
        conflicts: list[Conflict] = []
        for wanted in proposed(message, proposal, here):
            candidates = [one for day in wanted.days if _within(day, sought) for one in self._agenda.on(day)]
            by_name = {one.name: one for one in candidates}
            for conflict in clash(wanted, candidates, here):
                conflicts.append(conflict)
                near.update({name: by_name[name] for name in conflict.items})
                worth.update(dict.fromkeys(conflict.items, 1.0))
        ordered = sorted(near.values(), key=lambda one: (one.event.start, one.name))
        scored = [(one, worth[one.name]) for one in ordered]
        return limited(scored, most, partial(_item, path=self._path), conflicts)

    @cached_property
    def _read(self) -> Appointments:
        return appointments(self._path)

    @cached_property
    def _agenda(self) -> Agenda:
        return Agenda(self._read.events)

    def _near(self, sought: LookupTerms) -> list[tuple[Occurrence, float]]:
        """What is on a day of the proposal, or the day beside it, each once."""
        days = [day for day in sought.days if _within(day, sought)]
        beside = [day + timedelta(n) for day in days for n in (-1, 1)]
        near: dict[str, tuple[Occurrence, float]] = {}
        for listed, score in ((days, _ON), (beside, _BESIDE)):
            for day in listed:
                for one in self._agenda.on(day):
                    near.setdefault(one.name, (one, score))
        return list(near.values())

    def _named(self, sought: LookupTerms) -> list[tuple[Occurrence, float]]:
        """What has a name of the message, else two words of its subject: the occurrences soonest after a
        week before it.
        """
        if sought.received is None or not _within(sought.received.date(), sought):
            return []
        scores: dict[int, float] = {}
        for name in sought.names:
            scores |= dict.fromkeys(self._agenda.titles.holding(name.split()), _TITLE)
            for number in self._agenda.details.holding(name.split()):
                scores.setdefault(number, _ELSEWHERE)
        for number in self._agenda.titles.sharing(tokens.terms(sought.subject)):
            scores.setdefault(number, _WORDS)
        day = sought.received.date()
        first, last = day - timedelta(BACK), day + timedelta(AHEAD)
        return [
            (one, score)
            for number, score in sorted(scores.items())
            for one in self._agenda.series(number, first, last)[:OF_ONE]
        ]


def _within(day: date, sought: LookupTerms) -> bool:
    """Whether a day is near enough to be looked at: each year costs an expansion."""
    middle = sought.received.date() if sought.received else min(sought.days, default=day)
    return max(3, middle.year - YEARS[0]) <= day.year <= min(9998, middle.year + YEARS[1])


def _item(one: Occurrence, score: float, *, path: Path) -> ContextItem:
    event = one.event
    if event.whole_day:
        last = event.days[-1].isoformat()
        span = event.begins if last == event.begins else f"{event.begins} – {last}"
    elif event.end.date() == event.start.date():
        span = f"{event.begins}–{event.end:%H:%M}"
    else:
        span = f"{event.begins} – {event.end:%Y-%m-%d %H:%M}"
    people = ", ".join(event.people[:8])
    parts = (event.title, f"{span} {event.zone}".strip(), event.place, people, event.text)
    return ContextItem(
        kind="event", name=one.name, text=truncate("\n".join(filter(None, parts))), source=path.name,
        date=event.start.date().isoformat(), score=score,
    )  # fmt: skip
