"""One copy: find the answers, ask two judges, settle each question, write it all down."""

from __future__ import annotations

import hashlib
import time
from collections.abc import Sequence

import msgspec

from edge import i18n
from edge.cascade import required
from edge.cascade.calibration_labels import LabelKey
from edge.errors import UsageError
from edge.grade import answers, signals
from edge.grade.judge import CopyCase, Judge
from edge.grade.opinions import CopyOpinions
from edge.grade.settle import SettledQuestion, settle
from edge.records import (
    Confidence,
    GradeAudit,
    GradedCopy,
    GradedQuestion,
    GradeLimits,
    GradeMethod,
    Judgement,
    JudgeName,
    MarkingScale,
    Reason,
    ScaleQuestion,
    StudentCopy,
    coded,
)
from edge.settings import GradeSettings
from edge.text.tokens import fold

#: Characters of an answer that is shown as it stands.
_ANSWER = 4_000
#: Raw score by how a question was settled, before what still sets the grades apart is taken off. Set by hand:
#: until labels of your own calibrate it, it orders questions and promises nothing.
_RAW: dict[GradeMethod, float] = {
    "single_pass_consensus": 0.9,
    "per_question_fallback": 0.8,
    "stateless_verification_consensus": 0.8,
    "ultimatum_consensus": 0.7,
    "disputed": 0.3,
}


def grade(
    copy: StudentCopy, scale: MarkingScale, judges: Sequence[Judge], settings: GradeSettings
) -> GradedCopy:
    """The grades of one copy with their whole history. Raises UsageError unless there are two judges that
    are not the same.
    """
    began = time.perf_counter()
    names = [
        JudgeName(
            name=one.name, version=one.version,
            model=f"{one.model}@{one.eyes}" if copy.pictures and one.eyes else one.model,
        )
        for one in judges
    ]  # fmt: skip
    if len(names) != 2 or (names[0].name, names[0].model) == (names[1].name, names[1].model):
        raise UsageError(
            f"Two different judges are needed, not {', '.join(one.name for one in names) or 'none'}.",
            "For example: --judge gemma --judge criteria",
        )
    asked = " ".join(question.text for question in scale.questions)  # all there is beside pictures
    language = scale.language or i18n.language((copy.text.strip() or asked)[:4_000])
    case = CopyCase(copy, scale, answers.find(copy, scale), language)
    opinions = CopyOpinions(case, judges)
    limits = GradeLimits(
        threshold=settings.threshold, relative_threshold=settings.relative_threshold,
        jaccard=settings.jaccard, char_ratio=settings.char_ratio,
    )  # fmt: skip
    key = calibration_key(names, language)
    pictures = [one.sha256 for one in copy.pictures]
    graded = {
        question.id: _graded(
            question,
            settle(opinions.source(question), limits, question.max, question.step),
            names,
            limits,
            key=key,
            require=settings.require,
            answer=case.answers.texts.get(question.id, ""),
            pictures=pictures,
        )
        for question in scale.questions
    }
    left = [name for name, one in graded.items() if one.grade is None]
    partial = round(sum(one.grade for one in graded.values() if one.grade is not None), 6)
    result = GradedCopy(
        id=copy.id, student=copy.student or opinions.student, source=copy.source, language=language,
        questions={name: i18n.rendered(one, language) for name, one in graded.items()},
        total=None if left else partial, partial=partial,
        max=round(sum(question.max for question in scale.questions), 6), open=left,
        calls=opinions.calls, tokens=dict(opinions.tokens), cost_usd=opinions.cost_usd,
        ms=(time.perf_counter() - began) * 1e3,
        codes=coded(notes=[*copy.codes.get("notes", []), *_notes(case)]),
    )  # fmt: skip
    return i18n.rendered(msgspec.structs.replace(result, notes=[]), language)


def _graded(
    question: ScaleQuestion,
    settled: SettledQuestion,
    names: list[JudgeName],
    limits: GradeLimits,
    *,
    key: LabelKey,
    require: float,
    answer: str,
    pictures: Sequence[str],
) -> GradedQuestion:
    one, other = settled.pair
    spread = abs(one.grade - other.grade) / question.max if one and other else 1.0
    raw = 0.0 if settled.status == "absent" else _RAW[settled.method] * (1 - spread)
    logged = signals.of(settled, question.max)
    grade, status, suggestion = settled.grade, settled.status, settled.suggestion
    chosen = _speaker(settled)
    feedback, codes = "", coded(feedback=Reason("grade.person_decides"))
    if status == "final" and (why := required.unmet(require, key, round(raw, 4), signals=logged)):
        grade, status, suggestion = None, "uncertified", settled.grade
        codes = coded(feedback=why)
    elif status == "final" and chosen is not None:
        feedback = chosen.feedback
        codes = {"feedback": chosen.codes["feedback"]} if "feedback" in chosen.codes else {}
    audit = GradeAudit(
        method=settled.method, agreement=settled.status == "final", judges=names, opinions=settled.opinions,
        flags=settled.flags, limits=limits, max=question.max, step=question.step,
        suggestion=suggestion,
    )  # fmt: skip
    return GradedQuestion(
        grade=grade, max=question.max, status=status, method=settled.method,
        feedback=feedback, codes=codes, audit=audit,
        confidence=_confidence(round(raw, 4), names, key, logged), signals=logged,
        answer="" if any(settled.pair) else answer[:_ANSWER],
        answer_digest=_digest(answer, pictures),
    )  # fmt: skip


def _digest(answer: str, pictures: Sequence[str]) -> str:
    """Of what stands in the copy for a question, however its lines are broken."""
    return hashlib.sha256(" ".join([*answer.split(), *pictures]).encode()).hexdigest()[:12]


def _confidence(raw: float, names: list[JudgeName], key: LabelKey, logged: dict[str, float]) -> Confidence:
    """`calibrated` where the user has a calibration of exactly these judges."""
    both = f"{names[0].name} and {names[1].name}"
    return required.told(Confidence(raw=raw, source=f"{both}, not calibrated"), key, logged)


def calibration_key(names: Sequence[JudgeName], language: str) -> LabelKey:
    """What a calibration of these two judges belongs to."""
    return LabelKey(
        verb="grade", language=language, engine="+".join(one.name for one in names),
        model="+".join(one.model for one in names), version="+".join(one.version for one in names),
    )  # fmt: skip


def _speaker(settled: SettledQuestion) -> Judgement | None:
    """Whose feedback the student reads: the judge's nearer to the grade; where both are, the first's."""
    given = [one for one in settled.pair if one is not None]
    if settled.grade is None:
        return None
    grade = settled.grade
    return min(given, key=lambda one: abs(one.grade - grade), default=None)


def _notes(case: CopyCase) -> list[Reason]:
    notes = []
    if not case.answers.labelled and not case.copy.pictures:
        notes.append(Reason("grade.no_labels"))
    if case.answers.twice:
        notes.append(Reason("grade.label_twice", {"questions": list(case.answers.twice)}))
    if case.copy.answers is not None:
        known = {fold(question.id) for question in case.scale.questions}
        strange = [key for key in case.copy.answers if fold(key).strip() not in known]
        used = {text for text in case.answers.texts.values() if text}
        strange = [key for key in strange if case.copy.answers[key] not in used]
        if strange:
            notes.append(Reason("grade.unknown_answers", {"questions": [key[:40] for key in strange[:5]]}))
    return notes
