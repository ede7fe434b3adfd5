"""Dates, times and amounts that rules read in a message: what a model's values are compared with."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import TYPE_CHECKING

import msgspec

from edge.records import Message
from edge.text import iso_date
from edge.text.language import language
from edge.text.numbers import NumberReading, certain, find, supported
from edge.text.tokens import fold

if TYPE_CHECKING:
    from edge.values.amounts import Amount
    from edge.values.dates import When
    from edge.values.span import SomeValue


#: Minutes of an appointment: a week.
_LONGEST = 7 * 24 * 60


@dataclass(frozen=True)
class MessageValues:
    """`dates` as YYYY-MM-DD, `times` as HH:MM. `numbers`: all that stand in the text, and the amounts that it
    says in words.
    """

    dates: frozenset[str] = frozenset()
    times: frozenset[str] = frozenset()
    numbers: Sequence[NumberReading] = ()
    text: str = ""
    whens: Sequence[When] = ()  # of the body, as their spans are
    sums: Sequence[Amount] = ()

    def whens_in(self, start: int, end: int) -> list[When]:
        """What rules read inside a span of the body."""
        return [it for it in self.whens if start <= it.start and it.end <= end]

    def amounts_in(self, start: int, end: int) -> list[Amount]:
        return [it for it in self.sums if start <= it.start and it.end <= end]

    def date(self, value: str) -> bool:
        """The rules read it, or it stands there as written."""
        return value in self.dates or value in self.text

    def time(self, value: str) -> bool:
        return value in self.times or value in self.text

    def zone(self, claim: str) -> str | None:
        """The zone that a claim names, where the rules read it or its words stand in the text."""
        from edge.values import time_zones

        found = time_zones.named(claim)
        if found is None:
            return None
        stands = any(when.timezone == found for when in self.whens) or fold(claim).strip() in fold(self.text)
        return found if stands else None

    def length(self, claim: str) -> int | None:
        """Minutes that a claim states, where the rules read them or the figures stand in the text."""
        digits = claim.strip()
        if not digits.isascii() or not digits.isdecimal() or not 0 < int(digits) <= _LONGEST:
            return None
        stated = any(when.duration_minutes == int(digits) for when in self.whens)
        return int(digits) if stated or re.search(rf"(?<!\d){int(digits)}(?!\d)", self.text) else None

    def amount(self, claim: NumberReading) -> bool:
        return supported(claim, self.numbers)


def of(message: Message) -> MessageValues:
    """What rules read in subject, body (all of it, quoted history too: a reply may lean on it) and
    invitations. Dates count from `received_at`; without one only those that state their year are known.
    """
    from edge.values.amounts import find_amounts
    from edge.values.dates import find_dates

    subject = f"{message.subject}\n"
    text = subject + message.body
    received = iso_date.moment(message.received_at)
    whens = find_dates(text, received or datetime(2000, 1, 1, tzinfo=UTC))
    if received is None:
        whens = [when for when in whens if when.date is None or when.date[:4] in when.text]
    amounts = find_amounts(text)
    stated = [it for one in message.invitations for it in (one.start, one.end)]
    days = {it for when in whens for it in (when.date, when.end_date) if it}
    clocks = {it for when in whens for it in (when.time, when.end_time) if it}
    return MessageValues(
        frozenset(days | {it[:10] for it in stated if it}),
        frozenset(clocks | {it[11:16] for it in stated if len(it) >= 16}),
        [*find(text, language(text)), *(certain(amount.value) for amount in amounts)],
        text,
        _of_body(whens, len(subject)),
        _of_body(amounts, len(subject)),
    )


def _of_body(spans: Iterable[SomeValue], before: int) -> list[SomeValue]:
    """Those of the body, counted from its beginning."""
    return [
        msgspec.structs.replace(it, start=it.start - before, end=it.end - before)
        for it in spans
        if it.start >= before
    ]
