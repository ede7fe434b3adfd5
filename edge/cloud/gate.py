"""The gate: the one way to the cloud, and what stands on it.

    outgoing ─▶ cleaned, redacted ─▶ the exact bytes ─▶ (dry run ends here)
             ─▶ permitted? ─▶ yes said? ─▶ budget reserved ─▶ audit on disk ─▶ sent, once
             ─▶ settled ─▶ audit ─▶ what was masked put back

Nothing here reads a switch from a text: who may be asked is settings, consents and budget.
"""

from __future__ import annotations

import hashlib
import os
import threading
from collections.abc import Callable, Mapping
from contextlib import suppress
from datetime import datetime
from functools import cached_property
from importlib.util import find_spec
from pathlib import Path
from typing import TYPE_CHECKING, Any, Protocol

import msgspec

from edge import files
from edge.cloud import permission, prices, sensitive
from edge.cloud.audit import Audit
from edge.cloud.outgoing import Outgoing, Purpose, cleaned
from edge.cloud.permission import Permission
from edge.cloud.prices import Rung
from edge.cloud.redact import Redactor
from edge.cloud.reply import Reply
from edge.cloud.way import Way
from edge.config import Settings
from edge.errors import (
    BudgetSpent,
    CloudBroken,
    CloudError,
    CloudRefused,
    CloudUnknown,
    EdgeError,
    NotPermitted,
    PromptTooLong,
    StorageError,
    UsageError,
)  # fmt: skip
from edge.records import Record
from edge.store.ledger import Ledger, Outcome, Wanted

if TYPE_CHECKING:
    import apsw

EFFORTS = ("low", "medium", "high", "xhigh", "max")
_USAGE = ("input_tokens", "cache_creation_input_tokens", "cache_read_input_tokens", "output_tokens")


class Post(Protocol):
    """`edge.cloud.client.post`."""

    def __call__(
        self, body: bytes, *, base_url: str, key: str, seconds: float, retries: int, max_bytes: int
    ) -> Reply: ...


class Answered(Record, frozen=True, kw_only=True):
    """What came back. `value`: the JSON value, with what was masked put back: not yet held to its schema.
    `notes`: what the person should know, in words.
    """

    value: Any
    tokens: dict[str, int]
    cost_usd: float
    model: str
    request_id: str = ""
    notes: tuple[str, ...] = ()


class _Prepared(Record, frozen=True, kw_only=True):
    """A request as it would leave. `tokens` and `usd`: the most it can take."""

    rung: Rung
    purpose: Purpose
    body: bytes
    sha256: str
    prompt: int
    tokens: int
    usd: float
    masked: int


class Gate:
    """The way to Claude for one run. `way`: what the person said; `post` sends (tests give their own).

    Raises UsageError for settings that cannot be used. Safe to use from several threads.
    """

    def __init__(
        self,
        settings: Settings,
        state: Path | None = None,
        way: Way | None = None,
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
        self._way = way or Way()
        self._post = post
        self._audit_path = audit or files.audit_file()
        self._key = environ.get(cloud.key, "")
        self._now = now
        self._lock = threading.Lock()

    def model(self, rung: str) -> str:
        """The model of a rung. Raises UsageError for a rung that there is none of."""
        return self._rung(rung).model

    def refusal(self, rung: str, purpose: Purpose) -> str:
        """Why this rung may not be asked now, in a sentence that says what to do; empty: it may."""
        if rung not in self._prices.rungs:
            return f"there is no rung {rung!r}: {', '.join(self._prices.rungs)}."
        if self._way.dry_run is not None:
            return ""  # nothing leaves, so nothing stands in the way of showing it
        with self._lock:
            return self._permitted(self._rung(rung), purpose, self._now()).refusal

    def send(self, outgoing: Outgoing, rung: str) -> Answered:
        """Ask one rung, once. Blocks until the answer or the deadline.

        Raises NotPermitted (a dry run included), BudgetSpent, PromptTooLong, StorageError: nothing was sent.
        Raises CloudRefused, CloudBroken, CloudUnknown, CloudError as the client does; CloudUnknown also,
        with nothing sent, when the same bytes were sent before and nobody knows what became of them.
        """
        if type(outgoing) is not Outgoing:
            raise TypeError(f"only an Outgoing may leave, not {type(outgoing).__name__}")
        redactor, prepared = self._prepared(outgoing, self._rung(rung))
        if self._way.dry_run is not None:
            self._way.dry_run(prepared.body)
            raise NotPermitted("Dry run: nothing was sent.", "Leave out --dry-run to send it.")
        call = self._reserved(prepared)
        try:
            reply = self._sent(prepared)
            value = self._value(reply)
        except BaseException as error:
            self._failed(call, prepared, error)
            raise
        counted = bool(reply.usage.get("input_tokens") or reply.usage.get("output_tokens"))
        cost = (
            prepared.rung.cost(reply.usage) if counted else prepared.usd
        )  # uncounted: the reservation stays
        stale = self._prices.stale(self._now().date())
        notes = self._settled(call, prepared, reply, cost)
        return Answered(
            value=redactor.restored(value),
            tokens={name: reply.usage[name] for name in _USAGE if isinstance(reply.usage.get(name), int)},
            cost_usd=cost,
            model=reply.model or prepared.rung.model,
            request_id=reply.request_id,
            notes=tuple(note for note in (stale, *notes) if note),
        )

    def close(self) -> None:
        """Close the database."""
        with self._lock:
            db: apsw.Connection | None = self.__dict__.pop("_db", None)
            if db is not None:
                db.close()

    def __enter__(self) -> Gate:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    # --- before anything leaves ------------------------------------------------------------------

    def _prepared(self, outgoing: Outgoing, rung: Rung) -> tuple[Redactor, _Prepared]:
        cloud = self._settings.cloud
        if not cloud.passages and (outgoing.passages or outgoing.items):
            raise NotPermitted("Passages may not leave this device.", "Set cloud.passages to allow it.")
        visible = outgoing.mapped(cleaned)
        redactor = Redactor(visible.texts(), self._rules, self._secrets)
        fixed = sum(prices.estimate(text) for text in outgoing.instructions)
        body = visible.mapped(redactor.redact).body(
            rung.model, cloud.max_tokens, cloud.effort, cache=fixed >= rung.cache_floor
        )
        if self._key and self._key.encode("utf-8") in body:
            raise NotPermitted("The key of the cloud stands in what would leave.", "Take it out of the text.")
        prompt = prices.estimate(body.decode("utf-8")) + prices.FRAME_TOKENS
        return redactor, _Prepared(
            rung=rung, purpose=outgoing.purpose, body=body, sha256=hashlib.sha256(body).hexdigest(),
            prompt=prompt, tokens=prompt + cloud.max_tokens, usd=rung.most(prompt, cloud.max_tokens),
            masked=redactor.count,
        )  # fmt: skip

    def _reserved(self, prepared: _Prepared) -> int:
        """The id of a request that is permitted, paid for, and written down."""
        cloud, rung = self._settings.cloud, prepared.rung
        if prepared.tokens > rung.context:
            raise PromptTooLong(
                f"The request has about {prepared.prompt} tokens; {rung.model} reads {rung.context} with its"
                " answer.",
                "Send less: a shorter message, fewer passages.",
            )
        with self._lock:
            now = self._now()
            granted = self._permitted(rung, prepared.purpose, now)
            before = self._ledger.unknown(prepared.sha256)
        if granted.refusal:
            if granted.spent:
                raise BudgetSpent(granted.refusal, "Wait, or raise it: --set cloud.day_usd=… (edge config).")
            raise NotPermitted(f"{rung.name} may not be asked: {granted.refusal}", "The local result stands.")
        if granted.ask:
            confirm = self._way.confirm
            if confirm is None or not confirm(self._question(prepared, before)):
                raise NotPermitted("You said no: nothing was sent.", "The local result stands.")
        now = self._now()
        wanted = Wanted(
            rung=rung.name, tokens=prepared.tokens, usd=prepared.usd, purpose=prepared.purpose,
            model=rung.model, request=prepared.sha256, consent=granted.number,
        )  # fmt: skip
        with self._lock:
            call = self._ledger.reserve(wanted, now, resend=cloud.resend or (granted.ask and before))
            try:
                self._audit.append("sending", now, self._line(call, prepared, granted))
            except BaseException:
                self._ledger.settle(call, "failed", now, tokens=0, usd=0.0)  # nothing was sent
                raise
        return call

    def _permitted(self, rung: Rung, purpose: Purpose, now: datetime) -> Permission:
        cloud = self._settings.cloud
        library = self._post is not None or find_spec("anthropic") is not None
        if closed := permission.fixed(self._settings, purpose, key=self._key, library=library):
            return Permission(refusal=closed)
        if spent := permission.spent(self._ledger, rung, cloud.max_tokens, now):
            return Permission(refusal=spent, spent=True)
        return permission.yes(self._db, cloud.mode, self._way, purpose, rung=rung.name, now=now)

    def _question(self, prepared: _Prepared, before: bool) -> str:
        rung, size = prepared.rung, len(prepared.body)
        host = permission.host(self._settings.cloud.base_url)
        masked = f", {prepared.masked} values masked" if prepared.masked else ""
        twice = " It was sent before and nobody knows what became of it: it may be billed twice."
        again = twice if before else ""
        return (
            f"Ask {rung.name} ({rung.model} at {host})? {size} bytes leave this device{masked};"
            f" it costs at most ${prepared.usd:.4f}.{again}"
        )

    def _line(self, call: int, prepared: _Prepared, granted: Permission) -> dict[str, Any]:
        cloud = self._settings.cloud
        line = {
            "call": call, "purpose": prepared.purpose, "rung": prepared.rung.name,
            "model": prepared.rung.model, "host": permission.host(cloud.base_url), "consent": granted.consent,
            "reserved_tokens": prepared.tokens, "reserved_usd": prepared.usd, "masked": prepared.masked,
            "bytes": len(prepared.body), "sha256": prepared.sha256,
        }  # fmt: skip
        return line | ({"body": prepared.body.decode("utf-8")} if cloud.audit_bodies else {})

    # --- sending, and what came of it ------------------------------------------------------------

    def _sent(self, prepared: _Prepared) -> Reply:
        from edge.cloud import client

        post, cloud = self._post or client.post, self._settings.cloud
        return post(
            prepared.body, base_url=cloud.base_url, key=self._key, seconds=cloud.seconds,
            retries=cloud.retries, max_bytes=cloud.max_bytes,
        )  # fmt: skip

    @staticmethod
    def _value(reply: Reply) -> Any:
        try:
            return msgspec.json.decode(reply.text)
        except (msgspec.DecodeError, UnicodeError, RecursionError) as error:
            raise CloudBroken(
                "The model's answer is not JSON.", "Try again later.", attempts=reply.attempts,
                usage=reply.usage, request_id=reply.request_id,
            ) from error  # fmt: skip

    def _settled(self, call: int, prepared: _Prepared, reply: Reply, cost: float) -> list[str]:
        """Book an answer. It is paid for, so trouble with the books is a note and not its loss."""
        tokens, now = prepared.rung.tokens(reply.usage) or prepared.tokens, self._now()
        line = {
            "call": call, "outcome": "answered", "usage": reply.usage, "cost_usd": cost,
            "request_id": reply.request_id, "attempts": reply.attempts,
        }  # fmt: skip
        try:
            with self._lock:
                self._ledger.settle(call, "answered", now, tokens=tokens, usd=cost)
                self._audit.append("outcome", now, line)
        except StorageError as error:
            return [f"The answer could not be booked, its reservation stays: {error.message}"]
        return []

    def _failed(self, call: int, prepared: _Prepared, error: BaseException) -> None:
        """Book a request without an answer: what is not known to be unspent stays spent."""
        outcome: Outcome
        tokens: int | None = 0
        cost: float | None = 0.0
        usage = error.usage if isinstance(error, CloudError) else {}
        match error:
            case CloudRefused():
                outcome = "refused"
            case CloudBroken():
                outcome = "broken"
            case CloudUnknown():
                outcome = "unknown"
            case EdgeError():
                outcome = "failed"
            case _:  # Ctrl-C in the middle, or a fault of ours: it may have been sent
                outcome = "unknown"
        if usage:
            tokens, cost = prepared.rung.tokens(usage), prepared.rung.cost(usage)
        elif outcome in ("broken", "unknown"):
            tokens = cost = None
        line: dict[str, Any] = {"call": call, "outcome": outcome, "error": type(error).__name__}
        line["cost_usd"] = prepared.usd if cost is None else cost
        if isinstance(error, CloudError):
            line |= {"usage": usage, "request_id": error.request_id, "attempts": error.attempts}
        now = self._now()
        with suppress(StorageError), self._lock:  # the error of the call matters more; the reservation stays
            self._ledger.settle(call, outcome, now, tokens=tokens, usd=cost)
            self._audit.append("outcome", now, line)

    # --- opened once -----------------------------------------------------------------------------

    def _rung(self, name: str) -> Rung:
        found = self._prices.rungs.get(name)
        if found is None:
            raise UsageError(f"There is no rung {name!r}.", f"Rungs: {', '.join(self._prices.rungs)}.")
        return found

    @cached_property
    def _prices(self) -> prices.Prices:
        return prices.load(self._settings.cloud.models)

    @cached_property
    def _secrets(self) -> list[str]:
        """What never leaves, whatever the rules: the key, and where the person's files are."""
        places = {str(Path.home()), str(files.home()), str(self._state.parent)}
        return [self._key, *sorted(place for place in places if len(place) > len("/root"))]

    @cached_property
    def _db(self) -> apsw.Connection:
        from edge.store.state import open_state

        return open_state(self._state)

    @property
    def _ledger(self) -> Ledger:
        return Ledger(self._db, self._settings.cloud)

    @property
    def _audit(self) -> Audit:
        return Audit(self._audit_path, self._db)
