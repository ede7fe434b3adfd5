"""A score out of the signals of a pass: a small logistic regression, standardised and held back (L2).

Few weights for few labels: at least ten wrong and ten right items for each, twelve at most; those signals
that order right above wrong best by themselves come first. A signal that a pass does not have counts as its
mean. Design: research notes on confidence, 4.3 (features logged for every pass; fitted on other items than
the probability and the threshold).
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence

from edge.cascade.calibrate import logistic, logit
from edge.cascade.reliability import auroc
from edge.records import Record

MOST = 12
#: Right items, and wrong ones, for each weight.
EACH = 10
#: Strength of the L2 penalty on standardised weights.
RIDGE = 1.0
_STEPS = 50

#: Signals by name, and whether the pass was right.
Rows = Sequence[tuple[Mapping[str, float], bool]]


class SignalScore(Record, frozen=True, kw_only=True):
    """`logistic(intercept + sum(weights * (signal - mean) / scale))`."""

    names: list[str]
    mean: list[float]
    scale: list[float]
    weights: list[float]
    intercept: float

    def of(self, signals: Mapping[str, float]) -> float:
        """The score of one pass, 0 to 1. It orders; it is no probability yet."""
        total = self.intercept
        for name, mean, scale, weight in zip(self.names, self.mean, self.scale, self.weights, strict=True):
            value = signals.get(name, mean)
            total += weight * ((value if math.isfinite(value) else mean) - mean) / scale
        return logistic(total)


def with_raw(raw: float, signals: Mapping[str, float]) -> dict[str, float]:
    """The signals of a pass with its own score among them."""
    return {**signals, "raw": logit(min(max(raw, 1e-3), 1 - 1e-3))}


def fit(rows: Rows) -> SignalScore | None:
    """The score of these items; None where there are too few right or wrong ones for a single weight."""
    import numpy as np

    right = sum(ok for _, ok in rows)
    most = min(MOST, right // EACH, (len(rows) - right) // EACH)
    names = _best(rows, most) if most else []
    if not names:
        return None
    means = {name: _mean([row[name] for row, _ in rows if name in row]) for name in names}
    x = np.array([[row.get(name, means[name]) for name in names] for row, _ in rows], dtype=np.float64)
    y = np.array([ok for _, ok in rows], dtype=np.float64)
    mean, scale = x.mean(axis=0), x.std(axis=0)
    standard = np.column_stack([(x - mean) / scale, np.ones(len(x))])
    penalty = RIDGE * np.eye(len(names) + 1)
    penalty[-1, -1] = 1e-9
    weights = np.zeros(len(names) + 1)
    for _ in range(_STEPS):
        p = 1 / (1 + np.exp(-np.clip(standard @ weights, -30, 30)))
        gradient = standard.T @ (p - y) + penalty @ weights
        hessian = (standard * (p * (1 - p))[:, None]).T @ standard + penalty
        step = np.linalg.solve(hessian, gradient)
        weights -= step
        if float(np.abs(step).max()) < 1e-9:
            break
    return SignalScore(
        names=names, mean=[float(v) for v in mean], scale=[float(v) for v in scale],
        weights=[float(v) for v in weights[:-1]], intercept=float(weights[-1]),
    )  # fmt: skip


def _best(rows: Rows, most: int) -> list[str]:
    """The signals that most passes have and that say most by themselves, in the order of their names."""
    ranked = []
    for name in sorted({name for row, _ in rows for name in row}):
        values = [(row[name], ok) for row, ok in rows if name in row and math.isfinite(row[name])]
        if 2 * len(values) < len(rows) or max(values)[0] - min(values)[0] < 1e-9:
            continue
        ranked.append((-abs((auroc(values) or 0.5) - 0.5), name))
    return sorted(name for _, name in sorted(ranked)[:most])


def _mean(values: Sequence[float]) -> float:
    finite = [one for one in values if math.isfinite(one)]
    return math.fsum(finite) / len(finite)
