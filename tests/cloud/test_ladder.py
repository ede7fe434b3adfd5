"""A hard case goes to Sonnet, then Opus, on a loopback server: through the session, the gate, its budget and
its audit; offline it waits, and is taken up later.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from contextlib import closing
from datetime import datetime
from pathlib import Path
from typing import Any

import pytest
from consent import consented
from loopback import Loopback

import edge
from edge import paths
from edge.cloud import audit, client
from edge.cloud.approval import CloudApproval
from edge.cloud.gate import Gate
from edge.errors import NotPermitted, UsageError
from edge.extract import corrections
from edge.extract.rules.engine import RulesEngine
from edge.records import Extracted
from edge.settings import CloudSettings, ExtractSettings, Settings
from edge.state.database import open_state

BODY = "Bonjour Johan,\n\nMerci de renvoyer le contrat signé avant le vendredi 20 mars.\n\nAnne"
MESSAGE = {
    "id": "c1", "subject": "Contrat", "from": "Anne Roux <anne@acme.example>", "to": ["johan@example.com"],
    "received_at": "2026-03-02T09:12:00+01:00", "body": BODY,
}  # fmt: skip
QUOTE = "Merci de renvoyer le contrat signé avant le vendredi 20 mars."
APPROVAL = CloudApproval(allowed=True)


@pytest.fixture(autouse=True)
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    monkeypatch.setenv("EDGE_HOME", str(tmp_path / "home"))
    # The way up is what is tried here: without a fit of their own, rules are sure of nothing.
    monkeypatch.setattr(RulesEngine, "calibration", lambda self, action: None)
    monkeypatch.setenv("EDGE_TEST_KEY", "sk-test-77")
    paths.home.cache_clear()
    yield tmp_path / "home"
    paths.home.cache_clear()


def settings(url: str, **changed: Any) -> Settings:
    given = {
        "mode": "auto",
        "base_url": url,
        "key": "EDGE_TEST_KEY",
        "seconds": 20.0,
        "day_usd": 5.0,
        **changed,
    }
    return Settings(cloud=CloudSettings(**given))


def form(quote: str, action: str = "archive", date: str = "2026-03-20") -> dict[str, Any]:
    """What the model fills in."""
    return {
        "entities": ["Anne Roux"],
        "extractions": [{
            "type": "deadline", "quote": quote, "info": "renvoyer le contrat", "importance": "high",
            "date": date, "time": "", "amount": "", "currency": "", "task": True, "calendar": False,
            "note": "Acme", "note_action": "create", "required": True,
        }],
        "used": [], "why": "une échéance", "action": action,
        "question": "", "strategic": False, "sure": "high",
    }  # fmt: skip


def answers(body: dict[str, Any]) -> dict[str, Any]:
    """Sonnet turns the action around and invents its quote; Opus reads what is there."""
    return form(QUOTE) if "opus" in body["model"] else form("avant la fin du monde", "flag", "2027-01-01")


def extracted(url: str, home: Path, approval: CloudApproval | None = APPROVAL, **changed: Any) -> Extracted:
    with edge.open(state=home / "state.db", settings=settings(url, **changed), approval=approval) as opened:
        return opened.extract(MESSAGE)


def lines(home: Path) -> list[dict[str, Any]]:
    """The audit, after a check that it is whole."""
    db = open_state(home / "state.db")
    try:
        assert audit.verify(paths.audit_file(), db).ok
    finally:
        db.close()
    return list(audit.entries(paths.audit_file()))


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


def test_offline_a_case_waits_and_is_taken_up_later(home: Path) -> None:
    """Offline nothing is sent; later the stored pass counts, and only the missing tiers run."""
    with Loopback("right", "right", value=answers) as server:
        closed = Settings(cloud=settings(server.url).cloud, offline=True)
        with edge.open(state=home / "state.db", settings=closed, approval=APPROVAL) as opened:
            first = opened.extract(MESSAGE)
            with pytest.raises(NotPermitted, match="1 message"):
                list(opened.resume())
        assert (first.decision, first.escalation.wanted, server.requests) == ("wait", "sonnet", [])
        with edge.open(state=home / "state.db", settings=settings(server.url), approval=APPROVAL) as opened:
            ((_, made),) = opened.resume()
            assert list(opened.resume()) == []
    assert made.passes[: len(first.passes)] == first.passes and made.escalation.used == "opus"


def test_what_was_paid_for_outlives_a_crash(home: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Sonnet has answered, and edge ends while Opus is asked: the case is taken up at Opus, and Sonnet is not
    paid for again. What was unfinished gives way to the result: one run each.
    """
    sent = []

    def post(body: bytes, **how: Any) -> Any:
        sent.append(json.loads(body)["model"])
        if len(sent) == 2:
            raise KeyboardInterrupt
        return client.post(body, **how)

    with Loopback("right", "right", value=answers) as server:
        with monkeypatch.context() as patched:
            patched.setattr(Gate, "_sent", lambda gate, request: post(request.body, **given(gate)))
            with pytest.raises(KeyboardInterrupt):
                extracted(server.url, home)
        with edge.open(
            state=home / "state.db", settings=settings(server.url, resend=True), approval=APPROVAL
        ) as opened:
            ((_, made),) = opened.resume()
            assert list(opened.resume()) == []
    assert [json.loads(request.body)["model"] for request in server.requests] == sent
    assert len(set(sent)) == 2
    assert made.escalation.used == "opus" and [p.kind for p in made.passes] == ["blind", "expert", "expert"]
    with closing(open_state(home / "state.db")) as db:
        assert db.execute("SELECT count(*) FROM runs").fetchall() == [(2,)]


def given(gate: Gate) -> dict[str, Any]:
    cloud = gate._settings.cloud
    return {
        "base_url": cloud.base_url, "key": gate._key, "seconds": cloud.seconds, "retries": 0,
        "max_bytes": cloud.max_bytes,
    }  # fmt: skip


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


def test_only_a_case_whose_tier_may_be_asked_is_taken_up(home: Path) -> None:
    """A consent for Sonnet alone: the case stops before Opus, waits for it, and taking it up says what is
    missing, without another run.
    """
    with Loopback("right", value=answers) as server:
        consented(home / "state.db", settings(server.url).cloud, "extract", ["sonnet"])
        made = extracted(server.url, home, approval=None)
        assert (made.decision, made.escalation.wanted, made.escalation.used) == ("wait", "opus", "sonnet")
        with (
            edge.open(state=home / "state.db", settings=settings(server.url)) as opened,
            pytest.raises(NotPermitted, match="--tiers opus"),
        ):
            list(opened.resume())
    assert len(server.requests) == 1


def test_what_is_settled_or_not_kept_is_not_taken_up(home: Path) -> None:
    """A person's word during a resume stands, and nothing is paid for that would not be kept."""
    with Loopback("right", value=answers) as server:
        closed = Settings(cloud=settings(server.url).cloud, offline=True)
        with edge.open(state=home / "state.db", settings=closed, approval=APPROVAL) as opened:
            for name in ("c1", "c2"):
                opened.extract(MESSAGE | {"id": name})
        with edge.open(state=home / "state.db", settings=settings(server.url), approval=APPROVAL) as opened:
            taken = opened.resume()
            next(taken)
            wish = corrections.CorrectionInput(action="archive")
            corrections.correct(home / "state.db", "c2", wish, datetime.now().astimezone())
            assert list(taken) == []
        with (
            edge.open(settings=settings(server.url), approval=APPROVAL) as opened,
            pytest.raises(UsageError, match="must be kept"),
        ):
            list(opened.resume())
    assert "c2" not in {made.id for made in corrections.waiting(home / "state.db")}
    assert len(server.requests) == 2


def test_a_question_uses_the_same_tiers_and_the_same_gate(home: Path, small_knowledge: Path) -> None:
    """`ask` hands a hard question to Sonnet with its passages alone: no source name, no path; quotes of the
    answer are sentences of the page.
    """

    def chosen(body: dict[str, Any]) -> dict[str, Any]:
        return {"labels": ["1a"], "none": False, "answer": "", "sure": "high"}

    with (
        Loopback("right", "right", value=chosen) as server,
        edge.open(small_knowledge, home / "state.db", settings(server.url), approval=APPROVAL) as opened,
    ):
        made = opened.ask("When was the boiler bought?")
        texts = [opened.page_text(c.source, c.page)[c.start : c.end] == c.quote for c in made.citations]
    assert server.requests and made.escalation.used in ("sonnet", "opus") and all(texts)
    assert b"notes.txt" not in server.received and str(home).encode() not in server.received
    assert {line["purpose"] for line in lines(home) if line["event"] == "sending"} == {"ask"}


def test_old_prices_and_refusals_are_told_with_the_result(home: Path, small_knowledge: Path) -> None:
    """What the gate has to say reaches the person once, with a message and with a question; and a question
    that was not handed on says why.
    """
    home.mkdir()
    (home / "cloud_models.toml").write_text("checked = 2020-01-01\n", encoding="utf-8")
    with (
        Loopback("right", value=answers) as server,
        edge.open(small_knowledge, home / "state.db", settings(server.url), approval=APPROVAL) as opened,
    ):
        made = opened.extract(MESSAGE)
        assert [note.code for note in made.codes["notes"]].count("stale_prices") == 1
        assert made.escalation.used == "opus"
    with Loopback("right", value={"labels": [], "none": True, "answer": "", "sure": "low"}) as server:
        with edge.open(small_knowledge, home / "state.db", settings(server.url), approval=APPROVAL) as opened:
            answer = opened.ask("When was the boiler bought?")
            assert answer.escalation.used and any(
                note.code == "stale_prices" for note in answer.codes["notes"]
            )
        with edge.open(small_knowledge, home / "state.db", settings(server.url)) as opened:
            answer = opened.ask("When was the boiler bought?")
    (refusal,) = answer.codes["notes"]
    assert refusal.code == "on_behalf" and refusal.params["why"].code == "no_consent"


def test_a_second_not_in_the_passages_is_the_answer(home: Path, small_knowledge: Path) -> None:
    """Not sure here, "none" at Sonnet: edge abstains, and Opus is not paid for the same."""

    def nothing(body: dict[str, Any]) -> dict[str, Any]:
        return {"labels": [], "none": True, "answer": "", "sure": "high"}

    with (
        Loopback("right", value=nothing) as server,
        edge.open(small_knowledge, home / "state.db", settings(server.url), approval=APPROVAL) as opened,
    ):
        made = opened.ask("When was the boiler bought?")
    assert made.abstained and made.escalation.used == "sonnet" and len(server.requests) == 1


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


def test_a_no_is_a_decision_and_is_not_taken_up_again(home: Path) -> None:
    """The person said no: no pass failed, nothing waits for the cloud, and a consent that is given later does
    not send it; the person's queue has it.
    """
    with Loopback("right", value=answers) as server:
        no = CloudApproval(confirm=lambda question: False)
        made = extracted(server.url, home, approval=no)
        assert made.decision == "queue" and made.escalation.wanted is None
        assert [one.error for one in made.passes] == [""] * len(made.passes)
        assert [one.code for one in made.escalation.codes["why"]] == ["declined"]
        consented(home / "state.db", settings(server.url).cloud, "extract", ["sonnet", "opus"])
        with edge.open(state=home / "state.db", settings=settings(server.url)) as opened:
            assert list(opened.resume()) == []
    assert server.requests == []


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


def share(url: str, percent: int, *, offline: bool) -> Settings:
    """The share of messages that are read in several passes."""
    chosen = ExtractSettings(multi_pass_percent=percent)
    return Settings(cloud=settings(url).cloud, extract=chosen, offline=offline)


def test_a_rollback_leaves_what_was_begun_as_it_was(home: Path) -> None:
    """Begun in several passes, a case that waits goes on in several after the share was set to none; what is
    read from then on is read in one, and asks nobody beyond.
    """
    with Loopback("right", "right", value=answers) as server:
        with edge.open(state=home / "state.db", settings=share(server.url, 100, offline=True)) as opened:
            assert opened.extract(MESSAGE).decision == "wait"
        back = share(server.url, 0, offline=False)
        with edge.open(state=home / "state.db", settings=back, approval=APPROVAL) as opened:
            ((_, made),) = opened.resume()
            assert made.escalation.used == "opus" and len(made.passes) > 1
            asked = len(server.requests)
            after = opened.extract({**MESSAGE, "id": "c2", "subject": "Le contrat"})
    assert len(after.passes) == 1 and len(server.requests) == asked and after.decision == "queue"


def test_what_was_begun_in_one_pass_ends_in_one(home: Path) -> None:
    """The other way round: it went to the person at once, and a larger share takes nothing up again."""
    with Loopback("right", "right", value=answers) as server:
        with edge.open(state=home / "state.db", settings=share(server.url, 0, offline=True)) as opened:
            assert opened.extract(MESSAGE).decision == "queue"
        every = share(server.url, 100, offline=False)
        with edge.open(state=home / "state.db", settings=every, approval=APPROVAL) as opened:
            assert list(opened.resume()) == []
    assert server.requests == []
