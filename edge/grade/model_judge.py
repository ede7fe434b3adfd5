"""A language model as a judge: Gemma behind its worker, Claude behind the gate. Each call is a fresh one."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from edge.engines.base import Completer
from edge.errors import PromptTooLong
from edge.grade import analysis, form, prompt
from edge.grade.judge import CopyCase, Replies
from edge.grade.settle import Pair
from edge.records import GradeLimits, Judgement, ScaleQuestion

#: The key of the only question in a form for one.
_ONE = "answer"


class ModelJudge:
    """`edge.grade.judge.Judge` by a `Completer`. `limits` say in what two judgements differ."""

    def __init__(self, completer: Completer, limits: GradeLimits | None = None) -> None:
        self._completer = completer
        self._limits = limits or GradeLimits()

    @property
    def name(self) -> str:
        return self._completer.name

    @property
    def model(self) -> str:
        return self._completer.model

    @property
    def version(self) -> str:
        return prompt.version()

    def grade(self, case: CopyCase) -> Replies:
        """Raises PromptTooLong where the whole copy does not fit: then each question is asked for alone."""
        keyed = {f"q{number}": question for number, question in enumerate(case.scale.questions, 1)}
        text = prompt.single(case.copy.text, keyed, case.language)
        self._check(text)
        return self._replies(text, form.whole(keyed), keyed)

    def grade_one(self, case: CopyCase, question: ScaleQuestion) -> Replies:
        keyed = {_ONE: question}
        text = prompt.single(self._shown(case, question), keyed, case.language)
        return self._replies(text, form.whole(keyed), keyed)

    def verify(self, case: CopyCase, question: ScaleQuestion, own: Judgement, other: Judgement) -> Replies:
        """Both are shown in an order that says nothing of whose they are: the lower grade first."""
        first, second = sorted((own, other), key=lambda one: (one.grade, one.reasoning))
        pair = (first, second)
        flags = analysis.flags(*pair, question.max, self._limits, "single_pass")
        shown = self._shown(case, question)
        return self._one(question, prompt.verify(shown, question, pair, flags, case.language))

    def last_word(self, case: CopyCase, question: ScaleQuestion, judge: int, history: list[Pair]) -> Replies:
        shown = self._shown(case, question)
        return self._one(question, prompt.ultimatum(shown, question, history, case.language))

    def _shown(self, case: CopyCase, question: ScaleQuestion) -> str:
        """The whole copy where there is room for it, else what is labelled as the answer."""
        whole = case.copy.text
        if len(whole) <= self._completer.chars // 2:
            return whole
        part = case.answers.texts.get(question.id, "")
        return part if part.strip() else whole

    def _one(self, question: ScaleQuestion, text: str) -> Replies:
        self._check(text)
        keyed = {_ONE: question}
        return self._replies(text, form.whole(keyed), keyed)

    def _check(self, text: str) -> None:
        if len(text) > self._completer.chars:
            raise PromptTooLong(
                f"{self.model} reads {self._completer.chars} characters at once; this copy with its scale has"
                f" {len(text)}.",
                "Give it a larger window: EDGE_GEMMA_WINDOW=8192",
            )

    def _replies(self, text: str, schema: Mapping[str, Any], keyed: Mapping[str, ScaleQuestion]) -> Replies:
        completed = self._completer.complete(text, schema, instructions=prompt.instructions())
        good, bad = form.judgements(completed.value, keyed)
        return Replies(good, bad, completed.tokens, completed.cost_usd)
