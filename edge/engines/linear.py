"""Scorers with their provenance: three linear ones make a choosing engine's weights, with trees or not."""

from __future__ import annotations

import hashlib
from collections.abc import Mapping
from pathlib import Path
from typing import TYPE_CHECKING

import msgspec
import numpy as np

from edge.engines.trees import BoostedTrees
from edge.errors import ModelError

if TYPE_CHECKING:
    from numpy.typing import NDArray

    Vector = NDArray[np.float64]


class Linear(msgspec.Struct, frozen=True, kw_only=True):
    """`intercept + sum(weights * (x - mean) / scale)` over named columns."""

    names: tuple[str, ...]
    mean: list[float]
    scale: list[float]
    weights: list[float]
    intercept: float = 0.0

    def __call__(self, x: Vector) -> Vector:
        """Scores of rows (n, columns) -> (n,), or of one row -> ()."""
        slope = np.array(self.weights) / np.array(self.scale)
        score: Vector = x @ slope + (self.intercept - float(np.dot(slope, self.mean)))
        return score

    def probability(self, row: Vector) -> float:
        """The logistic of the score of one row."""
        return _logistic(float(self(row)))


def _logistic(odds: float) -> float:
    return float(1.0 / (1.0 + np.exp(-np.clip(odds, -60.0, 60.0))))


def shares(utility: Vector, none: float) -> Vector:
    """Probabilities of candidates (n,) from their utilities: with `none` they sum to 1."""
    share: Vector = np.exp(utility - utility.max())
    share *= (1.0 - none) / share.sum()
    return share


class Judged(msgspec.Struct, frozen=True, kw_only=True):
    """What a judge of the best sentence adds to the sureness, all of it log-odds: `intercept + own * sureness
    + sum(signals * judge's)`.
    """

    own: float
    signals: dict[str, float]
    intercept: float

    def sureness(self, before: float, judged: Mapping[str, float]) -> float:
        """P(right) out of the one before, (0, 1), and the signals of the judge. Raises ModelError where the
        judge lacks one: a head that was fitted away.
        """
        if missing := self.signals.keys() - judged.keys():
            raise ModelError(
                f"The sentence chooser weighs {', '.join(sorted(missing))}, which no head says.",
                "Fit it again: python build/calibrate_shown.py",
            )
        bounded = min(max(before, 1e-9), 1.0 - 1e-9)
        odds = self.own * float(np.log(bounded / (1.0 - bounded))) + self.intercept
        return _logistic(odds + sum(weight * judged[name] for name, weight in self.signals.items()))


class ScorerWeights(msgspec.Struct, frozen=True, kw_only=True):
    """A weights file: `choose` ranks the candidates, `again` anew after a second look where there is one;
    `none` and `right` judge the question as a whole, the latter with `trees` where there are some.

    `network` is the sha256 of the model they were fitted with, if any; `judged` what a judge of the best
    sentence adds, by the kind of its document (pages, parts); `sha` the file's own, filled when it is read.
    """

    schema: int
    choose: Linear
    none: Linear
    right: Linear
    trees: BoostedTrees | None = None
    again: Linear | None = None
    provenance: dict[str, object]
    network: str = ""
    judged: dict[str, Judged] = {}
    sha: str = ""

    def sureness(self, row: Vector) -> float:
        """P(one of the quotes that are shown is right): of the mean log-odds of the linear scorer and the
        trees.
        """
        odds = float(self.right(row))
        return _logistic(odds if self.trees is None else (odds + self.trees(row)) / 2)


def read_weights(
    path: Path,
    what: str,
    candidate: tuple[str, ...],
    overall: tuple[str, ...],
    hint: str,
    *,
    again: tuple[str, ...] = (),
) -> ScorerWeights:
    """Read and check a weights file against the columns that its engine computes.

    `what` names it in messages. Raises ModelError when it is missing, damaged or of other columns.
    """
    try:
        data = path.read_bytes()
        weights = msgspec.json.decode(data, type=ScorerWeights)
    except OSError as error:
        raise ModelError(f"{what} cannot be read ({path}: {error.strerror}).", hint) from error
    except (msgspec.MsgspecError, UnicodeError, RecursionError) as error:
        raise ModelError(f"{what} is damaged ({path}: {error}).", hint) from error
    scorers = [(weights.choose, candidate), (weights.none, overall), (weights.right, overall)]
    if weights.again is not None:
        scorers.append((weights.again, again))
    elif again:
        raise ModelError(f"{what} has no scorer for a second look ({path}).", hint)
    for linear, names in scorers:
        lengths = {len(linear.mean), len(linear.scale), len(linear.weights)}
        if linear.names != names or lengths != {len(names)} or 0.0 in linear.scale:
            raise ModelError(f"{what} was fitted on other columns than this edge computes ({path}).", hint)
    if weights.trees is not None and not weights.trees.fits(len(overall)):
        raise ModelError(f"{what} has trees that are not complete, or of other columns ({path}).", hint)
    return msgspec.structs.replace(weights, sha=hashlib.sha256(data).hexdigest())
