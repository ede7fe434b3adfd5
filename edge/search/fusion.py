"""Words and vectors in one score, by page: a weighted mean of what each says, relative to its best page.

    score(page) = (1 - a) x lexical / best lexical + a x cosine / best cosine       first in both: 1
    a           = weight / (weight + trust)

Convex combination (Bruch, Gai and Ingber 2023) keeps how far a page is behind, which ranks forget: it beat
reciprocal rank fusion on every development set (bench/LOG.md). `trust` is the share of the question's words
that the knowledge base has: a question in another language shares few with its documents, and their best page
by words says little.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

import numpy as np

if TYPE_CHECKING:
    from numpy.typing import NDArray

    Scores = NDArray[np.float64]


#: Reciprocal rank fusion as the specification of the retrieval has it: shares of words and vectors, and k.
RRF_WORDS, RRF_VECTORS, RRF_K = 0.6, 0.4, 60


class Fused(NamedTuple):
    """Pages by fused score; `channels` add up to it."""

    score: Scores
    channels: dict[str, Scores]


def fuse(
    lexical: Scores, channels: dict[str, Scores], cosine: Scores, *, weight: float, trust: float = 1.0
) -> Fused:
    """Fuse per-page lexical scores (0: not found) with per-page cosines (-inf: none, or not allowed).

    `weight` is the vectors', the words = 1; `trust` (0..1) scales the words'. A cosine below zero counts as
    none. Arrays of shape (pages,).
    """
    best, top = lexical.max(initial=0.0), cosine.max(initial=0.0)
    by_words = trust / (weight + trust) / best if best > 0 else 0.0
    by_vector = weight / (weight + trust) / top if top > 0 else 0.0
    shares = {name: values * by_words for name, values in channels.items()}
    shares["vectors"] = np.maximum(np.where(np.isfinite(cosine), cosine, 0.0), 0.0) * by_vector
    return Fused(lexical * by_words + shares["vectors"], shares)


def fuse_ranks(lexical: Scores, channels: dict[str, Scores], cosine: Scores) -> Fused:
    """As `fuse`, by ranks alone: reciprocal rank fusion (Cormack, Clarke and Büttcher 2009), here to be
    compared with. A channel of words has its share of what their rank gives.
    """
    by_words = RRF_WORDS * _reciprocal(lexical, lexical > 0)
    by_vector = RRF_VECTORS * _reciprocal(cosine, np.isfinite(cosine))
    part = np.divide(by_words, lexical, out=np.zeros_like(by_words), where=lexical > 0)
    shares = {name: values * part for name, values in channels.items()}
    return Fused(by_words + by_vector, {**shares, "vectors": by_vector})


def _reciprocal(scores: Scores, present: NDArray[np.bool_]) -> Scores:
    """1 / (k + rank) of each page that is present, the first ones first where they tie."""
    order = np.argsort(-np.where(present, scores, -np.inf), kind="stable")[: int(present.sum())]
    found = np.zeros(len(scores))
    found[order] = 1.0 / (RRF_K + 1 + np.arange(len(order)))
    return found
