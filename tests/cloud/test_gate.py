"""The gate: nothing leaves without a reservation and a line on the disk; it leaves once, and is booked."""

from __future__ import annotations

import json
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing
from datetime import timedelta
from pathlib import Path
from typing import Any

import pytest
from cloud_gates import COST, KEY, NOW, USAGE, Place, mail, reply

from edge import errors
from edge.cloud import audit
from edge.cloud.approval import CloudApproval
from edge.cloud.reply import Reply
from edge.cloud.request import CloudRequest
from edge.state import calls
from edge.state.database import open_state


def test_an_answer_is_booked_and_written_down(place: Place) -> None:
    """The very bytes are sent, hashed and kept; the true cost replaces the reservation."""
    answered = place.allowed().send(mail(), "sonnet")
    assert (answered.value, answered.cost_usd, answered.tokens) == ({"ok": True}, COST, USAGE)
    assert (answered.model, answered.request_id) == ("claude-sonnet-5-5", "req_1")
    sending, outcome = place.lines
    assert sending["body"].encode() == place.cloud.bodies[0]
    with closing(open_state(place.state)) as db:  # the lines are copies of the row
        assert calls.sending(db, sending["call"]).items() <= sending.items()
        assert calls.outcome(db, sending["call"]).items() <= outcome.items()
    assert (sending["bytes"], sending["rung"]) == (len(place.cloud.bodies[0]), "sonnet")
    assert sending["host"] == "https://api.anthropic.com" and sending["consent"] == "for this run"
    assert (outcome["outcome"], outcome["cost_usd"], outcome["usage"]) == ("answered", COST, USAGE)
    assert place.used == (1, COST)
    assert place.cloud.options[0]["key"] == KEY
    assert KEY not in place.audit.read_text(encoding="utf-8")


def test_the_line_and_the_reservation_come_before_the_call(place: Place) -> None:
    """When the first byte leaves, it is on the disk, and paid at its largest cost."""
    seen: list[Any] = []

    def answer(body: bytes) -> Reply:
        seen.extend((place.lines, place.used))
        return reply({})

    place.cloud.answer = answer
    gate = place.allowed()
    gate.send(mail(), "sonnet")
    (line,), (calls, spent) = seen
    assert line["event"] == "sending" and calls == 1 and spent == line["reserved_usd"] > COST


def test_only_the_hash_is_kept_when_that_is_wanted(place: Place) -> None:
    """cloud.audit_bodies = false: what left can be recognised, not read."""
    place.allowed(audit_bodies=False).send(mail(), "sonnet")
    assert "body" not in place.lines[0] and len(place.lines[0]["sha256"]) == 64


def test_values_are_masked_on_the_way_out_and_back_in_the_answer(place: Place) -> None:
    """The cloud sees [IBAN-1]; the quote that comes back is the original's."""
    iban = "FR76 3000 6000 0112 3456 7890 189"

    def answer(body: bytes) -> Reply:
        text = json.loads(body)["messages"][0]["content"][0]["text"]
        return reply({"quote": text, "list": [text[-12:]]})

    place.cloud.answer = answer
    answered = place.allowed().send(mail(f"Payez sur {iban} au 06 12 34 56 78"), "sonnet")
    assert answered.value["quote"] == f"Payez sur {iban} au 06 12 34 56 78"
    assert iban.encode() not in place.cloud.bodies[0] and b"[IBAN-1]" in place.cloud.bodies[0]
    assert iban not in place.audit.read_text(encoding="utf-8")


def test_the_key_and_the_persons_places_never_leave(place: Place, tmp_path: Path) -> None:
    """Even when a text holds them, and with every rule switched off."""
    place.allowed(redact="").send(mail(f"key {KEY} in {place.state.parent}/x"), "sonnet")
    assert KEY.encode() not in place.cloud.bodies[0]
    assert str(tmp_path).encode() not in place.cloud.bodies[0]


def test_threads_share_a_gate(place: Place) -> None:
    """Twelve calls from four threads within a budget of ten: ten answers, two refusals, whole books."""
    gate = place.allowed(day_calls=10)

    def one(n: int) -> str:
        try:
            return gate.send(mail(f"mail {n}"), "haiku").model
        except errors.BudgetSpent:
            return "spent"

    with ThreadPoolExecutor(4) as pool:
        results = sorted(pool.map(one, range(12)))
    assert results == ["claude-haiku-5-5"] * 10 + ["spent"] * 2
    db = open_state(place.state)
    found = audit.verify(place.audit, db)
    db.close()
    assert (found.ok, found.sent, found.notes, len(place.cloud.bodies)) == (True, 10, (), 10)


def test_a_dry_run_shows_the_bytes_and_sends_nothing(place: Place) -> None:
    """No permission, key or budget is needed to look, and nothing is kept; the bytes are those of a send."""
    shown: list[bytes] = []
    dry = place.gate(
        CloudApproval(dry_run=lambda body, masked: shown.append(body)), environ={}, mode="never", day_calls=0
    )
    assert dry.refusal("sonnet", "extract") is None
    with pytest.raises(errors.NotPermitted, match="Dry run"):
        dry.send(mail(), "sonnet")
    assert place.cloud.bodies == [] and not place.state.exists() and not place.audit.exists()
    place.allowed().send(mail(), "sonnet")
    assert shown == place.cloud.bodies


@pytest.mark.parametrize("thing", [b"bytes", {"message": "x"}, "text", None])
def test_only_the_closed_record_is_taken(place: Place, thing: Any) -> None:
    """There is no second way in: not bytes, not a dictionary, not a subclass with more fields."""
    with pytest.raises(TypeError, match="CloudRequest"):
        place.allowed().send(thing, "sonnet")

    class Wider(CloudRequest, frozen=True, kw_only=True):
        memory: str = ""

    with pytest.raises(TypeError, match="Wider"):
        place.allowed().send(Wider(purpose="ask", instructions=(), schema={}, memory="m"), "sonnet")
    assert place.cloud.bodies == []


def test_a_request_larger_than_the_window_is_not_sent(place: Place) -> None:
    """Estimated before anything is reserved."""
    with pytest.raises(errors.PromptTooLong):
        place.allowed(day_tokens=10**9, day_usd=100, month_usd=100).send(mail("mot " * 200_000), "sonnet")
    assert (place.cloud.bodies, place.used) == ([], (0, 0.0))


def test_old_prices_are_told_with_the_answer(place: Place) -> None:
    """More than 90 days after they were checked."""
    place.now = NOW + timedelta(days=120)
    gate = place.allowed()
    gate.send(mail(), "sonnet")
    (stale,) = gate.notes()
    assert stale.params["checked"] == "2026-11-21"
