"""Which of the two languages a text is in: one guess, for questions, pages and messages alike."""

from __future__ import annotations

import tomllib
from functools import cache

from edge import paths
from edge.text.tokens import words

_ACCENTS = frozenset("àâçéèêëîïôùûœ")


@cache
def _function_words() -> tuple[frozenset[str], frozenset[str]]:
    """English and French function words, folded."""
    listed = tomllib.loads(paths.asset("language.toml").read_text(encoding="utf-8"))
    return frozenset(listed["english"].split()), frozenset(listed["french"].split())


def language(sample: str) -> str:
    """`en` or `fr`: by function words, then by accents (English has next to none); else `und`."""
    listed_english, listed_french = _function_words()
    english = sum(word in listed_english for word in words(sample.lower().replace("à", " ")))
    french = sum(word in listed_french for word in words(sample))
    if english == french:
        return "fr" if not _ACCENTS.isdisjoint(sample.lower()) else "und"
    return "en" if english > french else "fr"
