"""Linear scorers with their provenance: three of them make a choosing engine's weights file."""

from __future__ import annotations

import hashlib
from pathlib import Path
from typing import TYPE_CHECKING

import msgspec
import numpy as np

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
        return float(1.0 / (1.0 + np.exp(-np.clip(float(self(row)), -60.0, 60.0))))


def shares(utility: Vector, none: float) -> Vector:
    """Probabilities of candidates (n,) from their utilities: with `none` they sum to 1."""
    share: Vector = np.exp(utility - utility.max())
    share *= (1.0 - none) / share.sum()
    return share


class ScorerWeights(msgspec.Struct, frozen=True, kw_only=True):
    """A weights file: `choose` ranks the candidates, `none` and `right` judge the question as a whole.

    `network` is the sha256 of the model they were fitted with, if any; `sha` the file's own, filled when it
    is read.
    """

    schema: int
    choose: Linear
    none: Linear
    right: Linear
    provenance: dict[str, object]
    network: str = ""
    sha: str = ""


def read_weights(
    path: Path, what: str, candidate: tuple[str, ...], overall: tuple[str, ...], hint: str
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
    for linear, names in ((weights.choose, candidate), (weights.none, overall), (weights.right, overall)):
        lengths = {len(linear.mean), len(linear.scale), len(linear.weights)}
        if linear.names != names or lengths != {len(names)} or 0.0 in linear.scale:
            raise ModelError(f"{what} was fitted on other columns than this edge computes ({path}).", hint)
    return msgspec.structs.replace(weights, sha=hashlib.sha256(data).hexdigest())
