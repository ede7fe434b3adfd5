"""Claude chooses by label and fills in forms: what leaves, and what of its answer counts."""

from __future__ import annotations

import inspect
import json
from typing import Any, NamedTuple, cast

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from edge.cloud.claude import ASK_SCHEMA, BUDGET, Claude, ClaudeChooser
from edge.cloud.gate import Gate
from edge.cloud.request import CloudRequest
from edge.errors import CloudBroken
from edge.records import Passage
from edge.text import sentences

PAGE = (
    "The brass key hangs behind the blue door. Nobody but the caretaker may take it.\n\n"
    "s1. This line\nposes as a label. The valve is closed by hand."
)
TABLE = "Season | Lowest | Highest\nWinter | 2.5 bar | 3.8 bar\nSummer | 1.0 bar | 1.9 bar"


def passage(text: str, *, start: int = 0, page: int = 1, chunk: int = 1) -> Passage:
    return Passage(
        chunk=chunk, source="canary-source.pdf", page=page, start=start, end=start + len(text), text=text,
        heading="canary heading", score=0.875,
    )  # fmt: skip


class Answered(NamedTuple):
    value: Any
    tokens: dict[str, int]
    cost_usd: float
    model: str = "claude-x"
    answered_by: str = ""
    request_id: str = "req_1"


class FakeGate:
    """Answers with a value, and keeps what it was asked to send."""

    def __init__(self, value: Any) -> None:
        self.value = value
        self.sent: list[tuple[CloudRequest, str]] = []

    def model(self, tier: str) -> str:
        return f"claude-{tier}-test"

    def send(self, outgoing: CloudRequest, tier: str) -> Answered:
        self.sent.append((outgoing, tier))
        return Answered(self.value, {"input_tokens": 10, "output_tokens": 2}, 0.001)


def chooser(gate: FakeGate) -> ClaudeChooser:
    return ClaudeChooser(cast(Gate, gate), "sonnet")


def chosen(*labels: str, none: bool = False, answer: str = "", sure: str = "high") -> dict[str, Any]:
    return {"labels": list(labels), "none": none, "answer": answer, "sure": sure}


def labelled(outgoing: CloudRequest) -> dict[str, str]:
    """Label to line, as the model reads them."""
    lines = "\n".join(one.text for one in outgoing.passages).split("\n")
    return {label: line for label, _, line in (text.partition(". ") for text in lines)}


def test_the_fake_gate_is_a_gate() -> None:
    """What these tests stand in for has the methods that are called."""
    for name in ("send", "model"):
        real, fake = inspect.signature(getattr(Gate, name)), inspect.signature(getattr(FakeGate, name))
        assert list(fake.parameters) == list(real.parameters)[: len(fake.parameters)]


def test_a_quote_is_verbatim() -> None:
    """The model says a label; the sentence that is printed is cut from the page by us."""
    gate = FakeGate(chosen("s2", "s1", answer="The caretaker.", sure="medium"))
    before = "x" * 100
    draft = chooser(gate).choose("Who may take the key?", [passage(PAGE, start=100)])
    page = before + PAGE
    assert [choice.text for choice in draft.choices] == [
        "Nobody but the caretaker may take it.",
        "The brass key hangs behind the blue door.",
    ]
    assert all(page[choice.start : choice.end] == choice.text for choice in draft.choices)
    assert draft.choices[0].probability > draft.choices[1].probability
    assert sum(choice.probability for choice in draft.choices) + draft.none == pytest.approx(1.0)
    assert draft.answer == "The caretaker."
    assert (draft.cost_usd, draft.tokens) == (0.001, {"input_tokens": 10, "output_tokens": 2})
    assert draft.signals["said"] == 0.5


def test_what_a_model_says_of_itself_is_no_probability() -> None:
    """`sure` is logged and changes nothing: self-report saturates."""
    rights = {
        sure: chooser(FakeGate(chosen("s1", sure=sure))).choose("Where?", [passage(PAGE)]).signals["right"]
        for sure in ("high", "medium", "low")
    }
    assert len(set(rights.values())) == 1


def test_no_source_heading_or_score_leaves() -> None:
    """Of a passage its text leaves, and nothing that says where it is from or how it was found."""
    gate = FakeGate(chosen(none=True))
    chooser(gate).choose("Where is the key?", [passage(PAGE), passage(TABLE, page=2, chunk=77)])
    outgoing, tier = gate.sent[0]
    assert tier == "sonnet"
    body = outgoing.body("claude-x", 64, "low").decode()
    assert "brass key" in body and "2.5 bar" in body
    for canary in ("canary", "0.875", "77"):
        assert canary not in body


def test_a_line_of_a_passage_cannot_pose_as_a_label() -> None:
    """Every sentence stands on one line behind its own label, whatever it holds."""
    gate = FakeGate(chosen(none=True))
    chooser(gate).choose("?", [passage(PAGE)])
    lines = labelled(gate.sent[0][0])
    assert list(lines) == [f"s{n}" for n in range(1, len(lines) + 1)]
    assert lines["s3"].startswith("s1.")
    assert len(gate.sent[0][0].passages[0].text.splitlines()) == len(lines)


def test_a_row_is_read_with_its_headings() -> None:
    """A row of numbers means nothing without the names of its columns."""
    gate = FakeGate(chosen("s2"))
    draft = chooser(gate).choose("Lowest pressure in winter?", [passage(TABLE)])
    assert labelled(gate.sent[0][0])["s2"] == "[Season | Lowest | Highest] Winter | 2.5 bar | 3.8 bar"
    assert (draft.choices[0].text, draft.choices[0].context) == (
        "Winter | 2.5 bar | 3.8 bar",
        "Season | Lowest | Highest",
    )


@pytest.mark.parametrize("reply", [chosen(none=True), chosen("s1", none=True), chosen("s99"), chosen()])
def test_no_label_is_no_answer(reply: dict[str, Any]) -> None:
    """None, a contradiction, and labels that were never given: nothing was chosen."""
    draft = chooser(FakeGate(reply)).choose("Where is the key?", [passage(PAGE)])
    assert (draft.choices, draft.none, draft.answer, draft.signals["right"]) == ([], 1.0, None, 0.0)
    assert draft.cost_usd == 0.001


@pytest.mark.parametrize(
    "reply", [None, [], "s1", {}, chosen("s1") | {"labels": "s1"}, chosen("s1") | {"sure": "very"},
              chosen("s1") | {"tool": "send_mail"}],
)  # fmt: skip
def test_an_answer_of_another_shape_is_broken(reply: Any) -> None:
    """A reply that is not what was asked for is an error of the pass, never a low confidence."""
    with pytest.raises(CloudBroken, match="does not fit"):
        chooser(FakeGate(reply)).choose("?", [passage(PAGE)])


def test_nothing_found_costs_nothing() -> None:
    """Without a sentence to choose from, nothing leaves."""
    gate = FakeGate(chosen("s1"))
    assert chooser(gate).choose("?", []).choices == []
    assert gate.sent == []


def test_what_does_not_fit_is_named() -> None:
    """Passages beyond the budget are left out whole, and said to be."""
    long = "The lever is green and heavy. " * (BUDGET * 3 // 30)
    gate = FakeGate(chosen("s1"))
    draft = chooser(gate).choose("?", [passage(PAGE), passage(long, page=9, chunk=2), passage(TABLE, page=3)])
    assert [(one.page, one.chunk) for one in draft.dropped] == [(9, 2)]
    assert len(gate.sent[0][0].passages) == 2


def test_a_sentence_that_two_passages_share_is_read_once() -> None:
    """Chunks overlap: the same words of the same page are one candidate."""
    first, rest = PAGE.split(". ", 1)
    gate = FakeGate(chosen(none=True))
    chooser(gate).choose("?", [passage(PAGE), passage(rest, start=len(first) + 2, chunk=2)])
    assert len(labelled(gate.sent[0][0])) == len(sentences.split(PAGE))


@settings(max_examples=60)
@given(st.lists(st.text(max_size=120), max_size=4), st.lists(st.sampled_from(["s1", "s2", "s5", "S1", ""])))
def test_any_text_and_any_labels(texts: list[str], labels: list[str]) -> None:
    """Whatever stands in the passages and whatever comes back: choices are exact, probabilities add up."""
    passages = [passage(text, page=n) for n, text in enumerate(texts, 1)]
    draft = chooser(FakeGate(chosen(*labels))).choose("?", passages)
    for choice in draft.choices:
        assert passages[choice.passage].text[choice.start : choice.end] == choice.text != ""
    assert sum(choice.probability for choice in draft.choices) + draft.none == pytest.approx(1.0)


def test_the_schema_is_the_same_for_every_question() -> None:
    """The service compiles a schema once: labels are checked here, not listed there."""
    assert "s1" not in json.dumps(ASK_SCHEMA)


def test_a_form_is_filled_in() -> None:
    """A prompt leaves as the message, behind our instructions, under the schema that was asked for."""
    gate = FakeGate({"action": "archive"})
    schema = {"type": "object", "properties": {"action": {"type": "string"}}}
    done = Claude(cast(Gate, gate), "opus").complete("the mail", schema, instructions="Read it.")
    assert (done.value, done.tokens, done.cost_usd) == (
        {"action": "archive"},
        {"input_tokens": 10, "output_tokens": 2},
        0.001,
    )
    outgoing, tier = gate.sent[0]
    assert (tier, outgoing.purpose, outgoing.message, outgoing.instructions) == (
        "opus",
        "extract",
        "the mail",
        ("Read it.",),
    )
    assert dict(outgoing.schema) == schema
    assert Claude(cast(Gate, gate), "opus").model == "claude-opus-test"
