"""A person's folder, a cloud that answers as told, and gates between the two."""

from __future__ import annotations

import json
from collections.abc import Callable
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from consent import consented

from edge.cloud import audit
from edge.cloud.approval import CloudApproval
from edge.cloud.gate import Gate
from edge.cloud.reply import Reply
from edge.cloud.request import CloudRequest
from edge.records import Reason
from edge.settings import CloudSettings, Settings
from edge.state.budget import Budget
from edge.state.database import open_state

KEY = "sk-test-key-0123456789"
NOW = datetime(2026, 11, 22, 9, tzinfo=UTC)
USAGE = {"input_tokens": 1000, "output_tokens": 100}
COST = (1000 * 2 + 100 * 10) / 1e6  # sonnet


class Cloud:
    """Stands for the client: keeps what it was given, answers or fails as told."""

    def __init__(self) -> None:
        self.bodies: list[bytes] = []
        self.options: list[dict[str, Any]] = []
        self.answer: Callable[[bytes], Reply] = lambda body: reply({"ok": True})

    def __call__(self, body: bytes, **options: Any) -> Reply:
        self.bodies.append(body)
        self.options.append(options)
        return self.answer(body)


def reply(value: Any, **more: Any) -> Reply:
    given = {"usage": USAGE, "request_id": "req_1"} | more
    return Reply(text=json.dumps(value), **given)


def uncovered(tier: str, purpose: str, host: str = "https://api.anthropic.com") -> Reason:
    return Reason("no_consent", {"purpose": purpose, "tier": tier, "host": host})


def fails(error: BaseException) -> Callable[[bytes], Reply]:
    def answer(body: bytes) -> Reply:
        raise error

    return answer


def mail(text: str = "Bonjour, à demain.") -> CloudRequest:
    schema = {"type": "object", "properties": {"ok": {"type": "boolean"}}}
    return CloudRequest(purpose="extract", instructions=("Read it.",), schema=schema, message=text)


class Place:
    """A person's folder, the cloud beside it, and gates between the two."""

    def __init__(self, folder: Path) -> None:
        self.state = folder / "state.db"
        self.audit = folder / "audit.jsonl"
        self.cloud = Cloud()
        self.now = NOW
        self.gates: list[Gate] = []

    def gate(
        self,
        approval: CloudApproval | None = None,
        environ: dict[str, str] | None = None,
        offline: bool = False,
        **cloud: Any,
    ) -> Gate:
        settings = Settings(offline=offline, cloud=CloudSettings(**{"mode": "auto"} | cloud))
        gate = Gate(
            settings, self.state, approval, post=self.cloud, audit=self.audit, now=lambda: self.now,
            environ={"ANTHROPIC_API_KEY": KEY} if environ is None else environ,
        )  # fmt: skip
        self.gates.append(gate)
        return gate

    def allowed(self, **cloud: Any) -> Gate:
        return self.gate(CloudApproval(allowed=True), **cloud)

    def grant(self, scope: str = "extract", usd: float | None = None) -> None:
        consented(self.state, CloudSettings(), scope, ["sonnet"], now=NOW, days=30, max_usd=usd)

    @property
    def lines(self) -> list[dict[str, Any]]:
        return list(audit.entries(self.audit))

    @property
    def used(self) -> tuple[int, float]:
        db = open_state(self.state)
        used = Budget(db, CloudSettings()).used(self.now)
        db.close()
        return used.calls, used.day_usd
