"""Fitting the trees that say with a linear scorer how sure a choice is: scikit-learn's gradient boosting
(Friedman 2001), as the plain arrays of `edge.engines.trees`. Only training needs it: pip install scikit-learn
"""

from __future__ import annotations

from typing import Any

import msgspec
import numpy as np
from numpy.typing import NDArray

from edge.engines.trees import BoostedTrees

DEPTH = 3
#: Runs of other seeds, whose mean is taken: rows and columns are drawn for each tree.
SEEDS = 3
#: A threshold that nothing is above.
_NEVER = 1e30

Array = NDArray[np.float64]


def fit_trees(rows: Array, right: Array, share: Array) -> BoostedTrees:
    """Trees over rows (n, columns) for what is right (n,), each row counted by its share (n,)."""
    from sklearn.ensemble import GradientBoostingClassifier

    made = BoostedTrees(depth=DEPTH, offset=0.0, columns=[], thresholds=[], leaves=[])
    offset = 0.0
    for seed in range(SEEDS):
        fitted = GradientBoostingClassifier(
            max_depth=DEPTH, learning_rate=0.06, n_estimators=150, subsample=0.7, min_samples_leaf=25,
            max_features=0.4, random_state=seed,
        ).fit(rows, right > 0, sample_weight=share)  # fmt: skip
        told = 0.0
        for estimator in fitted.estimators_[:, 0]:
            columns, thresholds, leaves = _complete(estimator.tree_, fitted.learning_rate)
            told += BoostedTrees(
                depth=DEPTH, offset=0.0, columns=[columns], thresholds=[thresholds], leaves=[leaves]
            )(rows[0])
            made.columns.append(columns)
            made.thresholds.append(thresholds)
            made.leaves.append([float(f"{leaf / SEEDS:.4g}") for leaf in leaves])
        offset += (float(fitted.decision_function(rows[:1])[0]) - told) / SEEDS
    return msgspec.structs.replace(made, offset=float(f"{offset:.6g}"))


def _complete(tree: Any, rate: float) -> tuple[list[int], list[float], list[float]]:
    """The questions, level by level, and the leaves of a tree: what ends early is asked what nothing is."""
    columns, thresholds, nodes = list[int](), list[float](), [0]
    for _ in range(DEPTH):
        below = []
        for node in nodes:
            left, right = int(tree.children_left[node]), int(tree.children_right[node])
            ends = left < 0
            columns.append(0 if ends else int(tree.feature[node]))
            thresholds.append(_NEVER if ends else float(f"{tree.threshold[node]:.6g}"))
            below += [node, node] if ends else [left, right]
        nodes = below
    return columns, thresholds, [rate * float(tree.value[node].ravel()[0]) for node in nodes]
