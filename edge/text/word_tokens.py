"""A text as folded words with their places. Marks that carry meaning (`%`, `?`, ...) are words too."""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import lru_cache

from edge.text.tokens import fold

# Combining marks stay inside a word: text from some systems has its accents as separate code points.
_WORD = re.compile(r"(?:[^\W_]|[\u0300-\u036f])+|[%€$£?!.;:]")

_fold = lru_cache(maxsize=16_384)(fold)


@dataclass(frozen=True, slots=True)
class WordTokens:
    """Parallel lists: `words[i]` is the folded form of `text[starts[i]:ends[i]]`."""

    words: list[str]
    starts: list[int]
    ends: list[int]


def tokens(text: str, spans: list[tuple[int, int]] | None = None) -> WordTokens:
    """Words of a text, or of some spans of it, in order. Offsets are code points into `text`."""
    words: list[str] = []
    starts: list[int] = []
    ends: list[int] = []
    for first, last in [(0, len(text))] if spans is None else spans:
        for match in _WORD.finditer(text, first, last):
            word = _fold(match.group())
            if word:
                words.append(word)
                starts.append(match.start())
                ends.append(match.end())
    return WordTokens(words, starts, ends)
