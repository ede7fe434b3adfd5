"""The working of a calculation: 12 N × 3 m = 36 J is 12 × 3, however it is written."""

from __future__ import annotations

import re

_SIGNS = str.maketrans({"×": "*", "x": "*", "·": "*", "⋅": "*", "÷": "/", "−": "-", "–": "-", ",": ".",
                        ":": "/", "²": "^2", "³": "^3"})  # fmt: skip
_NUMBER = r"\d{1,15}(?:\.\d{1,15})?"
#: Two numbers and what is done to them; a unit may stand behind the first.
_STEP = re.compile(
    rf"(?<![\w.])({_NUMBER}) ?(?:[^\W\d_]{{1,4}} ?)?([*/+^-]|times|fois) ?({_NUMBER})(?![\d.]\d)"
)
_WORDS = {"times": "*", "fois": "*"}


def shared(expected: str, answer: str) -> bool:
    """Whether two texts calculate with the same two numbers in the same way."""
    return not _steps(expected).isdisjoint(_steps(answer))


def _steps(text: str) -> frozenset[tuple[str, str, str]]:
    return frozenset(map(_step, _STEP.finditer(text.translate(_SIGNS))))


def _step(match: re.Match[str]) -> tuple[str, str, str]:
    one, sign, other = match[1], _WORDS.get(match[2], match[2]), match[3]
    return (min(one, other), max(one, other), sign) if sign in "*+" else (one, other, sign)
