"""A judgement from points that code adds up: what the judges without a model share."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field

from edge import i18n
from edge.grade import compare
from edge.grade.judge import CopyCase
from edge.grade.settle import rounded
from edge.records import Judgement, Reason, ScaleQuestion, coded

_READ = 4_000
_EVIDENCE = 600


@dataclass
class Earned:
    """What an answer earned, what for, and what it lacks; `evidence` is the run of it that says most."""

    points: float = 0.0
    reasons: list[Reason] = field(default_factory=list)
    missing: list[Reason] = field(default_factory=list)
    evidence: str = ""


#: (case, question, parsed answer, wide=...) -> what it earned.
Score = Callable[..., Earned]


def judge_by(case: CopyCase, question: ScaleQuestion, score: Score, *, wide: bool = False) -> Judgement:
    """A judgement from what `score` finds in the answer to a question. `wide`: forgive bad spelling."""
    text = case.answers.texts.get(question.id, "")
    page = (case.answers.pages or {}).get(question.id)
    location = f"page {page}" if page else ""
    if not any(one.isalnum() for one in text):
        return _nothing(location, 1.0, case.language)
    answer = compare.parse(text, case.language)
    earned = score(case, question, answer, wide=wide)
    if not case.answers.labelled and not earned.points and not earned.evidence:
        return _nothing(location, 0.5, case.language)
    grade = rounded(earned.points, question.step, question.max)
    feedback = earned.missing or earned.reasons or [Reason("grade.incomplete")]
    if grade == question.max and not earned.missing:
        feedback = [Reason("grade.all_there")]
    judgement = Judgement(
        found="yes", student_answer_read=text[:_READ], grade=grade,
        # The further from the middle, the less these few words decide.
        confidence=round(0.5 + abs(earned.points / question.max - 0.5), 3),
        evidence=earned.evidence[:_EVIDENCE], location=location,
        codes=coded(
            reasoning=_together([*earned.reasons, *earned.missing] or feedback), feedback=_together(feedback)
        ),
    )  # fmt: skip
    return i18n.rendered(judgement, case.language)


def _nothing(location: str, confidence: float, language: str) -> Judgement:
    why = Reason("grade.no_answer")
    return i18n.rendered(
        Judgement(
            found="no", student_answer_read="", grade=0.0, confidence=confidence, location=location,
            codes=coded(feedback=why, reasoning=why),
        ),
        language,
    )  # fmt: skip


def _together(reasons: list[Reason]) -> Reason:
    """Several reasons as one, in order: their sentences are parted by semicolons."""
    first, *rest = reasons
    return Reason("grade.both", {"first": first, "then": _together(rest)}) if rest else first
