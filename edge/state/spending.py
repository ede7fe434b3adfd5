"""What the cloud did cost, by day and tier: what `edge stats` sums up."""

from __future__ import annotations

from datetime import date
from typing import TYPE_CHECKING

from edge.records import Record
from edge.state import money

if TYPE_CHECKING:
    import apsw


class Spending(Record, frozen=True, kw_only=True):
    """Sums of one day, purpose, tier and model, settled or still reserved. US dollars."""

    day: str
    purpose: str
    tier: str
    model: str
    calls: int
    tokens: int
    usd: float
    unknown: int  # requests of which nobody knows what became


def spending(db: apsw.Connection, since: date) -> list[Spending]:
    """What was spent from a day on, oldest first."""
    rows = db.execute(
        "SELECT day, purpose, tier, model, count(*), sum(tokens), sum(nanousd),"
        " sum(outcome IN ('open', 'unknown')) FROM calls WHERE day >= ?"
        " GROUP BY day, purpose, tier, model ORDER BY day, purpose, tier, model",
        (since.isoformat(),),
    ).fetchall()
    return [
        Spending(
            day=str(day), purpose=str(purpose), tier=str(tier), model=str(model), calls=int(str(calls)),
            tokens=int(str(tokens)), usd=money.dollars(int(str(nano))), unknown=int(str(unknown)),
        )
        for day, purpose, tier, model, calls, tokens, nano, unknown in rows
    ]  # fmt: skip
