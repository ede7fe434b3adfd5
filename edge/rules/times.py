"""Dates of a message as deadlines, events and dated facts."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

import msgspec

from edge.records import Extraction
from edge.rules.gathered import Gathered, Held, extraction

if TYPE_CHECKING:
    from edge.values.when import When


def timed(gathered: Gathered) -> list[Extraction]:
    """Deadlines, events and facts with a date, in order of place."""
    found: list[Extraction] = []
    whens = _paired(gathered)
    topic = gathered.subject is not None and gathered.subject.cued("event")
    for at, held in enumerate(gathered.clauses):
        previous = gathered.clauses[at - 1] if at else None
        for when, until in whens.get(at, []):
            one = _classify(gathered, held, previous, when, until, topic=topic)
            if one is not None:
                found.append(one)
    if not any(one.type in {"event", "deadline"} for one in found):
        found += _from_subject(gathered)
    return found


def _paired(gathered: Gathered) -> dict[int, list[tuple[When, Held | None]]]:
    """Values by clause; a date and the time in one of the two clauses after it become one."""
    result: dict[int, list[tuple[When, Held | None]]] = {}
    taken: set[int] = set()
    clauses = gathered.clauses
    for at, held in enumerate(clauses):
        # A date and a time in one clause that were read apart: "mercredi 18 février, 10h".
        whens = _joined([when for when in held.whens if id(when) not in taken])
        for when in whens:
            until = None
            if when.date and not when.time and not when.deadline and len(whens) == 1:
                for later in clauses[at + 1 : at + 3]:
                    alone = [w for w in later.whens if not w.date and w.time and id(w) not in taken]
                    if alone and not any(w.date for w in later.whens):
                        taken.add(id(alone[0]))
                        when, until = _with_time(when, alone[0]), later
                        break
            result.setdefault(at, []).append((when, until))
    return result


def _joined(whens: list[When]) -> list[When]:
    joined: list[When] = []
    for when in whens:
        last = joined[-1] if joined else None
        if (
            last is not None
            and when.time
            and not when.date
            and last.date
            and not last.time
            and when.start - last.end <= 40
        ):
            joined[-1] = _with_time(last, when)
        elif (
            last is not None
            and when.date
            and not when.time
            and last.time
            and not last.date
            and when.start - last.end <= 25
        ):
            joined[-1] = _with_time(when, last)
        else:
            joined.append(when)
    return joined


def _with_time(date: When, time: When) -> When:
    return msgspec.structs.replace(
        date,
        time=time.time,
        end_time=time.end_time,
        timezone=time.timezone or date.timezone,
        duration_minutes=time.duration_minutes or date.duration_minutes,
        deadline=date.deadline or time.deadline,
    )


def _classify(
    gathered: Gathered, held: Held, previous: Held | None, when: When, until: Held | None, *, topic: bool
) -> Extraction | None:
    french = gathered.reading.french
    past = _past(gathered, when)
    # A time alone, "10h-12h", is the time of what the sentence is about, today at best: too little.
    if when.date is None and not when.deadline and not (when.time and held.cued("event")):
        return None
    if held.cued("cancelled") and (held.cued("event") or topic or when.time) and not past:
        return _event(gathered, held, until, when, 0.7, cancelled=True)
    if when.deadline and _denied(held, when, gathered):
        return None
    if held.cued("debit") and when.date is not None and not past:
        return extraction(
            "deadline",
            held,
            label="Prélèvement" if french else "Payment",
            until=until,
            when=when,
            confidence=0.7,
        )
    if when.deadline or (held.cued("due") and not when.time):
        if past:
            return _fact(held, when, french) if held.cued("trouble", "changed") else None
        soon = when.date is not None and _days(gathered.today, when.date) <= 3
        return extraction(
            "deadline", held, label="Échéance" if french else "Deadline", until=until, when=when,
            confidence=0.8 if when.deadline and when.date else 0.7, importance="high" if soon else "medium",
            task=True, required=when.date is not None,
        )  # fmt: skip
    telling = held.cued("trouble", "changed", "decision", "relation")
    if past or held.cued("over"):
        return _fact(held, when, french) if telling and when.date else None
    if held.cued("effective") and not when.time:
        return _fact(held, when, french)
    if _long(when) and not held.cued("event"):
        return None
    if held.cued("will") and gathered.reading.sender.person and not held.cued("event"):
        return extraction(
            "commitment",
            held,
            label="Engagement" if french else "Commitment",
            when=when,
            confidence=0.6,
            task=True,
        )
    # "When: Thursday, 9:30" is about what stands above it.
    field = _is_field(held, when)
    near = held.cued("event") or (field and (topic or (previous is not None and previous.cued("event"))))
    if near or (when.time and when.date):
        sure = held.cued("event") + bool(when.time) + bool(when.date) + (topic and field)
        return _event(gathered, held, until, when, 0.5 + 0.1 * sure, cancelled=_cancelled(gathered))
    return _fact(held, when, french) if telling else None


def _denied(held: Held, when: When, gathered: Gathered) -> bool:
    """ "It won't be advertised before October" sets nobody a day."""
    text = held.clause.text if held.clause.subject else gathered.reading.message.body
    first = 0 if held.clause.subject else held.clause.start
    before = text[max(first, when.start - 50) : when.start]
    said = when.text.casefold()
    return said.startswith(("before", "avant")) and _NOT.search(before) is not None


_NOT = re.compile(r"(?:\b(?:not|never|pas|jamais)\b|n['’]t\b)[^.;:]{0,40}$", re.IGNORECASE)


def _event(
    gathered: Gathered, held: Held, until: Held | None, when: When, confidence: float, *, cancelled: bool
) -> Extraction:
    french = gathered.reading.french
    label = ("Annulé" if french else "Cancelled") if cancelled else ("Événement" if french else "Event")
    one = extraction(
        "event", held, label=label, until=until, when=when, confidence=confidence,
        calendar=when.date is not None and not cancelled, required=when.date is not None and confidence >= 0.7,
    )  # fmt: skip
    return msgspec.structs.replace(one, data={**one.data, "cancelled": True}) if cancelled else one


def _cancelled(gathered: Gathered) -> bool:
    return gathered.subject is not None and gathered.subject.cued("cancelled")


def _past(gathered: Gathered, when: When) -> bool:
    """Over when the message came; a time without a zone is taken for the receiver's."""
    if when.date is None:
        return False
    if when.date > gathered.today:
        # "le 4 mai", said on the 5th, was yesterday, not in a year.
        return not when.relative and when.date[:4] not in when.text and _days(gathered.today, when.date) > 300
    if (when.end_date or when.date) < gathered.today:
        return True
    clock = gathered.received.strftime("%H:%M")
    return when.date == gathered.today and when.time is not None and not when.deadline and when.time < clock


def _long(when: When) -> bool:
    """A month or a season rather than a day."""
    return bool(when.date and when.end_date and _days(when.date, when.end_date) > 3)


_FIELD = re.compile(r"[^:\n]{2,24}:")


def _is_field(held: Held, when: When) -> bool:
    text = held.clause.text
    return held.clause.item or _FIELD.match(text) is not None or 2 * len(when.text) >= len(text)


def _fact(held: Held, when: When, french: bool) -> Extraction:
    return extraction("fact", held, label="À savoir" if french else "Note", when=when, confidence=0.6)


def _from_subject(gathered: Gathered) -> list[Extraction]:
    """What only the subject tells: an event, with or without its day."""
    held = gathered.subject
    french = gathered.reading.french
    if held is None:
        return []
    label = "Événement" if french else "Event"
    for when in _joined(held.whens):
        if when.date and when.date >= gathered.today:
            if when.deadline:
                return [
                    extraction(
                        "deadline",
                        held,
                        label="Échéance" if french else "Deadline",
                        when=when,
                        confidence=0.65,
                        task=True,
                    )
                ]
            if when.time or held.cued("event"):
                return [extraction("event", held, label=label, when=when, confidence=0.7, calendar=True)]
    if gathered.reading.sender.person:
        return []
    if (
        not held.cued("event")
        or held.cued("changed", "trouble", "over")
        or gathered.reading.message.machine.reply
    ):
        return []
    for one in (*gathered.clauses, held):
        if (
            one.cued("event")
            and not one.cued("boilerplate", "request", "due", "hypothetical")
            and not one.amounts
        ):
            return [extraction("event", one, label=label, confidence=0.5)]
    return []


def invited(gathered: Gathered) -> list[Extraction]:
    """Events of invitations: their fields are exact, so the quote is what the calendar part says."""
    found: list[Extraction] = []
    french = gathered.reading.french
    for invitation in gathered.reading.message.invitations:
        date, _, rest = invitation.start.partition("T")
        label = (
            ("Annulé" if french else "Cancelled")
            if invitation.cancelled
            else ("Événement" if french else "Event")
        )
        zone = rest[8:] if len(rest) > 8 else ""
        found.append(
            Extraction(
                type="event",
                info=f"{label}: {' '.join(invitation.summary.split()) or invitation.start}",
                importance="medium",
                quote=invitation.summary or invitation.start,
                where="invitation",
                grounded=True,
                found="exact",
                date=date[:10] or None,
                time=rest[:5] or None,
                timezone=zone or None,
                calendar=not invitation.cancelled and bool(date),
                required=bool(date),
                confidence=0.84,
                data={k: v for k, v in (("location", invitation.location), ("uid", invitation.uid)) if v}
                | ({"cancelled": True} if invitation.cancelled else {}),
            )
        )
    return found


def _days(first: str, last: str) -> int:
    from datetime import date

    return (date.fromisoformat(last) - date.fromisoformat(first)).days
