"""A call in the database and in the audit: both are written before it leaves, and after."""

from __future__ import annotations

from collections.abc import Mapping
from contextlib import suppress
from datetime import datetime
from pathlib import Path
from typing import TYPE_CHECKING, Any

from edge.cloud import address
from edge.cloud.audit import Audit
from edge.cloud.permission import Permission
from edge.cloud.prepared import PreparedRequest
from edge.cloud.reply import Reply, another
from edge.errors import CloudBroken, CloudError, CloudRefused, CloudUnknown, EdgeError, StorageError
from edge.records import Reason
from edge.settings import CloudSettings
from edge.state import calls
from edge.state.budget import Budget
from edge.state.calls import NewCall, Outcome

if TYPE_CHECKING:
    import apsw


class CallLog:
    """The calls on one connection, within their budget. The row comes first, its line in the audit after."""

    def __init__(self, db: apsw.Connection, cloud: CloudSettings, audit: Path) -> None:
        self.budget = Budget(db, cloud)
        self._audit = Audit(audit, db)
        self._cloud = cloud
        self._host = address.host(cloud.base_url)
        self._db = db

    def open(self, request: PreparedRequest, granted: Permission, now: datetime, *, resend: bool) -> int:
        """Reserve the most it can cost, and write down what leaves; returns the id to close.

        Raises BudgetSpent, CloudUnknown, NotPermitted as the budget does, StorageError: nothing may be sent.
        """
        new = NewCall(
            tier=request.tier.name, model=request.tier.model, purpose=request.purpose,
            tokens=request.tokens, usd=request.usd, request=request.sha256, consent=granted.number,
            permission=granted.consent, host=self._host, masked=request.masked,
            bytes=len(request.body), body=request.body.decode("utf-8") if self._cloud.audit_bodies else None,
        )  # fmt: skip
        call = self.budget.reserve(new, now, resend=resend)
        try:
            self._audit.append("sending", now, calls.sending(self._db, call))
        except BaseException:
            calls.settle(self._db, call, "failed", now, tokens=0, usd=0.0)  # nothing was sent
            raise
        return call

    def answered(
        self, call: int, request: PreparedRequest, reply: Reply, now: datetime
    ) -> tuple[float, list[Reason]]:
        """Write down an answer: what it cost, US dollars, and notes. It is paid for, so trouble with the
        database or the audit is a note and not its loss; so are impossible numbers, and another model.
        """
        tokens, usd = _taken(request, "answered", reply.usage)
        spent = request.usd if usd is None else usd
        notes = [] if request.plausible(reply.usage) else [Reason("usage_impossible", {"host": self._host})]
        asked, other = request.tier.model, None
        if another(asked, reply.model):
            other = reply.model
            notes.append(
                Reason("another_model", {"host": self._host, "asked": asked, "answered": reply.model})
            )
        try:
            calls.settle(
                self._db, call, "answered", now, tokens=tokens, usd=usd, reply=reply, answered_by=other
            )
            self._audit.append("outcome", now, calls.outcome(self._db, call))
        except StorageError as error:
            return spent, [*notes, Reason("not_booked", {"error": error.message.rstrip(".")})]
        return spent, notes

    def failed(self, call: int, request: PreparedRequest, error: BaseException, now: datetime) -> None:
        """Write down a request without an answer: what is not known to be unspent stays spent."""
        outcome, reply = _outcome(error), error if isinstance(error, CloudError) else None
        tokens, usd = _taken(request, outcome, reply.usage if reply else {})
        if reply is not None:
            reply.cost_usd += request.usd if usd is None else usd
        kind = type(error).__name__
        with suppress(StorageError):  # the error of the call matters more; unsettled, it stays spent
            calls.settle(self._db, call, outcome, now, tokens=tokens, usd=usd, reply=reply, error=kind)
            self._audit.append("outcome", now, calls.outcome(self._db, call))


def _taken(
    request: PreparedRequest, outcome: Outcome, usage: Mapping[str, Any]
) -> tuple[int | None, float | None]:
    """Tokens and US dollars. What nobody counted, or cannot be, is not free: None; the reservation stays."""
    if not request.plausible(usage):
        return None, None
    tokens = request.tier.tokens(usage)
    if not tokens and outcome not in ("refused", "failed"):
        return None, None
    return tokens, request.tier.cost(usage)


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
