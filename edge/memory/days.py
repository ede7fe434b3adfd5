"""Days gone by that a query names, last week or hier: what was learnt then, and what it asks besides."""

from __future__ import annotations

from datetime import date, datetime, time, timedelta
from typing import TYPE_CHECKING, NamedTuple

from edge.errors import EdgeError
from edge.state import full_text
from edge.state.access import READABLE, Principal
from edge.state.calls import utc
from edge.text import tokens
from edge.values.date_words import WEEKDAYS

if TYPE_CHECKING:
    import apsw

#: The share of the channels' score that is kept for memories of the days that a query names.
SHARE = 0.3
#: What happened on a day is noted on it, or on the next.
NOTED_WITHIN = timedelta(days=1)

#: Words without which no days gone by are named, as `fold` leaves them: most queries have none of them.
_DAY_WORDS = WEEKDAYS.keys() | {
    "yesterday", "ago", "night", "week", "weekend", "month", "year",
    "hier", "jours", "semaine", "mois", "annee", "dernier", "derniere", "passe", "passee",
}  # fmt: skip


class PastDays(NamedTuple):
    """Days gone by: the moments between which they lie, as they are stored, and the query without what names
    them. `words`: those of its subject, none where it asks for nothing but what was learnt then.
    """

    since: str
    until: str
    rest: str
    words: list[str]

    def learnt(
        self, db: apsw.Connection, principal: Principal, *, type: str, project: str, limit: int
    ) -> list[int]:
        """The memories in force that were learnt then, the newest first."""
        rows = db.execute(
            "SELECT items.id FROM items JOIN memories ON memories.item = items.id"
            f" WHERE kind = 'memory' AND live = 1 AND space IN {READABLE}"
            " AND created_at >= :since AND created_at < :until"
            " AND :type IN ('', type) AND :project IN ('', project)"
            " ORDER BY created_at DESC, items.id DESC LIMIT :limit",
            principal.bound(since=self.since, until=self.until, type=type, project=project, limit=limit),
        )
        return [int(str(item)) for (item,) in rows]


def past_days(query: str, now: datetime) -> PastDays | None:
    """The first days gone by that a query names by how long ago they were, in French or English; None where
    it names none. `now`: what "last week" is counted from.
    """
    if _DAY_WORDS.isdisjoint(tokens.words(query)):
        return None
    from edge.values.dates import find_dates  # half a second, once, for queries that need it

    try:
        found = find_dates(query, now)
    except EdgeError:  # a date in another language, and the library that reads it is not installed
        return None
    for when in found:
        if not (when.relative and when.date):
            continue
        last = date.fromisoformat(when.end_date or when.date)
        if last >= now.date():
            continue
        rest = query.replace(when.text, " ", 1)
        return PastDays(
            since=_midnight(date.fromisoformat(when.date), now),
            until=_midnight(last + timedelta(days=1) + NOTED_WITHIN, now),
            rest=rest,
            words=[word for word in full_text.query_words(rest) if word not in tokens.stop_words()],
        )
    return None


def gained(fused: dict[int, dict[str, float]], learnt: list[int]) -> dict[int, dict[str, float]]:
    """What the channels give, with the share of the days for those that were learnt then, if any was."""
    then = fused.keys() & set(learnt)
    if not then:
        return fused
    return {
        item: {name: value * (1 - SHARE) for name, value in given.items()}
        | ({"days": SHARE} if item in then else {})
        for item, given in fused.items()
    }


def _midnight(day: date, now: datetime) -> str:
    """The beginning of a day where the person is, as moments are stored."""
    return utc(datetime.combine(day, time(), now.tzinfo))
