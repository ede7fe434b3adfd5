"""Words and vectors of several knowledge bases in one score: as if one base held all pages."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

import numpy as np

from edge.errors import ModelError
from edge.records import Reason
from edge.search.rank import known_share
from edge.search.vector_channel import DEPTH, Cosines

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from edge.search.rank import Ranker
    from edge.search.ranking import Ranking

    Mask = NDArray[np.bool_]
    Scores = NDArray[np.float64]


def with_vectors(
    typed: str,
    rankers: Sequence[Ranker],
    rankings: Sequence[Ranking],
    allowed: Sequence[Mask | None],
    notes: list[Reason],
) -> list[Ranking]:
    """The rankings by words, fused with the vectors of all bases; `rankers` all embed by one model. Left as
    they are, with a note, where the model does not read the query's language or cannot be run.
    """
    channels = [ranker.vectors for ranker in rankers if ranker.vectors is not None]
    if len(channels) < len(rankers) or not rankings[0].query.words:
        return list(rankings)
    embedder = channels[0].embedder
    if not embedder.reads(typed):
        notes.append(Reason("words_only_language", {"model": embedder.space.name}))
        return list(rankings)
    try:
        found = _nearest_of_all([channel.cosines(typed) for channel in channels])
    except ModelError as error:
        if embedder.insist:
            raise
        notes.append(Reason("words_only", {"error": f"{error.message} {error.hint}".rstrip()}))
        return list(rankings)
    for channel in channels:
        notes += [note for note in channel.notes if note not in notes]
    cosines = [
        one.pages if mask is None else np.where(mask, one.pages, -np.inf)
        for one, mask in zip(found, allowed, strict=True)
    ]
    together = rankings[0]._replace(
        score=np.concatenate([ranking.score for ranking in rankings]), channels=_joined(rankings)
    )
    fused = rankers[0].fuse(
        together,
        np.concatenate(cosines),
        embedder.weight,
        known_share(rankings[0].query, [one.db for one in rankers]),
    )
    best = max(float(ranking.chunk_scores.max(initial=0.0)) for ranking in rankings) or 1.0
    after = np.cumsum([len(ranking.score) for ranking in rankings])
    parts = []
    for end, ranking, one in zip(after.tolist(), rankings, found, strict=True):
        own = slice(end - len(ranking.score), end)
        near = np.maximum(np.where(np.isfinite(one.chunks), one.chunks, 0.0), 0.0)
        parts.append(
            ranking._replace(
                score=fused.score[own],
                channels={name: values[own] for name, values in fused.channels.items()},
                chunk_scores=ranking.chunk_scores / best + 0.5 * near,
                cosines=one.chunks,
            )
        )
    return parts


def _nearest_of_all(found: Sequence[Cosines]) -> list[Cosines]:
    """The nearest chunks of all bases together: each gave as many as one base would."""
    every = np.concatenate([one.chunks for one in found])
    held = np.sort(every[np.isfinite(every)])[::-1]
    if len(held) <= DEPTH:
        return list(found)
    least = held[DEPTH - 1]
    return [
        Cosines(*(np.where(values >= least, values, -np.inf) for values in (one.pages, one.chunks)))
        for one in found
    ]


def _joined(rankings: Sequence[Ranking]) -> dict[str, Scores]:
    """Each channel over the pages of all bases; one that a base lacks is 0 there."""
    names = dict.fromkeys(name for ranking in rankings for name in ranking.channels)
    return {
        name: np.concatenate(
            [ranking.channels.get(name, np.zeros(len(ranking.score))) for ranking in rankings]
        )
        for name in names
    }
