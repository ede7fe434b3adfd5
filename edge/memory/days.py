"""Days that a query names, last week or le 10 novembre: what was learnt then, and what it asks besides."""

from __future__ import annotations

from datetime import date, datetime, time, timedelta
from typing import TYPE_CHECKING, NamedTuple

from edge.compose.named_days import named_days
from edge.state import full_text
from edge.state.access import READABLE, Principal
from edge.state.calls import utc
from edge.text import tokens

if TYPE_CHECKING:
    import apsw

#: The share of the channels' score that is kept for memories of the days that a query names, and for those of
#: the day after: what happened on a day is noted on it, or on the next.
SHARE, NEXT = 0.4, 0.2

#: What is asked of days and of nothing else, folded: what did I note yesterday, quoi de neuf hier.
_ASKING = frozenset(
    ("note", "notes", "noted", "learn", "learned", "learnt", "remember", "memory", "memories", "write",
     "wrote", "written", "happen", "happened", "new", "news", "noter", "notee", "notees", "appris",
     "apprendre", "retenu", "ecrit", "passe", "neuf", "nouveau", "fait", "faite")
)  # fmt: skip


class PastDays(NamedTuple):
    """Days gone by: the moments between which they lie, as they are stored, and until when what happened then
    is noted; the query without what names them.

    `words` are looked for: those of the subject, none where it asks for nothing but what was learnt then. A
    date may stand in what is looked for (the bill of 3 March): its words are among them too, `dated`.
    """

    since: str
    until: str
    noted: str
    rest: str
    words: list[str]
    dated: frozenset[str] = frozenset()

    @property
    def subject(self) -> list[str]:
        """What it asks for besides the days."""
        return [word for word in self.words if word not in self.dated]

    def learnt(
        self, db: apsw.Connection, principal: Principal, *, type: str, project: str, limit: int
    ) -> dict[int, float]:
        """The memories in force that were learnt then, each with its share: those of the days before those of
        the day after, the newest first.
        """
        rows = db.execute(
            "SELECT items.id, created_at < :until FROM items JOIN memories ON memories.item = items.id"
            f" WHERE kind = 'memory' AND live = 1 AND space IN {READABLE}"
            " AND created_at >= :since AND created_at < :noted"
            " AND :type IN ('', type) AND :project IN ('', project)"
            " ORDER BY created_at < :until DESC, created_at DESC, items.id DESC LIMIT :limit",
            principal.bound(
                since=self.since, until=self.until, noted=self.noted, type=type, project=project, limit=limit
            ),
        )
        return {int(str(item)): SHARE if then else NEXT for item, then in rows}


def past_days(query: str, now: datetime) -> PastDays | None:
    """The first days gone by, or not yet over, that a query names in French or English; None where it names
    none. `now`: what "last week" is counted from.
    """
    today = now.date()
    for named in named_days(query, now):
        first, last = named.latest(today)
        if first > today:
            continue
        rest = query.replace(named.text, " ", 1)
        stop = tokens.stop_words()
        subject = [word for word in full_text.query_words(rest) if word not in stop]
        subject = [] if _ASKING.issuperset(subject) else subject
        after = _midnight(last + timedelta(days=1), now)
        days = PastDays(
            since=_midnight(first, now), until=after, noted=_midnight(last + timedelta(days=2), now),
            rest=rest, words=subject,
        )  # fmt: skip
        if named.gone_by:
            return days
        dated = [word for word in full_text.query_words(named.text) if word not in subject]
        return days._replace(words=[*subject, *dated], dated=frozenset(dated))
    return None


def gained(fused: dict[int, dict[str, float]], learnt: dict[int, float]) -> dict[int, dict[str, float]]:
    """What the channels give, with the share of the days for those that were learnt then, if any was."""
    if fused.keys().isdisjoint(learnt):
        return fused
    return {
        item: {name: value * (1 - SHARE) for name, value in given.items()}
        | ({"days": learnt[item]} if item in learnt else {})
        for item, given in fused.items()
    }


def _midnight(day: date, now: datetime) -> str:
    """The beginning of a day where the person is, as moments are stored."""
    return utc(datetime.combine(day, time(), now.tzinfo))
