"""Labels for calibration: each pass of a reading that a person settled, its score, and if it was right."""

from __future__ import annotations

from typing import TYPE_CHECKING

import msgspec

from edge.records import Record
from edge.state.database import records

if TYPE_CHECKING:
    import apsw

#: The passes of each reading that a person settled. A pass that failed proposed nothing. Of one that was kept
#: without its own action, nothing is known unless it was the last: then it is the reading's.
_LABELS = """
    SELECT pass.engine, pass.model, pass.version, pass.kind, pass.n, read.run, read.id,
        coalesce(pass.raw, CASE WHEN pass.n = last.n THEN read.confidence END) AS raw,
        coalesce(pass.action, CASE WHEN pass.n = last.n THEN read.action END) = last_word.action AS right,
        CASE WHEN pass.n = last.n THEN NOT EXISTS (
            SELECT 1 FROM corrections AS correction
            WHERE correction.id = read.id AND correction.before != correction.after
            AND correction.run >= read.run AND correction.run < last_word.run
        ) END AS untouched,
        coalesce((
            SELECT json_extract(one.value, '$.signals') FROM json_each(read.result, '$.passes') AS one
            WHERE json_extract(one.value, '$.n') = pass.n
        ), '{}') AS logged,
        last_word.at AS at
    FROM settlements JOIN runs AS read ON read.run = reading JOIN runs AS last_word ON last_word.run = word
    JOIN run_passes AS pass ON pass.run = read.run AND pass.error = ''
    JOIN (SELECT run, max(n) AS n FROM run_passes WHERE error = '' GROUP BY run) AS last
        ON last.run = read.run
    WHERE coalesce(pass.raw, CASE WHEN pass.n = last.n THEN read.confidence END) IS NOT NULL
        AND (pass.action IS NOT NULL OR pass.n = last.n)
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
    untouched: bool | None = None
    logged: str = "{}"  # the signals of the pass, as JSON
    at: str = ""  # of the person's word: ISO 8601 with offset

    @property
    def signals(self) -> dict[str, float]:
        """What was logged of the pass besides its score."""
        return msgspec.json.decode(self.logged, type=dict[str, float])


def labels(db: apsw.Connection) -> list[Label]:
    """All of them, in the order of the readings. A message counts once for each reading that was settled."""
    return records(db, Label, _LABELS)
