"""The fixed words around quotes and questions, in the language of what was asked (`assets/messages.toml`)."""

from __future__ import annotations

import re
from functools import cache
from typing import Any


def language(question: str) -> str:
    """ "fr" for a question with French function words, else "en"."""
    from edge.text.language import language as told

    return "fr" if told(question) == "fr" else "en"


@cache
def table(name: str) -> dict[str, str]:
    """The phrases of a table, by key: `fr`, `clarify.fr`."""
    read = _messages()
    for part in name.split("."):
        read = read[part]
    return {key: str(value) for key, value in read.items()}


@cache
def _messages() -> dict[str, Any]:
    import tomllib

    from edge import paths

    return tomllib.loads(paths.asset("messages.toml").read_text(encoding="utf-8"))


def reason(said: str, name: str) -> str:
    """A reason in the language of the question; in English as it is, as is one that has no translation."""
    if name != "fr":
        return said
    for pattern, french in _reasons():
        if match := pattern.fullmatch(said):
            return french.format(**{key: reason(part, name) for key, part in match.groupdict().items()})
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
