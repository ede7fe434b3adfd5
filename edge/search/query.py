"""What a person typed -> keys of postings. Safe for any text: nothing typed reaches MATCH raw."""

from __future__ import annotations

from typing import NamedTuple

from edge.search.postings.reader import Related
from edge.search.related import related
from edge.text import tokens
from edge.text.query_text import MAX_WORDS, clean_query, content_words
from edge.text.typed import identifiers


class Query(NamedTuple):
    """Distinct terms of a query in order, by kind (see search.sql)."""

    words: list[str]
    stems: list[str]
    grams: list[str]
    bigrams: list[str]
    related: dict[str, Related]  # postings of words that mean the same

    def keys(self) -> list[str]:
        """The postings of what was typed."""
        kinds = {
            "w": self.words, "h": self.words, "g": self.grams, "b": self.bigrams, "c": self.stems,
            "t": self.stems,
        }  # fmt: skip
        return [kind + term for kind, terms in kinds.items() for term in terms]


def parse(typed: str) -> Query:
    """Tokens of a query. A query of stop words alone is searched by them; one without words is empty."""
    cleaned = clean_query(typed)
    content = content_words(tokens.words(cleaned))
    words = list(dict.fromkeys([*content, *identifiers(cleaned)]))[:MAX_WORDS]
    chosen = set(words)
    stemmed = [tokens.stem(word) for word in content if word in chosen]
    return Query(
        words=words,
        stems=list(dict.fromkeys(stemmed)),
        grams=list(dict.fromkeys([gram for word in words for gram in tokens.grams(word)])),
        bigrams=list(dict.fromkeys(tokens.bigrams(stemmed))),
        related=related(cleaned, [word for word in content if word in chosen]),
    )
