"""Summaries of tables into a knowledge base: one for each that lacks one, each kept as soon as it is written.

A table of figures has few of the words that people ask with. A summary is searched and embedded beside its
table; nobody is shown it, and no quote comes from it. It costs a run of a language model a table, so it is
made only where that is asked for.
"""

from __future__ import annotations

import json
import time
from collections.abc import Callable
from typing import TYPE_CHECKING, Any, Protocol

from edge.errors import ModelError
from edge.indexing.progress import Progress
from edge.indexing.storing.workspace import Workspace
from edge.indexing.storing.write import transaction
from edge.records import IndexSummaries
from edge.search import table_summaries

if TYPE_CHECKING:
    import apsw

#: Characters of a table that the model is given: enough to say what it is about, and a bound on the time.
LONGEST = 2_400


class TableSummarizer(Protocol):
    """What writes: `model` is its name, `summarise` takes a table to its summary."""

    @property
    def model(self) -> str: ...

    def summarise(self, table: str) -> str: ...


#: Opens it, when something is to be written. Raises ModelError where there is none.
OpenSummarizer = Callable[[], TableSummarizer]


def summarise_indexed(workspace: Workspace, summarizer: OpenSummarizer, progress: Progress) -> IndexSummaries:
    """Give the tables of an index run that lack a summary theirs, before it is published.

    Each is committed as it is written: what was interrupted goes on after the last. A model that is missing
    or fails costs the summaries, not the run: `reason` says so.
    """
    began = time.monotonic()
    todo = workspace.read(table_summaries.missing)
    done, name, reason, hint = 0, "", "", ""
    try:
        if todo:
            engine = summarizer()
            name = engine.model
            db = workspace.db()
            with transaction(db):
                table_summaries.create(db)
            # The building database may have numbered the tables anew.
            todo = table_summaries.missing(db)
        for done, table in enumerate(todo):
            progress.step("summaries", done, len(todo))
            _keep(workspace.db(), table, name, engine.summarise(_told(workspace.db(), table)))
        done = len(todo)
        progress.step("summaries", done, len(todo))
    except ModelError as error:
        reason, hint = error.message, error.hint
    left = len(workspace.read(table_summaries.missing))
    return IndexSummaries(
        model=name,
        written=done,
        summaries=workspace.read(table_summaries.count),
        missing=left,
        reason=reason if left else "",
        hint=hint if left else "",
        ms=round((time.monotonic() - began) * 1e3, 1),
    )


def _told(db: apsw.Connection, table: int) -> str:
    """A table as the model reads it: what it stands under, its caption, column headings, and rows."""
    rows: list[tuple[Any, ...]] = db.execute(
        "SELECT caption, header, rows, coalesce(c.heading, '') FROM tables t"
        " LEFT JOIN chunks c ON c.id = t.chunk_id WHERE t.id = ?",
        (table,),
    ).fetchall()
    caption, header, body, heading = rows[0]
    lines = [heading, caption, " | ".join(json.loads(header))]
    lines += [" | ".join(row["cells"]) for row in json.loads(body)]
    return "\n".join(line for line in lines if line.strip())[:LONGEST]


def _keep(db: apsw.Connection, table: int, model: str, text: str) -> None:
    """Write one, and drop the vectors of its chunk: they were made without it."""
    with transaction(db):
        db.execute("INSERT OR REPLACE INTO table_summaries VALUES (?, ?, ?)", (table, model, text))
        db.execute(
            "DELETE FROM vectors WHERE chunk_id = (SELECT chunk_id FROM tables WHERE id = ?)", (table,)
        )
