"""The engine that needs no model file: logistic choice among sentences and table rows, in numpy.

Three linear scorers over the features of `features.py`, trained together by `build/train_chooser.py`: a
conditional logit that ranks the candidates, P(none) that the answer is not in the passages, and P(right)
that the best holds it.
"""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Mapping, Sequence
from functools import lru_cache
from pathlib import Path
from typing import TYPE_CHECKING

import msgspec
import numpy as np

from edge import files
from edge.engines import features
from edge.engines import question as asking
from edge.errors import ModelError
from edge.records import Choice, Draft, Passage

if TYPE_CHECKING:
    from numpy.typing import NDArray

    Vector = NDArray[np.float64]

#: Folded words to the number of pages each stands on.
Frequencies = Callable[[Sequence[str]], Mapping[str, int]]

#: Candidates that a draft carries: enough for three quotes, merged neighbours and the nearest when
#: abstaining.
KEPT = 8


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


class Weights(msgspec.Struct, frozen=True, kw_only=True):
    """`assets/chooser.json`. `sha` is the file's own digest, filled when it is read."""

    schema: int
    choose: Linear
    none: Linear
    right: Linear
    provenance: dict[str, object]
    sha: str = ""


@lru_cache(maxsize=4)
def load_weights(path: Path | None = None) -> Weights:
    """Read and check the weights. Raises ModelError when they are missing, damaged or of other features."""
    path = path or files.asset("chooser.json")
    hint = "Train them again: python build/train_chooser.py"
    try:
        data = path.read_bytes()
        weights = msgspec.json.decode(data, type=Weights)
    except OSError as error:
        raise ModelError(f"The sentence chooser {path} cannot be read: {error}.", hint) from error
    except msgspec.MsgspecError as error:
        raise ModelError(f"The sentence chooser {path} is damaged: {error}.", hint) from error
    for linear, names in (
        (weights.choose, features.CANDIDATE),
        (weights.none, features.OVERALL),
        (weights.right, features.OVERALL),
    ):
        lengths = {len(linear.mean), len(linear.scale), len(linear.weights)}
        if linear.names != names or lengths != {len(names)} or 0.0 in linear.scale:
            raise ModelError(
                f"The sentence chooser {path} was trained on other features than this edge reads.", hint
            )
    return msgspec.structs.replace(weights, sha=hashlib.sha256(data).hexdigest())


class LexicalEngine:
    """Chooses sentences by logged signs alone. Deterministic, a few milliseconds a question."""

    name = "lexical"
    budget = 8_000  # tokens of passages; it reads about 100 of them in a millisecond

    def __init__(
        self, frequencies: Frequencies, page_count: int, weights: Weights | None = None, kept: int = KEPT
    ) -> None:
        self._frequencies = frequencies
        self._page_count = page_count
        self._kept = kept
        self._weights = weights or load_weights()
        self.model = f"chooser-{self._weights.sha[:12]}"

    def choose(self, question: str, passages: Sequence[Passage]) -> Draft:
        """Sentences and rows best first, P(none), and in `signals` the question's own features and
        P(right).
        """
        asked = asking.read(question)
        measured = features.measure(asked, passages, self._frequencies(asked.surface), self._page_count)
        if not measured.candidates:
            return Draft(
                none=1.0, entities=asking.entities(asked.text), signals={"right": 0.0, "candidates": 0.0}
            )
        utility = self._weights.choose(measured.matrix)
        row = features.overall(measured, utility, passages)
        none = _logistic(float(self._weights.none(row)))
        right = _logistic(float(self._weights.right(row)))
        share = np.exp(utility - utility.max())
        share *= (1.0 - none) / share.sum()
        order = np.argsort(-utility, kind="stable")[: self._kept].tolist()
        choices = [
            Choice(
                passage=(c := measured.candidates[i]).passage, start=c.start, end=c.end, text=c.text,
                probability=float(share[i]), context=c.context,
            )
            for i in order
        ]  # fmt: skip
        signals = dict(zip(features.OVERALL, (round(float(value), 4) for value in row), strict=True))
        return Draft(
            choices=choices,
            none=none,
            entities=asking.entities(asked.text),
            signals={"right": right, "none": none, **signals},
        )


def _logistic(x: float) -> float:
    return float(1.0 / (1.0 + np.exp(-np.clip(x, -60.0, 60.0))))
