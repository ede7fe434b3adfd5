"""The gate: every call to the cloud goes through it, in this order.

    request ─▶ cleaned, redacted ─▶ the exact bytes ─▶ (dry run ends here)
            ─▶ permitted? ─▶ yes said? ─▶ budget reserved ─▶ audit on disk ─▶ sent, once
            ─▶ settled ─▶ audit ─▶ quotes get their masked values back

Nothing here reads a switch from a text: who may be asked is settings, consents and budget.
"""

from __future__ import annotations

import os
import threading
from collections.abc import Callable, Mapping
from datetime import datetime
from functools import cached_property
from importlib.util import find_spec
from pathlib import Path
from typing import TYPE_CHECKING, Any, Protocol

import msgspec

from edge import paths
from edge.cloud import address, permission, prices, sensitive, terms
from edge.cloud.approval import CloudApproval
from edge.cloud.call_log import CallLog
from edge.cloud.permission import Permission
from edge.cloud.prepared import PreparedRequest, prepare
from edge.cloud.prices import ModelPrice
from edge.cloud.reply import Reply, another
from edge.cloud.request import CloudRequest, Purpose
from edge.errors import BudgetSpent, CloudBroken, Declined, NotPermitted, UsageError
from edge.i18n import render, sentence
from edge.records import Reason, Record
from edge.settings import Settings
from edge.state import calls

if TYPE_CHECKING:
    import apsw

EFFORTS = ("low", "medium", "high", "xhigh", "max")


class Post(Protocol):
    """`edge.cloud.client.post`."""

    def __call__(
        self, body: bytes, *, base_url: str, key: str, seconds: float, retries: int, max_bytes: int
    ) -> Reply: ...


class CloudAnswer(Record, frozen=True, kw_only=True):
    """What came back. `value`: the JSON value, its quotes with what was masked put back; not yet held to its
    schema. `answered_by`: the model, where the service named another than was asked for.
    """

    value: Any
    tokens: dict[str, int]
    cost_usd: float
    model: str
    answered_by: str = ""
    request_id: str = ""


class Gate:
    """The gate to Claude for one run. `approval`: what the person said; `post` sends (tests give their own).

    Raises UsageError for settings that cannot be used. Safe to use from several threads.
    """

    def __init__(
        self,
        settings: Settings,
        state: Path | None = None,
        approval: CloudApproval | None = None,
        *,
        post: Post | None = None,
        audit: Path | None = None,
        environ: Mapping[str, str] = os.environ,
        now: Callable[[], datetime] = lambda: datetime.now().astimezone(),
    ) -> None:
        cloud = settings.cloud
        if cloud.mode not in permission.MODES:
            raise UsageError(f"The setting cloud.mode is {cloud.mode!r}.", "Use never, ask or auto.")
        if cloud.effort not in EFFORTS:
            raise UsageError(f"The setting cloud.effort is {cloud.effort!r}.", f"Use {', '.join(EFFORTS)}.")
        self._rules = sensitive.rules(cloud.redact)
        self._settings = settings
        self._state = state or settings.state_path
        self._approval = approval or CloudApproval()
        self._post = post
        self._audit = audit or paths.audit_file()
        self._key = environ.get(cloud.key, "")
        self._now = now
        self._lock = threading.Lock()
        self._notes: list[Reason] = []

    def notes(self) -> list[Reason]:
        """What the person should know of the answers since this was last asked, each once: trouble with the
        database, prices that are old.
        """
        with self._lock:
            notes, self._notes = self._notes, []
        return [reason for at, reason in enumerate(notes) if reason not in notes[:at]]

    @property
    def dry(self) -> bool:
        """What would leave is shown, and nothing leaves."""
        return self._approval.dry_run is not None

    def model(self, tier: str) -> str:
        """The model of a tier. Raises UsageError for an unknown tier."""
        return self._prices.tier(tier).model

    def refusal(self, tier: str, purpose: Purpose) -> Reason | None:
        """Why this tier may not be asked now, and what to do; None: it may."""
        if tier not in self._prices.tiers:
            return Reason("unknown_tier", {"tier": tier, "known": [*self._prices.tiers]})
        if self._approval.dry_run is not None:
            return None  # nothing leaves, so nothing stands in the way of showing it
        with self._lock:
            return self._permitted(self._prices.tier(tier), purpose, self._now()).refusal

    def send(self, outgoing: CloudRequest, tier: str) -> CloudAnswer:
        """Ask one tier, once. Blocks until the answer or the deadline.

        Raises NotPermitted (a dry run included), BudgetSpent, PromptTooLong, StorageError: nothing was sent.
        Raises CloudRefused, CloudBroken, CloudUnknown, CloudError as the client does; CloudUnknown also,
        with nothing sent, when the same bytes were sent before and their outcome is unknown.
        """
        if type(outgoing) is not CloudRequest:
            raise TypeError(f"only a CloudRequest may leave, not {type(outgoing).__name__}")
        redactor, request = prepare(
            outgoing, self._prices.tier(tier), self._settings.cloud, rules=self._rules, secrets=self._secrets
        )
        if self._approval.dry_run is not None:
            self._approval.dry_run(request.body, redactor.masked)
            raise NotPermitted("Dry run: nothing was sent.", "Leave out --dry-run to send it.")
        request.check_window()
        call = self._opened(request)
        try:
            reply = self._sent(request)
            value = _value(reply)
        except BaseException as error:
            with self._lock:
                self._calls.failed(call, request, error, self._now())
            raise
        with self._lock:
            cost, troubles = self._calls.answered(call, request, reply, self._now())
            stale = self._prices.stale(self._now().date())
            self._notes += [*([stale] if stale else []), *troubles]
        return CloudAnswer(
            value=redactor.restore_quotes(value),
            tokens={
                name: reply.usage[name] for name in prices.USAGE if isinstance(reply.usage.get(name), int)
            },
            cost_usd=cost,
            model=reply.model or request.tier.model,
            answered_by=reply.model if another(request.tier.model, reply.model) else "",
            request_id=reply.request_id,
        )

    def close(self) -> None:
        """Close the database."""
        with self._lock:
            db: apsw.Connection | None = self.__dict__.pop("_db", None)
            self.__dict__.pop("_calls", None)
            if db is not None:
                db.close()

    def __enter__(self) -> Gate:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def _opened(self, request: PreparedRequest) -> int:
        """The id of a request that is permitted, paid for, and written down."""
        cloud, tier = self._settings.cloud, request.tier
        with self._lock:
            granted = self._permitted(tier, request.purpose, self._now())
            if granted.refusal and granted.spent:
                raise BudgetSpent(
                    sentence(granted.refusal), "Wait, or raise it: --set cloud.day_usd=… (edge config)."
                )
            if granted.refusal:
                raise NotPermitted(
                    f"{tier.name} may not be asked: {render(granted.refusal, 'en')}.",
                    "The local result stands.",
                )
            before = calls.sent_before(self._db, request.sha256)
        if granted.ask:  # without the lock: a person takes their time
            confirm = self._approval.confirm
            question = request.question(address.host(cloud.base_url), before=before)
            if confirm is None or not confirm(question):
                raise Declined("You said no: nothing was sent.", "The local result stands.")
        with self._lock:
            again = cloud.resend or (granted.ask and before)
            return self._calls.open(request, granted, self._now(), resend=again)

    def _permitted(self, tier: ModelPrice, purpose: Purpose, now: datetime) -> Permission:
        cloud = self._settings.cloud
        library = self._post is not None or find_spec("anthropic") is not None
        if closed := permission.fixed(self._settings, purpose, key=self._key, library=library):
            return Permission(refusal=closed)
        if spent := permission.spent(self._calls.budget, tier, cloud.max_tokens, now):
            return Permission(refusal=spent, spent=True)
        return permission.yes(
            self._db, cloud.mode, self._approval, purpose, tier=tier.name, now=now,
            terms=terms.terms(cloud, self._prices, self._state), foreign=terms.foreign(self._state),
        )  # fmt: skip

    def _sent(self, request: PreparedRequest) -> Reply:
        from edge.cloud import client

        post, cloud = self._post or client.post, self._settings.cloud
        return post(
            request.body, base_url=cloud.base_url, key=self._key, seconds=cloud.seconds,
            retries=cloud.retries, max_bytes=cloud.max_bytes,
        )  # fmt: skip

    # --- opened once -----------------------------------------------------------------------------

    @cached_property
    def _prices(self) -> prices.Prices:
        return prices.load(self._settings.cloud.models)

    @cached_property
    def _secrets(self) -> list[str]:
        """What never leaves, whatever the rules: the key, and where the person's files are."""
        places = {paths.user_home(), str(paths.home()), str(self._state.parent)}
        return [self._key, *sorted(place for place in places if len(place) > len("/root"))]

    @cached_property
    def _db(self) -> apsw.Connection:
        from edge.state.database import open_state

        return open_state(self._state)

    @cached_property
    def _calls(self) -> CallLog:
        return CallLog(self._db, self._settings.cloud, self._audit)


def _value(reply: Reply) -> Any:
    """The answer's JSON value: checked here as well, no client's word is taken for it."""
    try:
        return msgspec.json.decode(reply.text)
    except (msgspec.DecodeError, UnicodeError, RecursionError) as error:
        raise CloudBroken(
            "The model's answer is not JSON.", "Try again later.", attempts=reply.attempts,
            usage=reply.usage, request_id=reply.request_id,
        ) from error  # fmt: skip
