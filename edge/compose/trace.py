"""Traces: every composed context as it was, and what people said of its items."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import datetime
from typing import TYPE_CHECKING, Any

import msgspec

from edge import __version__
from edge.errors import UsageError
from edge.records import Record
from edge.records.context import ComposedResult
from edge.state.access import Principal
from edge.state.calls import utc
from edge.state.database import damaged, first, transaction
from edge.text.tokens import terms

if TYPE_CHECKING:
    import apsw

#: Traces of one owner that are kept: the oldest go.
KEPT = 10_000
_OWN = "owner = :owner AND org = :org"


class TraceSummary(Record, frozen=True, kw_only=True):
    """A trace in a list. `kept`: items in the context."""

    id: str
    created_at: str
    slug: str
    query: str
    used: int
    input_tokens: int
    kept: int
    labels: int


class ContextLabel(Record, frozen=True, kw_only=True):
    """What a person said of an item of a context."""

    trace: str
    item: str
    useful: bool
    created_at: str


class TraceStore:
    """The traces of one principal. They are the owner's alone, whatever their items are."""

    def __init__(self, db: apsw.Connection, principal: Principal | None = None) -> None:
        self._db = db
        self._principal = principal or Principal()

    def save(self, made: ComposedResult, *, now: datetime | None = None) -> str:
        """Keep a context; its id."""
        parts = (made.params, made.items, _expanded(made), made.budget, made.metrics)
        versions = {"edge": __version__, "schema": made.schema}
        encoded = [msgspec.json.encode(part).decode() for part in (*parts, versions)]
        with transaction(self._db):
            self._db.execute(
                "INSERT INTO contexts (created_at, slug, owner, org, query, params_json, items_json,"
                " expanded_json, budget, metrics, versions) VALUES (?,?,?,?,?,?,?,?,?,?,?)",
                (
                    utc(now or datetime.now().astimezone()), slug(made.query), self._principal.owner,
                    self._principal.org, made.query, *encoded,
                ),
            ).fetchall()  # fmt: skip
            number = self._db.last_insert_rowid()
            self._db.execute(
                f"DELETE FROM contexts WHERE {_OWN} AND id <= :oldest"
                " AND id NOT IN (SELECT context FROM context_labels)",
                self._principal.bound(oldest=number - KEPT),
            ).fetchall()
        return f"x{number}"

    def listing(self, limit: int = 20) -> list[TraceSummary]:
        """The latest traces, the newest first."""
        rows = self._db.execute(
            "SELECT id, created_at, slug, query, json_extract(budget, '$.used'),"
            " json_extract(budget, '$.inputTokens'),"
            " (SELECT count(*) FROM json_each(items_json) WHERE json_extract(value, '$.kept')),"
            " (SELECT count(*) FROM context_labels WHERE context = contexts.id)"
            f" FROM contexts WHERE {_OWN} ORDER BY id DESC LIMIT :limit",
            self._principal.bound(limit=limit),
        )
        made = []
        known: Any = rows
        for id, at, slug_, query, used, tokens, kept, labels in known:
            made.append(
                TraceSummary(
                    id=f"x{id}", created_at=at, slug=slug_, query=query, used=used, input_tokens=tokens,
                    kept=kept, labels=labels,
                )
            )  # fmt: skip
        return made

    def get(self, id: str) -> dict[str, Any]:
        """A trace whole, with its labels. Raises UsageError."""
        number = _number(id)
        row = first(
            self._db,
            "SELECT created_at, slug, query, params_json, items_json, expanded_json, budget, metrics,"
            " versions"
            f" FROM contexts WHERE id = :id AND {_OWN}",
            self._principal.bound(id=number),
        )
        if row is None:
            raise UsageError(f"There is no trace {id[:40]}.", "See: edge trace list")
        try:
            params, items, expanded, budget, metrics, versions = map(msgspec.json.decode, row[3:])
        except msgspec.MsgspecError as error:
            raise damaged(self._db.filename, f"trace x{number}: {error}") from error
        return {
            "id": f"x{number}", "created_at": row[0], "slug": row[1], "query": row[2], "params": params,
            "items": items, **expanded, "budget": budget, "metrics": metrics, "versions": versions,
            "labels": [label for label in self.labels() if label.trace == f"x{number}"],
        }  # fmt: skip

    def label(self, id: str, items: Iterable[str], *, useful: bool, now: datetime | None = None) -> int:
        """Say of items of a context whether they helped; how many. Raises UsageError for one not in it."""
        wanted = list(items)
        with transaction(self._db):  # another process may delete the conversation that it quotes
            known = {item["id"] for item in self.get(id)["items"]}
            if unknown := [item for item in wanted if item not in known]:
                raise UsageError(f"{id} holds no item {unknown[0][:40]!r}.", f"See: edge trace show {id}")
            for item in wanted:
                self._db.execute(
                    "INSERT OR REPLACE INTO context_labels (context, item, useful, created_at)"
                    " VALUES (?,?,?,?)",
                    (_number(id), item, int(useful), utc(now or datetime.now().astimezone())),
                ).fetchall()
        return len(wanted)

    def labels(self) -> list[ContextLabel]:
        """Every label, by trace and item."""
        rows = self._db.execute(
            "SELECT context, item, useful, context_labels.created_at FROM context_labels"
            f" JOIN contexts ON contexts.id = context WHERE {_OWN} ORDER BY context, item",
            self._principal.bound(),
        )
        return [
            ContextLabel(trace=f"x{context}", item=str(item), useful=bool(useful), created_at=str(at))
            for context, item, useful, at in rows
        ]


def slug(query: str) -> str:
    """A few words of a query that a file can be named after."""
    return "-".join(terms(query)[:6])[:60] or "context"


def _expanded(made: ComposedResult) -> dict[str, Any]:
    return {
        "text": made.text, "turns": made.turns, "l2_summaries": made.l2_summaries,
        "l1_selected": made.l1_selected, "expanded": made.expanded,
    }  # fmt: skip


def _number(id: str) -> int:
    digits = id.strip().removeprefix("x")
    if not digits.isdecimal() or len(digits) > 18:
        raise UsageError(f"{id[:40]!r} is no id of a trace.", "They look like x7; see: edge trace list")
    return int(digits)
