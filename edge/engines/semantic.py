"""The engine that also compares meanings: lexical signs of a sentence, and the cosine of its vector to the
question's, from a small encoder of French and English.

The lexical scorer says which sentences are worth a vector (a few milliseconds each), then three linear
scorers of the same shape as its own weigh both kinds of signs. Fitted by `build/train_semantic.py`.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from functools import lru_cache
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np

from edge import paths
from edge.engines import features
from edge.engines.lexical import KEPT, LexicalEngine, drafted
from edge.engines.linear import ScorerWeights, read_weights
from edge.errors import ModelError
from edge.records import Draft, Passage

if TYPE_CHECKING:
    from numpy.typing import NDArray

    Vector = NDArray[np.float64]

    #: The unit vector of a text.
    Embed = Callable[[str], NDArray[np.float32]]

#: Columns of a candidate: the lexical ones, then `cosine`, its distance to the question's best, and its rank.
CANDIDATE = (*features.CANDIDATE, "cosine", "cosine_gap", "cosine_rank")

#: Columns of the question: the lexical ones, then the chosen sentence's cosine, the best one, and how the
#: three best compare.
OVERALL = (*features.OVERALL, "top_cosine", "best_cosine", "cosine_behind", "three_cosines")

#: Sentences that get a vector, at most. Half of them are shared out among the pages, so that a page in the
#: other language, on which no word of the question stands, has some.
MOST = 40

#: Characters of a sentence with its context that the encoder is given.
LONGEST = 600


@lru_cache(maxsize=4)
def load_weights(path: Path | None = None) -> ScorerWeights:
    """The weights that ship, or another file's. They belong to one encoder. Raises ModelError."""
    return read_weights(
        path or paths.asset("semantic.json"),
        "The sentence chooser with vectors",
        CANDIDATE,
        OVERALL,
        "Train it again: python build/train_semantic.py",
    )


class SemanticEngine:
    """Chooses sentences by words and meaning. Deterministic, about a tenth of a second a question."""

    name = "semantic"
    budget = 8_000

    def __init__(
        self, lexical: LexicalEngine, embed: Embed, encoder: str, weights: ScorerWeights | None = None
    ) -> None:
        """`encoder`: what the encoder is (sha256 of its files); ModelError when the weights are another's."""
        self._lexical = lexical
        self._embed = embed
        self._weights = weights or load_weights()
        if self._weights.network != encoder:
            raise ModelError(
                "The sentence chooser's weights belong to another encoder than the one that is here.",
                "Train them again: python build/train_semantic.py",
            )
        self.model = f"semantic-{self._weights.sha[:12]}"

    def choose(self, question: str, passages: Sequence[Passage]) -> Draft:
        """As `LexicalEngine.choose`."""
        lexical, utility = self._lexical.measure(question, passages)
        if not lexical.candidates:
            return self._lexical.draft(lexical, utility, passages)
        kept = worth_a_vector(lexical, utility)
        measured = measure(lexical, kept, self._embed)
        chosen = self._weights.choose(measured.matrix)
        columns = dict(zip(OVERALL, overall(measured, chosen, passages), strict=True))
        return drafted(measured, chosen, columns, self._weights, KEPT)


def worth_a_vector(measured: features.CandidateFeatures, utility: Vector) -> list[int]:
    """Which candidates get a vector, in their own order: the best by words, with some of every passage."""
    order = np.argsort(-utility, kind="stable").tolist()
    passages: dict[int, int] = {}
    for at in range(len(order)):
        passages.setdefault(measured.candidates[at].passage, 0)
    each = max(2, MOST // (2 * len(passages)))
    kept: set[int] = set()
    for at in order:
        passage = measured.candidates[at].passage
        if passages[passage] < each and len(kept) < MOST:
            passages[passage] += 1
            kept.add(at)
    kept |= set([at for at in order if at not in kept][: MOST - len(kept)])
    return sorted(kept)


def measure(
    lexical: features.CandidateFeatures, kept: Sequence[int], embed: Embed
) -> features.CandidateFeatures:
    """These candidates with their cosines: `matrix` is (len(kept), len(CANDIDATE))."""
    candidates = [lexical.candidates[at] for at in kept]
    asked = embed(lexical.question.text)
    cosine = np.array([float(embed(_told(one.context, one.text)) @ asked) for one in candidates])
    rank = np.argsort(np.argsort(-cosine, kind="stable"), kind="stable")
    more = np.column_stack([cosine, cosine - cosine.max(), 1.0 / (1.0 + rank)])
    return replace(lexical, candidates=candidates, matrix=np.hstack([lexical.matrix[list(kept)], more]))


def overall(measured: features.CandidateFeatures, utility: Vector, passages: Sequence[Passage]) -> Vector:
    """The question's row, (len(OVERALL),): needs at least one candidate."""
    cosine = measured.matrix[:, len(features.CANDIDATE)]
    top = cosine[int(np.argmax(utility))]
    best = np.sort(cosine)[-3:]
    more = (top, best[-1], top - best[-1], best.mean())
    return np.concatenate([features.overall(measured, utility, passages), more])


def _told(context: str, text: str) -> str:
    return f"{context} {text}".strip()[:LONGEST]
