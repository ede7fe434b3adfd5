"""The words of one open knowledge base by their first letter: the few that a misspelt one may stand for."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from edge.text.spelling import SLIP

if TYPE_CHECKING:
    import apsw
    from numpy.typing import NDArray

#: Words that are held: some 20 MB at most. Then those of all letters are dropped.
_MOST = 200_000
#: No longer word is one that was meant: what is looked for has 24 letters at most (`misspelt.LONGEST`).
_LONGEST = 26


class Candidates(NamedTuple):
    """Words with the number of their pages, how long they are, and which letters they have: a bit for each,
    the same for letters that are 32 apart.
    """

    words: list[str]
    pages: list[int]
    lengths: NDArray[np.int64]
    letters: NDArray[np.uint32]

    @classmethod
    def of(cls, rows: Iterable[tuple[str, int]]) -> Candidates:
        """Words, none empty, with their pages."""
        held = list(rows)
        words = [word for word, _ in held]
        lengths = np.fromiter(map(len, words), np.int64, len(words))
        return cls(words, [pages for _, pages in held], lengths, _letters(words, lengths))

    def near(self, word: str, most: float) -> Iterator[tuple[str, int]]:
        """Those whose length and letters let `spelling.distance` be `most` or less, with their pages."""
        own = _letters([word], np.array([len(word)]))[0]
        far = np.maximum(np.abs(self.lengths - len(word)), np.bitwise_count(self.letters ^ own) / 2)
        for at in np.flatnonzero(far * SLIP <= most).tolist():
            yield self.words[at], self.pages[at]


class SpellingIndex:
    """Reads the words of a letter when one is first asked for, and holds them as long as the base is open."""

    def __init__(self, db: apsw.Connection) -> None:
        self.db = db
        self._by_letter: dict[str, Candidates] = {}

    def near(self, word: str, most: float) -> Iterator[tuple[str, int]]:
        """Words that begin with the first or second letter of this one and may be `most` from it, with the
        number of their pages. Empty words have none.
        """
        for letter in dict.fromkeys(word[:2]):
            yield from self._of(letter).near(word, most)

    def _of(self, letter: str) -> Candidates:
        if letter not in self._by_letter:
            if sum(len(held.words) for held in self._by_letter.values()) > _MOST:
                self._by_letter.clear()
            rows = self.db.execute(
                "SELECT substr(key, 2), sum(length(impacts)) FROM postings"
                " WHERE key >= ? AND key < ? AND length(key) <= ? GROUP BY key",
                (f"w{letter}", f"w{letter}\U0010ffff", _LONGEST + 1),
            )
            self._by_letter[letter] = Candidates.of((str(word), int(pages)) for word, pages in rows)
        return self._by_letter[letter]


def _letters(words: list[str], lengths: NDArray[np.int64]) -> NDArray[np.uint32]:
    if not words:
        return np.zeros(0, np.uint32)
    codes = np.frombuffer("".join(words).encode("utf-32-le"), "<u4")
    return np.bitwise_or.reduceat(np.uint32(1) << (codes & 31), np.cumsum(lengths) - lengths)
