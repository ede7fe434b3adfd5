"""Months as a whole: mars 2026, en mars, de mars à juin."""

from __future__ import annotations

import re
from datetime import date

from edge.text.any_of import any_of
from edge.text.regex import regex
from edge.values.date_words import CAPITAL, GAP, MONTH, MONTHS, MONTHS_WHOLE, NOT_WORD, YEAR
from edge.values.dates.calendar_math import add_months, day, full_year, month_end
from edge.values.dates.context import is_past
from edge.values.dates.rule import DatePart, DateRule, ScannedText

_MONTH_ALONE = regex(
    r"(?:\b(?:en|courant|mois de|mois d'|d'ici|avant|apres|depuis|jusqu'en|jusqu'a|des|pour|in|by|before|"
    r"after|since|until|from|during|this|next|last|of)\s{1,2}|\b(?:mois d|ici|fin|debut|mi)')$"
)
_NOT_MONTH = regex(
    r"(?:\b(?:planete|mission|rover|sur|barres?|for|prenom|merci|ms|mrs|miss|mme|madame)\s{1,2}|"
    r"\d(?:er|st|nd|rd|th)? (?:of )?)$"
)


def _month(match: re.Match[str], scan: ScannedText) -> DatePart | None:
    """A month as a whole: mars 2026; en mars."""
    start, word = match.start(), match["month"]
    before = scan.before(start)
    if _NOT_MONTH.search(before):
        return None
    if match["year"]:
        if word in CAPITAL and not scan.capital(start):
            return None
        first = day(full_year(match["year"]), MONTHS[word], 1)
    else:
        lead = _MONTH_ALONE.search(before)
        if lead is None or not _month_meant(match, scan, lead[0].strip()):
            return None
        past = lead[0].strip() in ("depuis", "since", "last") or is_past(scan, start)
        first = _month_around(scan.today, MONTHS[word], past=past)
    return DatePart(start, match.end(), "day", day=first, end_day=month_end(first)) if first else None


def _months(match: re.Match[str], scan: ScannedText) -> DatePart | None:
    """De mars à juin 2026, January-March 2026: whole months."""
    cued = re.search(r"\b(?:de |d'|entre |from |between )$", scan.before(match.start(), 10)) is not None
    if not (cued or match["year"]) or (("et " in match["mark"] or "and " in match["mark"]) and not cued):
        return None
    today, first, last = scan.today, MONTHS[match["first"]], MONTHS[match["last"]]
    year = full_year(match["year"]) if match["year"] else _month_around(today, last, past=False).year
    end = day(year, last, 1)
    start = day(int(match["since"]) if match["since"] else year - (first > last), first, 1)
    if start is None or end is None or start >= end:
        return None
    return DatePart(match.start(), match.end(), "day", start, month_end(end))


def _month_meant(match: re.Match[str], scan: ScannedText, cue: str) -> bool:
    """A month without day and year, after a word that leads to one: is it no name, verb or planet?"""
    word, start = match["month"], match.start()
    if word not in MONTHS_WHOLE or scan.text.startswith("'s ", match.end()):
        return False
    if word in ("may", "march", "april", "june", "august") and _name_follows(scan, match.end()):
        return False
    if word in ("may", "august"):
        return scan.capital(start)
    if word == "mars" and scan.capital(start):
        return cue in ("en", "d'ici", "avant", "courant", "mois de")
    return True


def _month_around(today: date, month: int, *, past: bool) -> date:
    """First day of the month that is under way or next, or, of a past one, under way or last."""
    first = date(today.year, month, 1)
    if past and first > today:
        return add_months(first, -12)
    if not past and month_end(first) < today:
        return add_months(first, 12)
    return first


def _name_follows(scan: ScannedText, place: int) -> bool:
    """A word with a capital follows: "by April Jones"."""
    following = re.compile(r" ([a-z])").match(scan.text, place)
    return following is not None and scan.capital(following.start(1))


_MONTH = regex(rf"(?<![\w@/.-])(?P<month>{MONTH}){NOT_WORD}(?:\.?(?:,?{GAP}|[-/])(?:de )?(?P<year>{YEAR}))?")
_MONTHS = regex(
    rf"(?<![\w@/.-])(?P<first>{any_of(MONTHS_WHOLE)})(?: (?P<since>{YEAR}))?"
    r"(?P<mark> ?- ?| (?:a|to|et|and|through) )"
    rf"(?P<last>{any_of(MONTHS_WHOLE)}){NOT_WORD}(?! \d{{1,2}}\b)(?: (?P<year>{YEAR}))?"
)

RULES = (DateRule(tuple(MONTHS_WHOLE), _MONTHS, _months), DateRule(tuple(MONTHS), _MONTH, _month))
