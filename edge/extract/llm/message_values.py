"""Dates, times and amounts that rules read in a message: what a model's values are compared with."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import TYPE_CHECKING

import msgspec

from edge.records import Message
from edge.text import numbers

if TYPE_CHECKING:
    from edge.values.amounts import Amount
    from edge.values.dates import When
    from edge.values.span import SomeSpan

_FIGURES = re.compile(r"\d+(?:[ \u00a0\u2009\u202f'’.,]\d+)*")


@dataclass(frozen=True)
class MessageValues:
    """`dates` as YYYY-MM-DD, `times` as HH:MM. `figures`: every number that stands in the text, a superset of
    `amounts`.
    """

    dates: frozenset[str] = frozenset()
    times: frozenset[str] = frozenset()
    amounts: frozenset[float] = frozenset()
    figures: frozenset[float] = frozenset()
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

    def amount(self, value: float) -> bool:
        """The sign aside: who owes whom is not in the figure."""
        return any(abs(abs(value) - one) < 0.005 for one in self.amounts | self.figures)


def of(message: Message) -> MessageValues:
    """What rules read in subject, body (all of it, quoted history too: a reply may lean on it) and
    invitations. Dates count from `received_at`; without one only those that state their year are known.
    """
    from edge.values.amounts import find_amounts
    from edge.values.dates import find_dates

    subject = f"{message.subject}\n"
    text = subject + message.body
    received = _received(message.received_at)
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
        frozenset(abs(amount.value) for amount in amounts),
        frozenset(_figures(text)),
        text,
        _of_body(whens, len(subject)),
        _of_body(amounts, len(subject)),
    )


def _of_body(spans: Iterable[SomeSpan], before: int) -> list[SomeSpan]:
    """Those of the body, counted from its beginning."""
    return [
        msgspec.structs.replace(it, start=it.start - before, end=it.end - before)
        for it in spans
        if it.start >= before
    ]


def _received(text: str) -> datetime | None:
    try:
        found = datetime.fromisoformat(text)
    except ValueError:
        return None
    return found if found.tzinfo else found.replace(tzinfo=UTC)


def _figures(text: str) -> Iterable[float]:
    """Numbers of a text, each group of digits also for itself: `12 300` may be two of them."""
    for match in _FIGURES.finditer(text):
        for piece in {match[0], *re.split(r"[ \u00a0\u2009\u202f]", match[0])}:
            value = numbers.number(piece)
            if value is not None:
                yield value
