"""Explicit dates in forms that our own rules do not know, read by dateparser: other languages' months, the
C library's order, the year first. It is given nothing but the span of such a form: looking for dates in
prose, it finds them in "Je vous en prie".
"""

from __future__ import annotations

import re
from typing import Any

from edge.text.any_of import any_of
from edge.text.regex import regex
from edge.values import libraries
from edge.values.date_words import MONTH, MONTHS, MONTHS_EN
from edge.values.dates.calendar_math import day
from edge.values.dates.rule import DatePart, DateRule, ScannedText

_LANGUAGES = {
    "es": "enero febrero marzo abril mayo junio julio agosto septiembre octubre noviembre diciembre",
    "de": "januar februar marz april mai juni juli august september oktober november dezember",
    "it": "gennaio febbraio marzo aprile maggio giugno luglio agosto settembre ottobre novembre dicembre",
    "pt": "janeiro fevereiro marco abril maio junho julho agosto setembro outubro novembro dezembro",
    "nl": "januari februari maart april mei juni juli augustus september oktober november december",
}
_OTHER_MONTHS = {month for months in _LANGUAGES.values() for month in months.split()}
#: Written as in French or English: read by our own rules, but for the point of "19. August".
_ALIKE = _OTHER_MONTHS & MONTHS.keys()

_OTHER = regex(
    rf"(?<![\w/.-])(?:0?[1-9]|[12]\d|3[01])"
    rf"(?:\.? (?:de )?{any_of(_OTHER_MONTHS - _ALIKE)}|\. {any_of(_ALIKE)})"
    r"(?: de| del|,)? (?:19|20)\d\d(?!\d)"
)
_C = regex(
    r"(?<![\w-])(?:jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|"
    r"dec) {1,2}\d\d? \d\d:\d\d:\d\d (?:[a-z]{3,4} )?(?:19|20)\d\d(?!\d)"
)
_YEAR_FIRST = regex(rf"(?<![\w/.-])(?:19|20)\d\d[ ,-]{{1,2}}{MONTH}[ -]\d\d?(?![\d:h])")
_COMPACT = regex(
    r"(?<![\w/.-])(?:19|20)\d\d(?:0\d|1[0-2])(?:[0-2]\d|3[01])t[0-2]\d[0-5]\d(?:[0-5]\d)?(?=z?(?!\w))"
)


def _parse(written: str) -> Any:
    settings: Any = {
        "DATE_ORDER": "DMY",
        "REQUIRE_PARTS": ["day", "month", "year"],
        "RETURN_AS_TIMEZONE_AWARE": False,
    }
    parse = libraries.load("dateparser", "dateparser").parse
    return parse(written, languages=["en", "fr", *_LANGUAGES], settings=settings)


def _explicit(match: re.Match[str], scan: ScannedText) -> DatePart | None:
    start, end = scan.folded.back(match.start(), match.end())
    then = _parse(scan.raw[start:end])
    at = day(then.year, then.month, then.day) if then else None
    if at is None:
        return None
    timed = ":" in match[0] or match.re is _COMPACT
    return DatePart(match.start(), match.end(), "day", at, time=then.strftime("%H:%M") if timed else None)


RULES = (
    DateRule(("#",), _OTHER, _explicit),
    DateRule(tuple(MONTHS_EN), _C, _explicit),
    DateRule(("####",), _YEAR_FIRST, _explicit),
    DateRule(("########",), _COMPACT, _explicit),
)
