"""The fixed words around quotes, in the language of the question (`assets/messages.toml`)."""

from __future__ import annotations

import re
from functools import cache
from typing import Any

# Function words that only one of the two languages has. Enough to tell a question's language, no more.
_FRENCH = """
le la les un une des du de et est sont que qui quoi quel quelle quels quelles combien quand ou comment
pourquoi dans pour par sur avec sans peut peuvent doit doivent au aux ce cette ces il elle ils elles l d qu
"""
_ENGLISH = """
the an of and is are what which who whom whose how when where why many much in for by with without can may
must does do did to at this these that it he she they should would will has have there if be was were
"""


def language(question: str) -> str:
    """ "fr" or "en", whichever language's function words the question uses more; "en" when neither."""
    from edge.text import words

    french_words, english_words = _function_words()
    found = words(question)
    french = sum(word in french_words for word in found)
    english = sum(word in english_words for word in found)
    return "fr" if french > english else "en"


@cache
def _function_words() -> tuple[frozenset[str], frozenset[str]]:
    return frozenset(_FRENCH.split()), frozenset(_ENGLISH.split())


@cache
def table(name: str) -> dict[str, str]:
    """The phrases of a language, by key."""
    return {key: str(value) for key, value in _messages()[name].items()}


@cache
def _messages() -> dict[str, Any]:
    import tomllib

    from edge import files

    return tomllib.loads(files.asset("messages.toml").read_text(encoding="utf-8"))


def reason(said: str, name: str) -> str:
    """A reason in the language of the question; in English as it is, as is one that has no translation."""
    if name != "fr":
        return said
    for pattern, french in _reasons():
        if match := pattern.fullmatch(said):
            return french.format(**match.groupdict())
    return said


@cache
def _reasons() -> list[tuple[re.Pattern[str], str]]:
    """Patterns of the English reasons, `{word}` standing for anything, with their French."""
    return [
        (re.compile(re.sub(r"\\{(\w+)\\}", r"(?P<\1>.+?)", re.escape(english))), str(french))
        for english, french in _messages()["reasons"].items()
    ]


def strength(probability: float, name: str) -> str:
    """A probability in a word. The bounds are those of the words' common use, not of any model."""
    key = (
        "certain" if probability >= 0.85
        else "likely" if probability >= 0.65
        else "unsure" if probability >= 0.4
        else "weak"
    )  # fmt: skip
    return table(name)[key]
