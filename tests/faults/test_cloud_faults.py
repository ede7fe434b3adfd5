"""Seventeen ways in which the cloud can fail, through the gate: a typed error in time, few requests, exact
books, never twice unknown; and the result of this device is given all the same.

`EDGE_CLOUD_FAULT_RUNS` repeats each (the long form: 10).
"""

from __future__ import annotations

import os
import statistics
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import fault_tally
import pytest
from loopback import FAULTS, Loopback
from services import message_service

from edge import errors
from edge.cloud import audit, prices
from edge.cloud.approval import CloudApproval
from edge.cloud.gate import Gate
from edge.cloud.request import CloudRequest
from edge.extract.service import MessageService
from edge.records import Message
from edge.settings import CloudSettings, Settings
from edge.state.database import open_state

RUNS = int(os.environ.get("EDGE_CLOUD_FAULT_RUNS", "3"))
SECONDS = 0.7
RETRIES = 2
MAX_BYTES = 1_000_000
KEY = "sk-test-0c3f"

#: What the budget books: nothing for what was not carried out, the reservation where nobody knows.
OUTCOMES = {
    "CloudRefused": "refused",
    "CloudError": "failed",
    "CloudBroken": "broken",
    "CloudUnknown": "unknown",
}
REQUEST = CloudRequest(
    purpose="extract",
    instructions=("Read the message.",),
    schema={"type": "object", "properties": {"action": {"type": "string", "enum": ["archive"]}}},
    message="The lease ends on 3 March.",
)


@pytest.fixture(scope="module", autouse=True)
def _imported() -> None:
    """The library's first import takes longer than a deadline here; that is not what is tested."""
    import anthropic  # noqa: F401


def configured(url: str, **changes: Any) -> Settings:
    cloud = {
        "mode": "auto", "base_url": url, "key": "EDGE_TEST_KEY", "seconds": SECONDS, "retries": RETRIES,
        "max_bytes": MAX_BYTES,
    }  # fmt: skip
    return Settings(cloud=CloudSettings(**(cloud | changes)))


def opened(url: str, folder: Path, **changes: Any) -> Gate:
    return Gate(
        configured(url, **changes), folder / "state.db", CloudApproval(allowed=True),
        audit=folder / "audit.jsonl",
        environ={"EDGE_TEST_KEY": KEY},
    )  # fmt: skip


def rows(folder: Path) -> list[tuple[Any, ...]]:
    db = open_state(folder / "state.db")
    try:
        return db.execute(
            "SELECT outcome, reserved_tokens, tokens, reserved_nanousd, nanousd FROM calls ORDER BY id"
        ).fetchall()
    finally:
        db.close()


def verified(folder: Path) -> list[dict[str, Any]]:
    """The lines of the audit, after a check that nothing of it is missing or changed."""
    db = open_state(folder / "state.db")
    try:
        found = audit.verify(folder / "audit.jsonl", db)
    finally:
        db.close()
    assert (found.ok, found.problems, found.notes) == (True, (), ())
    return list(audit.entries(folder / "audit.jsonl"))


@pytest.mark.parametrize("fault", FAULTS)
def test_a_fault_is_a_typed_error_in_time_with_exact_books(fault: str, tmp_path: Path) -> None:
    """Whatever the other side does: its own error by the deadline, the requests that were allowed, and
    budget and audit that say what happened.
    """
    took = []
    for run in range(RUNS):
        folder = tmp_path / str(run)
        with Loopback(fault) as server, opened(server.url, folder) as gate:
            gate.refusal("sonnet", "extract")  # opens the database: not what is timed
            begun = time.monotonic()
            with pytest.raises(errors.CloudError) as caught:
                gate.send(REQUEST, "sonnet")
            took.append(time.monotonic() - begun)
        _check(fault, caught.value, server, folder)
    # The median: another program may take the processor away for a moment, not in most of the runs.
    assert statistics.median(took) <= SECONDS + 0.5
    fault_tally.count("faults of the cloud", RUNS)


def _check(fault: str, error: errors.CloudError, server: Loopback, folder: Path) -> None:
    kind = FAULTS[fault]
    assert type(error).__name__ == kind
    assert len(server.requests) <= error.attempts <= 1 + RETRIES
    if kind != "CloudError":  # refused, broken or unknown: no second try
        assert error.attempts == 1
    assert error.hint

    ((outcome, reserved_tokens, tokens, reserved, cost),) = rows(folder)
    assert outcome == OUTCOMES[kind]
    if kind in ("CloudRefused", "CloudError"):
        assert (tokens, cost) == (0, 0)
    elif fault == "bad json":  # the answer was useless, and it was billed
        usage = {"input_tokens": 1_000, "output_tokens": 100}
        assert (tokens, cost) == (1_100, round(prices.load().tiers["sonnet"].cost(usage) * 1e9))
    else:
        assert (tokens, cost) == (reserved_tokens, reserved)
        assert cost > 0

    sending, after = verified(folder)
    assert (sending["event"], after["event"], after["outcome"]) == ("sending", "outcome", OUTCOMES[kind])
    assert after["attempts"] == error.attempts
    assert round(after["cost_usd"] * 1e9) == cost
    assert {request.body.decode() for request in server.requests} <= {sending["body"]}


@pytest.mark.parametrize("fault", [fault for fault, kind in FAULTS.items() if kind == "CloudUnknown"])
def test_an_unknown_outcome_is_sent_again_only_on_purpose(fault: str, tmp_path: Path) -> None:
    """The same bytes do not leave a second time until the person says so, in this run or a later one."""
    with Loopback(fault, "right") as server:
        with opened(server.url, tmp_path, seconds=0.4) as gate, pytest.raises(errors.CloudUnknown):
            gate.send(REQUEST, "sonnet")
        with opened(server.url, tmp_path) as gate, pytest.raises(errors.CloudUnknown, match="sent before"):
            gate.send(REQUEST, "sonnet")
        assert len(server.requests) == 1
        with opened(server.url, tmp_path, resend=True) as gate:
            assert gate.send(REQUEST, "sonnet").value == {"action": "archive"}
    assert [row[0] for row in rows(tmp_path)] == ["unknown", "answered"]
    assert server.requests[0].body == server.requests[1].body


def test_an_answer_is_booked_as_the_service_counted_it(tmp_path: Path) -> None:
    """The control: with no fault the reservation becomes the true cost, and the audit has the sent bytes."""
    with Loopback("529", "right") as server, opened(server.url, tmp_path, seconds=10.0) as gate:
        answered = gate.send(REQUEST, "sonnet")
    assert answered.value == {"action": "archive"}
    ((outcome, _, tokens, _, cost),) = rows(tmp_path)
    assert (outcome, tokens, cost) == ("answered", 1_100, round(answered.cost_usd * 1e9))
    sending, after = verified(tmp_path)
    assert after["attempts"] == len(server.requests) == 2
    assert {request.body.decode() for request in server.requests} == {sending["body"]}
    assert KEY not in (tmp_path / "audit.jsonl").read_text(encoding="utf-8")


# --- the whole way of a message ---------------------------------------------------------------------

MESSAGE = Message(
    id="m1",
    subject="Lease",
    sender="Anne Roux <anne@acme.example>",
    received_at="2026-02-02T09:00:00+01:00",
    body="Please sign the lease before 3 February. The deposit is 4 500 €.",
    fresh=[(0, 64)],
)


@pytest.fixture
def services() -> Iterator[list[MessageService]]:
    made: list[MessageService] = []
    yield made
    for service in made:
        service.close()


@pytest.mark.parametrize("fault", FAULTS)
def test_the_local_result_stands(fault: str, tmp_path: Path, services: list[MessageService]) -> None:
    """The cloud failing costs the cloud's answer, never this device's own."""

    with Loopback(fault) as server, opened(server.url, tmp_path, seconds=0.4) as gate:
        settings = configured(server.url, seconds=0.4)
        alone = message_service(Settings())
        service = message_service(settings, gate, state=tmp_path / "state.db")
        services += [alone, service]
        local, found = alone.extract(MESSAGE), service.extract(MESSAGE)
    assert [record.error != "" for record in found.passes].count(True) == 1
    assert found.passes[-1].error
    assert (found.action, found.extractions) == (local.action, local.extractions)
    assert found.extractions
    assert found.decision != "apply"
