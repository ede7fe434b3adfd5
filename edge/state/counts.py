"""What is counted in the user's database: readings of messages, passes, and what people said of them.

A message counts once, by its latest reading by an engine; a person's correction is no reading.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from edge.records import Record
from edge.state.database import records

if TYPE_CHECKING:
    import apsw

#: The latest reading by an engine of each message, among those since a moment (seconds since 1970).
_LATEST = """
    SELECT max(run) AS run FROM runs WHERE NOT person AND unixepoch(at, 'subsec') >= ?1 GROUP BY id
"""

_SETTLED = """
    SELECT read.confidence, read.action = word.action
    FROM settlements JOIN runs AS read ON read.run = reading JOIN runs AS word ON word.run = settlements.word
    WHERE unixepoch(word.at, 'subsec') >= ?1 ORDER BY reading
"""


class LatestRun(Record, frozen=True, kw_only=True):
    """The latest reading of a message. `used`: the last tier of the cloud that read it, None for none."""

    action: str
    decision: str
    confidence: float  # calibrated where it is
    clarification: bool
    escalated: bool
    used: str | None = None
    passes: int
    by_model: bool  # a language model read it: rules alone ask more


def readings(db: apsw.Connection, since: float = 0.0) -> list[LatestRun]:
    """Latest readings since a moment, oldest first. `since`: seconds since 1970."""
    return records(
        db,
        LatestRun,
        "SELECT action, json_extract(result, '$.decision') AS decision,"
        " coalesce(calibrated, confidence) AS confidence, clarification, escalated,"
        " json_extract(result, '$.escalation.used') AS used,"
        " (SELECT count(*) FROM run_passes WHERE run_passes.run = runs.run) AS passes,"
        " EXISTS (SELECT 1 FROM run_passes WHERE run_passes.run = runs.run AND engine != 'rules') AS by_model"
        f" FROM runs WHERE run IN ({_LATEST}) ORDER BY run",
        since,
    )


def pass_confidence(db: apsw.Connection, since: float = 0.0) -> dict[str, float]:
    """Mean confidence after the passes of each kind, of the latest readings; failed passes left out."""
    rows = db.execute(
        "SELECT kind, avg(confidence) FROM run_passes"
        f" WHERE error = '' AND run IN ({_LATEST}) GROUP BY kind ORDER BY min(n)",
        (since,),
    )
    return {str(kind): float(str(mean)) for kind, mean in rows}


def gain(db: apsw.Connection, since: float = 0.0) -> float | None:
    """Mean confidence after the last pass less that after the first, of latest readings that took more than
    one; None without any.
    """
    rows = db.execute(
        "SELECT avg(last.confidence - first.confidence) FROM (SELECT run, min(n) AS low, max(n) AS high"
        f" FROM run_passes WHERE error = '' AND run IN ({_LATEST}) GROUP BY run HAVING count(*) > 1) AS ends"
        " JOIN run_passes AS first ON first.run = ends.run AND first.n = low"
        " JOIN run_passes AS last ON last.run = ends.run AND last.n = high",
        (since,),
    ).fetchall()
    return None if rows[0][0] is None else float(str(rows[0][0]))


def tokens(db: apsw.Connection, since: float = 0.0) -> int:
    """Tokens of all passes of the latest readings."""
    rows = db.execute(
        f"SELECT coalesce(sum(tokens), 0) FROM run_passes WHERE run IN ({_LATEST})", (since,)
    ).fetchall()
    return int(str(rows[0][0]))


def durations(db: apsw.Connection, since: float = 0.0) -> list[float]:
    """Milliseconds of every reading, shortest first: a message read again counts again."""
    rows = db.execute(
        "SELECT ms FROM runs WHERE NOT person AND unixepoch(at, 'subsec') >= ? ORDER BY ms", (since,)
    )
    return [float(str(row[0])) for row in rows]


def settled(db: apsw.Connection, since: float = 0.0) -> list[tuple[float, bool]]:
    """(raw confidence, whether the action was right) of each reading that a person settled since then."""
    return [(float(str(raw)), bool(right)) for raw, right in db.execute(_SETTLED, (since,))]
