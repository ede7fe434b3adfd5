"""Days with their month: 3 mars 2026, March 3rd, du 3 au 5 mai, la semaine du 3 mars."""

from __future__ import annotations

import re
from datetime import timedelta

from edge.text.any_of import any_of
from edge.text.number_words import NUMBERS
from edge.text.regex import regex
from edge.values.date_words import (
    CAPITAL,
    FREE,
    GAP,
    MONTH,
    MONTH_EN,
    MONTHS,
    MONTHS_EN,
    MONTHS_FR,
    ORDINALS,
    WEEKDAY,
    YEAR,
)
from edge.values.dates.calendar_math import day
from edge.values.dates.context import dated, is_between
from edge.values.dates.rule import DatePart, DateRule, ScannedText

_DAY = r"(?:0?[1-9]|[12]\d|3[01])"
_TH = r"(?: ?er|st|nd|rd|th)?"
_YEAR = rf"(?:{YEAR}|'\d\d(?!\d))"
_TO = rf"(?:{GAP}(?:au|a|to|until|through|thru|jusqu'au|(?P<both>et|and)(?: le| the)?){GAP}| ?- ?)"
_OR = rf"(?:{GAP}(?:et|and|ou|or|&){GAP}(?:le |the )?| ?/ ?|, ?)"
_WORD_DAYS = {name: value for name, value in (NUMBERS | ORDINALS).items() if 1 < value <= 31} | {
    "premier": 1, "first": 1,
}  # fmt: skip


def _number(written: str) -> int:
    return int(written) if written.isdigit() else _WORD_DAYS[written]


def _named(scan: ScannedText, match: re.Match[str]) -> bool:
    """The month's word is a month here, not a verb, a name or a brand."""
    word, place = match["month"], match.start("month")
    if word in MONTHS_FR or word not in CAPITAL or match["year"]:
        return True
    return scan.capital(place) or bool(re.search(r"(?:st|nd|rd|th)\b", match[0]))


def _day_month(match: re.Match[str], scan: ScannedText) -> DatePart | None:
    if not _named(scan, match):
        return None
    month = MONTHS[match["month"]]
    at, complete = dated(scan, match.start(), month, _number(match["day"]), match["year"])
    if at is None:
        return None
    yearless = None if complete else (month, at.day)
    return DatePart(match.start(), match.end(), "day", day=at, yearless=yearless)


def _stretch(match: re.Match[str], scan: ScannedText) -> DatePart | None:
    """Du 3 au 5 mai; May 3-5; entre le 3 et le 5 mai."""
    if not _named(scan, match) or (match["both"] and not is_between(scan, match.start())):
        return None
    month, first, last = MONTHS[match["month"]], int(match["day"]), int(match["last"])
    end, _ = dated(scan, match.start(), month, last, match["year"])
    start = day(end.year, month, first) if end else None
    if start is None or end is None or start >= end:
        return None
    return DatePart(match.start(), match.end(), "day", day=start, end_day=end)


def _one_of(match: re.Match[str], scan: ScannedText) -> DatePart | None:
    """The first of "3 et 4 mai": the second is read where it stands."""
    if not _named(scan, match):
        return None
    at, _ = dated(scan, match.start(), MONTHS[match["month"]], int(match["day"]), match["year"])
    return DatePart(match.start(), match.end("day"), "day", day=at) if at else None


def _week_of(match: re.Match[str], scan: ScannedText) -> DatePart | None:
    """La semaine du 3 mars: seven days from its Monday."""
    inner = DAY_MONTH.match(scan.text, match.end()) or MONTH_DAY.match(scan.text, match.end())
    day_part = _day_month(inner, scan) if inner else None
    if inner is None or day_part is None or day_part.day is None:
        return None
    start = day_part.day - timedelta(days=day_part.day.weekday())
    return DatePart(match.start(), inner.end(), "day", day=start, end_day=start + timedelta(days=6))


_AFTER_MONTH = r"(?![a-z\d])"
_TAIL_YEAR = rf"(?:\.?(?:,?{GAP}|-|/|\. ?)(?:de |of )?(?P<year>{_YEAR}))?"
_MONTH_FIRST_DAY = rf"(?P<month>{MONTH_EN})\.?{GAP}(?:the )?"
_DAY_ENDS = r"(?!\d|[.,:]\d| ?(?:h\b|h\d|%|€|\$|£|k\b|am\b|pm\b|[ap]\.m))"

DAY_MONTH = regex(
    rf"{FREE}(?P<day>{_DAY}|{any_of(_WORD_DAYS)}){_TH}(?:{GAP}(?:of |de |du mois de |d')?|[-/.]|)"
    rf"(?P<month>{MONTH}){_AFTER_MONTH}{_TAIL_YEAR}"
)
MONTH_DAY = regex(
    rf"{FREE}{_MONTH_FIRST_DAY}(?P<day>{_DAY}|{any_of(ORDINALS)}){_TH}{_DAY_ENDS}"
    rf"(?:,?{GAP}(?P<year>{_YEAR}))?"
)
_STRETCH = regex(
    rf"{FREE}(?P<day>{_DAY}){_TH}{_TO}(?:{WEEKDAY},?{GAP})?(?P<last>{_DAY}){_TH}{GAP}(?:of |"
    rf"de )?(?P<month>{MONTH}){_AFTER_MONTH}{_TAIL_YEAR}"
)
_STRETCH_EN = regex(
    rf"{FREE}{_MONTH_FIRST_DAY}(?P<day>{_DAY}){_TH}{_TO}(?P<last>{_DAY}){_TH}{_DAY_ENDS}"
    rf"(?:,?{GAP}(?P<year>{_YEAR}))?"
)
_ONE_OF = regex(
    rf"{FREE}(?P<day>{_DAY}){_TH}(?={_OR}(?:{_DAY}{_TH}{_OR})?{_DAY}{_TH}{GAP}(?:of )?"
    rf"(?P<month>{MONTH}){_AFTER_MONTH}{_TAIL_YEAR})"
)
_WEEK_OF = regex(r"(?:semaine du|week of|week commencing|w/c) (?:the )?(?:lundi |monday,? )?")

_WORDY = tuple({name.split()[0].split("-")[0] for name in _WORD_DAYS})

RULES = (
    DateRule(("#",), _STRETCH, _stretch),
    DateRule(("#",), _ONE_OF, _one_of),
    DateRule(("#", *_WORDY), DAY_MONTH, _day_month),
    DateRule(tuple(MONTHS_EN), _STRETCH_EN, _stretch),
    DateRule(tuple(MONTHS_EN), MONTH_DAY, _day_month),
    DateRule(("semaine", "week", "w"), _WEEK_OF, _week_of),
)
