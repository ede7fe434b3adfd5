"""A question that this device is not sure of goes to Sonnet, on a loopback server; the quote is verbatim."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from loopback import Loopback

import edge
from edge import paths
from edge.cloud.approval import CloudApproval
from edge.records import Answer
from edge.settings import CloudSettings, Settings

QUESTION = "Who should be told about a boiler emergency?"
QUOTE = "When the whistle blows, close the valve at once and call Mrs Tamsin."


@pytest.fixture(autouse=True)
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    monkeypatch.setenv("EDGE_HOME", str(tmp_path / "home"))
    monkeypatch.setenv("EDGE_TEST_KEY", "sk-test-78")
    paths.home.cache_clear()
    yield tmp_path / "home"
    paths.home.cache_clear()


def chosen(body: dict[str, Any]) -> dict[str, Any]:
    """The label of the line that says it, as a model that reads well would reply."""
    lines = body["messages"][0]["content"][0]["text"].split("\n")
    labels = [line.partition(". ")[0] for line in lines if line.endswith(QUOTE)]
    return {"labels": labels, "none": not labels, "answer": "Mrs Tamsin.", "sure": "high"}


def nothing(body: dict[str, Any]) -> dict[str, Any]:
    return {"labels": [], "none": True, "answer": "", "sure": "high"}


def asked(server: Loopback, knowledge: Path, home: Path, approval: CloudApproval | None) -> Answer:
    cloud = CloudSettings(mode="auto", base_url=server.url, key="EDGE_TEST_KEY", seconds=20.0, day_usd=5.0)
    with edge.open(knowledge, home / "state.db", Settings(cloud=cloud), approval=approval) as opened:
        return opened.ask(QUESTION, engine="lexical")


def test_a_question_goes_to_sonnet(small_knowledge: Path, home: Path) -> None:
    """Sonnet names a label; the citation is our own copy of the page, with a source that never left."""
    with Loopback("right", value=chosen) as server:
        answer = asked(server, small_knowledge, home, CloudApproval(allowed=True))
    assert (answer.abstained, answer.escalation.used) == (False, "sonnet")
    assert [(one.source, one.quote) for one in answer.citations] == [("boiler manual.md", QUOTE)]
    assert answer.answer == "Mrs Tamsin."
    assert answer.passes[-1].engine == "claude" and answer.passes[-1].cost_usd > 0
    (request,) = server.requests
    text = json.loads(request.body)["messages"][0]["content"][0]["text"]
    assert QUESTION in text
    for kept in ("boiler manual.md", "règlement", "notes.txt", str(small_knowledge.parent)):
        assert kept not in request.body.decode()


def test_not_in_the_passages_is_an_abstention(small_knowledge: Path, home: Path) -> None:
    """A model that finds nothing is believed: edge says that it is not in the documents."""
    with Loopback("right", value=nothing) as server:
        answer = asked(server, small_knowledge, home, CloudApproval(allowed=True))
    assert (answer.abstained, answer.answer) == (True, None)
    assert json.loads(server.requests[0].body)["model"] == "claude-sonnet-5-5"


def test_without_a_yes_the_question_stays(small_knowledge: Path, home: Path) -> None:
    """No yes for this run and no standing consent: nothing is sent, and the answer says what it wanted."""
    with Loopback("right", value=chosen) as server:
        answer = asked(server, small_knowledge, home, None)
    assert server.connections == 0
    assert answer.abstained
    assert answer.escalation.used is None and answer.escalation.wanted == "sonnet"
