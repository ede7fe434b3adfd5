"""The distinct words of a corpus, numbered as they are met, and the terms that each is found under."""

from __future__ import annotations

from array import array
from collections.abc import Callable, Iterable, Iterator
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from edge.text import tokens

if TYPE_CHECKING:
    from numpy.typing import NDArray


#: Terms of words that are in memory together.
EXPANDED = 1 << 20


class TermTable(NamedTuple):
    """What each word is found under: `terms` in order of their UTF-8 bytes; the places in it of word number n
    are `places[starts[n]:starts[n + 1]]`. A stop word has none.
    """

    terms: list[str]
    starts: NDArray[np.int64]
    places: NDArray[np.uint32]

    def expand(
        self, documents: NDArray[np.uint32], words: NDArray[np.uint32], most: int = EXPANDED
    ) -> Iterator[tuple[NDArray[np.uint32], NDArray[np.uint32]]]:
        """(documents, places) of all terms of so many words, in order: about `most` terms at a time, however
        many each word has.
        """
        first = self.starts[words]
        sizes = self.starts[words.astype(np.int64) + 1] - first
        ends = np.cumsum(sizes)
        begin = done = 0
        while begin < len(words):
            end = max(int(np.searchsorted(ends, done + most, side="right")), begin + 1)
            part = slice(begin, end)
            at = np.repeat(first[part] - (ends[part] - sizes[part]) + done, sizes[part])
            begin, done = end, int(ends[end - 1])
            yield np.repeat(documents[part], sizes[part]), self.places[at + np.arange(len(at))]


class Vocabulary(dict[str, int]):
    """Folded words and their numbers. Looking a new word up gives it the next one."""

    def __missing__(self, word: str) -> int:
        number = self[word] = len(self)
        return number

    def numbers(self, words: list[str]) -> NDArray[np.uint32]:
        """The number of each word, in order."""
        return np.fromiter(map(self.__getitem__, words), np.uint32, len(words))

    def words(self) -> TermTable:
        """Each content word under itself."""
        return self._table(lambda word: (word,))

    def stems(self) -> TermTable:
        """Each content word under its stem."""
        # The functions under their caches: here each word comes once.
        return self._table(lambda word: (tokens.stem.__wrapped__(word),))

    def grams(self) -> TermTable:
        """Each content word under its character grams."""
        return self._table(tokens.grams.__wrapped__)

    def _table(self, terms_of: Callable[[str], Iterable[str]]) -> TermTable:
        stop = tokens.stop_words()
        met = Vocabulary()
        number = met.__getitem__
        starts, flat = array("q", [0]), array("I")
        for word in self:
            if word not in stop:
                flat.extend(map(number, terms_of(word)))
            starts.append(len(flat))
        terms = sorted(met)
        rank = np.empty(len(met), np.uint32)
        rank[[met[term] for term in terms]] = np.arange(len(terms), dtype=np.uint32)
        return TermTable(terms, np.array(starts, np.int64), rank[np.array(flat, np.int64)])
