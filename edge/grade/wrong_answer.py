"""Answers that earn nothing, whatever their words: the question again, the opposite, two things that changed
places, another date.
"""

from __future__ import annotations

from edge.grade import compare
from edge.grade.beyond_words import repeats
from edge.grade.date_figures import Day
from edge.grade.earned import Earned
from edge.grade.parsed_text import ParsedText
from edge.grade.two_things import exchanged
from edge.grade.yes_or_no import verdict
from edge.records import Reason, ScaleQuestion


def wrong(
    question: ScaleQuestion, expected: ParsedText, asked: ParsedText, answer: ParsedText
) -> Earned | None:
    """What such an answer earned, with why; None for any other."""
    if repeats(asked, answer, expected):
        return Earned(missing=[Reason("grade.repeats_question")], evidence=answer.text)
    if clause := _opposite(question, expected, asked, answer):
        return Earned(
            missing=[Reason("grade.says_opposite", {"clause": clause})], wrong=True, evidence=clause
        )
    if question.criteria or not compare.other_date(expected, answer) or not asks_for_date(expected, asked):
        return None
    reason = Reason(
        "grade.number_wrong", {"expected": _figures(expected.dates[0]), "said": _figures(answer.dates[0])}
    )
    return Earned(missing=[reason], wrong=True)


def asks_for_date(expected: ParsedText, asked: ParsedText) -> bool:
    """Whether a date is all that a model answer says beside the question."""
    return len(expected.stems - asked.stems) <= len(expected.dates)  # the name of the month


def _opposite(question: ScaleQuestion, expected: ParsedText, asked: ParsedText, answer: ParsedText) -> str:
    """The clause that says the opposite of all that is expected; "" where none does."""
    said, meant = verdict(answer.text, short=True), verdict(expected.text)
    if said is not None and meant is not None and said != meant:
        return answer.clauses[0].text
    if question.criteria:
        return ""
    turned = compare.turned_round(expected, answer)
    return turned.text if turned else exchanged(expected.text, asked.text, answer.text)


def _figures(date: Day) -> str:
    day, month, year = date
    return f"{day}/{month}/{year}"
