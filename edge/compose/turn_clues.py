"""Who speaks and when, of the turns that a query may mean: it names a speaker, or a day.

A name of a speaker stands in every window of a conversation, so that BM25 gives it no weight; a date stands
in none. Both say much of where the answer was said.
"""

from __future__ import annotations

from datetime import date, datetime, timedelta
from typing import NamedTuple

from edge.errors import EdgeError
from edge.text import tokens

#: What a turn of a speaker that the query names gains of its score, and one said on a day that it names.
SPEAKER, DAY = 0.3, 0.3
#: What happened on a day is told on it or within a week.
TOLD_WITHIN = timedelta(days=7)

#: Roles that say what a speaker is, not who.
_PARTS = frozenset({"user", "assistant", "system", "tool", "edge"})
#: Words without which no day is named by words, as `fold` leaves them: most queries have none of them.
_DAY_WORDS = frozenset({
    "yesterday", "today", "tonight", "ago", "days", "week", "weeks", "weekend", "month", "months", "year",
    "hier", "aujourd", "jours", "semaine", "semaines", "mois", "annee", "ans",
})  # fmt: skip


class Days(NamedTuple):
    """A stretch of days that a query names. `any_year`: it names no year."""

    first: date
    last: date
    any_year: bool

    def holds(self, day: date) -> bool:
        """Whether what happened then would be told on this day."""
        if not self.any_year:
            return self.first <= day <= self.last + TOLD_WITHIN
        length = self.last - self.first + TOLD_WITHIN
        return any(
            start <= day <= start + length for year in (day.year, day.year - 1) if (start := self._in(year))
        )

    def _in(self, year: int) -> date | None:
        try:
            return self.first.replace(year=year)
        except ValueError:  # 29 February
            return None


class TurnClues:
    """What a query says of the turns it may mean."""

    def __init__(self, query: str, words: list[str], now: datetime) -> None:
        """`words`: those of the query, folded. `now`: what "last week" is counted from."""
        self._words = frozenset(words)
        self._days = named_days(query, now)
        self._named: dict[str, bool] = {}

    def of(self, role: str, day: str) -> dict[str, float]:
        """What a turn gains of its score, by reason. `day`: YYYY-MM-DD."""
        gained = {}
        if role not in self._named:
            names = {word for word in tokens.words(role) if len(word) > 1} - _PARTS
            self._named[role] = not names.isdisjoint(self._words)
        if self._named[role]:
            gained["speaker"] = SPEAKER
        if self._days and any(days.holds(date.fromisoformat(day)) for days in self._days):
            gained["day"] = DAY
        return gained


def named_days(query: str, now: datetime) -> list[Days]:
    """The days that a query names, in French or English. Those to come are taken for the last such ones where
    it names a weekday alone, and for those of any year where it names no year.
    """
    from edge.values.date_words import MONTHS, WEEKDAYS

    words = tokens.words(query)
    if not any(word in MONTHS or word in WEEKDAYS or word in _DAY_WORDS or word.isdigit() for word in words):
        return []
    from edge.values.dates import find_dates  # a third of a second, once, for queries that need it

    try:
        found = [when for when in find_dates(query, now) if when.date]
    except EdgeError:  # a date in another language, and the library that reads it is not installed
        return []
    named = []
    for when in found:
        first = date.fromisoformat(when.date or "")
        last = date.fromisoformat(when.end_date) if when.end_date else first
        inside = tokens.words(when.text)
        if first > now.date() and inside and all(word in WEEKDAYS for word in inside):
            first, last = first - timedelta(days=7), last - timedelta(days=7)
        year = when.relative or any(len(word) == 4 and word.isdigit() for word in inside)
        named.append(Days(first, last, not year))
    return named
