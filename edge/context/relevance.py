"""Whether a text has anything to do with a message. A search always finds something; that is not enough."""

from __future__ import annotations

from edge.context.lookup import LookupTerms
from edge.context.word_index import SHARED
from edge.text import tokens


def relevant(text: str, sought: LookupTerms) -> bool:
    """Whether a text holds all words of one of the names, or two content words of the subject (stems)."""
    words = set(tokens.words(text))
    if any(words.issuperset(name.split()) for name in sought.names):
        return True
    return len({tokens.stem(word) for word in words} & sought.words) >= SHARED
