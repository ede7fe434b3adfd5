"""The judges of one copy, asked as the phases need them: each call timed by nobody, counted, and held to what
a judgement may be. A judge that fails costs its own opinion, never the other's.
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Callable, Sequence

import msgspec

from edge.cascade import verification
from edge.errors import EdgeError, NotPermitted
from edge.grade.judge import CopyCase, Judge, Replies
from edge.grade.settle import Pair
from edge.records import Judgement, JudgePhase, Opinion, Reason, ScaleQuestion, coded
from edge.text.tokens import fold


class CopyOpinions:
    """What two judges say of one copy. `calls`: requests made of each."""

    def __init__(self, case: CopyCase, judges: Sequence[Judge]) -> None:
        self._case = case
        self._judges = judges
        self._first: list[Replies | Reason | None] = [None, None]
        self._closed: list[Reason | None] = [None, None]
        self._text = verification.folded(case.copy.text)
        self.calls = [0, 0]
        self.tokens: Counter[str] = Counter()
        self.cost_usd = 0.0

    @property
    def student(self) -> str:
        """The name that both judges read on pictures of pages; "" unless they read the same."""
        read = [one.student for one in self._first if isinstance(one, Replies)]
        return read[0] if len(read) == 2 and read[0] and fold(read[0]) == fold(read[1]) else ""

    def source(self, question: ScaleQuestion) -> Callable[[JudgePhase, int, list[Pair]], Opinion]:
        """What `settle` asks about one question."""

        def ask(phase: JudgePhase, judge: int, history: list[Pair]) -> Opinion:
            replies = self._asked(phase, judge, history, question)
            if isinstance(replies, Reason):
                return Opinion(judge=judge, phase=phase, codes=coded(absent=replies))
            given = replies.judgements.get(question.id)
            if given is None:
                why = replies.missing.get(question.id)
                reason = Reason("verbatim", {"text": why}) if why else Reason("grade.not_in_reply")
                return Opinion(judge=judge, phase=phase, codes=coded(absent=reason))
            if wrong := unusable(given, question):
                return Opinion(judge=judge, phase=phase, codes=coded(absent=wrong))
            changed = bool(history) and not self._supported(given, history[-1][judge])
            return Opinion(judge=judge, phase=phase, judgement=given, unsupported=changed)

        return ask

    def _asked(
        self, phase: JudgePhase, judge: int, history: list[Pair], question: ScaleQuestion
    ) -> Replies | Reason:
        engine, case = self._judges[judge], self._case
        if phase == "single_pass":
            if self._first[judge] is None:
                self._first[judge] = self._call(judge, lambda: engine.grade(case))
            first = self._first[judge]
            assert first is not None
            return first
        if phase == "fallback":
            return self._call(judge, lambda: engine.grade_one(case, question))
        if phase == "verification":
            own, other = history[-1][judge], history[-1][1 - judge]
            return self._call(judge, lambda: engine.verify(case, question, own, other))
        return self._call(judge, lambda: engine.last_word(case, question, judge, history))

    def _call(self, judge: int, call: Callable[[], Replies]) -> Replies | Reason:
        if closed := self._closed[judge]:
            return closed
        self.calls[judge] += 1
        try:
            replies = call()
        except EdgeError as error:
            self.cost_usd += error.cost_usd
            reason = Reason("verbatim", {"text": error.message})
            if isinstance(error, NotPermitted):  # a person's no is not asked for again with every question
                self._closed[judge] = reason
            return reason
        self.tokens.update(replies.tokens)
        self.cost_usd += replies.cost_usd
        return replies

    def _supported(self, now: Judgement, before: Judgement) -> bool:
        """Whether a change of grade points at the copy. Nothing can be pointed at where nothing is found. Of
        pages that are pictures nobody has the text: there it must point into what it read, by itself and
        anew, before it saw the other judgement.
        """
        if now.grade == before.grade or now.found != "yes":
            return True
        text = self._text
        if self._case.copy.pictures:
            text += "\n" + verification.folded(now.student_answer_read)
        return verification.points_into(now.evidence, text)


def unusable(given: Judgement, question: ScaleQuestion) -> Reason | None:
    """Why a judgement counts as absent, whoever made it; None when it can be used."""
    if not math.isfinite(given.grade) or not 0 <= given.grade <= question.max + 1e-9:
        return Reason("grade.out_of_range", {"grade": str(given.grade)[:20], "max": question.max})
    if given.found != "yes" and given.grade > 0:
        return Reason("grade.points_for_nothing", {"grade": given.grade})
    return None


def bounded(given: Judgement) -> Judgement:
    """A judge's words within what an audit keeps."""
    return msgspec.structs.replace(
        given,
        student_answer_read=given.student_answer_read[:4_000], reasoning=given.reasoning[:2_000],
        feedback=given.feedback[:2_000], evidence=given.evidence[:600], location=given.location[:200],
    )  # fmt: skip
