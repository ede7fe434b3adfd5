"""Dates of a message as deadlines, events, promises and dated facts."""

from __future__ import annotations

import re
from dataclasses import dataclass
from datetime import date as day
from typing import TYPE_CHECKING, Literal

import msgspec

from edge.extract.rules.annotated_clause import AnnotatedClause
from edge.extract.rules.clause_values import ClauseValues, extraction
from edge.extract.rules.date_time_pairs import joined, paired
from edge.extract.rules.deadline_owner import is_beside_effect, is_own_limit, is_undated_limit
from edge.records import Extraction
from edge.text.regex import regex

if TYPE_CHECKING:
    from edge.values.dates import When

Kind = Literal["", "deadline", "debit", "event", "cancelled", "commitment", "fact", "day"]

#: A deadline so many days ahead is urgent.
_SOON = 3

#: A stretch longer than this is a month or a season, and no appointment.
_STRETCH = 3

#: From here a sender is taken for a person.
_PERSONAL = 0.5

#: A longer one is no stay either, but a season.
_MONTH = 31

#: A date without its year that would lie further ahead was the last one, not the next.
_YEAR = 300

# "Suite au remplacement du routeur, le réseau sera coupé demain": what is over is not what is dated.
_AHEAD = regex(r"\b(?:sera|seront|will be|demain|tomorrow)\b", re.IGNORECASE)
_FIELD = regex(r"[^:\n]{2,24}:")
_NOT = regex(r"(?:\b(?:not|never|pas|jamais)\b|n['’]t\b)[^.;:]{0,40}$", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class _DateInClause:
    """One value in its clause. `until`: the clause below that holds its time."""

    values: ClauseValues
    annotated: AnnotatedClause
    previous: AnnotatedClause | None
    when: When
    until: AnnotatedClause | None


def dated_extractions(values: ClauseValues) -> list[Extraction]:
    """Extractions with a date or time, in order of place; from the subject only where the text has none."""
    extractions: list[Extraction] = []
    whens = paired(values.clauses)
    for at, annotated in enumerate(values.clauses):
        previous = values.clauses[at - 1] if at else None
        for when, until in whens.get(at, []):
            case = _DateInClause(values, annotated, previous, when, until)
            kind = _kind(case)
            extractions += _extractions(case, kind)
            if kind == "event" and _is_ahead_of(case):
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


def _kind(case: _DateInClause) -> Kind:
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
        or _is_window(case)
        or _is_handed_over(case)
        or (
            annotated.cued("due")
            and (when.time in _NO_HOUR or _LIMIT.search(annotated.clause.text) is not None)
        )
    )
    rows: tuple[tuple[bool, Kind], ...] = (
        # A time alone, "10h-12h", is the time of what the sentence is about, today at best: too little.
        (not dated and not when.deadline and not (when.time and (event or _is_met(case))), ""),
        (
            annotated.cued("cancelled")
            and not (past or when.deadline)
            and bool(event or topic or when.time or off)
            and (off or not annotated.withdrawn),  # "We cancel Monday and come on Wednesday"
            "cancelled",
        ),
        (when.deadline and _denied(case), ""),
        (_is_why(case), ""),
        (off and dated, "day"),
        (annotated.cued("debit") and dated and not past, "debit"),
        (limit and _advertised(case), ""),
        (limit and past, "fact" if annotated.cued("trouble", "changed") else ""),
        (
            limit and is_own_limit(values, annotated, when),
            "" if annotated.cued("commitment") else "commitment",
        ),
        (limit, "deadline"),
        (past or _is_over(case), telling),
        (annotated.cued("effective") and is_beside_effect(annotated, when), ""),
        (annotated.cued("effective") and not when.time, "fact"),
        (dated and _is_absence(case), "event"),
        (_is_long(when) and not event, ""),
        (annotated.cued("will") and bool(values.parsed.sender.person) and not event, "commitment"),
        (near or bool(when.time and dated), "event"),
    )
    return next((kind for holds, kind in rows if holds), telling or _named_day(case))


# "Dr Iqbal is away on the 14th, so we have had to move you": the day is why, and nothing is on it.
_SO = regex(
    r"(?:,|\b(?:so|and|therefore|hence|donc|aussi|du coup|et))\s[^.;:!?\n]{0,48}\b(?:mov(?:e|ed|ing)"
    r"|postpon|reschedul"
    r"|cancel|d[ée]plac|d[ée]cal|report(?:er|ons|[ée])|repouss|annul)",
    re.IGNORECASE,
)
_AWAY = regex(
    r"\b(?:away|off|ill|unavailable|closed|absente?|en cong[ée]s?|indisponible|ferm[ée]e?|retenue?"
    r"|souffrante?|malade)\b",
    re.IGNORECASE,
)


_ABSENT = regex(
    r"\b(?:(?:je (?:pars|m['’]absente)|nous (?:partons|nous absentons)|on part|(?:i|we)(?: will"
    r"|['’]?ll)? (?:leave|go away)"
    r"|(?:i['’]?m|i am|we['’]?re|we are) (?:going away|leaving))\b[^.;!?\n]{0,24}\Z)"
    r"|\b(?:je (?:serai|suis)|nous (?:serons|sommes)|on (?:sera|est)|i['’]?m|i am|i['’]?ll be|i will be"
    r"|we['’]?re|we are"
    r"|we['’]?ll be|we will be|(?:bureau|office|cabinet|surgery|shop|agence|magasin|mairie|[ée]cole"
    r"|school|library) "
    r"(?:is|will be|sera|est))\s(?:[a-zà-ÿ]+\s)?(?:away|off|out of (?:the )?office|on (?:leave|holiday"
    r"|vacation|annual leave|sick leave)"
    r"|closed|shut|absente?s?|en (?:cong[ée]s?|vacances|d[ée]placement)|ferm[ée]e?s?)\b[^.;!?\n]{0,24}\Z",
    re.IGNORECASE,
)


_MET = regex(
    r"\b(?:je (?:serai|t['’]attends?|vous attends?)|nous (?:serons|vous attendons)|on (?:sera|t['’]attend)"
    r"|(?:i|we)(?: will|['’]?ll) be (?:at|in|by|on|outside|behind|there|here|back|home|waiting))\b"
    r"[^.;:!?\n]{0,60}\Z",
    re.IGNORECASE,
)


def _is_met(case: _DateInClause) -> bool:
    """ "Je serai derrière le marché à 5h30": where somebody can be met, whatever the day."""
    clause, when = case.annotated.clause, case.when
    if clause.subject or not case.values.parsed.sender.person:
        return False
    return _MET.search(clause.text[: max(0, when.start - clause.start)]) is not None


def _is_absence(case: _DateInClause) -> bool:
    """Days on which somebody is away, or a house shut: to be known, and no promise."""
    clause, when = case.annotated.clause, case.when
    if clause.subject or when.date is None or days(when.date, when.end_date or when.date) > _MONTH:
        return False
    return _ABSENT.search(clause.text[: max(0, when.start - clause.start)]) is not None


def _is_why(case: _DateInClause) -> bool:
    """The day is the reason for moving something, not a day of anything."""
    clause, when = case.annotated.clause, case.when
    if clause.subject or when.date is None or when.deadline:
        return False
    before = clause.text[: max(0, when.start - clause.start)]
    behind = clause.text[max(0, when.end - clause.start) :]
    return _AWAY.search(before) is not None and _SO.search(behind) is not None


#: Words of a limit, whatever its hour: "Cut-off is Friday at noon".
_LIMIT = regex(
    r"\b(?:deadline|cut-?off|closing (?:date|time)|date limite|dernier d[ée]lai|date butoir)\b", re.IGNORECASE
)


#: A limit at midnight is the day's end.
_NO_HOUR = frozenset({None, "", "00:00", "23:59"})


# "Merci de nous envoyer l'offre pour vendredi". What is booked for a day is not due then.
_HANDED_OVER = regex(
    r"\b(?:envo[iy]|transm|faire parvenir|fasses? parvenir|rend(?:re|ez|s)\b|r(?:e|en)tourn|renvo"
    r"|remett|adress|livr|fini|termin|fourni|dépos|répond|répon|faire suivre|(?:me|nous) (?:re)?dire)"
    r"[^.;:!?\n]{0,80}?\spour (?:le |la |l['’]|ce |cette |mi-)?\Z",
    re.IGNORECASE,
)


def _is_handed_over(case: _DateInClause) -> bool:
    """Something is to be sent or given back for a day."""
    clause, when = case.annotated.clause, case.when
    if clause.subject or when.date is None or not case.annotated.cued("request", "must", "duty"):
        return False
    return _HANDED_OVER.search(clause.text[: max(0, when.start - clause.start)]) is not None


_BETWEEN = regex(r"\b(?:entre|between)(?: le| the)? ?$", re.IGNORECASE)


def _is_window(case: _DateInClause) -> bool:
    """Days between which something is to be done: the last of them is the limit."""
    when, annotated = case.when, case.annotated
    if when.date is None or when.end_date is None or when.time not in _NO_HOUR or annotated.clause.subject:
        return False
    between = _BETWEEN.search(case.values.parsed.message.body[max(0, when.start - 14) : when.start])
    if annotated.cued("event") and not between:
        return False
    return annotated.cued("request", "must", "duty") and days(when.date, when.end_date) <= _MONTH


#: What such words open is what the rest goes on from: "suite à notre échange, le couvreur passe le 5".
_OPENERS = frozenset({"suite", "comme", "following", "as", "after"})


def _is_over(case: _DateInClause) -> bool:
    """What is dated lies behind: "la visite du 5 a eu lieu"."""
    annotated, parsed = case.annotated, case.values.parsed
    clause = annotated.clause
    if not annotated.cued("over") or _AHEAD.search(clause.text):
        return False
    if clause.subject:
        return True
    for hit in parsed.hits:
        if hit.name == "cues.over" and clause.first <= hit.first < clause.last:
            between = parsed.message.body[parsed.tokens.ends[hit.first] : case.when.start]
            if parsed.tokens.words[hit.first] not in _OPENERS or "," not in between:
                return True
    return False


def _advertised(case: _DateInClause) -> bool:
    """An offer to everybody that lapses on a day: nobody's task."""
    machine, annotated = case.values.parsed.message.machine, case.annotated
    mailing = machine.bulk and not machine.reply and not annotated.cued("must")
    return mailing and (annotated.cued("selling", "hypothetical") or "%" in annotated.clause.text)


def _named_day(case: _DateInClause) -> Kind:
    """A day ahead that nothing else explains is worth having: "payment on 10 July", "rent from 1 June"."""
    annotated, when = case.annotated, case.when
    sender, machine = case.values.parsed.sender, case.values.parsed.message.machine
    if when.date is None or annotated.cued("hypothetical", "boilerplate"):
        return ""
    # "The jumble sale is on Saturday" in a letter sells nothing.
    letter = sender.person >= _PERSONAL and not machine.bulk and "?" not in annotated.clause.text
    if annotated.cued("selling") and not letter:
        return ""
    if annotated.cued("commitment") and not annotated.clause.text.endswith("?"):
        return ""  # "Je t'envoie le contrat demain": the promise has the day
    if when.relative and not (case.values.parsed.sender.person and when.date > case.values.today):
        return ""
    return "day" if days(when.date, when.end_date or when.date) <= _MONTH else ""


def _extractions(case: _DateInClause, kind: Kind) -> list[Extraction]:
    annotated, when, until = case.annotated, case.when, case.until
    dated = when.date is not None
    if kind == "deadline":
        if _is_window(case):
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


_AHEAD_OF = regex(
    r"\b(?:avant|d['’]ici|before|ahead of|in time for)\s(?:le|la|les|l['’]|notre|votre|the|our|your)\s?"
    r"[^.,;:!?\n]{2,40}?\b(?:du|de|on|of|le)\s(?:the )?\Z",
    re.IGNORECASE,
)


def _is_ahead_of(case: _DateInClause) -> bool:
    """Something is asked of the reader before an event that has this day."""
    clause, when = case.annotated.clause, case.when
    if clause.subject or when.date is None or not case.annotated.cued("request", "must", "duty"):
        return False
    return _AHEAD_OF.search(clause.text[: max(0, when.start - clause.start)]) is not None


#: "pour 45 minutes", "durée : 1h30", "for 2 hours": minutes, or hours and minutes.
_LASTING = regex(
    r"\b(?:pour|pendant|dur[ée]e\s?(?:de|:|pr[ée]vue\s?:?)?|dure(?:ra)?|for|lasting|lasts"
    r"|duration\s?(?:of|:)?)\s+"
    r"(?:environ\s|about\s)?(?:(?P<minutes>\d{1,3})\s?(?:minutes?|mins?|mn)\b"
    r"|(?P<hours>\d{1,2})\s?(?:h|heures?|hours?|hrs?)\s?(?P<more>[0-5]\d)?\b)",
    re.IGNORECASE,
)


def _lasting(case: _DateInClause) -> When:
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


def _event(case: _DateInClause, kind: Kind) -> Extraction:
    annotated, when = case.annotated, _lasting(case)
    dated = when.date is not None
    off = kind == "cancelled" or _called_off(case)
    confidence = 0.5 + 0.1 * (annotated.cued("event") + bool(when.time) + dated)
    return extraction(
        "event", annotated, label="cancelled" if off else "", until=case.until, when=when,
        confidence=confidence, calendar=dated and not off, required=dated and confidence >= 0.7,
        more={"cancelled": True} if off else {},
    )  # fmt: skip


#: What a message whose subject cancels says of another day: that it stands, or comes in its place.
_STANDS = regex(
    r"\b(?:go(?:es|ing)? ahead|as (?:usual|planned|normal)|still on|instead|replacement|rescheduled|new date"
    r"|maintenue?s?|comme (?:pr[ée]vu|d['’]habitude|d['’]ordinaire)|[àa] la place|rattrapage|remplacement"
    r"|nouvelle date)\b",
    re.IGNORECASE,
)


def _called_off(case: _DateInClause) -> bool:
    """The subject cancels the day that it, or a sentence that cancels, names; any, where they name none."""
    values, clause = case.values, case.annotated.clause
    if values.subject is None or not values.subject.cued("cancelled") or _STANDS.search(clause.text):
        return False
    named = {when.date for one in values.places if one.cued("cancelled") for when in one.whens if when.date}
    return not named or case.when.date is None or case.when.date in named


def is_past(values: ClauseValues, when: When) -> bool:
    """Over when the message came; a time without a zone is taken for the receiver's."""
    if when.date is None or not values.dated:
        return False
    if when.date > values.today:
        stated = when.relative or when.date[:4] in when.text
        return not stated and days(values.today, when.date) > _YEAR
    if (when.end_date or when.date) < values.today:
        return True
    clock = values.received.strftime("%H:%M")
    return when.date == values.today and when.time is not None and not when.deadline and when.time < clock


def days(first: str, last: str) -> int:
    """Days from one ISO date to another."""
    return (day.fromisoformat(last) - day.fromisoformat(first)).days


def _is_long(when: When) -> bool:
    return bool(when.date and when.end_date and days(when.date, when.end_date) > _STRETCH)


def _is_field(annotated: AnnotatedClause, when: When) -> bool:
    text = annotated.clause.text
    return annotated.clause.item or _FIELD.match(text) is not None or 2 * len(when.text) >= len(text)


_BEFORE = regex(r"\b(?:before|avant)(?: the| le| la| l['’])? ?$", re.IGNORECASE)


def _denied(case: _DateInClause) -> bool:
    """ "It won't be advertised before October" sets nobody a day."""
    body = case.values.parsed.message.body
    before = body[max(case.annotated.clause.start, case.when.start - 50) : case.when.start]
    limit = _BEFORE.search(before) is not None or case.when.text.casefold().startswith(("before", "avant"))
    return limit and _NOT.search(before) is not None


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
