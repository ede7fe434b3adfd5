"""The two books of a request: the budget and the audit. Both are written before it leaves, and after."""

from __future__ import annotations

from contextlib import suppress
from datetime import datetime
from pathlib import Path
from typing import TYPE_CHECKING, Any

from edge.cloud import permission
from edge.cloud.audit import Audit
from edge.cloud.permission import Permission
from edge.cloud.prepared import PreparedRequest
from edge.cloud.reply import Reply
from edge.config import CloudSettings
from edge.errors import (
    CloudBroken,
    CloudError,
    CloudRefused,
    CloudUnknown,
    EdgeError,
    StorageError,
)
from edge.records import Reason
from edge.state.budget import Ledger, Outcome, SpendRequest

if TYPE_CHECKING:
    import apsw


class CallLog:
    """Budget and audit on one connection."""

    def __init__(self, db: apsw.Connection, cloud: CloudSettings, audit: Path) -> None:
        self.ledger = Ledger(db, cloud)
        self._audit = Audit(audit, db)
        self._cloud = cloud

    def open(self, request: PreparedRequest, granted: Permission, now: datetime, *, resend: bool) -> int:
        """Reserve the most it can cost, and write down what leaves; returns the id to close.

        Raises BudgetSpent, CloudUnknown, NotPermitted as the ledger does, StorageError: nothing may be sent.
        """
        wanted = SpendRequest(
            rung=request.rung.name, tokens=request.tokens, usd=request.usd, purpose=request.purpose,
            model=request.rung.model, request=request.sha256, consent=granted.number,
        )  # fmt: skip
        call = self.ledger.reserve(wanted, now, resend=resend)
        try:
            self._audit.append("sending", now, self._line(call, request, granted))
        except BaseException:
            self.ledger.settle(call, "failed", now, tokens=0, usd=0.0)  # nothing was sent
            raise
        return call

    def answered(
        self, call: int, request: PreparedRequest, reply: Reply, now: datetime
    ) -> tuple[float, list[Reason]]:
        """Book an answer: what it cost, US dollars, and notes. It is paid for, so trouble with the books is a
        note and not its loss.
        """
        tokens: int | None = request.rung.tokens(reply.usage)
        cost: float | None = request.rung.cost(reply.usage)
        if not tokens:  # what nobody counted is not free: the reservation stays
            tokens = cost = None
        spent = request.usd if cost is None else cost
        line = {
            "call": call, "outcome": "answered", "usage": reply.usage, "cost_usd": spent,
            "request_id": reply.request_id, "attempts": reply.attempts,
        }  # fmt: skip
        try:
            self.ledger.settle(call, "answered", now, tokens=tokens, usd=cost)
            self._audit.append("outcome", now, line)
        except StorageError as error:
            return spent, [Reason("not_booked", {"error": error.message.rstrip(".")})]
        return spent, []

    def failed(self, call: int, request: PreparedRequest, error: BaseException, now: datetime) -> None:
        """Book a request without an answer: what is not known to be unspent stays spent."""
        outcome = _outcome(error)
        usage = error.usage if isinstance(error, CloudError) else {}
        tokens: int | None = request.rung.tokens(usage)
        cost: float | None = request.rung.cost(usage)
        if not tokens and outcome in ("broken", "unknown"):
            tokens = cost = None
        line: dict[str, Any] = {"call": call, "outcome": outcome, "error": type(error).__name__}
        line["cost_usd"] = request.usd if cost is None else cost
        if isinstance(error, CloudError):
            line |= {"usage": usage, "request_id": error.request_id, "attempts": error.attempts}
            error.cost_usd += line["cost_usd"]
        with suppress(StorageError):  # the error of the call matters more; unsettled, it stays spent
            self.ledger.settle(call, outcome, now, tokens=tokens, usd=cost)
            self._audit.append("outcome", now, line)

    def _line(self, call: int, request: PreparedRequest, granted: Permission) -> dict[str, Any]:
        line = {
            "call": call, "purpose": request.purpose, "rung": request.rung.name, "model": request.rung.model,
            "host": permission.host(self._cloud.base_url), "consent": granted.consent,
            "reserved_tokens": request.tokens, "reserved_usd": request.usd, "masked": request.masked,
            "bytes": len(request.body), "sha256": request.sha256,
        }  # fmt: skip
        return line | ({"body": request.body.decode("utf-8")} if self._cloud.audit_bodies else {})


def _outcome(error: BaseException) -> Outcome:
    match error:
        case CloudRefused():
            return "refused"
        case CloudBroken():
            return "broken"
        case CloudUnknown():
            return "unknown"
        case EdgeError():
            return "failed"
        case _:  # Ctrl-C in the middle, or a fault of ours: it may have been sent
            return "unknown"
