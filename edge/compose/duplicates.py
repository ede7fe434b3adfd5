"""Near duplicates: texts that say the same, so that only one of them takes its tokens.

The same words are duplicates whatever stands around them; with vectors so are texts of a cosine from the
threshold on, without them texts whose word 3-grams overlap by .8 or more (Jaccard). Never where numbers or
negations differ: "valve 12 opens" is not "valve 13 opens", nor "does not open".
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from math import ceil
from typing import TYPE_CHECKING

from edge.text import tokens
from edge.text.similarity import numbers

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

#: Of word 3-grams, without vectors.
JACCARD = 0.8
_ROUNDING = 1e-9
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
        self._grams: dict[str, frozenset[int]] = {}
        self._holders: dict[int, list[str]] = {}
        self._texts: dict[str, str] = {}

    def duplicate_of(self, id: str, text: str) -> str | None:
        """The earlier item that says the same; None for a new one, which is remembered."""
        words = tuple(tokens.words(text)) or (text,)
        if same := self._same.get(words):
            return same
        if self._threshold < 1:
            grams = frozenset(map(hash, zip(words, words[1:], words[2:], strict=False)))
            told = _told_by(grams)
            for other in self._near(id, grams, told):
                if _facts(self._texts[other]) == _facts(text):
                    return other
            self._grams[id], self._texts[id] = grams, text
            for gram in told:
                self._holders.setdefault(gram, []).append(id)
        self._same[words] = id
        return None

    def _near(self, id: str, grams: frozenset[int], told: Sequence[int]) -> list[str]:
        """Earlier texts that are alike, in the order in which they were offered."""
        if (alike := self._close.get(id)) and (close := [other for other in self._grams if other in alike]):
            return close
        if not (likely := {other for gram in told for other in self._holders.get(gram, ())}):
            return []
        return [
            other
            for other, held in self._grams.items()
            if other in likely and (both := len(grams & held)) / (len(grams) + len(held) - both) >= JACCARD
        ]


def _told_by(grams: frozenset[int]) -> Sequence[int]:
    """The first of a text's 3-grams by one order of all: of two texts that are alike enough these share one
    (prefix filtering: Chaudhuri, Ganti and Kaushik 2006), so that the others need no index.
    """
    return sorted(grams)[: len(grams) - ceil(JACCARD * len(grams) - _ROUNDING) + 1]


def _facts(text: str) -> tuple[frozenset[int], frozenset[str]]:
    """What near duplicates may not differ by."""
    return numbers(text), _NEGATIONS.intersection(tokens.words(text))


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
