"""Ranges of numbers in a text ("5 to 9 years", "plus de 15 €"), and whether an asked number lies in one."""

from __future__ import annotations

import math
from collections.abc import Sequence
from functools import lru_cache

from edge.text.regex import regex
from edge.text.tokens import fold

_NUMBER = r"(\d{1,9}(?:[.,]\d{1,4})?)"
_UNIT = r"(?:\s?[^\W\d_]{1,12}|\s?[€$£%°])?"
_BETWEEN = regex(rf"(?<![\d.,/-]){_NUMBER}{_UNIT}\s?(?:to|a|and|et|-|–|—)\s?{_NUMBER}(?![\d/-])")
_ABOVE = regex(
    r"\b(?:over|above|more than|from|at least|beyond|exceeding|as of|plus de|au dela de|a partir de|des|"
    rf"superieure? a|au moins|depuis)\s(?:les?\s|the\s)?{_NUMBER}"
)
_BELOW = regex(
    r"\b(?:under|below|less than|up to|at most|within|until|moins de|en dessous de|jusqu a|inferieure? a|"
    rf"au plus|sous)\s(?:les?\s|the\s)?{_NUMBER}"
)
_PLAIN = regex(r"(?<![\w.,/-])(\d{1,9}(?:[.,]\d{1,4})?)(?![\w/-]|[.,]\d)")


@lru_cache(maxsize=4096)
def ranges(text: str) -> tuple[tuple[float, float], ...]:
    """The ranges that a text names, (lowest, highest); an open end is infinite."""
    flat = fold(text).replace("'", " ").replace("’", " ")
    found = [(_value(one), _value(other)) for one, other in _BETWEEN.findall(flat)]
    found = [(low, high) for low, high in found if low < high]
    found += [(_value(one), math.inf) for one in _ABOVE.findall(flat)]
    found += [(-math.inf, _value(one)) for one in _BELOW.findall(flat)]
    return tuple(found)


@lru_cache(maxsize=64)
def asked(question: str) -> tuple[float, ...]:
    """The numbers that a question names, but for years."""
    found = [_value(one) for one in _PLAIN.findall(fold(question))]
    return tuple(one for one in found if not 1900 <= one <= 2100)


def fits(numbers: Sequence[float], text: str) -> float:
    """1: a number asked lies in a range of the text; -1: the text names ranges, but none of it; else 0."""
    named = ranges(text) if numbers else ()
    if not named:
        return 0.0
    return 1.0 if any(low <= one <= high for one in numbers for low, high in named) else -1.0


def _value(said: str) -> float:
    return float(said.replace(",", "."))
