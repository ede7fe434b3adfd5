"""Boosted trees as arrays: every question is asked, in order, and what is no tree is refused."""

from __future__ import annotations

import json
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from edge import paths
from edge.engines import semantic
from edge.engines.trees import BoostedTrees
from edge.errors import ModelError

DEPTH = 3
_QUESTIONS = 2**DEPTH - 1
_VALUES = st.floats(-4, 4, allow_nan=False)


@st.composite
def boosted(draw: st.DrawFn, width: int = 4) -> BoostedTrees:
    count = draw(st.integers(1, 5))

    def each(of: st.SearchStrategy[object], size: int) -> list[list[object]]:
        return [draw(st.lists(of, min_size=size, max_size=size)) for _ in range(count)]

    return BoostedTrees(
        depth=DEPTH, offset=draw(_VALUES), columns=each(st.integers(0, width - 1), _QUESTIONS),
        thresholds=each(_VALUES, _QUESTIONS), leaves=each(_VALUES, 2**DEPTH),
    )  # type: ignore[arg-type] # fmt: skip


def walked(trees: BoostedTrees, row: list[float]) -> float:
    """One tree after the other, one question after the other."""
    told = trees.offset
    for columns, thresholds, leaves in zip(trees.columns, trees.thresholds, trees.leaves, strict=True):
        begin, end, at = 0, len(leaves), 0
        while end - begin > 1:
            half = (begin + end) // 2
            above = row[columns[at]] > thresholds[at]
            begin, end = (half, end) if above else (begin, half)
            at = 2 * at + (2 if above else 1)
        told += leaves[begin]
    return told


@given(boosted(), st.lists(_VALUES, min_size=4, max_size=4))
def test_trees_add_up_to_the_leaves_that_a_walk_reaches(trees: BoostedTrees, row: list[float]) -> None:
    """All trees at once give what each gives when it is walked down by itself; a value at its threshold is
    not above it."""
    assert trees(np.array(row)) == pytest.approx(walked(trees, row), abs=1e-9)
    assert trees.fits(4)


@given(boosted(), st.integers(0, 3))
def test_trees_of_other_columns_are_refused(trees: BoostedTrees, width: int) -> None:
    """A row too narrow for a column that is asked for is never read past its end."""
    assert trees.fits(width) == (max(max(tree) for tree in trees.columns) < width)


def test_the_mean_of_line_and_trees_says_how_sure(tmp_path: Path) -> None:
    """With trees the log-odds of both count alike; without them those of the line alone, as before."""
    weights = semantic.load_weights()
    assert weights.trees is not None
    row = np.zeros(len(semantic.OVERALL))
    both = (float(weights.right(row)) + weights.trees(row)) / 2
    assert weights.sureness(row) == pytest.approx(1 / (1 + np.exp(-both)))
    told = json.loads(paths.asset("semantic.json").read_text(encoding="utf-8"))
    del told["trees"]
    path = tmp_path / "semantic.json"
    path.write_text(json.dumps(told), encoding="utf-8")
    alone = semantic.load_weights(path)
    assert alone.sureness(row) == pytest.approx(alone.right.probability(row))


@pytest.mark.parametrize(
    ("part", "value"),
    [("columns", [[0] * 6]), ("leaves", [[0.0] * 7]), ("leaves", []), ("columns", [[-1] * 7]), ("depth", 40)],
)
def test_damaged_trees_are_told(tmp_path: Path, part: str, value: object) -> None:
    """A weights file whose trees are not complete is refused with the command that makes a new one."""
    told = json.loads(paths.asset("semantic.json").read_text(encoding="utf-8"))
    told["trees"] = {"depth": 3, "offset": 0.0, "columns": [[0] * 7], "thresholds": [[0.0] * 7],
                     "leaves": [[0.0] * 8]} | {part: value}  # fmt: skip
    path = tmp_path / "semantic.json"
    path.write_text(json.dumps(told), encoding="utf-8")
    with pytest.raises(ModelError, match="trees") as error:
        semantic.load_weights(path)
    assert "train_semantic" in error.value.hint
