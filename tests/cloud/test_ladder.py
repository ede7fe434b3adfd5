"""A hard case goes to Sonnet, then Opus, on a loopback server: through the session, the gate, its budget and
its audit; where nothing may leave it waits.
"""

from __future__ import annotations

import json
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest
from consent import consented
from hard_case import APPROVAL, BODY, MESSAGE, QUOTE, answers, extracted, form, lines, settings
from loopback import Loopback

import edge
from edge.cloud.approval import CloudApproval
from edge.errors import UsageError
from edge.settings import CloudSettings, Settings
from edge.state.database import open_state


def test_a_hard_case_goes_to_sonnet_then_opus(home: Path) -> None:
    """Rules are not sure, Sonnet's quotes are not in the message, Opus's are: each pass in the trace, the
    quote exact, the cost added up, and the audit shows the very bytes that the server got.
    """
    with Loopback("right", "right", value=answers) as server:
        made = extracted(server.url, home)
    assert [(p.engine, p.kind) for p in made.passes] == [
        ("rules", "blind"), ("claude", "expert"), ("claude", "expert"),
    ]  # fmt: skip
    assert made.escalation.used == "opus" and made.escalated
    (deadline,) = made.extractions
    assert BODY[deadline.start : deadline.end] == QUOTE and deadline.date == "2026-03-20"
    sent = [line for line in lines(home) if line["event"] == "sending"]
    assert [line["rung"] for line in sent] == ["sonnet", "opus"]
    assert [line["body"] for line in sent] == [request.body.decode() for request in server.requests]
    spent = sum(line["cost_usd"] for line in lines(home) if line["event"] == "outcome")
    assert made.escalation.cost_usd == pytest.approx(spent) and spent > 0


def test_a_pass_says_which_model_answered_and_the_person_is_told(home: Path) -> None:
    """The service names another model than was asked for: both passes and a note say so."""
    with Loopback("right", "right", value=answers, model="claude-haiku-5-5") as server:
        made = extracted(server.url, home)
    assert [(one.model, one.answered_by) for one in made.passes[1:]] == [
        ("claude-sonnet-5-5", "claude-haiku-5-5"), ("claude-opus-5-5", "claude-haiku-5-5"),
    ]  # fmt: skip
    assert sum("claude-haiku-5-5" in note for note in made.notes) == 2


def test_the_ladder_is_a_setting_and_every_model_of_the_price_file_can_be_on_it(home: Path) -> None:
    """A consent for Haiku is of use: with the ladder haiku,sonnet Haiku is called first, then Sonnet, and not
    Opus.
    """

    def by_model(body: dict[str, Any]) -> dict[str, Any]:
        return form(QUOTE) if "sonnet" in body["model"] else form("avant la fin du monde", "flag")

    with Loopback("right", "right", value=by_model) as server:
        consented(home / "state.db", settings(server.url).cloud, "extract", ["haiku", "sonnet"])
        made = extracted(server.url, home, approval=None, ladder="haiku,sonnet")
    models = [json.loads(request.body)["model"] for request in server.requests]
    assert models == ["claude-haiku-5-5", "claude-sonnet-5-5"]
    assert made.escalation.used == "sonnet" and made.escalation.wanted is None


def test_a_case_waits_for_the_first_of_the_ladder(home: Path) -> None:
    """Where nothing may leave, the case wants the tier that would be asked first."""
    made = extracted("https://127.0.0.1:9", home, approval=None, ladder="haiku,opus")
    assert (made.decision, made.escalation.wanted) == ("wait", "haiku")
    closed = Settings(cloud=CloudSettings(ladder="haiku,opus"))
    with edge.open(settings=closed) as opened:
        assert opened.extract(MESSAGE).escalation.wanted == "haiku"


@pytest.mark.parametrize("ladder", ["sonnet,fable", "", " , "])
def test_a_ladder_of_unknown_tiers_is_refused_with_the_known_ones(home: Path, ladder: str) -> None:
    """A name that no price is known for, or none at all: said before anything is read."""
    with pytest.raises(UsageError) as caught:
        extracted("https://127.0.0.1:9", home, ladder=ladder)
    assert "cloud.ladder" in caught.value.message and "haiku, sonnet, opus" in caught.value.hint


def test_what_the_cloud_read_to_the_end_is_not_paid_for_twice(home: Path) -> None:
    """The same folder read again: the result is there, and nothing leaves; another text is another case."""
    with Loopback("right", value=answers) as server:
        first = extracted(server.url, home)
        asked = len(server.requests)
        again = extracted(server.url, home)
        assert (again, len(server.requests)) == (first, asked)
        with edge.open(state=home / "state.db", settings=settings(server.url), approval=APPROVAL) as opened:
            opened.extract({**MESSAGE, "body": f"{BODY}\n\nMerci !"})
        assert len(server.requests) > asked


def test_a_budget_that_is_too_small_stops_before_anything_leaves(home: Path) -> None:
    """The money is reserved before the call: with a cent there is none, and the case waits."""
    with Loopback("right", value=answers) as server:
        made = extracted(server.url, home, day_usd=0.01)
    assert not server.requests and made.decision == "wait" and made.escalation.wanted == "sonnet"


def test_without_permission_nothing_leaves(home: Path) -> None:
    """No yes for this run and no standing consent: the case waits for Sonnet, and says what to do."""
    with Loopback("right", value=answers) as server:
        made = extracted(server.url, home, approval=None)
    assert not server.requests and made.decision == "wait" and made.escalation.why


@pytest.mark.parametrize("step", ["bad json", "wrong schema", "half-closed", "401"])
def test_a_pass_that_failed_costs_what_the_calls_hold(home: Path, step: str) -> None:
    """Nothing came of Sonnet: the case waits, and the trace and the budget tell the same sum."""
    with Loopback(step) as server:
        made = extracted(server.url, home)
    with closing(open_state(home / "state.db")) as db:
        ((nano,),) = db.execute("SELECT coalesce(sum(nanousd), 0) FROM calls").fetchall()
    assert made.decision == "wait" and made.passes[-1].error
    assert made.escalation.cost_usd == pytest.approx(nano / 1e9)
    assert (nano > 0) == (step != "401")


def test_a_dry_run_shows_the_bytes_and_sends_nothing(home: Path) -> None:
    """What is shown is a whole request; the server gets nothing, the case waits."""
    shown: list[bytes] = []
    with Loopback("right") as server:
        made = extracted(
            server.url,
            home,
            approval=CloudApproval(allowed=True, dry_run=lambda body, masked: shown.append(body)),
        )
    assert not server.requests and not made.escalated
    body = json.loads(shown[0])
    assert QUOTE in json.dumps(body["messages"], ensure_ascii=False) and "temperature" not in body


def test_three_tiers_are_climbed_in_turn(home: Path) -> None:
    """Haiku, Sonnet, Opus: each is asked only where the one before could not show its words, each at its own
    price, and each pass says why the next was asked; tokens and money are those of all.
    """

    def by_model(body: dict[str, Any]) -> dict[str, Any]:
        return form(QUOTE) if "opus" in body["model"] else form(f"avant {body['model']}", "flag")

    with Loopback("right", "right", "right", value=by_model) as server:
        made = extracted(server.url, home, ladder="haiku,sonnet,opus")
    sent = [json.loads(request.body)["model"] for request in server.requests]
    assert sent == ["claude-haiku-5-5", "claude-sonnet-5-5", "claude-opus-5-5"]
    assert [p.model for p in made.passes[1:]] == sent and made.escalation.used == "opus"
    assert [p.then for p in made.passes[:-1]] == ["escalate"] * 3
    assert all(p.because for p in made.passes[:-1]) and all(p.why for p in made.passes)
    cheap, middle, dear = (p.cost_usd for p in made.passes[1:])
    assert 0 < cheap < middle < dear
    assert made.escalation.cost_usd == pytest.approx(cheap + middle + dear)
    assert made.total_tokens == sum(sum(p.tokens.values()) for p in made.passes) > 0
