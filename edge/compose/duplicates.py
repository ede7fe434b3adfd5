"""Near duplicates: texts that say the same, so that only one of them takes its tokens.

The same words are duplicates whatever stands around them; with vectors so are texts of a cosine from the
threshold on, without them texts whose word 3-grams overlap by .8 or more (Jaccard). Never where numbers or
negations differ: "valve 12 opens" is not "valve 13 opens", nor "does not open".
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING

from edge.text import tokens
from edge.text.similarity import numbers

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

#: Without vectors.
JACCARD = 0.8
_GRAM = 3
#: Negations of French and English, folded.
_NEGATIONS = frozenset(
    ("no", "not", "never", "none", "nothing", "cannot", "t", "non", "ne", "n", "pas", "jamais", "aucun",
     "aucune", "rien", "sans", "without")
)  # fmt: skip


class DuplicateFilter:
    """Says of each text, in the order in which they are offered, of which earlier one it is a duplicate."""

    def __init__(self, threshold: float, vectors: Mapping[str, NDArray[np.float32]] | None = None) -> None:
        """`threshold`: the cosine; 1 leaves only equal texts out."""
        self._threshold = threshold
        self._close = _close(vectors or {}, threshold) if threshold < 1 else {}
        self._same: dict[tuple[str, ...], str] = {}
        self._grams: dict[str, frozenset[tuple[str, ...]]] = {}
        self._holders: dict[tuple[str, ...], list[str]] = {}
        self._facts: dict[str, tuple[frozenset[int], frozenset[str]]] = {}

    def duplicate_of(self, id: str, text: str) -> str | None:
        """The earlier item that says the same; None for a new one, which is remembered."""
        words = tuple(tokens.words(text)) or (text,)
        if same := self._same.get(words):
            return same
        grams = frozenset(words[at : at + _GRAM] for at in range(len(words) - _GRAM + 1))
        facts = (numbers(text), _NEGATIONS.intersection(words))
        if self._threshold < 1:
            for other in self._near(id, grams):
                if self._facts[other] == facts:
                    return other
        self._same[words] = id
        self._grams[id], self._facts[id] = grams, facts
        for gram in grams:
            self._holders.setdefault(gram, []).append(id)
        return None

    def _near(self, id: str, grams: frozenset[tuple[str, ...]]) -> list[str]:
        if (alike := self._close.get(id)) and (close := [other for other in self._grams if other in alike]):
            return close
        shared: dict[str, int] = {}
        for gram in grams:
            for other in self._holders.get(gram, ()):
                shared[other] = shared.get(other, 0) + 1
        return [
            other
            for other, count in shared.items()
            if count / (len(grams) + len(self._grams[other]) - count) >= JACCARD
        ]


def _close(vectors: Mapping[str, NDArray[np.float32]], threshold: float) -> dict[str, frozenset[str]]:
    """Of each item the others whose cosine is at least the threshold: all products of a size at once."""
    import numpy as np

    by_size: dict[int, list[str]] = {}
    for id, vector in vectors.items():
        by_size.setdefault(len(vector), []).append(id)
    found: dict[str, frozenset[str]] = {}
    for ids in by_size.values():
        table = np.stack([vectors[id] for id in ids])
        alike = table @ table.T >= threshold
        np.fill_diagonal(alike, False)
        for at in np.flatnonzero(alike.any(axis=1)).tolist():
            found[ids[at]] = frozenset(ids[other] for other in np.flatnonzero(alike[at]).tolist())
    return found


def similarity(one: frozenset[str], other: frozenset[str]) -> float:
    """Cosine of two sets of stems: what MMR compares where there are no vectors."""
    if not one or not other:
        return 0.0
    return float(len(one & other) / (len(one) * len(other)) ** 0.5)
