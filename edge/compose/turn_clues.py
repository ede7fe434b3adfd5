"""Who speaks and when, of the turns that a query may mean: it names a speaker, or a day.

A name of a speaker stands in every window of a conversation, so that BM25 gives it no weight; a date stands
in none. Both say much of where the answer was said.
"""

from __future__ import annotations

from datetime import date, datetime, timedelta

from edge.compose.named_days import Days, in_year, named_days
from edge.text import tokens

#: What a turn of a speaker that the query names gains of its score, and one said on a day that it names.
SPEAKER, DAY = 0.3, 0.3
#: What happened on a day is told on it or within a week.
TOLD_WITHIN = timedelta(days=7)

#: Roles that say what a speaker is, not who.
_PARTS = frozenset({"user", "assistant", "system", "tool", "edge"})


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
        if self._days and any(told_on(days, date.fromisoformat(day)) for days in self._days):
            gained["day"] = DAY
        return gained


def told_on(days: Days, day: date) -> bool:
    """Whether what happened on days that a query names would be told on a day."""
    if not days.any_year:
        return days.first <= day <= days.last + TOLD_WITHIN
    length = days.last - days.first + TOLD_WITHIN
    return any(
        start <= day <= start + length
        for year in (day.year, day.year - 1)
        if (start := in_year(days.first, year))
    )
