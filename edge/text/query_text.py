"""What a person typed to look for: bounded, and safe to store, to show and to look up."""

from __future__ import annotations

from collections.abc import Sequence

from edge.text import tokens

#: Most distinct words of a query that are looked up: with MAX_CHARACTERS it bounds the work of one query.
MAX_WORDS = 64

#: Longest text read, in characters; the rest is not looked at.
MAX_CHARACTERS = 8_192


def clean_query(typed: str) -> str:
    """The text cut to length, without what SQLite and JSON do not take: NUL bytes and lone surrogates."""
    return typed[:MAX_CHARACTERS].encode("utf-8", "replace").decode("utf-8").replace("\0", " ")


def content_words(words: Sequence[str]) -> list[str]:
    """Folded words without the stop words; all of them where there are no others."""
    stop = tokens.stop_words()
    return [word for word in words if word not in stop] or list(words)
