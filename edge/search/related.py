"""Words that mean the same as those that were typed."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from typing import NamedTuple

from edge.search.phrases import phrases
from edge.search.postings.reader import Related
from edge.text import tokens
from edge.text.language import language
from edge.text.similarity import names
from edge.text.synonyms import synonyms

#: A question of more content words has enough of its own to be found by: others only blur it
#: (bench/log/search.md).
MOST_WORDS = 10


class _Other(NamedTuple):
    """Another word: its stem, and the postings to look up, in pages and in chunks."""

    stem: str
    postings: tuple[tuple[str, Related], ...]


def related(typed: str, content: Sequence[str]) -> dict[str, Related]:
    """By posting, in pages and in chunks, the surest where several words lead to it.

    Everyday wording often shares no word with the document ("how do I quit" and "stop your subscription"),
    nor does another language. What is named or quoted is meant as it stands. `content`: folded words.
    """
    if len(content) > MOST_WORDS:
        return {}
    named = names(typed).union(*map(tokens.words, phrases(typed)))
    own = {tokens.stem(word) for word in content}
    spoken = language(typed)
    found: dict[str, Related] = {}
    for word in content:
        if word in named:
            continue
        for other in _others(word, spoken):
            if other.stem in own:
                continue
            for key, one in other.postings:
                if key not in found or found[key].sure < one.sure:
                    found[key] = one
    return found


@lru_cache(maxsize=4_096)
def _others(word: str, spoken: str) -> tuple[_Other, ...]:
    """The other words of a word."""
    found = []
    for other, sure in synonyms(word, spoken).items():
        stem = tokens.stem(other)
        pages = (f"w{other}", Related(f"w{word}", sure))
        chunks = (f"c{stem}", Related(f"c{tokens.stem(word)}", sure))
        found.append(_Other(stem, (pages, chunks)))
    return tuple(found)
