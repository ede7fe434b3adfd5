"""The contextual pass of an engine that writes: what is checked, what is logged, what is switched off."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import pytest
from fake_engine import FakeEngine

from edge.ask import blind, passes
from edge.ask.contextual import Contextual
from edge.ask.passes import PassPlan
from edge.engines.base import Written
from edge.errors import EdgeError, ModelDied, OutputCut, UsageError
from edge.records import Choice, Draft, Passage

TEXT = "The fee is 12 euros. Anna Karlsen keeps the key."
PASSAGES = [Passage(chunk=1, source="a.md", page=1, start=0, end=len(TEXT), text=TEXT)]


def _choice(start: int, end: int, probability: float) -> Choice:
    return Choice(passage=0, start=start, end=end, text=TEXT[start:end], probability=probability)


FEE, KEY = _choice(0, 20, 0.8), _choice(21, 48, 0.1)


class FakeWriter(FakeEngine):
    """Writes what it is told to; counts what it is asked for beside choosing."""

    def __init__(self, answer: str | None, again: Draft | EdgeError, gain: float | EdgeError = 1.5) -> None:
        super().__init__([Draft(choices=[FEE, KEY], none=0.1, answer=answer)])
        self.again, self.gain = again, gain
        self.asked: list[str] = []

    def blind(self, question: str) -> Written:
        self.asked.append("blind")
        if question == "endless":
            raise OutputCut("no end")
        return Written(text="Ten euros.", logprobs=[-1.0, -3.0], tokens={"prompt": 9})

    def grounds(self, draft: Draft) -> list[str]:
        return [choice.text for choice in draft.choices]

    def context_gain(self, question: str, quotes: Sequence[str], answer: str) -> float:
        self.asked.append("gain")
        return _said(self.gain)

    def reordered(self, question: str, passages: Sequence[Passage]) -> Draft:
        self.asked.append("reordered")
        return _said(self.again)


def _said(value: Any) -> Any:
    if isinstance(value, EdgeError):
        raise value
    return value


SAME = Draft(choices=[_choice(0, 20, 0.7), KEY], none=0.2)
OTHER = Draft(choices=[KEY, _choice(0, 20, 0.3)], none=0.2)


@pytest.mark.parametrize(
    ("answer", "kept"),
    [
        ("It costs 12 euros.", True),
        ("It costs 13 euros.", False),
        ("Ask Anna Karlsen.", True),
        ("Ask Bertha Karlsen.", False),
        ("Surely it costs 12 euros.", True),  # the first word of a sentence is no name
    ],
)
def test_a_written_answer_must_rest_on_the_quotes(answer: str, kept: bool) -> None:
    """An invented number or name withdraws the writing, never the quotes."""
    draft = Contextual(FakeWriter(answer, SAME), PassPlan(blind=False), 3).choose(
        "What is the fee?", PASSAGES
    )
    assert draft.answer == (answer if kept else None)
    assert ("answer_withdrawn" in draft.signals) == (not kept)
    assert draft.choices == [FEE, KEY]


def test_only_the_quotes_that_are_shown_count() -> None:
    """A name in a second quote proves nothing when one quote is shown."""
    draft = Contextual(FakeWriter("Ask Anna Karlsen.", SAME), PassPlan(), 1).choose(
        "What is the fee?", PASSAGES
    )
    assert draft.answer is None


@pytest.mark.parametrize(("again", "same", "right"), [(SAME, 1.0, 0.7), (OTHER, 0.0, 0.3)])
def test_another_order_is_logged(again: Draft, same: float, right: float) -> None:
    """Agreement is a signal; the draft itself stays that of the first reading."""
    draft = Contextual(FakeWriter(None, again), PassPlan(reordered=True), 3).choose("Fee?", PASSAGES)
    assert (draft.signals["reordered_same"], draft.signals["reordered_right"]) == (same, right)
    assert draft.choices[0] == FEE


def test_each_pass_can_be_switched_off() -> None:
    """What is off is not asked for: it would cost a prompt."""
    for chosen, asked in (
        (PassPlan(blind=True, reordered=True), ["gain", "reordered"]),
        (PassPlan(blind=True), ["gain"]),
        (PassPlan(blind=False, reordered=True), ["reordered"]),
        (PassPlan(blind=False), []),
    ):
        writer = FakeWriter("It costs 12 euros.", SAME)
        draft = Contextual(writer, chosen, 3).choose("What is the fee?", PASSAGES)
        assert writer.asked == asked
        assert draft.signals.get("context_gain") == (1.5 if chosen.blind else None)


def test_a_signal_that_fails_leaves_the_draft() -> None:
    """A worker that dies while a signal is measured costs the signal, not the answer."""
    writer = FakeWriter("It costs 12 euros.", ModelDied("gone"), ModelDied("gone"))
    draft = Contextual(writer, PassPlan(reordered=True), 3).choose("What is the fee?", PASSAGES)
    assert draft.answer == "It costs 12 euros." and draft.signals == {"signals_failed": 2.0}


def test_the_blind_pass_drafts_from_memory() -> None:
    """Its draft and log-probabilities are in the record; a cut draft is an error of this pass alone."""
    writer = Contextual(FakeWriter(None, SAME), PassPlan(), 3)
    record = blind.look("What did Anna pay in 1999?", writer)
    assert (record.draft, record.engine, record.tokens) == ("Ten euros.", "fake", {"prompt": 9})
    assert record.signals == {"draft_logprob": -2.0, "draft_least": -3.0}
    assert "1999" in record.entities
    failed = blind.look("endless", writer)
    assert (failed.error, failed.draft) == ("no end", None)


def test_an_engine_that_does_not_write_is_not_asked_to() -> None:
    """The lexical engine's blind pass stays one by rules."""
    record = blind.look("What did Anna pay?", FakeEngine([Draft()]))
    assert (record.engine, record.draft, record.error) == ("rules", None, "")


def test_plans() -> None:
    """Names in any order; an unknown name, or nothing that reads, is a usage error."""
    assert passes.read("reordered, contextual") == PassPlan(blind=False, reordered=True)
    assert passes.read("blind,contextual") == PassPlan()
    for said in ("", "blind", "blind,contextual,third"):
        with pytest.raises(UsageError):
            passes.read(said)
