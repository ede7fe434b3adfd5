"""A hard question takes the same way as a hard message: the tiers, the gate, and what is told of both."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from hard_case import APPROVAL, MESSAGE, answers, lines, settings
from loopback import Loopback

import edge


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
