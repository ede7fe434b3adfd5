"""Fitting the chooser: a conditional logit over candidates, two logistic heads over questions, and trees
beside the second of them where they are asked for.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Protocol

import msgspec
import numpy as np
from chooser_examples import Example
from numpy.typing import NDArray
from tree_fit import fit_trees

from edge.ask.quotes import NEAR
from edge.engines import features, second_look, semantic
from edge.engines.trees import BoostedTrees
from edge.records import Passage

Array = NDArray[np.float64]


class Signs(Protocol):
    """Columns of the candidates and of the question, and the question's row: `features`, or `semantic`."""

    CANDIDATE: tuple[str, ...]
    OVERALL: tuple[str, ...]

    def overall(
        self, measured: features.CandidateFeatures, utility: Array, passages: Sequence[Passage]
    ) -> Array: ...


@dataclass(frozen=True)
class Linear:
    names: tuple[str, ...]
    mean: Array
    scale: Array
    weights: Array
    intercept: float = 0.0

    def __call__(self, x: Array) -> Array:
        return (x - self.mean) / self.scale @ self.weights + self.intercept

    def json(self) -> dict[str, Any]:
        def rounded(values: Array) -> list[float]:
            return [float(f"{value:.5g}") for value in values]

        return {"names": list(self.names), "mean": rounded(self.mean), "scale": rounded(self.scale),
                "weights": rounded(self.weights), "intercept": float(f"{self.intercept:.6g}")}  # fmt: skip


@dataclass(frozen=True)
class Model:
    choose: Linear
    none: Linear
    right: Linear
    trees: BoostedTrees | None = None
    again: Linear | None = None

    def utility(self, measured: features.CandidateFeatures) -> Array:
        """What each candidate is worth, after a second look where there was one."""
        first = self.choose(measured.matrix)
        return first if self.again is None else self.again(semantic.again(measured, first))

    def sureness(self, row: Array) -> float:
        """As `ScorerWeights.sureness`."""
        odds = float(self.right(row))
        return _sigmoid(odds if self.trees is None else (odds + self.trees(row)) / 2)

    def json(self) -> dict[str, Any]:
        """The scorers of a weights file."""
        scorers = {"choose": self.choose.json(), "none": self.none.json(), "right": self.right.json()}
        if self.again is not None:
            scorers["again"] = self.again.json()
        return scorers if self.trees is None else scorers | {"trees": msgspec.to_builtins(self.trees)}


@dataclass(frozen=True)
class Outcome:
    """What a model did with an example: was the best right, one of three, how sure, P(none)."""

    example: Example
    best: bool
    three: bool
    raw: float
    none: float
    page: bool  # the best candidate's page holds a right candidate
    part: bool  # the best candidate stands in a document without pages


def fit(
    examples: Sequence[Example],
    ridge: float = 3.0,
    signs: Signs = features,
    quotes: int = 1,
    *,
    trees: bool = False,
) -> Model:
    """Fit all scorers on the same examples: there are a few dozen weights for thousands.

    `right` learns whether one of the `quotes` best, of those that would be shown, holds the answer. Examples
    that were looked at a second time are ranked anew by what that said.
    """
    choose, ranked = ranking(examples, ridge, signs), list[Array]()
    for example in examples:
        ranked.append(choose(example.measured.matrix))
    anew: Linear | None = None
    if all(example.measured.looks is not None for example in examples):
        tables = [semantic.again(e.measured, first) for e, first in zip(examples, ranked, strict=True)]
        anew = _ranking(examples, tables, second_look.CANDIDATE, ridge)
        ranked = [anew(table) for table in tables]
    rows, none, right = [], [], []
    for example, utility in zip(examples, ranked, strict=True):
        rows.append(signs.overall(example.measured, utility, example.passages))
        none.append(not example.labels.any())
        right.append(bool(example.labels[shown(utility, quotes)].any()))
    table = np.array(rows)
    row_mean, row_scale = _standard(table)
    standard = (table - row_mean) / row_scale
    share = np.array([e.weight for e in examples])
    heads = [
        Linear(
            signs.OVERALL, row_mean, row_scale, *_logistic(standard, np.array(target, float), share, ridge)
        )
        for target in (none, right)
    ]
    boosted = fit_trees(table, np.array(right, float), share) if trees else None
    return Model(choose, *heads, trees=boosted, again=anew)


def ranking(examples: Sequence[Example], ridge: float = 3.0, signs: Signs = features) -> Linear:
    """The scorer that ranks candidates by their own columns."""
    return _ranking(examples, [e.measured.matrix for e in examples], signs.CANDIDATE, ridge)


def _ranking(
    examples: Sequence[Example], tables: Sequence[Array], names: tuple[str, ...], ridge: float
) -> Linear:
    mean, scale = _standard(np.vstack(tables))
    usable = [
        (e, table) for e, table in zip(examples, tables, strict=True) if e.labels.any() and not e.labels.all()
    ]
    return Linear(names, mean, scale, _conditional(usable, mean, scale, ridge))


def shown(utility: Array, most: int) -> list[int]:
    """The candidates that would be quoted, best first: at most `most`, none that is far behind the best."""
    best = np.argsort(-utility, kind="stable")[:most]
    return [int(at) for at in best if np.exp(utility[at] - utility[best[0]]) >= NEAR]


def outcomes(model: Model, examples: Sequence[Example], signs: Signs = features) -> list[Outcome]:
    found = []
    for example in examples:
        utility = model.utility(example.measured)
        order = np.argsort(-utility, kind="stable")
        row = signs.overall(example.measured, utility, example.passages)
        place = [
            (example.passages[c.passage].source, example.passages[c.passage].page)
            for c in example.measured.candidates
        ]
        right_pages = {p for p, label in zip(place, example.labels, strict=True) if label}
        found.append(
            Outcome(
                example, bool(example.labels[order[0]]), bool(example.labels[order[:3]].any()),
                model.sureness(row), _sigmoid(float(model.none(row))),
                place[int(order[0])] in right_pages,
                not example.passages[example.measured.candidates[int(order[0])].passage].paged,
            )
        )  # fmt: skip
    return found


def auroc(positive: Sequence[float], negative: Sequence[float]) -> float:
    """Probability that a positive scores above a negative, ties half."""
    if not positive or not negative:
        return float("nan")
    _, inverse, counts = np.unique(np.array([*positive, *negative]), return_inverse=True, return_counts=True)
    ends = np.cumsum(counts)
    ranks = (ends - (counts - 1) / 2)[inverse]
    n, m = len(positive), len(negative)
    return float((ranks[:n].sum() - n * (n + 1) / 2) / (n * m))


def figures(found: Sequence[Outcome]) -> dict[str, float]:
    """Shares over questions whose answer was left in, AUROC over all."""
    there = [o for o in found if not o.example.gone]
    gone = [o for o in found if o.example.gone]
    right = [o.raw for o in found if o.best]
    wrong = [o.raw for o in found if not o.best]
    return {
        "questions": len(there),
        "best": round(sum(o.best for o in there) / len(there), 4),
        "one_of_3": round(sum(o.three for o in there) / len(there), 4),
        "page": round(sum(o.page for o in there) / len(there), 4),
        "auroc_right": round(auroc(right, wrong), 4),
        "auroc_gone": round(auroc([-o.none for o in there], [-o.none for o in gone]), 4),
    }


def _standard(x: Array) -> tuple[Array, Array]:
    scale = x.std(axis=0)
    scale[scale < 1e-9] = 1.0
    return x.mean(axis=0), scale


def _conditional(
    examples: Sequence[tuple[Example, Array]], mean: Array, scale: Array, ridge: float, steps: int = 25
) -> Array:
    """Maximise sum of log P(a right candidate) under a softmax over each question's candidates.

    Newton steps with the softmax part of the Hessian, halved while they do not improve: with several right
    candidates the objective is not concave.
    """
    x = np.vstack([(table - mean) / scale for _, table in examples])
    y = np.concatenate([e.labels for e, _ in examples])
    sizes = np.array([len(e.labels) for e, _ in examples])
    share = np.array([e.weight for e, _ in examples])
    starts = np.concatenate([[0], np.cumsum(sizes)[:-1]])
    of = np.repeat(np.arange(len(sizes)), sizes)

    def parts(w: Array) -> tuple[Array, Array, float]:
        u = x @ w
        top = np.maximum.reduceat(u, starts)
        e = np.exp(u - top[of])
        z = np.add.reduceat(e, starts)
        v = np.where(y, u, -np.inf)
        top_right = np.maximum.reduceat(v, starts)
        e_right = np.exp(v - top_right[of])
        z_right = np.add.reduceat(e_right, starts)
        gain = np.log(z_right) + top_right - np.log(z) - top
        return e / z[of], e_right / z_right[of], float(share @ gain - ridge / 2 * w @ w)

    w = np.zeros(x.shape[1])
    p, r, value = parts(w)
    for _ in range(steps):
        gradient = x.T @ ((r - p) * share[of]) - ridge * w
        weighted = x * p[:, None]
        means = np.add.reduceat(weighted, starts, axis=0) * np.sqrt(share)[:, None]
        hessian = x.T @ (weighted * share[of][:, None]) - means.T @ means + ridge * np.eye(len(w))
        step = np.linalg.solve(hessian, gradient)
        length = 1.0
        while length > 1e-3:
            p_next, r_next, value_next = parts(w + length * step)
            if value_next > value:
                break
            length /= 2
        else:
            break
        w, gained = w + length * step, value_next - value
        p, r, value = p_next, r_next, value_next
        if gained < 1e-3:
            break
    return w


def _logistic(x: Array, y: Array, share: Array, ridge: float, steps: int = 30) -> tuple[Array, float]:
    a = np.hstack([x, np.ones((len(x), 1))])
    w = np.zeros(a.shape[1])
    penalty = ridge * np.eye(len(w))
    penalty[-1, -1] = 1e-9

    def loss(at: Array) -> float:
        score = a @ at
        return float(share @ (np.logaddexp(0.0, score) - y * score) + at @ penalty @ at / 2)

    for _ in range(steps):
        p = 1 / (1 + np.exp(-np.clip(a @ w, -40, 40)))
        gradient = a.T @ ((y - p) * share) - penalty @ w
        step = np.linalg.solve((a * (p * (1 - p) * share)[:, None]).T @ a + penalty, gradient)
        before = loss(w)
        while loss(w + step) > before and np.abs(step).max() > 1e-6:
            step = step / 2  # a full step can overshoot where columns nearly repeat one another
        w = w + step
        if np.abs(step).max() < 1e-6:
            break
    return w[:-1], float(w[-1])


def _sigmoid(x: float) -> float:
    return float(1 / (1 + np.exp(-np.clip(x, -60, 60))))
