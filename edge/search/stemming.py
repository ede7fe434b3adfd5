"""The stemming of chunks and bigrams: light by default, none or a Snowball language by setting."""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache

from edge.errors import UsageError
from edge.text import tokens

#: A folded word -> its stem.
Stem = Callable[[str], str]


def stemmer(name: str) -> Stem:
    """`light` (plural and feminine folded), `none`, or a Snowball language such as `french`.

    Snowball needs the package `snowballstemmer`. Raises UsageError for a name that is none of these.
    """
    if name == "light":
        return tokens.stem
    if name == "none":
        return str
    try:
        import snowballstemmer
    except ModuleNotFoundError as error:
        raise UsageError(
            f"Stemming {name!r} needs the package snowballstemmer.",
            "pip install snowballstemmer, or set index.stemming to light or none.",
        ) from error
    if name not in snowballstemmer.algorithms():
        raise UsageError(
            f"There is no stemming {name!r}.", "Set index.stemming to light, none, french, english…"
        )
    stem: Stem = lru_cache(maxsize=65_536)(snowballstemmer.stemmer(name).stemWord)
    return stem
