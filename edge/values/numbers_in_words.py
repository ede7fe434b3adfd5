"""Numbers that are partly words, as figures: two thirds is 2/3, minus seven -7, ±7 both, an hour 1 hour."""

from __future__ import annotations

import re

from edge.text import number_words
from edge.text.any_of import any_of
from edge.text.tokens import fold

_PARTS = {
    "half": 2, "halve": 2, "third": 3, "quarter": 4, "fourth": 4, "fifth": 5, "sixth": 6, "seventh": 7,
    "eighth": 8, "ninth": 9, "tenth": 10, "demi": 2, "moitié": 2, "tier": 3, "quart": 4, "cinquième": 5,
    "sixième": 6,
    "septième": 7, "huitième": 8, "neuvième": 9, "dixième": 10, "centième": 100, "hundredth": 100,
    "thousandth": 1000, "millième": 1000,
}  # fmt: skip
#: By the name as it is folded: without regard to case, a pattern takes "ſ" for an s and "İ" for an i.
_DIVISORS = {fold(name): divisor for name, divisor in _PARTS.items()}
_COUNTS = ("one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "un", "deux", "trois",
           "quatre", "cinq", "sept", "huit", "neuf")  # fmt: skip
_FRACTION = re.compile(
    rf"(?<![\w./,])({any_of(_COUNTS)}|\d{{1,2}})[ -]({any_of(_PARTS)})(s?)(?!\w)", re.IGNORECASE
)

_UNITS = (
    "heure", "minute", "seconde", "jour", "semaine", "mois", "an", "année", "siècle", "mètre", "kilomètre",
    "litre", "gramme", "kilo", "hour", "second", "day", "week", "month", "year", "century", "metre", "meter",
    "kilometre", "kilometer", "liter", "gram", "euro", "dollar", "pound", "degree", "degré",
)  # fmt: skip
_UNIT = rf"(?={any_of(_UNITS)}s?(?!\w))"
_ARTICLE = re.compile(rf"(?<![\w'’-])(?:une?|one|an?)(?= {_UNIT})", re.IGNORECASE)
_HALF = re.compile(rf"(?<![\w'’-])(?:half an? |une demi[- ]|a half[- ]){_UNIT}", re.IGNORECASE)
_AND_HALF = re.compile(rf"(?<![\w.,])({any_of(_COUNTS)}|\d{{1,2}}) and a half(?= {_UNIT})", re.IGNORECASE)

#: In x minus a, and in "minus an error", no number.
_ARTICLES = frozenset({"a", "an"})
_LAST_WORD = re.compile(r"(?<!\w)\w{1,20} $")
_EITHER_SIGN = re.compile(
    r"(?<![\d\w.,] )(?<![\d\w])(?:±|\+/-|\+ ou -) ?(\d{1,12}(?:[.,]\d{1,12})?)(?![\d/])"
)
_MINUS = re.compile(
    r"(?<![\w-])(?<!au )(?<!ou )(?<!du )(?:minus|moins|negative) "
    rf"({any_of(number_words.SMALL.keys() - _ARTICLES)}|\d{{1,12}}(?:[.,]\d{{1,12}})?)(?![\w-])",
    re.IGNORECASE,
)


def in_figures(text: str) -> str:
    """The text with its fractions in figures. "A third" and "le quart" may be places, and stay; "one third"
    and "un tiers" do not.
    """
    return _FRACTION.sub(_written, text)


def signs_in_figures(text: str) -> str:
    """The text with "minus seven" as -7, and with both numbers of ±7; a tolerance (25 ± 1) and a subtraction
    stay.
    """
    return _MINUS.sub(_negative, _EITHER_SIGN.sub(r"\1 or -\1", text))


def _negative(match: re.Match[str]) -> str:
    said = match[1]
    before = _LAST_WORD.search(match.string, max(0, match.start() - 24), match.start())
    if before and (before[0].strip().isdigit() or fold(before[0].strip()) in number_words.SMALL):
        return match[0]  # a subtraction
    value = said if said[0].isdigit() else number_words.value_of([fold(said)])
    return f"-{value}"


def articles_in_figures(text: str) -> str:
    """The text with "an hour" and "une heure" as 1, and half of one as 0.5."""
    return _ARTICLE.sub("1", _HALF.sub("0.5 ", _AND_HALF.sub(_and_half, text)))


def _and_half(match: re.Match[str]) -> str:
    count = match[1] if match[1].isdigit() else number_words.value_of([fold(match[1])])
    return f"{count}.5"


def _written(match: re.Match[str]) -> str:
    count = int(match[1]) if match[1].isdigit() else number_words.value_of([fold(match[1])])
    return f"{count}/{_DIVISORS[fold(match[2])]}"
