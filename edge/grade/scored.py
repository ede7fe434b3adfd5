"""A judgement from points that code adds up: what the judges without a model share."""

from __future__ import annotations

from collections.abc import Iterable

from edge import i18n
from edge.grade import beyond_words, untold, wrong_answer
from edge.grade.earned import Earned, Score
from edge.grade.judge import CopyCase, Replies
from edge.grade.parsed_text import ParsedText, parse, parse_answer
from edge.grade.reference import parsed_reference
from edge.grade.settle import rounded
from edge.grade.two_things import tells_one_alone
from edge.records import Judgement, Reason, ScaleQuestion, coded

_READ = 4_000
_EVIDENCE = 600


def replies(
    case: CopyCase, questions: Iterable[ScaleQuestion], score: Score, *, wide: bool = False
) -> Replies:
    """What a judge says of some questions; missing are those that words do not tell."""
    given = {one.id: judge_by(case, one, score, wide=wide) for one in questions}
    return Replies(
        {name: one for name, one in given.items() if isinstance(one, Judgement)},
        {name: i18n.render(one, case.language) for name, one in given.items() if isinstance(one, Reason)},
    )


def judge_by(
    case: CopyCase, question: ScaleQuestion, score: Score, *, wide: bool = False
) -> Judgement | Reason:
    """A judgement from what `score` finds in the answer to a question, or why words do not tell. `wide`:
    forgive bad spelling.
    """
    if question.id in case.answers.unsure:
        return Reason("grade.label_unsure")
    text = case.answers.texts.get(question.id, "")
    page = (case.answers.pages or {}).get(question.id)
    location = f"page {page}" if page else ""
    if beyond_words.says_nothing(text):
        return _nothing(location, case.language)
    expected = parsed_reference(question, case.language)
    answer = parse_answer(text, case.language, expected)
    earned = _found(case, question, expected, answer, score, wide=wide)
    if isinstance(earned, Reason):
        return earned
    grade = rounded(earned.points, question.step, question.max)
    if not grade and not case.answers.labelled:
        return Reason("grade.label_unsure")
    feedback = earned.missing or earned.reasons or [Reason("grade.incomplete")]
    if grade == question.max and not earned.missing:
        feedback = [Reason("grade.all_there")]
    judgement = Judgement(
        found="yes", student_answer_read=text[:_READ], grade=grade,
        # The further from the middle, the less these few words decide.
        confidence=round(0.5 + abs(earned.points / question.max - 0.5), 3),
        evidence=(earned.evidence or (text.strip() if earned.points else ""))[:_EVIDENCE], location=location,
        codes=coded(
            reasoning=_together([*earned.reasons, *earned.missing] or feedback), feedback=_together(feedback)
        ),
    )  # fmt: skip
    return i18n.rendered(judgement, case.language)


def _found(
    case: CopyCase, question: ScaleQuestion, expected: ParsedText, answer: ParsedText, score: Score,
    *, wide: bool,
) -> Earned | Reason:  # fmt: skip
    """What an answer earned; the reason where words do not tell whether it is right."""
    asked = parse(question.text, case.language)
    if wrong := wrong_answer.wrong(question, expected, asked, answer):
        return wrong
    earned: Earned = score(case, question, answer, wide=wide)
    if not question.criteria and tells_one_alone(expected.text, asked.text, answer.text):
        earned.points = min(earned.points, question.max / 2)
    return untold.why(case, question, expected, answer, earned) or earned


def _nothing(location: str, language: str) -> Judgement:
    why = Reason("grade.no_answer")
    return i18n.rendered(
        Judgement(
            found="no", student_answer_read="", grade=0.0, confidence=1.0, location=location,
            codes=coded(feedback=why, reasoning=why),
        ),
        language,
    )  # fmt: skip


def _together(reasons: list[Reason]) -> Reason:
    """Several reasons as one, in order: their sentences are parted by semicolons."""
    first, *rest = reasons
    return Reason("grade.both", {"first": first, "then": _together(rest)}) if rest else first
