"""A language model as a judge: Gemma behind its worker, Claude behind the gate. Each call is a fresh one."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from edge.engines.base import Completer, SeeingCompleter
from edge.engines.gemma.engine import INSTRUCTIONS
from edge.errors import ModelError, PromptTooLong
from edge.grade import analysis, form, prompt
from edge.grade.judge import CopyCase, Replies
from edge.grade.settle import Pair
from edge.records import GradeLimits, Judgement, PagePicture, ScaleQuestion
from edge.text.tokens import CHARS_PER_TOKEN

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

    @property
    def sees(self) -> int:
        return self._completer.sees if isinstance(self._completer, SeeingCompleter) else 0

    @property
    def eyes(self) -> str:
        return self._completer.eyes if isinstance(self._completer, SeeingCompleter) else ""

    def grade(self, case: CopyCase) -> Replies:
        """Raises PromptTooLong where the whole copy does not fit: then each question is asked for alone."""
        keyed = {f"q{number}": question for number, question in enumerate(case.scale.questions, 1)}
        unnamed = _unnamed(case)
        text = prompt.single(prompt.pages(case.copy), keyed, case.language, name=unnamed)
        self._check(text, case.copy.pictures)
        return self._replies(case, text, form.whole(keyed, name=unnamed), keyed)

    def grade_one(self, case: CopyCase, question: ScaleQuestion) -> Replies:
        keyed = {_ONE: question}
        text = prompt.single(self._shown(case, question), keyed, case.language)
        if case.copy.pictures:  # of text there is only the answer now: the engine says when that is too long
            self._check(text, case.copy.pictures)
        return self._replies(case, text, form.whole(keyed), keyed)

    def verify(self, case: CopyCase, question: ScaleQuestion, own: Judgement, other: Judgement) -> Replies:
        """Both are shown in an order that says nothing of whose they are: the lower grade first."""
        first, second = sorted((own, other), key=lambda one: (one.grade, one.reasoning))
        pair = (first, second)
        flags = analysis.flags(*pair, question.max, self._limits, "single_pass")
        shown = self._shown(case, question)
        return self._one(case, question, prompt.verify(shown, question, pair, flags, case.language))

    def last_word(self, case: CopyCase, question: ScaleQuestion, judge: int, history: list[Pair]) -> Replies:
        shown = self._shown(case, question)
        return self._one(case, question, prompt.ultimatum(shown, question, history, case.language))

    def _shown(self, case: CopyCase, question: ScaleQuestion) -> str:
        """The whole copy where there is room for it, else what is labelled as the answer."""
        whole = prompt.pages(case.copy)
        if case.copy.pictures or len(whole) <= self._completer.chars // 2:
            return whole
        part = case.answers.texts.get(question.id, "")
        return part if part.strip() else whole

    def _one(self, case: CopyCase, question: ScaleQuestion, text: str) -> Replies:
        self._check(text, case.copy.pictures)
        keyed = {_ONE: question}
        return self._replies(case, text, form.whole(keyed), keyed)

    def _check(self, text: str, pictures: Sequence[PagePicture]) -> None:
        """Raises PromptTooLong before anything is computed, and before a picture is looked at."""
        room = self._completer.chars
        if pictures and isinstance(self._completer, SeeingCompleter):
            each = self._completer.picture_chars
            if (needed := len(text) + len(pictures) * each) > room:
                # An open question shows the message alone, so the next step stands in it.
                fit = max(0, room - len(text)) // each
                raise PromptTooLong(
                    f"{self.model} has room for {fit} parts of pages beside this scale, and the copy has "
                    f"{len(pictures)}: EDGE_GEMMA_WINDOW={_window(needed)} holds them",
                    "Or split the copy.",
                )
        elif len(text) > room:
            raise PromptTooLong(
                f"{self.model} reads {room} characters at once; this copy with its scale has {len(text)}.",
                "Give it a larger window: EDGE_GEMMA_WINDOW=8192",
            )

    def _replies(
        self, case: CopyCase, text: str, schema: Mapping[str, Any], keyed: Mapping[str, ScaleQuestion]
    ) -> Replies:
        pictures = case.copy.pictures
        told = prompt.instructions()
        if not pictures:
            completed = self._completer.complete(text, schema, instructions=told)
        elif isinstance(self._completer, SeeingCompleter):
            completed = self._completer.complete(text, schema, instructions=told, pictures=pictures)
        else:
            raise ModelError(f"{self.model} reads text alone, and this copy has pictures of pages.")
        good, bad = form.judgements(completed.value, keyed)
        student = form.name_of(completed.value) if _unnamed(case) else ""
        return Replies(good, bad, completed.tokens, completed.cost_usd, student)


def _unnamed(case: CopyCase) -> bool:
    """Whether the student's name may stand on a picture, where only judges can read it."""
    return bool(case.copy.pictures) and not case.copy.student


def _window(chars: int) -> int:
    """The window, in whole thousands (1,024), of which a Gemma reads so many characters at once."""
    tokens = 2 * (chars // CHARS_PER_TOKEN + 1 + INSTRUCTIONS)
    return -(-tokens // 1_024) * 1_024
