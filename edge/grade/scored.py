"""A judgement from points that code adds up: what the judges without a model share."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass, field

from edge import i18n
from edge.grade import beyond_words, compare
from edge.grade.compare import ParsedText
from edge.grade.judge import CopyCase, Replies
from edge.grade.reference import reference
from edge.grade.settle import rounded
from edge.records import Judgement, Reason, ScaleQuestion, coded

_READ = 4_000
_EVIDENCE = 600
#: The share of the points below which what was not read may be the answer: of a scale that says by which
#: words a point is earned, and of a model answer, whose words are only counted.
_LITTLE, _LITTLE_OF_WORDS = 0.5, 0.75


@dataclass
class Earned:
    """What an answer earned, what for, and what it lacks; `evidence` is the run of it that says most.
    `wrong`: it says what is not so, another number or the opposite; `read`: its meaning was compared, not
    words alone.
    """

    points: float = 0.0
    wrong: bool = False
    read: bool = False
    reasons: list[Reason] = field(default_factory=list)
    missing: list[Reason] = field(default_factory=list)
    evidence: str = ""


#: (case, question, parsed answer, wide=...) -> what it earned.
Score = Callable[..., Earned]


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
    answer = compare.parse(text, case.language)
    earned = _found(case, question, answer, score, wide=wide)
    if earned is None:
        return Reason("grade.other_words")
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
        evidence=earned.evidence[:_EVIDENCE], location=location,
        codes=coded(
            reasoning=_together([*earned.reasons, *earned.missing] or feedback), feedback=_together(feedback)
        ),
    )  # fmt: skip
    return i18n.rendered(judgement, case.language)


def _found(
    case: CopyCase, question: ScaleQuestion, answer: ParsedText, score: Score, *, wide: bool
) -> Earned | None:
    """What an answer earned; None where words do not tell whether it is right."""
    expected = compare.parse(reference(question), case.language)
    asked = compare.parse(question.text, case.language)
    if beyond_words.repeats(asked.text, answer.text, expected.text):
        return Earned(missing=[Reason("grade.repeats_question")], evidence=answer.text)
    earned: Earned = score(case, question, answer, wide=wide)
    said, meant = beyond_words.verdict(answer.text), beyond_words.verdict(expected.text)
    turned = compare.turned_round(expected, answer) if not question.criteria else None
    if turned is None and said is not None and meant is not None and said != meant:
        turned = answer.clauses[0]
    if turned is not None:
        opposite = Reason("grade.says_opposite", {"clause": turned.text})
        return Earned(missing=[opposite], wrong=True, evidence=turned.text)
    if not question.criteria and beyond_words.another_form(expected, asked, answer):
        return None
    least = _LITTLE if question.criteria else _LITTLE_OF_WORDS
    if earned.wrong or earned.read or earned.points >= least * question.max:
        return earned
    agrees = meant is not None and said == meant
    return None if agrees or beyond_words.says_more(case, question, answer) else earned


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
