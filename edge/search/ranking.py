"""The pages of a knowledge base by score, and what each channel gave to it."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, NamedTuple

from edge.records import Reason
from edge.search.query import Query

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    Scores = NDArray[np.float64]


class Ranking(NamedTuple):
    """Pages by score. `score` and each channel: shape (pages,), by ordinal; `chunk_scores` and `cosines`:
    (chunks,), these -inf where a chunk has no vector or is far, None where no vector was asked for.
    """

    query: Query
    score: Scores
    channels: dict[str, Scores]  # weighted contributions: they add up to `score`
    chunk_scores: Scores
    fits: dict[int, float]  # document -> fit, best first
    notes: list[Reason]
    reranked: frozenset[int] = frozenset()  # pages that a cross-encoder read
    cosines: Scores | None = None
    named: Mapping[int, float] | None = None  # document -> how much the query names it, where it names any

    def plus(self, channel: str, gain: Scores) -> Ranking:
        """The ranking with what one channel more gives, shape (pages,)."""
        return self._replace(score=self.score + gain, channels=self.channels | {channel: gain})

    def times(self, factor: float) -> Ranking:
        """The same order on another scale."""
        channels = {name: factor * scores for name, scores in self.channels.items()}
        return self._replace(score=factor * self.score, channels=channels)
