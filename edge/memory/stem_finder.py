"""Which of a few stems stand in a text. Made for many short texts: what is not there costs one scan in C."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping

from edge.state import full_text

_REST = re.compile(r"[^\W_]*")


class StemFinder:
    """Looks for words that have one of some stems, as the search tables hold them."""

    def __init__(self, stems: Iterable[str]) -> None:
        # A stem's last letter may differ from the word's: happi of happy, kei of key, ei of eyed.
        self._starts = {stem: stem[:-1] if len(stem) > 1 else stem for stem in stems}

    def fields(self, texts: Mapping[str, str]) -> dict[str, frozenset[str]]:
        """`stems` of each text."""
        return {name: self.stems(text) for name, text in texts.items()}

    def stems(self, text: str) -> frozenset[str]:
        """Those stems that a word of the text has."""
        if not text:
            return frozenset()
        folded = full_text.indexed(text)
        return frozenset(stem for stem, start in self._starts.items() if _has(folded, start, stem))


def _has(text: str, start: str, stem: str) -> bool:
    at = text.find(start)
    while at >= 0:
        if not at or not text[at - 1].isalnum():
            word = _REST.match(text, at)
            if word and full_text.stem(word[0]) == stem:
                return True
        at = text.find(start, at + 1)
    return False
