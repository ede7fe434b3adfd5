"""The values of a message's new text, clause by clause, and the record that holds an extraction together."""

from __future__ import annotations

import re
from bisect import bisect_right
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import TYPE_CHECKING, Any

import msgspec

from edge.extract.rules.annotated_clause import AnnotatedClause
from edge.extract.rules.parsed_message import ParsedMessage
from edge.extract.rules.quoted_days import fix_quoted_days
from edge.extract.rules.weighing.action import CAP
from edge.extract.rules.withdrawn_days import withdraw_days
from edge.i18n import render
from edge.records import Extraction, Reason
from edge.text import iso_date
from edge.text.one_line import one_line

if TYPE_CHECKING:
    from edge.records.extraction import ExtractionType, Importance
    from edge.values.dates import When

#: Stands for a day that nobody knows: what is read from it depends on no clock.
_ANY_DAY = datetime(2026, 1, 1, tzinfo=UTC)

#: A quote for people to check: longer sentences are quoted whole, but their line of information is cut.
_INFO = 140


def info_line(text: str, french: bool, label: str = "") -> str:
    """One plain line, in the message's own words, after a label (`cancelled`, `debit`) if it has one."""
    line = one_line(text, _INFO)
    return render(Reason(f"info.{label}", {"info": line}), "fr" if french else "en") if label else line


@dataclass(frozen=True, slots=True)
class ClauseValues:
    parsed: ParsedMessage
    clauses: list[AnnotatedClause]
    subject: AnnotatedClause | None
    received: datetime
    dated: bool  # the message says when it was received, so relative dates mean something

    @property
    def places(self) -> list[AnnotatedClause]:
        """All clauses, and the subject last."""
        return [*self.clauses, self.subject] if self.subject is not None else self.clauses

    @property
    def today(self) -> str:
        """The day the message came; before all days when nobody knows it, so that every date is ahead."""
        return self.received.date().isoformat() if self.dated else "0001-01-01"


def gather_values(parsed: ParsedMessage, country: str) -> ClauseValues:
    """Find all values of the new text and the subject. Raises EdgeError when an extra is missing."""
    message = parsed.message
    moment = iso_date.moment(message.received_at)
    received, dated = moment or _ANY_DAY, moment is not None
    annotated = [AnnotatedClause(clause, parsed.french) for clause in parsed.clauses]
    starts = [one.clause.start for one in annotated]

    def at(place: int) -> AnnotatedClause | None:
        i = bisect_right(starts, place) - 1
        return annotated[i] if i >= 0 and place < annotated[i].clause.end else None

    for first, last in parsed.spans:
        text = message.body[first:last]
        for name, value in _found(text, received, dated, country, parsed.french):
            one = at(first + value.start)
            if one is not None:
                moved = msgspec.structs.replace(value, start=first + value.start, end=first + value.end)
                getattr(one, name).append(moved)
    subject = None
    if parsed.subject is not None:
        subject = AnnotatedClause(parsed.subject, parsed.french)
        for name, value in _found(parsed.subject.text, received, dated, country, parsed.french):
            getattr(subject, name).append(value)
    if dated:
        fix_quoted_days(parsed, annotated, received)
    values = ClauseValues(parsed, annotated, subject, received, dated)
    withdraw_days(annotated, subject, values.today)
    return values


def _found(text: str, received: datetime, dated: bool, country: str, french: bool) -> list[tuple[str, Any]]:
    from edge.values.addresses import find_addresses
    from edge.values.amounts import find_amounts
    from edge.values.dates import find_dates
    from edge.values.identifiers import find_identifiers
    from edge.values.phones import find_phones

    values: list[tuple[str, Any]] = []
    # Without a day of reference only what states its own year is a date.
    values += [("whens", when) for when in find_dates(text, received) if dated or _absolute(when)]
    digits = sum(map(str.isdigit, text))
    if digits:
        values += [("amounts", amount) for amount in find_amounts(text)]
    if digits >= 7:
        phones = find_phones(text, country)
        # English text gives British and American numbers without their prefix; French that of Québec does.
        quebec = ("CA",) if _QUEBEC.search(text) else ()
        for land in quebec if french else ("GB", "US"):
            phones = phones or find_phones(text, land)
        values += [("phones", phone) for phone in phones]
        values += [("identifiers", identifier) for identifier in find_identifiers(text)]
    if "@" in text or "." in text:
        values += [("addresses", address) for address in find_addresses(text)]
    return values


#: As North America groups its numbers, and nobody else does: 819 326-4411.
_QUEBEC = re.compile(r"(?<![\d-])(?:\(\d{3}\)|\d{3}) \d{3}-\d{4}(?![\d-])")

#: 04/05/26, 4.5.26
_SHORT_YEAR = re.compile(r"\b\d{1,2}([/.-])\d{1,2}\1\d{2}\b")


def _absolute(when: When) -> bool:
    if when.relative or when.date is None:
        return not when.relative
    return when.date[:4] in when.text or _SHORT_YEAR.search(when.text) is not None


def extraction(
    kind: ExtractionType,
    annotated: AnnotatedClause,
    *,
    label: str = "",
    until: AnnotatedClause | None = None,
    when: When | None = None,
    confidence: float,
    importance: Importance = "medium",
    more: dict[str, Any] | None = None,
    **fields: Any,
) -> Extraction:
    """An extraction whose quote is its clause (or from its clause to the end of `until`), word for word.

    `label` (`cancelled`, `debit`) begins the line of information; `more` goes into `data`.
    """
    clause = annotated.clause
    last = until.clause if until is not None and until.clause.end > clause.end else clause
    inside = not clause.subject
    data = dict(more or {})
    if when is not None:
        fields |= {
            "date": when.date, "time": when.time, "timezone": when.timezone,
            "duration_minutes": when.duration_minutes,
        }  # fmt: skip
        if when.end_date and when.end_date != when.date:
            data["end_date"] = when.end_date
    return Extraction(
        type=kind, info=info_line(clause.text, annotated.french, label), importance=importance,
        quote=clause.text if last is clause else "", start=clause.start if inside else None,
        end=last.end if inside else None, where="body" if inside else "subject", grounded=True, found="exact",
        confidence=round(min(confidence, CAP), 3), data=data, **fields,
    )  # fmt: skip
