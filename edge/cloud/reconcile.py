"""The audit beside what else knows of it: the rows of the state database, and the heads of the days.

Each line that edge wrote since it names its database has a row and a head, and each row has its lines. What
agrees in all three places was not changed by somebody who can write only two of them; somebody with all your
rights can rewrite all three, which only a signed head outside would show (`edge.cloud.anchor`).
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import TYPE_CHECKING, Any

from edge.cloud.heads import DayHead
from edge.state.calls import Identity

if TYPE_CHECKING:
    import apsw

#: So many problems of one kind are named; the rest is counted.
_NAMED = 5

_ROWS = "SELECT id, request, outcome, nanousd / 1e9 FROM calls WHERE id > ? ORDER BY id"


class Reconciliation:
    """Is given every line of the audit in order, then says what does not agree."""

    def __init__(self, heads: Iterable[DayHead], identity: Identity | None, place: str) -> None:
        self._identity = identity
        self._place = place
        self._heads: dict[int, str] = {}
        self._days: set[str] = set()
        self._elsewhere: set[str] = set()
        self._clashing: set[int] = set()
        for head in heads:
            if self._heads.setdefault(head.lines, head.sha256) != head.sha256:
                self._clashing.add(head.lines)
            self._days.add(head.at[:10])
            if identity and head.place == place and head.database not in ("", identity.id):
                self._elsewhere.add(head.database)
        self._wrong: list[int] = []
        self._lines = 0
        self._of_day: dict[str, int] = {}
        self._sent: dict[int, str] = {}
        self._cost: dict[int, float] = {}

    def add(self, number: int, sha256: str, entry: Mapping[str, Any] | None) -> None:
        """A line: its number, its hash, and what it says (None: torn)."""
        self._lines = number
        if self._heads.get(number, sha256) != sha256:
            self._wrong.append(number)
        if entry is None or "database" not in entry:
            return
        day = str(entry.get("at"))[:10]
        self._of_day[day] = self._of_day.get(day, 0) + 1
        if self._identity is None or entry["database"] != self._identity.id:
            return
        call = entry.get("call")
        if isinstance(call, int) and entry.get("event") == "sending":
            self._sent[call] = str(entry.get("sha256"))
        elif isinstance(call, int):
            self._cost[call] = float(entry.get("cost_usd") or 0.0)

    def problems(self, db: apsw.Connection | None) -> list[str]:
        """What somebody changed, in sentences."""
        found = _named("Line {} is not the one that the head of its day knows.", self._wrong)
        found += _named("The heads of the days name two different lines {}.", sorted(self._clashing))
        if self._heads and max(self._heads) > self._lines:
            found.append(
                f"The end is not as it was: the heads of the days know of {max(self._heads)} lines,"
                f" and there are {self._lines}."
            )
        lost = [day for day, lines in sorted(self._of_day.items()) if day not in self._days and lines > 1]
        found += _named("The heads of {} are gone.", lost)
        if self._elsewhere:
            found.append(
                f"The state database {self._place} is not the one that made earlier requests: budget and"
                " consents began anew with it."
            )
        return found + (self._rows(db, self._identity) if db is not None and self._identity else [])

    def _rows(self, db: apsw.Connection, identity: Identity) -> list[str]:
        rows = {
            int(str(number)): (str(request), str(outcome), float(str(usd)))
            for number, request, outcome, usd in db.execute(_ROWS, (identity.before,))
        }
        unwritten = [
            call for call, (_, outcome, _) in rows.items()
            if call not in self._sent and outcome not in ("open", "failed")
        ]  # fmt: skip
        forged = [call for call in self._sent if call not in rows]
        other = [call for call, sha in self._sent.items() if call in rows and rows[call][0] != sha]
        costly = [
            call for call, usd in self._cost.items() if call in rows and abs(rows[call][2] - usd) > 1e-9
        ]
        return [
            *_named("Call {} of the state database has no line: it was removed.", unwritten),
            *_named("Call {} has a line, and no row in the state database.", forged),
            *_named("Call {} has other bytes in the state database than in its line.", other),
            *_named("Call {} has another cost in the state database than in its line.", costly),
        ]


def _named(sentence: str, found: list[Any]) -> list[str]:
    named = [sentence.format(one) for one in found[:_NAMED]]
    more = len(found) - _NAMED
    return named + ([f"And {more} more like the last."] if more > 0 else [])
