"""Weighted reciprocal rank fusion of the lexical mix and the vector channel, by page.

    score(page) = (k + 1) / (1 + w) x [ 1 / (k + lexical rank) + w / (k + vector rank) ]   first in both: 1

Cormack, Clarke and Büttcher 2009, with weights.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

import numpy as np

if TYPE_CHECKING:
    from numpy.typing import NDArray

    Scores = NDArray[np.float64]

#: The usual 60 hides what the first places say (bench/LOG.md).
K = 5

#: Pages of each channel that take part; one ranked lower adds nothing.
DEPTH = 100


class Fused(NamedTuple):
    """Pages by fused score; `channels` add up to it."""

    score: Scores
    channels: dict[str, Scores]


def fuse(lexical: Scores, channels: dict[str, Scores], cosine: Scores, *, weight: float, k: int = K) -> Fused:
    """Fuse per-page lexical scores (0: not found) with per-page cosines (-inf: none, or not allowed).

    Pages below DEPTH in both keep their lexical order behind all others. Arrays of shape (pages,).
    """
    by_words = _reciprocal(lexical, lexical > 0, k)
    by_vector = weight * _reciprocal(cosine, np.isfinite(cosine), k)
    scale = (k + 1) / (1 + weight)
    best = lexical.max(initial=0.0)
    tail = lexical * (1e-6 / best) if best > 0 else lexical
    share = np.divide(by_words * scale + tail, lexical, out=np.zeros_like(lexical), where=lexical > 0)
    shares = {name: values * share for name, values in channels.items()}
    shares["vectors"] = by_vector * scale
    return Fused((by_words + by_vector) * scale + tail, shares)


def _reciprocal(scores: Scores, present: NDArray[np.bool_], k: int) -> Scores:
    """1 / (k + rank) of the DEPTH best that are `present`, ties in order of position; 0 for all others."""
    places = np.flatnonzero(present)
    if len(places) > DEPTH:
        # Ties at the border are all kept for the sort, which breaks them by position.
        border = np.partition(scores[places], len(places) - DEPTH)[len(places) - DEPTH]
        places = places[scores[places] >= border]
    best = places[np.argsort(-scores[places], kind="stable")][:DEPTH]
    out = np.zeros(len(scores))
    out[best] = 1.0 / (k + 1 + np.arange(len(best)))
    return out
