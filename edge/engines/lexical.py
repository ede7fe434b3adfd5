"""The engine that needs no model file: logistic choice among sentences and table rows, in numpy.

Three linear scorers over the features of `features.py`, trained together by `build/train_chooser.py`: a
conditional logit that ranks the candidates, P(none) that the answer is not in the passages, and P(right)
that the best holds it.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import lru_cache
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np

from edge import paths
from edge.engines import features
from edge.engines import question as asking
from edge.engines.linear import ScorerWeights, read_weights, shares
from edge.records import Choice, Draft, Passage

if TYPE_CHECKING:
    from numpy.typing import NDArray

    Vector = NDArray[np.float64]

#: Folded words to the number of pages each stands on.
Frequencies = Callable[[Sequence[str]], Mapping[str, int]]

#: Candidates that a draft carries: enough for three quotes, merged neighbours and the nearest when
#: abstaining.
KEPT = 8


@lru_cache(maxsize=4)
def load_weights(path: Path | None = None) -> ScorerWeights:
    """The weights that ship, or another file's. Raises ModelError when they cannot be used."""
    return read_weights(
        path or paths.asset("chooser.json"),
        "The sentence chooser",
        features.CANDIDATE,
        features.OVERALL,
        "Train it again: python build/train_chooser.py",
    )


class LexicalEngine:
    """Chooses sentences by logged signs alone. Deterministic, a few milliseconds a question."""

    name = "lexical"
    budget = 8_000  # tokens of passages; it reads about 100 of them in a millisecond

    def __init__(self, frequencies: Frequencies, page_count: int, *, most: int = KEPT) -> None:
        self._frequencies = frequencies
        self._page_count = page_count
        self._most = most
        self._weights = load_weights()
        self.model = f"chooser-{self._weights.sha[:12]}"

    def choose(self, question: str, passages: Sequence[Passage]) -> Draft:
        """Sentences and rows best first, P(none), and in `signals` the question's own features and
        P(right).
        """
        measured, utility = self.measure(question, passages)
        return self.draft(measured, utility, passages)

    def measure(
        self, question: str, passages: Sequence[Passage]
    ) -> tuple[features.CandidateFeatures, Vector]:
        """Every candidate of the passages with its features, and its utility: (candidates,)."""
        parsed = asking.read(question)
        frequencies = self._frequencies(parsed.surface)
        parsed = asking.without_unmet(parsed, frequencies)
        measured = features.measure(parsed, passages, frequencies, self._page_count)
        utility = self._weights.choose(measured.matrix) if measured.candidates else np.zeros(0)
        return measured, utility

    def draft(
        self, measured: features.CandidateFeatures, utility: Vector, passages: Sequence[Passage]
    ) -> Draft:
        """The draft that follows from what `measure` gave."""
        if not measured.candidates:
            return Draft(
                none=1.0,
                entities=asking.entities(measured.question.text),
                signals={"right": 0.0, "candidates": 0.0},
            )
        row = features.overall(measured, utility, passages)
        return drafted(
            measured, utility, dict(zip(features.OVERALL, row, strict=True)), self._weights, self._most
        )


def drafted(
    measured: features.CandidateFeatures,
    utility: Vector,
    columns: Mapping[str, float],
    weights: ScorerWeights,
    most: int,
) -> Draft:
    """The `most` best candidates by `utility`, judged by the question's `columns`, in the weights' order."""
    row = np.array(list(columns.values()))
    none, right = weights.none.probability(row), weights.sureness(row)
    share = shares(utility, none)
    order = np.argsort(-utility, kind="stable")[:most].tolist()
    choices = [
        Choice(
            passage=(c := measured.candidates[i]).passage, start=c.start, end=c.end, text=c.text,
            probability=float(share[i]), context=c.context,
        )
        for i in order
    ]  # fmt: skip
    signals = {name: round(float(value), 4) for name, value in columns.items()}
    return Draft(
        choices=choices,
        none=none,
        entities=asking.entities(measured.question.text),
        signals={"right": right, "none": none, **signals},
    )
