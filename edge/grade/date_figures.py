"""Dates in figures as they are said: 28/06/1914 is 28 juin 1914, so that days, months and years compare."""

from __future__ import annotations

import re

from edge.values.date_words import MONTHS_EN, MONTHS_FR

_DATE = re.compile(r"(?<![\w./-])(\d{1,2})([/.-])(\d{1,2})\2(\d{4})(?![\w/-])")


def dates_in_words(text: str, language: str) -> str:
    """The text with its dates written out, in English or else in French. The day comes first, unless it
    cannot; what is no date stays.
    """
    return _DATE.sub(lambda match: _written(match, language), text)


def _written(match: re.Match[str], language: str) -> str:
    day, month = int(match[1]), int(match[3])
    if month > 12:
        day, month = month, day
    if not (1 <= day <= 31 and 1 <= month <= 12):
        return match[0]
    names = MONTHS_EN if language == "en" else MONTHS_FR
    name = next(name for name, number in names.items() if number == month)
    return f"{day} {name} {match[4]}"
