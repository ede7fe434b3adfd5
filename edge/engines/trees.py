"""Boosted regression trees as plain arrays: how sure a choice is, where a linear scorer cannot say it.

Whether a choice is right depends on signs together (an exact rare term counts otherwise for a code than for
a name); for which candidate is the best, trees gave nothing. Friedman 2001; `build/train_semantic.py` fits
them.
"""

from __future__ import annotations

from functools import cached_property
from typing import TYPE_CHECKING

import msgspec
import numpy as np

if TYPE_CHECKING:
    from numpy.typing import NDArray

    Vector = NDArray[np.float64]

#: Questions of a tree, one below the other.
_DEEPEST = 8


class BoostedTrees(msgspec.Struct, frozen=True, kw_only=True, dict=True):
    """`offset` plus one leaf of each tree. A tree is complete, `depth` questions deep ("is column c above
    t?"): `columns` and `thresholds` have its 2**depth - 1 questions, level by level, `leaves` its 2**depth
    log-odds, from the leftmost ("no" everywhere).
    """

    depth: int
    offset: float
    columns: list[list[int]]
    thresholds: list[list[float]]
    leaves: list[list[float]]

    @cached_property
    def _arrays(self) -> tuple[NDArray[np.int64], Vector, Vector]:
        return np.array(self.columns), np.array(self.thresholds), np.array(self.leaves)

    def __call__(self, row: Vector) -> float:
        """Log-odds of one row, (columns,)."""
        columns, thresholds, leaves = self._arrays
        tree = np.arange(len(columns))
        at = np.zeros(len(columns), dtype=int)
        for _ in range(self.depth):
            at = 2 * at + 1 + (row[columns[tree, at]] > thresholds[tree, at])
        return self.offset + float(leaves[tree, at - columns.shape[1]].sum())

    def fits(self, width: int) -> bool:
        """Whether every tree is complete and asks only for columns of a row of this width."""
        questions = 2**self.depth - 1 if 0 < self.depth <= _DEEPEST else 0
        asked = {len(one) for one in self.columns} | {len(one) for one in self.thresholds}
        ends = {len(one) for one in self.leaves}
        return (
            len(self.columns) == len(self.thresholds) == len(self.leaves)
            and asked == {questions}
            and ends == {questions + 1}
            and all(0 <= column < width for tree in self.columns for column in tree)
        )
