"""A text is read once, however many criteria, judges and phases ask for it."""

from __future__ import annotations

import re
from collections import Counter
from typing import Any

import pytest

from edge.grade import parsed_text, pipeline, scale, student_copy
from edge.grade.compare import lacking
from edge.grade.criteria import CriteriaJudge
from edge.grade.similar import SimilarityJudge
from edge.records import GradedCopy, MarkingScale
from edge.settings import GradeSettings

SCALE = {
    "questions": [
        {"id": "Q1", "text": "What is the kinetic energy of the lorry?", "max": 3, "step": 0.5,
         "model_answer": "E = 1/2 m v^2, so it is two thirds of 1200 kJ on 28 June 1914.",
         "criteria": [
             {"text": "the formula", "points": 1, "terms": ["1/2 m v^2|half the mass", "speed|velocity"]},
             {"text": "the number", "points": 1, "numbers": ["800 kJ"]},
             {"text": "it grows with the square", "points": 1}]},
        {"id": "Q2", "text": "When did it begin?", "max": 1, "model_answer": "On 28 June 1914."},
    ]
}  # fmt: skip


def _grade(by: MarkingScale, word: str) -> GradedCopy:
    answers = {"Q1": f"1/2mv2 of the {word} is 700 kJ, never less", "Q2": f"28/06/14, the {word} said"}
    copy = student_copy.of_json({"id": "a", "student": "x", "answers": answers}, name="x")
    return pipeline.grade(copy, by, [CriteriaJudge(by), SimilarityJudge(by)], GradeSettings())


def test_an_answer_is_parsed_once_and_a_scale_never_again(monkeypatch: pytest.MonkeyPatch) -> None:
    """Numbers, dates and fractions of an answer are looked for once; of the scale, with the first copy."""
    by = scale.read(SCALE)
    _grade(by, "blorry")
    parsed: Counter[str] = Counter()
    find = parsed_text.find_measures

    def counted(text: str, language: str) -> list[Any]:
        parsed[text] += 1
        return find(text, language)

    monkeypatch.setattr(parsed_text, "find_measures", counted)
    _grade(by, "glorry")
    assert len(parsed) == 2
    assert set(parsed.values()) == {1}
    assert all("glorry" in text for text in parsed)


def test_no_pattern_is_made_for_an_answer(monkeypatch: pytest.MonkeyPatch) -> None:
    """Patterns belong to the scale: they are compiled with the first copy at the latest."""
    by = scale.read(SCALE)
    _grade(by, "flurry")

    def refused(*_: object) -> None:
        raise AssertionError("a pattern is compiled for an answer")

    monkeypatch.setattr(re, "compile", refused)
    assert set(_grade(by, "slurry").questions) == {"Q1", "Q2"}


def test_what_lacks_is_what_is_wanted_and_not_there() -> None:
    """Badly written words count as there only where bad spelling is forgiven."""
    wanted, there = frozenset({"oxygen", "light"}), frozenset({"oxigen", "light"})
    assert lacking(wanted, there) == {"oxygen"}
    assert lacking(wanted, there, wide=True) == frozenset()
