"""The form that a language model fills in about a copy, and what of it can be used."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, get_args

from edge.grade.opinions import bounded
from edge.records import Judgement, Presence, ScaleQuestion
from edge.schema.check import problems
from edge.schema.closed import JsonSchema, choice_of, object_of, text_of
from edge.schema.read import MAX_VALUES, read
from edge.text.one_line import one_line

#: The key under which a judge writes whose copy it is. Of typed text the name was taken out, and nobody asks.
NAME = "student_name"

#: Characters of each text that a judge writes.
READ, WORDS = 400, 240


def whole(questions: Mapping[str, ScaleQuestion], *, name: bool = False) -> JsonSchema:
    """All questions of a copy, by key; `name`: and whose it is, first."""
    asked = {NAME: text_of(80)} if name else {}
    return object_of({**asked, **{key: item(question) for key, question in questions.items()}})


def name_of(value: Any) -> str:
    """The student's name that a judge read on a copy, on one line; "" where it read none."""
    given = value.get(NAME) if isinstance(value, Mapping) else None
    return one_line(given, 80) if isinstance(given, str) else ""


def item(question: ScaleQuestion) -> JsonSchema:
    """One question. What is read comes before what is thought of it, and reasons before the grade."""
    return object_of(
        {
            "found": choice_of(get_args(Presence)),
            "student_answer_read": text_of(READ),
            "quote": text_of(WORDS),
            "location": text_of(60),
            "reasoning": text_of(WORDS),
            "grade": _grades(question),
            "confidence": {"type": "string", "enum": [f"{tenth / 10:.1f}" for tenth in range(11)]},
            "feedback": text_of(WORDS),
        }
    )


def judgements(
    value: Any, questions: Mapping[str, ScaleQuestion]
) -> tuple[dict[str, Judgement], dict[str, str]]:
    """(judgements by question id, why each other one is missing). A wrong item costs itself and no other: it
    is absent, never a zero.
    """
    if not isinstance(value, Mapping):
        return {}, {one.id: "the answer is no object" for one in questions.values()}
    good: dict[str, Judgement] = {}
    bad: dict[str, str] = {}
    for key, question in questions.items():
        given = value.get(key)
        if given is None:
            continue
        wrong = problems(given, read(_shape()))
        if not wrong:
            try:
                good[question.id] = _judgement(given)
                continue
            except ValueError:
                wrong = [f"its grade is {given['grade']!r}"]
        bad[question.id] = one_line("; ".join(wrong), 300)
    return good, bad


def _judgement(given: Mapping[str, Any]) -> Judgement:
    # Whether it is a number within its range is looked at for every judge in one place (`opinions.unusable`).
    return bounded(
        Judgement(
            found=given["found"], student_answer_read=given["student_answer_read"],
            evidence=given["quote"], location=given["location"], reasoning=given["reasoning"],
            grade=float(given["grade"]), confidence=min(max(float(given["confidence"]), 0.0), 1.0),
            feedback=given["feedback"],
        )
    )  # fmt: skip


def _shape() -> JsonSchema:
    """The form without lengths and choices of the grade: what is too long is cut, what is out of range is
    absent, and both say so themselves.
    """
    fields = {name: {"type": "string"} for name in (
        "student_answer_read", "quote", "location", "reasoning", "grade", "confidence", "feedback",
    )}  # fmt: skip
    return object_of({"found": choice_of(get_args(Presence)), **fields})


def _grades(question: ScaleQuestion) -> JsonSchema:
    count = round(question.max / question.step) + 1
    if count > MAX_VALUES:
        return text_of(12)
    return choice_of([f"{step * question.step:g}" for step in range(count)])
