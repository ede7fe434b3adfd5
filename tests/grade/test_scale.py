"""Marking scales: both formats, and every contradiction with its question."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from scripted_judge import SCALE

from edge.errors import ScaleError
from edge.grade import scale
from edge.grade.settle import rounded

TOML = """
title = "Quiz"
step = 0.5
[[questions]]
id = "Q1"
text = "Why?"
max = 2
criteria = [{ text = "a", points = 1.5, terms = ["x|y"] }, { text = "b", points = 0.5 }]
"""


def test_toml_and_json_say_the_same(tmp_path: Path) -> None:
    """One form in two notations."""
    (tmp_path / "s.toml").write_text(TOML, encoding="utf-8")
    read = scale.read(tmp_path / "s.toml")
    value = {
        "title": "Quiz", "step": 0.5,
        "questions": [
            {"id": "Q1", "text": "Why?", "max": 2, "criteria": [
                {"text": "a", "points": 1.5, "terms": ["x|y"]}, {"text": "b", "points": 0.5}]}
        ],
    }  # fmt: skip
    (tmp_path / "s.json").write_text("\ufeff" + json.dumps(value), encoding="utf-8")
    assert (
        scale.read(tmp_path / "s.json") == read == scale.read(value) == scale.read(str(tmp_path / "s.toml"))
    )
    assert read.questions[0].step == 0.5


def change(**changes: Any) -> dict[str, Any]:
    question = {**SCALE["questions"][0], **changes}
    return {"questions": [question, SCALE["questions"][1]]}


@pytest.mark.parametrize(
    ("value", "why"),
    [
        ({"questions": []}, "0 questions"),
        ({"questions": [{"id": "Q1", "text": "x", "max": 1}, {"id": "q1 ", "text": "y", "max": 1}]},
         "two questions with the id 'q1 '"),
        ({"questions": [{"id": "Q1", "text": "x", "max": 1}, {"id": "Ex 1", "text": "y", "max": 1}]},
         "both of which are '1' to students"),
        (change(id=" "), "the id ' '"),
        (change(max=0), "the maximum is 0"),
        (change(max=float("inf")), "the maximum is inf"),
        (change(max=float("nan")), "the maximum is nan"),
        (change(max=-3), "the maximum is -3"),
        (change(max=3), "add up to 2 points, the maximum is 3"),
        (change(step=0.3), "steps of 0.3 never reach"),
        (change(step=-1), "steps of -1 never reach"),
        (change(tolerance=1.5), "tolerance is 1.5"),
        (change(text="", criteria=[], model_answer=""), "nothing to grade by"),
        (change(criteria=[{"text": "", "points": 2}]), "says nothing"),
        (change(criteria=[{"text": "a", "points": 2, "terms": ["|"]}]), "'|' is empty"),
        (change(criteria=[{"text": "a", "points": 2, "terms": ["Light"], "without": ["light"]}]),
         "both asked for and excluded"),
        (change(criteria=[{"text": "a", "points": 2, "numbers": ["about three"]}]), "is not one number"),
        (change(criteria=[{"text": "a", "points": -1}, {"text": "b", "points": 3}]), "-1 points"),
        (change(maximum=2), "maximum"),
        ({"questions": "many"}, "cannot be used"),
        ({"questions": [{"id": "Q1", "text": "x", "max": 1}], "language": "de"}, "language 'de'"),
    ],
)  # fmt: skip
def test_a_scale_that_contradicts_itself_is_refused(value: dict[str, Any], why: str) -> None:
    """The error names the question and what is wrong with it."""
    with pytest.raises(ScaleError, match=why.replace("|", r"\|").replace("(", r"\(")):
        scale.read(value)


@pytest.mark.parametrize("content", [b"", b"\xff\xfe", b"questions = 3", b"{", b"[" * 100_000, b"\x00"])
@pytest.mark.parametrize("name", ["s.toml", "s.json"])
def test_a_file_that_is_no_scale_is_an_error(tmp_path: Path, name: str, content: bytes) -> None:
    """Whatever is in the file, the answer is an error that names it."""
    (tmp_path / name).write_bytes(content)
    with pytest.raises(ScaleError, match=name.replace(".", r"\.")):
        scale.read(tmp_path / name)
    with pytest.raises(ScaleError, match="cannot be read"):
        scale.read(tmp_path / "none.toml")


@given(st.floats(0, 100), st.sampled_from([0.1, 0.25, 0.5, 1.0]), st.integers(1, 20))
def test_a_rounded_grade_is_a_step_within_the_range(grade: float, step: float, most: int) -> None:
    """Never outside 0 and the maximum, never further than half a step from a grade inside."""
    made = rounded(grade, step, float(most))
    assert 0 <= made <= most
    assert abs(made / step - round(made / step)) < 1e-6
    assert abs(made - min(grade, most)) <= step / 2 + 1e-6
