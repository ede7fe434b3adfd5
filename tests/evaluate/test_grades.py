"""Grades against people's: kappa by its definition, labels, and what is required is obeyed."""

from __future__ import annotations

import json
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from places import ROOT

from edge import paths
from edge.cli import main
from edge.errors import UsageError
from edge.evaluate import grades

GRADES = st.sampled_from([0.0, 0.25, 0.5, 0.75, 1.0])


@given(st.lists(st.tuples(GRADES, GRADES), min_size=1, max_size=40))
def test_kappa_is_that_of_the_table(pairs: list[tuple[float, float]]) -> None:
    """The closed form is Cohen's weighted kappa over a table of five grades."""
    seen = np.zeros((5, 5))
    for one, other in pairs:
        seen[round(4 * one), round(4 * other)] += 1
    at = np.arange(5)
    weights = (at[:, None] - at[None, :]) ** 2
    chance = (weights * np.outer(seen.sum(1), seen.sum(0)) / seen.sum()).sum()
    made = grades.weighted_kappa(pairs)
    if chance < 1e-9:
        assert made is None
    else:
        assert made == pytest.approx(1 - (weights * seen).sum() / chance, abs=1e-9)


@pytest.mark.parametrize(
    "line",
    [b"{", b"[]", b'{"id": "a", "question": "Q1"}', b'{"id": 1, "question": "Q1", "grade": 1}', b"\xff"],
)
def test_a_grade_that_is_none_is_named(line: bytes) -> None:
    """By its line; so is one that is given twice."""
    good = b'{"id": "a", "question": "Q1", "grade": 1}'
    with pytest.raises(UsageError, match="Line 2"):
        grades.read([good, line])
    with pytest.raises(UsageError, match="second time"):
        grades.read([good, good])


def test_a_record_of_decisions_is_read_as_it_stands() -> None:
    """Its lines have a time: the latest of an answer counts, and what was taken back does not."""
    one = b'{"id": "a", "question": "%s", "grade": %s, "max": 2, "at": "2026-11-28T12:00:00+00:00"}'
    lines = [one % (b"Q1", b"1"), one % (b"Q2", b"2"), one % (b"Q1", b"1.5"), one % (b"Q2", b"null")]
    assert grades.read(lines) == {("a", "Q1"): 1.5}
    with pytest.raises(UsageError, match="Line 1 has no grade"):
        grades.read([b'{"id": "a", "question": "Q1", "grade": null}'])


def test_from_grades_to_a_threshold(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """The whole way on 100 answers of our own: graded, compared with a person, labelled, calibrated; what is
    required is then obeyed, and an open question has no grade. Better agreement where both judges agree than
    either has alone there (bench/LOG.md has the figures; the set is small, and was looked at).
    """
    monkeypatch.setenv("EDGE_HOME", str(tmp_path / "home"))
    paths.home.cache_clear()
    data = ROOT / "datasets" / "grading"
    rows = [json.loads(line) for line in (data / "answers.jsonl").read_text("utf-8").splitlines()]
    copies: dict[str, dict[str, str]] = {}
    truth = []
    for row in rows:
        number = row["id"].split("-")[1]
        copies.setdefault(number, {})[row["question"]] = row["text"]
        truth.append({"id": number, "question": row["question"], "grade": row["gold"]})
    truth.append({"id": "nobody", "question": "Q1", "grade": 1})  # of no copy: told, and not counted
    lines = [{"id": number, "student": number, "answers": answers} for number, answers in copies.items()]
    (tmp_path / "c.jsonl").write_text("\n".join(map(json.dumps, lines)), encoding="utf-8")
    (tmp_path / "t.jsonl").write_text("\n".join(map(json.dumps, truth)), encoding="utf-8")
    scale, out, labels = str(data / "scale.toml"), str(tmp_path / "out"), str(tmp_path / "labels.jsonl")
    grade = ["grade", str(tmp_path / "c.jsonl"), "--scale", scale]

    def run(*arguments: str) -> dict[str, object]:
        capsys.readouterr()
        assert main([*arguments, "--json"]) == 0
        return json.loads(capsys.readouterr().out)  # type: ignore[no-any-return]

    run(*grade, "--out", out)
    report = run("eval", "grades", out, str(tmp_path / "t.jsonl"), "--labels", labels)
    settled, one, other = report["agreements"][:3]  # type: ignore[index]
    assert report["answers"] == 100 and settled["answers"] >= 70
    assert report["unmatched"] == ["nobody Q1"]
    assert settled["kappa"]["value"] >= max(0.7, one["kappa"]["value"], other["kappa"]["value"])
    made = run("calibrate", labels, "--alpha", "0.5")
    assert sum(it["labels"] for it in made["reports"]) == settled["answers"]  # type: ignore[index, attr-defined]
    graded = [it for copy in run(*grade)["results"] for it in copy["questions"].values()]  # type: ignore[attr-defined, index]
    fitted = [it for it in made["reports"] if it["calibration"] is not None]  # type: ignore[attr-defined]
    assert any(it["confidence"]["calibrated"] is not None for it in graded) == bool(fitted)
    held = run(*grade, "--require", "0.99")
    questions = [it for copy in held["results"] for it in copy["questions"].values()]  # type: ignore[attr-defined, index]
    assert {it["status"] for it in questions} <= {"uncertified", "disputed", "absent"}
    assert all(it["grade"] is None for it in questions)
    paths.home.cache_clear()
