"""The calls to the cloud: one row each, written before anything leaves and never deleted.

This table is the source. The budget and the figures of `edge stats` are sums over it, and the lines of
`audit.jsonl` are copies of its rows.
"""

from __future__ import annotations

from collections.abc import Mapping
from datetime import UTC, date, datetime
from typing import TYPE_CHECKING, Any, Literal, Protocol

import msgspec

from edge.records import Record
from edge.state import money
from edge.state.database import records, rows, transaction

if TYPE_CHECKING:
    import apsw

#: `unknown`: it may have been carried out. `failed`: it was not. `broken`: answered, and of no use.
Outcome = Literal["answered", "refused", "broken", "failed", "unknown"]

#: The names are those of the audit's lines.
_SENDING = """
    SELECT id AS call, purpose, tier AS rung, model, host, permission AS consent, reserved_tokens,
        reserved_nanousd / 1e9 AS reserved_usd, masked, bytes, request AS sha256, body
    FROM calls WHERE id = ?
"""
_OUTCOME = """
    SELECT id AS call, outcome, error, nanousd / 1e9 AS cost_usd, usage, request_id, attempts,
        answered_by
    FROM calls WHERE id = ?
"""
_UNKNOWN = "SELECT 1 FROM calls WHERE request = ? AND outcome IN ('open', 'unknown') LIMIT 1"
_DAY = """
    SELECT count(*) FILTER (WHERE day = ?1) AS calls,
        coalesce(sum(tokens) FILTER (WHERE day = ?1), 0) AS tokens,
        coalesce(sum(nanousd) FILTER (WHERE day = ?1), 0) AS day, coalesce(sum(nanousd), 0) AS month
    FROM calls WHERE day BETWEEN substr(?1, 1, 7) || '-01' AND substr(?1, 1, 7) || '-31'
"""
_SPENDING = """
    SELECT day, purpose, tier, model, count(*) AS calls, sum(tokens) AS tokens, sum(nanousd) / 1e9 AS usd,
        sum(outcome IN ('open', 'unknown')) AS unknown
    FROM calls WHERE day >= ? GROUP BY day, purpose, tier, model ORDER BY day, purpose, tier, model
"""


class NewCall(Record, frozen=True, kw_only=True):
    """A request that is about to leave. `tokens` and `usd`: the most it can take, its answer included;
    `request`: sha256 of the bytes; `body`: the bytes themselves, None where they are not to be kept;
    `consent`: number of a standing one; `permission`: whose yes it is, in words.
    """

    tier: str
    tokens: int
    usd: float
    purpose: str = "extract"
    model: str = ""
    request: str = ""
    consent: int | None = None
    permission: str | None = None
    host: str | None = None
    masked: int | None = None
    bytes: int | None = None
    body: str | None = None


class Identity(Record, frozen=True, kw_only=True):
    """Which database this is. Calls up to number `before` were made before lines of the audit named one."""

    id: str
    before: int


class CloudReply(Protocol):
    """What came back, an answer or an error: the numbers that the service counted, its own id, and how many
    requests were made.
    """

    @property
    def usage(self) -> Mapping[str, Any]: ...
    @property
    def request_id(self) -> str: ...
    @property
    def attempts(self) -> int: ...


class Spending(Record, frozen=True, kw_only=True):
    """Sums of one day, purpose, tier and model, settled or still reserved. US dollars."""

    day: str
    purpose: str
    tier: str
    model: str
    calls: int
    tokens: int
    usd: float
    unknown: int  # requests whose outcome is not known


def insert(db: apsw.Connection, call: NewCall, day: str, now: datetime) -> int:
    """The id of a call that is now reserved and open. `day`: the one it counts to. Inside a transaction."""
    cost = money.nano_up(call.usd)
    db.execute(
        "INSERT INTO calls (at, day, purpose, tier, model, request, consent, reserved_tokens,"
        " reserved_nanousd, tokens, nanousd, permission, host, masked, bytes, body)"
        " VALUES (?,?,?,?,?,?,?,?,?,?,?,?,?,?,?,?)",
        (
            utc(now), day, call.purpose, call.tier, call.model, call.request, call.consent, call.tokens, cost,
            call.tokens, cost, call.permission, call.host, call.masked, call.bytes, call.body,
        ),
    ).fetchall()  # fmt: skip
    return db.last_insert_rowid()


def settle(
    db: apsw.Connection,
    call: int,
    outcome: Outcome,
    now: datetime,
    *,
    tokens: int | None = None,
    usd: float | None = None,
    reply: CloudReply | None = None,
    error: str | None = None,
    answered_by: str | None = None,
) -> None:
    """Replace the reservation by what it did cost, less or more. None: not known, the reservation stays.
    `answered_by`: the model that answered, where that is another than was asked for.

    Raises ValueError when there is no such open call: a call is settled once.
    """
    cost = None if usd is None else money.nano_up(usd)
    facts: tuple[str | int | None, ...] = (None, None, None)
    if reply is not None:
        facts = (msgspec.json.encode(reply.usage).decode(), reply.request_id, reply.attempts)
    with transaction(db):
        db.execute(
            "UPDATE calls SET outcome = ?, settled_at = ?, tokens = coalesce(?, tokens),"
            " nanousd = coalesce(?, nanousd), usage = ?, request_id = ?, attempts = ?, error = ?,"
            " answered_by = ?"
            " WHERE id = ? AND outcome = 'open'",
            (outcome, utc(now), tokens, cost, *facts, error, answered_by, call),
        ).fetchall()
        if db.changes() != 1:
            raise ValueError(f"call {call} is not open")


def sending(db: apsw.Connection, call: int) -> dict[str, Any]:
    """What the audit says of a call before it leaves."""
    (row,) = rows(db, _SENDING, call)
    return row


def outcome(db: apsw.Connection, call: int) -> dict[str, Any]:
    """What the audit says of a call that is settled."""
    (row,) = rows(db, _OUTCOME, call)
    return row | ({"usage": msgspec.json.decode(row["usage"])} if "usage" in row else {})


def identity(db: apsw.Connection) -> Identity:
    """Which database this is, for as long as it exists."""
    (found,) = records(db, Identity, "SELECT id, before FROM identity")
    return found


def sent_before(db: apsw.Connection, request: str) -> bool:
    """Whether the same bytes left with no known outcome, or are on their way right now."""
    return bool(request) and any(rows(db, _UNKNOWN, request))


def day_use(db: apsw.Connection, day: str) -> dict[str, int]:
    """What a day (YYYY-MM-DD) holds, reservations included: `calls`, `tokens`, and `day` and `month` in
    billionths of a dollar.
    """
    (row,) = rows(db, _DAY, day)
    return row


def spending(db: apsw.Connection, since: date) -> list[Spending]:
    """What was spent from a day on, oldest first."""
    return records(db, Spending, _SPENDING, since.isoformat())


def utc(moment: datetime) -> str:
    """As times are stored. Raises ValueError for a time without an offset."""
    if moment.tzinfo is None:
        raise ValueError("the time needs an offset")
    return moment.astimezone(UTC).isoformat(timespec="microseconds")
