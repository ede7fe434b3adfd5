"""The two judges without weights, over a scale and a copy made in a test."""

from __future__ import annotations

from typing import Any

from edge.grade import pipeline, scale, student_copy
from edge.grade.criteria import CriteriaJudge
from edge.grade.similar import SimilarityJudge
from edge.records import GradedCopy, GradedQuestion
from edge.settings import GradeSettings


def graded(value: dict[str, Any], text: str) -> GradedCopy:
    by = scale.read(value)
    pair = [CriteriaJudge(by), SimilarityJudge(by)]
    return pipeline.grade(student_copy.of_text(text, name="copy"), by, pair, GradeSettings())


def one(answer: str, model: str, text: str = "What is it?", **more: Any) -> GradedQuestion:
    """A question of two points, and one answer."""
    question = {"id": "Q1", "text": text, "max": 2, "model_answer": model, **more}
    return graded({"questions": [question]}, f"Q1: {answer}").questions["Q1"]
