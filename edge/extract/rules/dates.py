"""Dates of a message as deadlines, events, promises and dated facts."""

from __future__ import annotations

import re
from dataclasses import dataclass
from datetime import date as day
from typing import TYPE_CHECKING, Literal

import msgspec

from edge.extract.rules.clause_values import AnnotatedClause, ClauseValues, extraction
from edge.extract.rules.date_time_pairs import joined, paired
from edge.extract.rules.deadline_owner import is_own_limit
from edge.records import Extraction

if TYPE_CHECKING:
    from edge.values.date_time import When

Kind = Literal["", "deadline", "debit", "event", "cancelled", "commitment", "fact", "day"]

#: A deadline so many days ahead is urgent.
_SOON = 3

#: A stretch longer than this is a month or a season, and no appointment.
_STRETCH = 3

#: A longer one is no stay either, but a season.
_MONTH = 31

#: A date without its year that would lie further ahead was the last one, not the next.
_YEAR = 300

_FIELD = re.compile(r"[^:\n]{2,24}:")
_NOT = re.compile(r"(?:\b(?:not|never|pas|jamais)\b|n['’]t\b)[^.;:]{0,40}$", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class _DateInClause:
    """One value in its clause. `until`: the clause below that holds its time."""

    gathered: ClauseValues
    held: AnnotatedClause
    previous: AnnotatedClause | None
    when: When
    until: AnnotatedClause | None


def timed(gathered: ClauseValues) -> list[Extraction]:
    """Extractions with a date or time, in order of place; from the subject only where the text has none."""
    found: list[Extraction] = []
    whens = paired(gathered.clauses)
    for at, held in enumerate(gathered.clauses):
        previous = gathered.clauses[at - 1] if at else None
        for when, until in whens.get(at, []):
            case = _DateInClause(gathered, held, previous, when, until)
            found += _made(case, _kind(case))
    if not any(one.type in {"event", "deadline"} for one in found):
        found += _from_subject(gathered)
    return found


def _kind(case: _DateInClause) -> Kind:
    """What a value is: the first row that holds."""
    held, when, gathered = case.held, case.when, case.gathered
    past = is_past(gathered, when)
    dated = when.date is not None
    event = held.cued("event")
    topic = gathered.subject is not None and gathered.subject.cued("event")
    telling: Kind = "fact" if dated and held.cued("trouble", "changed") else ""
    # "When: Thursday, 9:30" is about what stands above it.
    near = event or (
        _is_field(held, when) and (topic or (case.previous is not None and case.previous.cued("event")))
    )
    limit = when.deadline or (held.cued("due") and not when.time)
    rows: tuple[tuple[bool, Kind], ...] = (
        # A time alone, "10h-12h", is the time of what the sentence is about, today at best: too little.
        (not dated and not when.deadline and not (when.time and event), ""),
        (held.cued("cancelled") and not past and bool(event or topic or when.time), "cancelled"),
        (when.deadline and _denied(case), ""),
        (held.cued("debit") and dated and not past, "debit"),
        (limit and past, "fact" if held.cued("trouble", "changed") else ""),
        (limit and is_own_limit(gathered, held, when), "" if held.cued("commitment") else "commitment"),
        (limit, "deadline"),
        (past or held.cued("over"), telling),
        (held.cued("effective") and not when.time, "fact"),
        (_is_long(when) and not event, ""),
        (held.cued("will") and bool(gathered.reading.sender.person) and not event, "commitment"),
        (near or bool(when.time and dated), "event"),
    )
    return next((kind for holds, kind in rows if holds), telling or _named_day(case))


def _named_day(case: _DateInClause) -> Kind:
    """A day ahead that nothing else explains is worth having: "payment on 10 July", "rent from 1 June"."""
    held, when = case.held, case.when
    if when.date is None or held.cued("selling", "hypothetical", "boilerplate"):
        return ""
    if when.relative and not (case.gathered.reading.sender.person and when.date > case.gathered.today):
        return ""
    return "day" if days(when.date, when.end_date or when.date) <= _MONTH else ""


def _made(case: _DateInClause, kind: Kind) -> list[Extraction]:
    held, when, until = case.held, case.when, case.until
    dated = when.date is not None
    if kind == "deadline":
        soon = when.date is not None and days(case.gathered.today, when.date) <= _SOON
        return [
            extraction(
                "deadline", held, until=until, when=when, confidence=0.8 if when.deadline and dated else 0.7,
                importance="high" if soon else "medium", task=not held.cued("will"), required=dated,
            )
        ]  # fmt: skip
    if kind == "debit":
        return [extraction("deadline", held, label="debit", until=until, when=when, confidence=0.7)]
    if kind == "commitment":
        return [extraction("commitment", held, when=when, confidence=0.6, task=True)]
    if kind == "fact":
        return [extraction("fact", held, when=when, confidence=0.6)]
    if kind == "day":
        return [extraction("event", held, until=until, when=when, confidence=0.5, importance="low")]
    return [_event(case, kind)] if kind in {"event", "cancelled"} else []


#: "pour 45 minutes", "durée : 1h30", "for 2 hours": minutes, or hours and minutes.
_LASTING = re.compile(
    r"\b(?:pour|pendant|dur[ée]e\s?(?:de|:|pr[ée]vue\s?:?)?|dure(?:ra)?|for|lasting|lasts|duration\s?(?:of|:)?)\s+"
    r"(?:environ\s|about\s)?(?:(?P<minutes>\d{1,3})\s?(?:minutes?|mins?|mn)\b"
    r"|(?P<hours>\d{1,2})\s?(?:h|heures?|hours?|hrs?)\s?(?P<more>[0-5]\d)?\b)",
    re.IGNORECASE,
)


def _lasting(case: _DateInClause) -> When:
    """The value with the length that its sentence states further on: one time, one length."""
    when, held = case.when, case.held
    if when.duration_minutes is not None or when.time is None or when.end_time is not None:
        return when
    if sum(other.time is not None for other in held.whens) != 1:
        return when
    stated = list(_LASTING.finditer(held.clause.text))
    if len(stated) != 1:
        return when
    minutes, hours, more = stated[0].group("minutes", "hours", "more")
    length = int(minutes) if minutes else 60 * int(hours) + int(more or 0)
    return msgspec.structs.replace(when, duration_minutes=length) if length else when


def _event(case: _DateInClause, kind: Kind) -> Extraction:
    held, when = case.held, _lasting(case)
    subject, dated = case.gathered.subject, when.date is not None
    off = kind == "cancelled" or (subject is not None and subject.cued("cancelled"))
    confidence = 0.5 + 0.1 * (held.cued("event") + bool(when.time) + dated)
    return extraction(
        "event", held, label="cancelled" if off else "", until=case.until, when=when,
        confidence=confidence, calendar=dated and not off, required=dated and confidence >= 0.7,
        more={"cancelled": True} if off else {},
    )  # fmt: skip


def is_past(gathered: ClauseValues, when: When) -> bool:
    """Over when the message came; a time without a zone is taken for the receiver's."""
    if when.date is None or not gathered.dated:
        return False
    if when.date > gathered.today:
        stated = when.relative or when.date[:4] in when.text
        return not stated and days(gathered.today, when.date) > _YEAR
    if (when.end_date or when.date) < gathered.today:
        return True
    clock = gathered.received.strftime("%H:%M")
    return when.date == gathered.today and when.time is not None and not when.deadline and when.time < clock


def days(first: str, last: str) -> int:
    """Days from one ISO date to another."""
    return (day.fromisoformat(last) - day.fromisoformat(first)).days


def _is_long(when: When) -> bool:
    return bool(when.date and when.end_date and days(when.date, when.end_date) > _STRETCH)


def _is_field(held: AnnotatedClause, when: When) -> bool:
    text = held.clause.text
    return held.clause.item or _FIELD.match(text) is not None or 2 * len(when.text) >= len(text)


def _denied(case: _DateInClause) -> bool:
    """ "It won't be advertised before October" sets nobody a day."""
    body = case.gathered.reading.message.body
    before = body[max(case.held.clause.start, case.when.start - 50) : case.when.start]
    return case.when.text.casefold().startswith(("before", "avant")) and _NOT.search(before) is not None


def _from_subject(gathered: ClauseValues) -> list[Extraction]:
    """What only the subject tells: a deadline, or an event with or without its day."""
    held = gathered.subject
    if held is None:
        return []
    for when in joined(held.whens):
        if when.date and not is_past(gathered, when):
            if when.deadline:
                return [extraction("deadline", held, when=when, confidence=0.65, task=True)]
            if when.time or held.cued("event"):
                return [extraction("event", held, when=when, confidence=0.7, calendar=True)]
    reading = gathered.reading
    if reading.sender.person or reading.message.machine.reply or not held.cued("event"):
        return []
    if held.cued("changed", "trouble", "over"):
        return []
    plain = [
        one
        for one in (*gathered.clauses, held)
        if one.cued("event")
        and not one.amounts
        and not one.cued("boilerplate", "request", "due", "hypothetical")
    ]
    return [extraction("event", one, confidence=0.5) for one in plain[:1]]
