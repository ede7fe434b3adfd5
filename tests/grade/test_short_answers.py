"""The judges without weights on 100 short answers of our own, graded by hand (`datasets/grading`)."""

from __future__ import annotations

import json
from typing import Any

import msgspec
import numpy as np
from places import ROOT

from edge.config import GradeSettings
from edge.grade import copies, pipeline, scale
from edge.grade.criteria import CriteriaJudge
from edge.grade.similar import SimilarityJudge

FOLDER = ROOT / "datasets" / "grading"
STEP, LEVELS = 0.5, 5


def weighted_kappa(pairs: list[tuple[float, float]]) -> float:
    """Quadratic weighted kappa of grades 0 to 2 in halves (Cohen 1968)."""
    seen = np.zeros((LEVELS, LEVELS))
    for one, other in pairs:
        seen[round(one / STEP), round(other / STEP)] += 1
    at = np.arange(LEVELS)
    weights = (at[:, None] - at[None, :]) ** 2
    chance = np.outer(seen.sum(1), seen.sum(0)) / seen.sum()
    return float(1 - (weights * seen).sum() / (weights * chance).sum())


def test_two_judges_that_agree_are_better_than_each() -> None:
    """Figures of 2026-11 with room below (bench/LOG.md): criteria 0.80, what both settle 0.77, each on
    the same answers 0.75. The set is small, easy and was looked at while the judges were written.
    """
    by = scale.read(FOLDER / "scale.toml")
    questions: dict[str, Any] = {one.id: msgspec.to_builtins(one) for one in by.questions}
    rows = [json.loads(line) for line in (FOLDER / "answers.jsonl").read_text("utf-8").splitlines()]
    assert len(rows) == 100
    alone: tuple[list[tuple[float, float]], ...] = ([], [])
    settled, wrong = [], 0
    for row in rows:
        single = scale.read({"step": STEP, "questions": [questions[row["question"]]]})
        judges = [CriteriaJudge(single), SimilarityJudge(single)]
        copy = copies.of_json({"answers": {row["question"]: row["text"]}}, name=row["id"])
        made = pipeline.grade(copy, single, judges, GradeSettings()).questions[row["question"]]
        if made.grade is None:
            continue
        settled.append((row["gold"], made.grade))
        wrong += abs(made.grade - row["gold"]) > 1
        for judge in (0, 1):
            first = next(it for it in made.audit.opinions if it.judge == judge and it.judgement)
            assert first.judgement is not None
            alone[judge].append((row["gold"], first.judgement.grade))
    assert len(settled) >= 70
    assert weighted_kappa(settled) >= max(0.7, *map(weighted_kappa, alone))
    assert wrong <= 0.1 * len(settled)
