"""What the tests of grading share: a scale, judgements, and a judge that says what it is told to say."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from edge.errors import EdgeError
from edge.grade.judge import CopyCase, Replies
from edge.grade.settle import Pair
from edge.records import Judgement, MarkingScale, ScaleQuestion

SCALE: dict[str, Any] = {
    "questions": [
        {
            "id": "Q1", "text": "What is photosynthesis?", "max": 2,
            "model_answer": "Plants use light to make sugar, and release oxygen.",
            "criteria": [
                {"text": "the energy of light", "points": 1, "terms": ["light|sunlight"]},
                {"text": "both products", "points": 1, "terms": ["sugar|glucose", "oxygen"]},
            ],
        },
        {"id": "Q2", "text": "How fast does a stone fall after one second?", "max": 1,
         "model_answer": "9.81 m/s", "tolerance": 0.02},
    ]
}  # fmt: skip

COPY = "Name: Ada Byron\n\nQ1. Plants use sunlight to make glucose and oxygen.\n\nQ2. 9.8 m/s"


def judged(
    grade: float, read: str = "Plants use sunlight to make glucose and oxygen.", **more: Any
) -> Judgement:
    """A judgement that points at `COPY`."""
    given: dict[str, Any] = {"found": "yes", "confidence": 0.8, "reasoning": "r", "feedback": "f"}
    given["evidence"] = "Plants use sunlight"
    return Judgement(student_answer_read=read, grade=grade, **{**given, **more})


#: What a judge says in a phase: a judgement, None (it leaves it out), or an error to raise.
Said = Judgement | EdgeError | None
#: (phase, question id, how often it was asked so far) -> what it says.
Script = Callable[[str, str, int], Said]


class ScriptedJudge:
    """`edge.grade.judge.Judge`. `calls` are (phase, question id or "")."""

    version = "1"
    sees, eyes = 0, ""

    def __init__(self, name: str, script: Script | Mapping[str, Said]) -> None:
        self.name, self.model = name, f"{name}-model"
        self._script: Script = (
            (lambda phase, *_: script.get(phase)) if isinstance(script, Mapping) else script
        )
        self.calls: list[tuple[str, str]] = []

    def grade(self, case: CopyCase) -> Replies:
        self.calls.append(("single_pass", ""))
        given = {one.id: self._script("single_pass", one.id, 0) for one in case.scale.questions}
        if error := next((it for it in given.values() if isinstance(it, EdgeError)), None):
            raise error
        return Replies({key: it for key, it in given.items() if isinstance(it, Judgement)})

    def grade_one(self, case: CopyCase, question: ScaleQuestion) -> Replies:
        return self._say("fallback", question)

    def verify(self, case: CopyCase, question: ScaleQuestion, own: Judgement, other: Judgement) -> Replies:
        return self._say("verification", question)

    def last_word(self, case: CopyCase, question: ScaleQuestion, judge: int, history: list[Pair]) -> Replies:
        return self._say("ultimatum", question)

    def _say(self, phase: str, question: ScaleQuestion) -> Replies:
        self.calls.append((phase, question.id))
        said = self._script(phase, question.id, self.calls.count((phase, question.id)) - 1)
        if isinstance(said, EdgeError):
            raise said
        return Replies({question.id: said} if said is not None else {})


def one_question(most: float = 5) -> MarkingScale:
    """A scale of one question in steps of a half."""
    from edge.grade import scale

    return scale.read(
        {"questions": [{"id": "Q1", "text": "What is photosynthesis?", "max": most, "step": 0.5}]}
    )
