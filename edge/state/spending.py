"""What the cloud did cost, by day and rung: what `edge stats` sums up."""

from __future__ import annotations

from datetime import date
from typing import TYPE_CHECKING

from edge.records import Record
from edge.state import money

if TYPE_CHECKING:
    import apsw


class Spending(Record, frozen=True, kw_only=True):
    """Sums of one day, purpose, rung and model, settled or still reserved. US dollars."""

    day: str
    purpose: str
    rung: str
    model: str
    calls: int
    tokens: int
    usd: float
    unknown: int  # requests of which nobody knows what became


def spending(db: apsw.Connection, since: date) -> list[Spending]:
    """What was spent from a day on, oldest first."""
    rows = db.execute(
        "SELECT day, purpose, rung, model, count(*), sum(tokens), sum(nanousd),"
        " sum(outcome IN ('open', 'unknown')) FROM calls WHERE day >= ?"
        " GROUP BY day, purpose, rung, model ORDER BY day, purpose, rung, model",
        (since.isoformat(),),
    ).fetchall()
    return [
        Spending(
            day=str(day), purpose=str(purpose), rung=str(rung), model=str(model), calls=int(str(calls)),
            tokens=int(str(tokens)), usd=money.dollars(int(str(nano))), unknown=int(str(unknown)),
        )
        for day, purpose, rung, model, calls, tokens, nano, unknown in rows
    ]  # fmt: skip
