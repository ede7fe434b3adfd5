"""Labels for calibration: each pass of a reading that a person settled, its score, and if it was right."""

from __future__ import annotations

from typing import TYPE_CHECKING

from edge.records import Record

if TYPE_CHECKING:
    import apsw

#: The passes of each reading that a person settled. A pass that failed proposed nothing. Of one that was kept
#: without its own action, nothing is known unless it was the last: then it is the reading's.
_LABELS = """
    SELECT pass.engine, pass.model, pass.version, pass.kind, pass.n, read.run, read.id,
        coalesce(pass.raw, CASE WHEN pass.n = last.n THEN read.confidence END) AS score,
        coalesce(pass.action, CASE WHEN pass.n = last.n THEN read.action END) AS proposed,
        last_word.action, pass.n = last.n,
        EXISTS (
            SELECT 1 FROM corrections AS correction
            WHERE correction.id = read.id AND correction.before != correction.after
            AND correction.run >= read.run AND correction.run < last_word.run
        )
    FROM settlements JOIN runs AS read ON read.run = reading JOIN runs AS last_word ON last_word.run = word
    JOIN run_passes AS pass ON pass.run = read.run AND pass.error = ''
    JOIN (SELECT run, max(n) AS n FROM run_passes WHERE error = '' GROUP BY run) AS last
        ON last.run = read.run
    WHERE score IS NOT NULL AND proposed IS NOT NULL
    ORDER BY read.run, pass.n
"""


class Label(Record, frozen=True, kw_only=True):
    """One pass over one message, and what the person made of it.

    A fit is good for one (engine, model, version, kind): refuse any other. `raw` is the score before
    calibration, `right` whether the pass proposed the action that the person settled on. `untouched`: nothing
    else of the result was changed either; None for a pass before the last, whose extractions nobody saw.
    """

    engine: str
    model: str
    version: str
    kind: str
    n: int
    run: int
    id: str
    raw: float
    right: bool
    untouched: bool | None


def labels(db: apsw.Connection) -> list[Label]:
    """All of them, in the order of the readings. A message counts once for each reading that was settled."""
    return [
        Label(
            engine=str(row[0]), model=str(row[1]), version=str(row[2]), kind=str(row[3]),
            n=int(str(row[4])), run=int(str(row[5])), id=str(row[6]), raw=float(str(row[7])),
            right=row[8] == row[9], untouched=not row[11] if row[10] else None,
        )
        for row in db.execute(_LABELS)
    ]  # fmt: skip
