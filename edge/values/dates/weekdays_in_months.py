"""Days told by their place in a month or a week: le premier lundi d'avril, the last Friday, w/c 22nd."""

from __future__ import annotations

import re
from datetime import date, timedelta

from edge.text.any_of import any_of
from edge.text.regex import regex
from edge.values.date_words import MONTH, MONTHS, NOT_WORD, NTH, WEEKDAY, WEEKDAYS, YEAR
from edge.values.dates.calendar_math import add_months, day, monday, month_end, next_number
from edge.values.dates.rule import DatePart, DateRule, ScannedText

_NTH = {**NTH, "dernier": -1, "last": -1}


def _nth(start: date, number: int, weekday: int) -> date | None:
    """The nth such weekday of the month that begins on `start`; the last for -1."""
    if number < 0:
        end = month_end(start)
        return end - timedelta(days=(end.weekday() - weekday) % 7)
    at = start + timedelta(days=(weekday - start.weekday()) % 7 + 7 * (number - 1))
    return at if at.month == start.month else None


def _of_month(match: re.Match[str], scan: ScannedText) -> DatePart | None:
    """The first Monday in April; le dernier vendredi du mois, which is next month's when it is over."""
    today, number, weekday = scan.today, _NTH[match["nth"]], WEEKDAYS[match["name"]]
    if scan.before(match.start(), 16).endswith(("chaque ", "tous les ", "every ", "each ")):
        return None
    named = match["month"]
    start = day(int(match["year"] or today.year), MONTHS[named], 1) if named else today.replace(day=1)
    if start is None:
        return None
    if not named and (match["next"] or match["fr_next"]):
        start = add_months(start, 1)
    at = _nth(start, number, weekday)
    if at is not None and at < today and not match["year"]:
        at = _nth(add_months(start, 12 if named else 1), number, weekday)
    return DatePart(match.start(), match.end(), "day", at, relative=not named) if at else None


def _week_of(match: re.Match[str], scan: ScannedText) -> DatePart | None:
    """La semaine du 22, w/c 22nd, le week-end du 27: from that day to the week's end."""
    start = next_number(scan.today, int(match["number"]))
    if start is None:
        return None
    return DatePart(
        match.start(), match.end(), "day", start, monday(start) + timedelta(days=6), relative=True
    )


_WEEKS = {"a": 1, "one": 1, "two": 2, "three": 3, "four": 4}


def _weeks_today(match: re.Match[str], scan: ScannedText) -> DatePart:
    """A week today, two weeks tomorrow, a fortnight tomorrow."""
    weeks = _WEEKS[match["n"]] * (2 if match["unit"] == "fortnight" else 1)
    at = scan.today + timedelta(weeks=weeks, days=match["word"] == "tomorrow")
    return DatePart(match.start(), match.end(), "day", at, relative=True)


def _before_weekend(match: re.Match[str], scan: ScannedText) -> DatePart:
    """Before the weekend: its Friday is the limit; said on a Saturday, the next one's."""
    friday = monday(scan.today) + timedelta(days=4)
    at = friday if friday >= scan.today else friday + timedelta(weeks=1)
    return DatePart(match.start(), match.end(), "day", at, relative=True, deadline=True)


RULES = (
    DateRule(
        tuple(dict.fromkeys("#" if name[0].isdigit() else name for name in _NTH)),
        regex(
            rf"(?<![\w-])(?P<nth>{any_of(_NTH)}) (?P<name>{WEEKDAY}) (?:(?:de |d'|of |in |du mois de "
            rf"|du mois d')"
            rf"(?P<month>{MONTH}){NOT_WORD}(?: (?P<year>{YEAR}))?"
            rf"|(?:du|of the|of|in the|de ce|of this) (?P<next>next )?(?:mois|month){NOT_WORD}(?! de | d')"
            r"(?P<fr_next> prochain)?)"
        ),
        _of_month,
    ),
    DateRule(
        ("semaine", "week", "w", "wc", "wk", "weekend"),
        regex(
            r"(?<![\w-])(?:semaine du|week[ -]?end d[ue]|week-?end of|w/c|wc|(?:week|wk) (?:commencing"
            r"|beginning|of))(?: (?:the|lundi|monday|mon))? (?P<number>[12]\d|3[01]|0?[1-9])(?:er|st|nd|rd"
            rf"|th)?(?![\w/:]|[.,-]\d| ?(?:of )?(?:{MONTH}){NOT_WORD})(?! au | to |-)"
        ),
        _week_of,
    ),
    DateRule(
        tuple(_WEEKS),
        regex(
            rf"(?<![\w-])(?P<n>{any_of(_WEEKS)}) (?P<unit>weeks?|fortnight) (?P<word>today"
            rf"|tomorrow){NOT_WORD}"
            r"(?! since| that)"
        ),
        _weeks_today,
    ),
    DateRule(
        ("before", "by", "avant", "d"),
        regex(
            rf"(?<![\w-])(?:before|by|avant|d'ici) (?:the|le) (?:weekend|week[ -]end){NOT_WORD}(?! d[ue] )"
        ),
        _before_weekend,
    ),
)  # fmt: skip
