"""Dates, times and amounts that rules read in a message: what a model's values are compared with."""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass
from datetime import UTC, datetime

from edge.drafts import numbers
from edge.records import Message

_FIGURES = re.compile(r"\d+(?:[ \u00a0\u2009\u202f'’.,]\d+)*")


@dataclass(frozen=True)
class Known:
    """`dates` as YYYY-MM-DD, `times` as HH:MM. `figures`: every number that stands in the text, a superset of
    `amounts`.
    """

    dates: frozenset[str] = frozenset()
    times: frozenset[str] = frozenset()
    amounts: frozenset[float] = frozenset()
    figures: frozenset[float] = frozenset()
    text: str = ""

    def date(self, value: str) -> bool:
        """The rules read it, or it stands there as written."""
        return value in self.dates or value in self.text

    def time(self, value: str) -> bool:
        return value in self.times or value in self.text

    def amount(self, value: float) -> bool:
        """The sign aside: who owes whom is not in the figure."""
        return any(abs(abs(value) - one) < 0.005 for one in self.amounts | self.figures)


def of(message: Message) -> Known:
    """What rules read in subject, body (all of it, quoted history too: a reply may lean on it) and
    invitations. Dates count from `received_at`; without one only those that state their year are known.
    """
    from edge.values.amounts import find_amounts
    from edge.values.dates import find_dates

    text = f"{message.subject}\n{message.body}"
    received = _received(message.received_at)
    whens = find_dates(text, received or datetime(2000, 1, 1, tzinfo=UTC))
    if received is None:
        whens = [when for when in whens if when.date is None or when.date[:4] in when.text]
    stated = [it for one in message.invitations for it in (one.start, one.end)]
    days = {it for when in whens for it in (when.date, when.end_date) if it}
    clocks = {it for when in whens for it in (when.time, when.end_time) if it}
    return Known(
        frozenset(days | {it[:10] for it in stated if it}),
        frozenset(clocks | {it[11:16] for it in stated if len(it) >= 16}),
        frozenset(abs(amount.value) for amount in find_amounts(text)),
        frozenset(_figures(text)),
        text,
    )


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
