"""A second opinion on the best pages: their best passages, each read with the query, order them anew.

The opinion only changes the order. The page that it puts first takes the highest score of the pool, the
second the next, so that what reads the scores afterwards sees the distribution that it was fitted on; the
channel `rerank` tells what each page gained or lost by it.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator, Sequence
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from edge.errors import ModelError
from edge.records import Reason

if TYPE_CHECKING:
    from numpy.typing import NDArray

    Scores = NDArray[np.float64]

#: Pages that are ordered anew, each by its best passage.
POOL = 10

#: Name of the channel in `Hit.channels`.
CHANNEL = "rerank"


class Rerank(NamedTuple):
    """What orders the best pages anew.

    `open` gives the scorer: (query, passages) -> a score of each, lazily, higher is better; it and the scorer
    may raise ModelError. At most `pool` pages are read, for at most `seconds` (one passage more; opening the
    model does not count). `reads` says whether the model reads the language of a query.
    """

    name: str
    open: Callable[[], Callable[[str, Sequence[str]], Iterator[float]]]
    seconds: float
    pool: int = POOL
    reads: Callable[[str], bool] = lambda query: True


class RerankScores(NamedTuple):
    """One score a passage, or None and why the order stays."""

    scores: list[float] | None
    note: Reason | None = None


def score_passages(rerank: Rerank, query: str, passages: Sequence[str]) -> RerankScores:
    """Score all passages, or none: half an order would be neither the one nor the other."""
    if not rerank.reads(query):
        return RerankScores(None, Reason("not_reranked_language", {"model": rerank.name}))
    try:
        scorer = rerank.open()
        began = time.monotonic()
        scores: list[float] = []
        for score in scorer(query, passages):
            scores.append(score)
            late = not time.monotonic() - began <= rerank.seconds
            if late and len(scores) < len(passages):
                return RerankScores(
                    None,
                    Reason(
                        "not_reranked_time",
                        {"ms": round(rerank.seconds * 1e3), "read": len(scores), "passages": len(passages)},
                    ),
                )
    except ModelError as error:
        return RerankScores(None, Reason("not_reranked", {"error": f"{error.message} {error.hint}".rstrip()}))
    return RerankScores(scores)


def ordered_by(score: Scores, pages: NDArray[np.intp], passage_scores: Sequence[float]) -> Scores:
    """Every page's score, changed so that `pages`, its best ones, stand in the order of `passage_scores`.

    Equal ones keep the order that they had. `score` and the result have shape (pages,).
    """
    after = score.copy()
    after[pages] = 0.0
    levels = score[pages]
    below = after.max(initial=0.0)
    # Equal scores are set apart by the smallest step, or the order would fall back to that of the pages.
    for at in range(len(levels) - 1, -1, -1):
        levels[at] = below = max(levels[at], np.nextafter(below, np.inf))
    order = np.argsort(-np.asarray(passage_scores, np.float64), kind="stable")
    after[pages[order]] = levels
    return after
