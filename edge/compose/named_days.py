"""Days that a query names, of what was said or learnt: hier, on Thursday, in March, le 10/11.

What is looked for lies behind: a day that a calendar would take for the next one is the last one here.
"""

from __future__ import annotations

from calendar import monthrange
from datetime import date, datetime, timedelta
from typing import NamedTuple

from edge.errors import EdgeError
from edge.text import tokens
from edge.text.any_of import any_of
from edge.text.number_words import NUMBERS
from edge.text.regex import regex
from edge.values.date_words import MONTHS, WEEKDAYS

#: Words without which no day is named by words, as `fold` leaves them: most queries have none of them.
_DAY_WORDS = MONTHS.keys() | WEEKDAYS.keys() | {
    "yesterday", "today", "tonight", "morning", "afternoon", "evening", "night", "ago", "days", "week",
    "weeks", "weekend", "month", "months", "year", "years",
    "hier", "aujourd", "matin", "midi", "soir", "nuit", "jours", "semaine", "semaines", "mois", "annee",
    "annees", "ans",
}  # fmt: skip
#: Dates in figures, the number of a day, a year: 10/11, 2026-11-24, le 14, the 14th, in 2025.
_FIGURES = regex(
    r"\d[-/.]\d|\b(?:le|du|au|the|on) \d{1,2}\b|\b\d{1,2}(?:st|nd|rd|th|er)\b|\b(?:en|in|de|of) \d{4}\b"
)
_PARTS_OF_DAY = frozenset(
    ("matin", "midi", "apres", "soir", "nuit", "morning", "noon", "afternoon", "evening", "night")
)
#: How many days more on each side are meant where it is told how many weeks, months or years ago.
_ABOUT = {
    "semaine": 3, "semaines": 3, "week": 3, "weeks": 3, "mois": 15, "month": 15, "months": 15,
    "an": 180, "ans": 180, "annee": 180, "annees": 180, "year": 180, "years": 180,
}  # fmt: skip
#: Spans that end today, which no calendar knows: the last two weeks, ces derniers jours, les 3 derniers mois.
_SPAN = {
    "day": 1, "days": 1, "week": 7, "weeks": 7, "month": 30, "months": 30, "year": 365, "years": 365,
    "jour": 1, "jours": 1, "semaine": 7, "semaines": 7, "mois": 30, "annee": 365, "annees": 365,
}  # fmt: skip
_NUMBER = rf"(?P<n>\d{{1,3}}|{any_of(NUMBERS)}|few|couple of|quelques)"
_UNIT = rf"(?P<unit>{any_of(_SPAN)})\b"
_PAST_SPANS = (
    regex(rf"\b(?:last|past|previous) {_NUMBER} {_UNIT}"),
    regex(rf"\bpast {_UNIT}"),
    regex(rf"\b(?:ces|les|des) {_NUMBER} (?:derniers|dernieres) {_UNIT}"),
    regex(rf"\b(?:ces|les|des) (?:derniers|dernieres) {_UNIT}"),
)
#: Days that a span of no number is, in multiples of its unit: ces derniers jours, the last few weeks.
_SOME = {"day": 7, "days": 7, "jour": 7, "jours": 7}
_YEAR = regex(r"\b(?:en|in|de|of) (?P<year>(?:19|20)\d\d)\b(?![-/.]\d)")
_SINCE = regex(r"\b(?:since|depuis)(?: le| la| l'| the)? ?$")
_THIS = regex(r"\b(?:this|ce|cet|cette) (?P<unit>week|month|year|semaine|mois|annee)\b")


class Days(NamedTuple):
    """A stretch of days that a query names, `text` in it. `any_year`: it names no year; `gone_by`: it says
    how long ago they were, so that what is looked for does not hold these words.
    """

    first: date
    last: date
    text: str = ""
    any_year: bool = False
    gone_by: bool = False

    def latest(self, today: date) -> tuple[date, date]:
        """The days, of any year the last ones that began by today."""
        if not self.any_year:
            return self.first, self.last
        for year in (today.year, today.year - 1):
            first = in_year(self.first, year)
            if first and first <= today:
                return first, first + (self.last - self.first)
        return self.first, self.last


def named_days(query: str, now: datetime) -> list[Days]:
    """The days that a query names, in French or English, in order. `now`: what they are counted from.
    None for words that are no dates, and for dates in other languages where the library that reads them is
    not there.
    """
    words = tokens.words(query)
    folded = tokens.fold(query)
    if _DAY_WORDS.isdisjoint(words) and not _FIGURES.search(folded):
        return []
    today = now.date()
    # Folded letters stand where they stood, but for the few that become two.
    typed = query if len(folded) == len(query) else folded
    if (span := _past_span(folded, typed, today)) is not None:
        return [span]
    from edge.values.dates import find_dates  # a third of a second, once, for queries that need it

    try:
        found = [when for when in find_dates(query, now) if when.date]
    except EdgeError:
        return _years(folded, typed)
    named = []
    for when in found:
        first = date.fromisoformat(when.date or "")
        last = date.fromisoformat(when.end_date) if when.end_date else first
        meant = _looked_back(when.text, first, last, relative=when.relative, today=today)
        if meant.first <= today and _SINCE.search(tokens.fold(query[: when.start])):
            meant = meant._replace(last=today)
        named.append(meant)
    return named or _years(folded, typed)


def _looked_back(text: str, first: date, last: date, *, relative: bool, today: date) -> Days:
    """What a calendar read, as somebody means it who looks back."""
    inside = frozenset(tokens.words(text))
    if not relative:
        years = any(len(word) == 4 and word.isdigit() for word in inside)
        return Days(first, last, text, any_year=not years)
    if first > today and inside & WEEKDAYS.keys() and inside <= WEEKDAYS.keys() | _PARTS_OF_DAY:
        return Days(first - timedelta(days=7), last - timedelta(days=7), text)
    if first > today and first == last and inside and all(word[0].isdigit() for word in inside):
        return Days(before := _month_before(first), before, text)  # the 14th
    if first <= today and not inside.isdisjoint(("ago", "il")):
        about = timedelta(days=max((_ABOUT.get(word, 0) for word in inside), default=0))
        first, last = first - about, min(last + about, today)
    return Days(first, last, text, gone_by=first <= today)


def _past_span(folded: str, typed: str, today: date) -> Days | None:
    """The last two weeks, ces derniers jours, cette année: a span that ends today."""
    for pattern in _PAST_SPANS:
        if found := pattern.search(folded):
            unit, number = found["unit"], found.groupdict().get("n")
            some = _SOME.get(unit, 3)
            if number is None:
                count = 1 if folded[found.start() :].startswith("past") else some
            else:
                count = int(number) if number.isdigit() else NUMBERS.get(number, some)
            first = today - timedelta(days=count * _SPAN[unit])
            return Days(first, today, typed[slice(*found.span())], gone_by=True)
    if found := _THIS.search(folded):
        first = _beginning(today, found["unit"])
        return Days(first, today, typed[slice(*found.span())], gone_by=True)
    return None


def _years(folded: str, typed: str) -> list[Days]:
    """In 2025, en 2024."""
    return [
        Days(
            date(int(found["year"]), 1, 1),
            date(int(found["year"]), 12, 31),
            typed[slice(*found.span("year"))],
        )
        for found in _YEAR.finditer(folded)
    ]


def _beginning(today: date, unit: str) -> date:
    if unit in ("week", "semaine"):
        return today - timedelta(days=today.weekday())
    return today.replace(day=1) if unit in ("month", "mois") else today.replace(month=1, day=1)


def _month_before(day: date) -> date:
    year, month = (day.year, day.month - 1) if day.month > 1 else (day.year - 1, 12)
    return date(year, month, min(day.day, monthrange(year, month)[1]))


def in_year(day: date, year: int) -> date | None:
    """The same day of another year; None for 29 February of one that has none."""
    try:
        return day.replace(year=year)
    except ValueError:
        return None
