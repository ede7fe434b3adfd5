"""Dates of a message as deadlines, events, promises and dated facts."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Literal

import msgspec

from edge.extract.rules.annotated_clause import AnnotatedClause
from edge.extract.rules.clause_values import ClauseValues, extraction
from edge.extract.rules.date_in_clause import LIMIT, MONTH, NO_HOUR, DateInClause, days, is_past
from edge.extract.rules.date_time_pairs import joined, paired
from edge.extract.rules.deadline_owner import is_beside_effect, is_senders_limit, is_undated_limit
from edge.records import Extraction
from edge.text.regex import regex

if TYPE_CHECKING:
    from edge.values.dates import When

Kind = Literal["", "deadline", "debit", "event", "cancelled", "commitment", "fact", "day"]

#: A deadline so many days ahead is urgent.
_SOON = 3

#: A stretch longer than this is a month or a season, and no appointment.
_STRETCH = 3

_FIELD = regex(r"[^:\n]{2,24}:")


def dated_extractions(values: ClauseValues) -> list[Extraction]:
    """Extractions with a date or time, in order of place; from the subject only where the text has none."""
    extractions: list[Extraction] = []
    whens = paired(values.clauses)
    for at, annotated in enumerate(values.clauses):
        previous = values.clauses[at - 1] if at else None
        for when, until in whens.get(at, []):
            case = DateInClause(values, annotated, previous, when, until)
            kind = _kind(case)
            extractions += _extractions(case, kind)
            if kind == "event" and case.is_event_to_answer_before:
                # "Answer before the rehearsal of the 22nd": the rehearsal, and the limit of what is asked.
                limit = msgspec.structs.replace(when, time=None, end_time=None, duration_minutes=None)
                extractions.append(extraction("deadline", annotated, when=limit, confidence=0.6, task=True))
    if not any(one.type in {"event", "deadline"} for one in extractions):
        extractions += _from_subject(values)
    if not any(one.type == "deadline" for one in extractions):
        extractions += [
            extraction("deadline", annotated, confidence=0.5, importance="low", task=True)
            for annotated in values.clauses
            if is_undated_limit(annotated)
        ][:1]
    return extractions


def _kind(case: DateInClause) -> Kind:
    """What a value is: the first row that holds."""
    annotated, when, values = case.annotated, case.when, case.values
    past = is_past(values, when)
    dated = when.date is not None
    # "We're not there on Saturday, you may come in from 4 pm": the hour is that of something else.
    off = any(
        x.start == when.start and (x.time == when.time or case.until is not None) for x in annotated.withdrawn
    )
    event = annotated.cued("event")
    topic = values.subject is not None and values.subject.cued("event")
    telling: Kind = "fact" if dated and annotated.cued("trouble", "changed") else ""
    # "When: Thursday, 9:30" is about what stands above it.
    near = event or (
        _is_field(annotated, when) and (topic or (case.previous is not None and case.previous.cued("event")))
    )
    limit = (
        when.deadline
        or case.is_window
        or case.is_handover
        or (
            annotated.cued("due")
            and (when.time in NO_HOUR or LIMIT.search(annotated.clause.text) is not None)
        )
    )
    rows: tuple[tuple[bool, Kind], ...] = (
        # A time alone, "10h-12h", is the time of what the sentence is about, today at best: too little.
        (not dated and not when.deadline and not (when.time and (event or case.is_meeting_point)), ""),
        (
            annotated.cued("cancelled")
            and not (past or when.deadline)
            and bool(event or topic or when.time or off)
            and (off or not annotated.withdrawn),  # "We cancel Monday and come on Wednesday"
            "cancelled",
        ),
        (when.deadline and case.is_denied, ""),
        (case.is_reason, ""),
        (off and dated, "day"),
        (annotated.cued("debit") and dated and not past, "debit"),
        (limit and case.is_offer_end, ""),
        (limit and past, "fact" if annotated.cued("trouble", "changed") else ""),
        (
            limit and is_senders_limit(values, annotated, when),
            "" if annotated.cued("commitment") else "commitment",
        ),
        (limit, "deadline"),
        (past or case.is_over, telling),
        (annotated.cued("effective") and is_beside_effect(annotated, when), ""),
        (annotated.cued("effective") and not when.time, "fact"),
        (dated and case.is_absence, "event"),
        (_is_long(when) and not event, ""),
        (annotated.cued("will") and bool(values.parsed.sender.person) and not event, "commitment"),
        (near or bool(when.time and dated) or case.is_meeting_point, "event"),
    )
    return next((kind for holds, kind in rows if holds), telling or _named_day(case))


def _named_day(case: DateInClause) -> Kind:
    """A day ahead that nothing else explains is worth having: "payment on 10 July", "rent from 1 June"."""
    annotated, when = case.annotated, case.when
    sender, machine = case.values.parsed.sender, case.values.parsed.message.machine
    if when.date is None or annotated.cued("hypothetical", "boilerplate"):
        return ""
    # "The jumble sale is on Saturday" in a letter sells nothing.
    letter = sender.is_person and not machine.bulk and "?" not in annotated.clause.text
    if annotated.cued("selling") and not letter:
        return ""
    if annotated.cued("commitment") and not annotated.clause.text.endswith("?"):
        return ""  # "Je t'envoie le contrat demain": the promise has the day
    if when.relative and not (case.values.parsed.sender.person and when.date > case.values.today):
        return ""
    return "day" if days(when.date, when.end_date or when.date) <= MONTH else ""


def _extractions(case: DateInClause, kind: Kind) -> list[Extraction]:
    annotated, when, until = case.annotated, case.when, case.until
    dated = when.date is not None
    if kind == "deadline":
        if case.is_window:
            when = msgspec.structs.replace(when, date=when.end_date, end_date=None)
        soon = when.date is not None and days(case.values.today, when.date) <= _SOON
        return [
            extraction(
                "deadline", annotated, until=until, when=when,
                confidence=0.8 if when.deadline and dated else 0.7, importance="high" if soon else "medium",
                task=not annotated.cued("will"), required=dated,
            )
        ]  # fmt: skip
    if kind == "debit":
        return [extraction("deadline", annotated, label="debit", until=until, when=when, confidence=0.7)]
    if kind == "commitment":
        return [extraction("commitment", annotated, when=when, confidence=0.6, task=True)]
    if kind == "fact":
        return [extraction("fact", annotated, when=when, confidence=0.6)]
    if kind == "day":
        return [extraction("event", annotated, until=until, when=when, confidence=0.5, importance="low")]
    return [_event(case, kind)] if kind in {"event", "cancelled"} else []


#: "pour 45 minutes", "durée : 1h30", "for 2 hours": minutes, or hours and minutes.
_LASTING = regex(
    r"\b(?:pour|pendant|dur[ée]e\s?(?:de|:|pr[ée]vue\s?:?)?|dure(?:ra)?|for|lasting|lasts|duration\s?"
    r"(?:of|:)?)\s+(?:environ\s|about\s)?(?:(?P<minutes>\d{1,3})\s?(?:minutes?|mins?|mn)\b"
    r"|(?P<hours>\d{1,2})\s?(?:h|heures?|hours?|hrs?)\s?(?P<more>[0-5]\d)?\b)",
    re.IGNORECASE,
)


def _lasting(case: DateInClause) -> When:
    """The value with the length that its sentence states further on: one time, one length."""
    when, annotated = case.when, case.annotated
    if when.duration_minutes is not None or when.time is None or when.end_time is not None:
        return when
    if sum(other.time is not None for other in annotated.whens) != 1:
        return when
    stated = list(_LASTING.finditer(annotated.clause.text))
    if len(stated) != 1:
        return when
    minutes, hours, more = stated[0].group("minutes", "hours", "more")
    length = int(minutes) if minutes else 60 * int(hours) + int(more or 0)
    return msgspec.structs.replace(when, duration_minutes=length) if length else when


def _event(case: DateInClause, kind: Kind) -> Extraction:
    annotated, when = case.annotated, _lasting(case)
    dated = when.date is not None
    off = kind == "cancelled" or case.is_called_off
    confidence = 0.5 + 0.1 * (annotated.cued("event") + bool(when.time) + dated)
    return extraction(
        "event", annotated, label="cancelled" if off else "", until=case.until, when=when,
        confidence=confidence, calendar=dated and not off, required=dated and confidence >= 0.7,
        more={"cancelled": True} if off else {},
    )  # fmt: skip


def _is_long(when: When) -> bool:
    return bool(when.date and when.end_date and days(when.date, when.end_date) > _STRETCH)


def _is_field(annotated: AnnotatedClause, when: When) -> bool:
    text = annotated.clause.text
    return annotated.clause.item or _FIELD.match(text) is not None or 2 * len(when.text) >= len(text)


def _from_subject(values: ClauseValues) -> list[Extraction]:
    """What only the subject tells: a deadline, or an event with or without its day."""
    annotated = values.subject
    if annotated is None:
        return []
    for when in joined(annotated.whens):
        if when.date and not is_past(values, when):
            if when.deadline:
                return [extraction("deadline", annotated, when=when, confidence=0.65, task=True)]
            if when.time or annotated.cued("event"):
                return [extraction("event", annotated, when=when, confidence=0.7, calendar=True)]
    parsed = values.parsed
    if parsed.sender.person or parsed.message.machine.reply or not annotated.cued("event"):
        return []
    if annotated.cued("changed", "trouble", "over"):
        return []
    plain = [
        one
        for one in (*values.clauses, annotated)
        if one.cued("event")
        and not one.amounts
        and not one.cued("boilerplate", "request", "due", "hypothetical")
    ]
    return [extraction("event", one, confidence=0.5) for one in plain[:1]]
