"""A case that waits is taken up later: nothing is paid for twice, and what a person settled stands."""

from __future__ import annotations

import json
from contextlib import closing
from datetime import datetime
from pathlib import Path
from typing import Any

import pytest
from consent import consented
from hard_case import APPROVAL, MESSAGE, answers, extracted, settings
from loopback import Loopback

import edge
from edge.cloud import client
from edge.cloud.approval import CloudApproval
from edge.cloud.gate import Gate
from edge.errors import NotPermitted, UsageError
from edge.extract import corrections
from edge.settings import ExtractSettings, Settings
from edge.state.database import open_state


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
