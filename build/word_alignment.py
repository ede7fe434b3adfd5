"""Which words of two languages translate each other, from sentences and their translations.

IBM model 1 (Brown et al. 1993) in both directions, numpy only. What both directions agree on is kept apart:
either alone explains the words that it cannot place by whatever stands near.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

ROUNDS = 6
SMOOTH = 0.5  # keeps rare words from collecting what nothing else explains

Ints = NDArray[np.int64]
Doubles = NDArray[np.float64]


class Alignment(NamedTuple):
    """Pairs of words that stand in sentences together, all of shape (pairs,)."""

    one: Ints
    other: Ints
    forth: Doubles  # P(one | other)
    back: Doubles  # P(other | one)
    agreed: Doubles  # how often the two were taken for each other's translation, by both directions


def align(ones: Sequence[Sequence[int]], others: Sequence[Sequence[int]], size: int) -> Alignment:
    """Align the words of sentences, numbered from 0 by language; `others` are below `size`. Memory:
    about 60 bytes for each pair of words of a pair of sentences.
    """
    one_length, other_length = (np.array([len(ids) for ids in side]) for side in (ones, others))
    cells = one_length * other_length
    pair = np.repeat(np.arange(len(cells)), cells)
    local = np.arange(len(pair)) - (np.cumsum(cells) - cells)[pair]
    at_one = (np.cumsum(one_length) - one_length)[pair] + local // other_length[pair]
    at_other = (np.cumsum(other_length) - other_length)[pair] + local % other_length[pair]
    flat_one, flat_other = (np.concatenate(side).astype(np.int64) for side in (ones, others))
    keys, cell = np.unique(flat_one[at_one] * size + flat_other[at_other], return_inverse=True)
    one, other = keys // size, keys % size
    forth, of_other = _model_1(cell, at_other, one, len(keys))
    back, of_one = _model_1(cell, at_one, other, len(keys))
    agreed = np.bincount(cell, weights=np.sqrt(of_one * of_other), minlength=len(keys))
    return Alignment(one, other, forth, back, agreed)


def _model_1(cell: Ints, place: Ints, given: Ints, keys: int) -> tuple[Doubles, Doubles]:
    """Probability of each key's translation: every `place` is explained by the words of the other side. And
    the share that each cell has in the explanation of its place.
    """
    odds = np.ones(keys)
    for _ in range(ROUNDS):
        share = odds[cell]
        share /= np.bincount(place, weights=share)[place]
        counted = np.bincount(cell, weights=share, minlength=keys)
        odds = counted / (np.bincount(given, weights=counted) + SMOOTH)[given]
    return odds, share
