"""Why words do not tell what an answer is worth, whatever they earned: for the person who looks at it."""

from __future__ import annotations

from edge.grade import another_answer, beyond_words, working
from edge.grade.compare import other_date
from edge.grade.earned import Earned
from edge.grade.judge import CopyCase
from edge.grade.parsed_text import ParsedText, parse
from edge.grade.yes_or_no import verdict
from edge.records import Reason, ScaleQuestion

#: The share of the points below which what was not read may be the answer: of a scale that says by which
#: words a point is earned, and of a model answer, whose words are only counted.
_LITTLE, _LITTLE_OF_WORDS = 0.5, 0.75


def why(
    case: CopyCase, question: ScaleQuestion, expected: ParsedText, answer: ParsedText, earned: Earned
) -> Reason | None:
    """The reason; None where the points stand."""
    asked = parse(question.text, case.language)
    if another_answer.offers_another(expected, asked, answer):
        return Reason("grade.several_offered")
    if not question.criteria and another_answer.another_form(expected, asked, answer):
        return Reason("grade.other_words")
    if earned.points >= question.max or earned.read:
        return None
    if not question.criteria and other_date(expected, answer):
        return Reason("grade.date_other")
    if case.foreign or _another_name(case, question, expected, answer, earned):
        return Reason("grade.other_words")
    least = (_LITTLE if question.criteria else _LITTLE_OF_WORDS) * question.max
    return _of_little(case, question, expected, answer, earned) if earned.points < least else None


def _another_name(
    case: CopyCase, question: ScaleQuestion, expected: ParsedText, answer: ParsedText, earned: Earned
) -> bool:
    """Whether a part of a name stands beside words that are none of it: a first name that others bear too."""
    partly = not question.criteria and earned.points > 0
    return (
        partly and beyond_words.is_name(expected.text) and beyond_words.own_words(case, question, answer) > 0
    )


def _of_little(
    case: CopyCase, question: ScaleQuestion, expected: ParsedText, answer: ParsedText, earned: Earned
) -> Reason | None:
    """Of an answer that earned next to nothing."""
    if earned.wrong:
        worked = not question.criteria and working.shared(expected.text, answer.text)
        return Reason("grade.working_right") if worked else None
    said, meant = verdict(answer.text, short=True), verdict(expected.text)
    if meant is not None and said == meant:
        # "False." alone is worth what the scale says it is.
        alone = named_by_terms(question) and len(answer.text.split()) == 1
        return None if alone else Reason("grade.other_words")
    return Reason("grade.other_words") if beyond_words.says_more(case, question, answer) else None


def named_by_terms(question: ScaleQuestion) -> bool:
    """Whether a scale says of each of its points by which words or numbers it is earned."""
    return bool(question.criteria) and all(one.terms or one.numbers for one in question.criteria)
