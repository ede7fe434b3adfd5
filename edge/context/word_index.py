"""Which of some numbered texts hold which words."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable

#: Words of a subject that a text must share to have to do with it.
SHARED = 2


class WordIndex:
    """The numbers of texts by word. Whoever builds it chooses between words and stems."""

    def __init__(self, texts: Iterable[Iterable[str]]) -> None:
        """`texts`: the words of each, numbered from 0."""
        self._numbers: dict[str, set[int]] = defaultdict(set)
        for number, words in enumerate(texts):
            for word in words:
                self._numbers[word].add(number)

    def holding(self, words: Iterable[str]) -> set[int]:
        """Texts that hold all the words; none for no word."""
        sets = [self._numbers.get(word, set()) for word in words]
        return set.intersection(*sets) if sets else set()

    def shared(self, words: Iterable[str]) -> Counter[int]:
        """How many of the words, each counted once, a text holds."""
        return Counter(number for word in set(words) for number in self._numbers.get(word, ()))

    def sharing(self, words: Iterable[str]) -> list[int]:
        """Texts that hold at least `SHARED` of the words."""
        return [number for number, count in self.shared(words).items() if count >= SHARED]
