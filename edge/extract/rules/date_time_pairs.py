"""Dates and times that belong together, though they were read apart: "Date: 3 March", "Time: 10:00"."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

import msgspec

from edge.extract.rules.annotated_clause import AnnotatedClause

if TYPE_CHECKING:
    from edge.values.dates import When

#: What stands between an old day and the one that takes its place, besides words that say "moved".
_BECOMES = re.compile(
    r"\A\W{0,3}(?:(?:will |now |est |is )?(?:bascule|basculera|passe|passera|glisse|devient|deviendra|becomes"
    r"|become|now)\b|->|→)",
    re.IGNORECASE,
)
#: What opens a span that is none: "décalé du 18 au 25 mars", "we moved the meeting from 18 to 25 March".
_MOVED_FROM = re.compile(
    r"\b(?:(?:d[ée]cal|d[ée]plac|report|repouss|avanc|bascul|chang|pass)[a-zéè]{0,6} du"
    r"|(?:mov|push|shift|switch|reschedul|postpon|brought|put)[a-z]{0,5}(?: [\w'’-]{1,20}){0,4} from(?: the)?"
    r") ?\Z",
    re.IGNORECASE,
)
_INSTEAD = re.compile(r"\b(?:au lieu|instead|previously|et non|not)\b", re.IGNORECASE)

#: Characters between a date and its time in one clause, and between a time and the date after it.
_AFTER = 40
_BEFORE = 25


def paired(clauses: list[AnnotatedClause]) -> dict[int, list[tuple[When, AnnotatedClause | None]]]:
    """By clause: each value, and the clause in which its time stands if that is one of the next two."""
    result: dict[int, list[tuple[When, AnnotatedClause | None]]] = {}
    taken: set[int] = set()
    for at, annotated in enumerate(clauses):
        untaken = [when for when in annotated.whens if id(when) not in taken]
        whens = _current(annotated, _once(annotated, joined(untaken)))
        for when in whens:
            # "Je t'envoie le contrat demain. L'appel est à 16h": the hour is not the promise's.
            alone = len(whens) == 1 and not annotated.cued("commitment")
            later = _time_below(when, clauses[at + 1 : at + 3], taken) if alone else None
            if later is None:
                result.setdefault(at, []).append((when, _reaches(when, annotated, clauses[at + 1 : at + 3])))
            else:
                taken.add(id(later[1]))
                result.setdefault(at, []).append((_with_time(when, later[1]), later[0]))
    return result


def joined(whens: list[When]) -> list[When]:
    """Values of one clause, a lone date and a lone time close to each other as one."""
    result: list[When] = []
    for when in whens:
        last = result[-1] if result else None
        gap = when.start - last.end if last is not None else 0
        if last is not None and _is_date(last) and _is_time(when) and gap <= _AFTER:
            result[-1] = _with_time(last, when)
        elif last is not None and _is_time(last) and _is_date(when) and gap <= _BEFORE:
            result[-1] = _with_time(when, last)
        else:
            result.append(when)
    return result


def _once(annotated: AnnotatedClause, whens: list[When]) -> list[When]:
    """Without an hour in brackets behind another: "14:00 CET (13:00 London time)" is one time."""
    return [
        when
        for before, when in zip([None, *whens], whens, strict=False)
        if before is None
        or before.time is None
        or not _is_time(when)
        or annotated.between(before, when).strip() not in {"(", "/ (", "["}
    ]


def _current(annotated: AnnotatedClause, whens: list[When]) -> list[When]:
    """Of "the 5th is moved to the 12th", "the 12th instead of the 5th", or "moved from the 5th to the 12th",
    the 12th.
    """
    whens = [
        msgspec.structs.replace(when, date=when.end_date, end_date=None)
        if when.end_date and _MOVED_FROM.search(annotated.before(when))
        else when
        for when in whens
    ]
    days = [when for when in whens if when.date and not when.deadline]
    if len(days) != 2:
        return whens
    between = annotated.between(*days)
    if not annotated.cued("moved") and not _BECOMES.match(between):
        return whens
    old = days[1] if _INSTEAD.search(between) else days[0]
    return [when for when in whens if when is not old]


def _time_below(
    when: When, clauses: list[AnnotatedClause], taken: set[int]
) -> tuple[AnnotatedClause, When] | None:
    if not _is_date(when) or when.deadline:
        return None
    for annotated in clauses:
        # A day of its own is what a sentence's hours belong to, and the hours below it too.
        if any(other.date for other in annotated.whens):
            return None
        alone = [other for other in annotated.whens if _is_time(other) and id(other) not in taken]
        if alone:
            return annotated, alone[0]
    return None


def _reaches(
    when: When, annotated: AnnotatedClause, clauses: list[AnnotatedClause]
) -> AnnotatedClause | None:
    """The clause in which a value ends that was read over a line's end."""
    if annotated.clause.subject or when.end <= annotated.clause.end:
        return None
    return next((below for below in clauses if below.clause.start < when.end <= below.clause.end), None)


def _is_date(when: When) -> bool:
    return when.date is not None and when.time is None


def _is_time(when: When) -> bool:
    return when.time is not None and when.date is None


def _with_time(date: When, time: When) -> When:
    return msgspec.structs.replace(
        date,
        time=time.time,
        end_time=time.end_time,
        timezone=time.timezone or date.timezone,
        duration_minutes=time.duration_minutes or date.duration_minutes,
        deadline=date.deadline or time.deadline,
    )
