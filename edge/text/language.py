"""Which of the two languages a text is in: one guess, for questions, pages and messages alike."""

from __future__ import annotations

import re
import tomllib
from functools import cache, lru_cache

from edge import paths
from edge.text.tokens import words

_ACCENTS = frozenset("àâçéèêëîïôùûœ")
_LONE_A = re.compile(r"(?<!\S)[aA](?!\S)")

#: Signs that other languages have and these two do not.
_OTHER_SIGNS = frozenset("ß¿¡ãõåøłčşğı")

#: Characters of a document that tell its language, and other languages' function words that are no accident.
_SAMPLE, _SEEN = 4_000, 5


@cache
def _function_words() -> tuple[frozenset[str], frozenset[str], frozenset[str]]:
    """English, French and other languages' function words, folded."""
    listed = tomllib.loads(paths.asset("language.toml").read_text(encoding="utf-8"))
    english, french, other = (frozenset(listed[name].split()) for name in ("english", "french", "other"))
    return english, french, other


def language(sample: str) -> str:
    """`en` or `fr`: by function words, then by accents (English has next to none); else `und`."""
    english, french, _ = _counts(sample)
    if english == french:
        return "fr" if not _ACCENTS.isdisjoint(sample.lower()) else "und"
    return "en" if english > french else "fr"


def typed_language(sample: str) -> str:
    """`language` of what a person typed. "a" by itself does not tell: who types French leaves out the accent
    of "à" ("hotel a paris"), and has the word as a verb.
    """
    return language(_LONE_A.sub(" ", sample))


def is_foreign(sample: str) -> bool:
    """Whether a text is in neither language: by its script, or by function words of others."""
    if not sample.isascii() and not _mostly_latin(sample):
        return True
    english, french, other = _counts(sample)
    best = max(english, french)
    signs = not _OTHER_SIGNS.isdisjoint(sample.lower())
    return other > best and (other > 1 or signs or not best)


def is_foreign_text(text: str) -> bool:
    """Whether a document is in neither language. A list of names has a "van" or two, and is in none."""
    sample = text[:_SAMPLE]
    return is_foreign(sample) and (_counts(sample)[2] >= _SEEN or not _mostly_latin(sample))


def _mostly_latin(sample: str) -> bool:
    letters = [sign for sign in sample if sign.isalpha()]
    latin = sum(sign < "\u0250" or "\u1e00" <= sign < "\u1f00" for sign in letters)
    return 3 * latin >= 2 * len(letters)


@lru_cache(maxsize=64)
def _counts(sample: str) -> tuple[int, int, int]:
    """How many function words of English, of French, and of other languages a text has. A question is looked
    at by its search, its spelling and its answer.
    """
    listed_english, listed_french, listed_other = _function_words()
    found = words(sample)
    lowered = sample.lower()
    # Folded, "à" would be the English "a".
    plain = words(lowered.replace("à", " ")) if "à" in lowered else found
    return (
        sum(map(listed_english.__contains__, plain)),
        sum(map(listed_french.__contains__, found)),
        sum(map(listed_other.__contains__, found)),
    )
