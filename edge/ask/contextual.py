"""The contextual pass of an engine that writes: choose, check what was written, and log what it hangs on.

Sources: research notes on judging, 4.2 (signals: context gain, stability under another order) and 5.2 (checks
without a model). Everything here is a signal in the trace; only a written answer that fails a check is
withdrawn, and then the quotes speak alone.
"""

from __future__ import annotations

import time
from collections.abc import Sequence

import msgspec

from edge.ask import grounding
from edge.ask.passes import PassPlan
from edge.engines.base import Writer, Written
from edge.errors import ModelError
from edge.records import Choice, Draft, Passage


class Contextual:
    """A tier's engine around one that writes. `quotes` is how many choices are shown: what a written answer
    may rest on."""

    def __init__(self, engine: Writer, plan: PassPlan, quotes: int) -> None:
        self._engine = engine
        self._plan = plan
        self._quotes = quotes
        self.name = engine.name
        self.model = engine.model
        self.budget = engine.budget

    def blind(self, question: str) -> Written:
        """The closed-book draft of the engine itself."""
        return self._engine.blind(question)

    def choose(self, question: str, passages: Sequence[Passage]) -> Draft:
        """The engine's draft, its answer checked, with the signals of the passes that are switched on.

        `context_gain`: mean log P(answer | quotes) - mean log P(answer | nothing); needs the blind pass.
        `reordered_same`: 1 when the opposite order of the passages leads to the same sentence,
        `reordered_right`: what that reading gives the sentence chosen first. A signal that fails is left
        out, and `signals_failed` counts it: the draft stands.
        """
        draft = self._engine.choose(question, passages)
        draft = grounding.withdrawn(draft, question, self._quotes)
        if draft.answer is not None and self._plan.blind:
            draft = self._with_gain(question, draft, draft.answer)
        if draft.choices and self._plan.reordered:
            draft = self._with_stability(question, passages, draft)
        return draft

    def _with_gain(self, question: str, draft: Draft, answer: str) -> Draft:
        try:
            gain = self._engine.context_gain(question, self._engine.grounds(draft), answer)
        except ModelError:
            return _failed(draft)
        return _with(draft, context_gain=gain)

    def _with_stability(self, question: str, passages: Sequence[Passage], draft: Draft) -> Draft:
        began = time.perf_counter()
        try:
            again = self._engine.reordered(question, passages)
        except ModelError:
            return _failed(draft)
        first = _place(draft.choices[0])
        found = {_place(choice): choice.probability for choice in again.choices}
        same = bool(again.choices) and _place(again.choices[0]) == first
        return _with(
            draft,
            reordered_same=float(same),
            reordered_right=found.get(first, 0.0),
            reordered_none=again.none,
            reordered_ms=(time.perf_counter() - began) * 1e3,
        )


def _place(choice: Choice) -> tuple[int, int, int]:
    return choice.passage, choice.start, choice.end


def _with(draft: Draft, **signals: float) -> Draft:
    return msgspec.structs.replace(draft, signals=draft.signals | signals)


def _failed(draft: Draft) -> Draft:
    return _with(draft, signals_failed=draft.signals.get("signals_failed", 0.0) + 1.0)
