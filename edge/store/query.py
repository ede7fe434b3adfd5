"""What a person typed -> keys of postings, exact phrases. Safe for any text: nothing typed reaches MATCH raw."""

from __future__ import annotations

import re
from typing import NamedTuple

from edge import text

#: Most distinct words of a query that are looked up: bounds the work of one query.
MAX_WORDS = 64

#: Longest text read, in characters; the rest is not looked at.
MAX_CHARACTERS = 8_192

_PHRASE = re.compile(r'"([^"]+)"|«([^»]+)»|“([^”]+)”')


class Query(NamedTuple):
    """Keys by channel letter (see search.sql), and phrases that must occur."""

    words: list[str]  # distinct content words, in order
    stems: list[str]
    grams: list[str]
    bigrams: list[str]
    phrases: list[str]

    def keys(self) -> list[str]:
        """Every posting to fetch."""
        return [
            *("w" + word for word in self.words),
            *("h" + word for word in self.words),
            *("g" + gram for gram in self.grams),
            *("b" + pair for pair in self.bigrams),
            *("c" + stem for stem in self.stems),
            *("t" + stem for stem in self.stems),
        ]


def clean(typed: str) -> str:
    """The text without NUL bytes, with lone surrogates replaced (SQLite and JSON take neither), cut to length."""
    return (
        typed[:MAX_CHARACTERS].encode("utf-8", "replace").decode("utf-8", "replace").replace("\0", " ")
    )


def parse(typed: str) -> Query:
    """Tokens of a query. A query of stop words alone is searched by them; one without words is empty."""
    cleaned = clean(typed)
    content = text.terms(cleaned) or text.words(cleaned)
    words = list(dict.fromkeys(content))[:MAX_WORDS]
    kept = set(words)
    stemmed = [text.stem(word) for word in content if word in kept]
    return Query(
        words=words,
        stems=list(dict.fromkeys(stemmed)),
        grams=list(dict.fromkeys(gram for word in words for gram in text.grams(word))),
        bigrams=list(dict.fromkeys(text.bigrams(stemmed))),
        phrases=[phrase for groups in _PHRASE.findall(cleaned) for phrase in groups if text.words(phrase)],
    )
