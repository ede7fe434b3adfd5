"""What a person typed -> keys of postings. Safe for any text: nothing typed reaches MATCH raw."""

from __future__ import annotations

from typing import NamedTuple

from edge.text import tokens
from edge.text.typed import identifiers

#: Most distinct words of a query that are looked up: with MAX_CHARACTERS it bounds the work of one query.
MAX_WORDS = 64

#: Longest text read, in characters; the rest is not looked at.
MAX_CHARACTERS = 8_192


class Query(NamedTuple):
    """Distinct terms of a query in order, by kind (see search.sql)."""

    words: list[str]
    stems: list[str]
    grams: list[str]
    bigrams: list[str]

    def keys(self) -> list[str]:
        """Every posting to fetch."""
        kinds = {
            "w": self.words, "h": self.words, "g": self.grams, "b": self.bigrams, "c": self.stems,
            "t": self.stems,
        }  # fmt: skip
        return [kind + term for kind, terms in kinds.items() for term in terms]


def clean(typed: str) -> str:
    """The text cut to length, without what SQLite and JSON do not take: NUL bytes and lone surrogates."""
    return typed[:MAX_CHARACTERS].encode("utf-8", "replace").decode("utf-8").replace("\0", " ")


def parse(typed: str) -> Query:
    """Tokens of a query. A query of stop words alone is searched by them; one without words is empty."""
    everything = tokens.words(clean(typed))
    stop = tokens.stop_words()
    content = [word for word in everything if word not in stop] or everything
    words = list(dict.fromkeys([*content, *identifiers(clean(typed))]))[:MAX_WORDS]
    chosen = set(words)
    stemmed = [tokens.stem(word) for word in content if word in chosen]
    return Query(
        words=words,
        stems=list(dict.fromkeys(stemmed)),
        grams=list(dict.fromkeys([gram for word in words for gram in tokens.grams(word)])),
        bigrams=list(dict.fromkeys(tokens.bigrams(stemmed))),
    )
