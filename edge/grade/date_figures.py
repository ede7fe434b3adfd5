"""Dates as they are compared: 28/06/1914, 28 juin 14 and Jun 28th, 1914 are 28 juin 1914, so that days,
months and years compare, and another date is seen as a whole.
"""

from __future__ import annotations

import re
from functools import lru_cache

from edge.text.any_of import any_of
from edge.text.tokens import fold
from edge.values.date_words import MONTHS, MONTHS_EN, MONTHS_FR

_ACCENTS = (("fev", "f[ée]v"), ("aout", "ao[uû]t"), ("decembre", "d[ée]cembre"))
_MONTH = any_of(MONTHS)
for _plain, _accented in _ACCENTS:
    _MONTH = _MONTH.replace(_plain, _accented)
_MONTH = rf"({_MONTH})(?!\w)\.?"
_DAY = r"(\d{1,2})(?:er|st|nd|rd|th)?"
_YEAR = r"(\d{4}|\d\d)(?![\w/-]|[.,]\d)"
_FIGURES = re.compile(rf"(?<![\w./-])(\d{{1,2}})([/.-])(\d{{1,2}})\2{_YEAR}")
#: 28 juin 1914, 28th of June 1914.
_DAY_FIRST = re.compile(rf"(?<![\w.,/])(?:the )?{_DAY}(?: of)? {_MONTH},? {{1,2}}'?{_YEAR}", re.IGNORECASE)
#: June 28th, 1914.
_MONTH_FIRST = re.compile(rf"(?<!\w){_MONTH} {_DAY},? {{1,2}}'?{_YEAR}", re.IGNORECASE)

#: The stop of a month that is cut short.
_STOP = re.compile(rf"(?<!\w){_MONTH.removesuffix(chr(92) + '.?')}\.(?=,? ?\d)", re.IGNORECASE)

_FIGURE = re.compile(r"\d")
#: The first name of each month, by its number.
_NAMES_EN, _NAMES_FR = (
    {number: name for name, number in reversed(months.items())} for months in (MONTHS_EN, MONTHS_FR)
)

#: Day, month, year.
Day = tuple[int, int, int]


def dates_in_words(text: str, language: str, century: int = 0) -> str:
    """The text with its dates written out, in English or else in French. The day comes first, unless it
    cannot; what is no date stays. `century`: that of years of two figures, which are none
    where it is 0.
    """
    if not _FIGURE.search(text):  # most answers
        return text
    names = _NAMES_EN if language == "en" else _NAMES_FR

    def written(match: re.Match[str]) -> str:
        date = _date(match, century)
        return f"{date[0]} {names[date[1]]} {date[2]}" if date else match[0]

    for pattern in (_FIGURES, _DAY_FIRST, _MONTH_FIRST):
        text = pattern.sub(written, text)
    return text


def without_stops(text: str) -> str:
    """The text, as long as it was, with no stop within a date that would end a sentence: 11 nov. 1918."""
    return _STOP.sub(lambda match: f"{match[1]} ", text) if _FIGURE.search(text) else text


def dates(text: str) -> list[Day]:
    """The full dates of a text that were written out."""
    if not _FIGURE.search(text):
        return []
    return [date for match in _DAY_FIRST.finditer(text) if (date := _date(match, 0))]


@lru_cache(maxsize=1_024)
def century(text: str) -> int:
    """That of the first date of a text; 0 where it has none."""
    return next((year // 100 for _, _, year in dates(text)), 0)


def _date(match: re.Match[str], of: int) -> Day | None:
    if match.re is _FIGURES:
        day, month, year = int(match[1]), int(match[3]), match[4]
        if month > 12:
            day, month = month, day
    else:
        first, second, year = match.groups()
        day, name = (int(first), second) if first[0].isdigit() else (int(second), first)
        month = MONTHS[fold(name)]
    if not (1 <= day <= 31 and 1 <= month <= 12) or (len(year) == 2 and not of):
        return None
    return day, month, int(year) if len(year) == 4 else 100 * of + int(year)
