"""Weekdays: vendredi, vendredi 14, next Friday, Tuesday next week, de lundi à mercredi."""

from __future__ import annotations

import re
from datetime import date, timedelta

from edge.text.any_of import any_of
from edge.text.regex import regex
from edge.values.date_words import (
    MONTH,
    NOT_WORD,
    WEEKDAY,
    WEEKDAYS,
    WEEKDAYS_CLEAR,
    WEEKDAYS_SHORT,
    WHICH_FR,
    count,
)
from edge.values.dates.calendar_math import last_weekday, monday, next_number, next_weekday
from edge.values.dates.context import is_done, is_moved
from edge.values.dates.rule import DatePart, DateRule, ScannedText

# Weekdays in general, and days of their own name: no single day is meant.
_HABIT = regex(
    r"\b(?:chaque|tous les|toutes les|every|each|any|un|black|good|casual|cyber|super|par|per)\s$|\bon a $"
)
_NAMED_DAY = regex(r" (?:gras|saint|noir|des cendres|de paques|de pentecote|de l'ascension)\b")
_SINCE = regex(r"\b(?:depuis|since) $")
_LIMIT = regex(r"\b(?:by|on|until|before|due|eod|cob|see (?:you|ya|u)|midnight|noon|midday)\s$")

#: "sat morning", "thurs eve" are days, however they are written.
_PART_OF_DAY = regex(
    r" (?:morning|afternoon|evening|eve|night|lunch(?:time)?|arvo|[ap]m(?! i\b)|matin|aprem|soir|midi)\b"
)

#: Cut short as well, and no word besides.
_NO_OTHER_WORD = frozenset({"tues", "weds", "thurs", "thur"})

_HOUR_BEHIND = regex(r" (?:a |at |vers |from |de )\d{1,2}(?:h|:\d|[ap]m)")

#: Cut short, these are words of their own (Sam 3, mer 5), unless a point follows, or an ordinal.
_OTHER_WORDS = ("sam", "mar", "mon", "sun", "sat", "jeu", "mer")


def _weekday(match: re.Match[str], scan: ScannedText) -> DatePart | None:
    """Vendredi, vendredi 14, vendredi prochain, next Friday, Tuesday next week."""
    name, figure = match["name"], match["number"]
    if _HABIT.search(scan.before(match.start())) or _NAMED_DAY.match(scan.text, match.end("name")):
        return None
    if name not in WEEKDAYS and not _short(match, scan):
        return None
    number = WEEKDAYS.get(name, WEEKDAYS_SHORT.get(name, 0))
    lead, tail, today = match["lead"] or "", match["tail"] or "", scan.today
    if figure:
        past = "last" in lead or "dernier" in tail
        at = next_number(today, int(figure), past=past, weekday=number)
        return DatePart(match.start(), match.end(), "day", at, weekday=number, relative=True) if at else None
    plain = not (lead or tail)
    if plain and (_SINCE.search(scan.before(match.start())) or is_done(scan, match.start())):
        tail = " last"
    # Fri, Thu: alone they need something beside them that says that a day is meant.
    stated = (
        name in _NO_OTHER_WORD
        or _LIMIT.search(scan.before(match.start()))
        or _PART_OF_DAY.match(scan.text, match.end())
    )
    weak = plain and name not in WEEKDAYS and not stated
    return DatePart(
        match.start(),
        match.end(),
        "day",
        _which(today, number, lead, tail),
        weekday=number if plain else None,
        relative=True,
        weak=weak,
    )


def _short(match: re.Match[str], scan: ScannedText) -> bool:
    """A name cut short is a weekday here: before a number, or clear and with a capital."""
    name, end = match["name"], match.end("name")
    if match["number"]:
        ordinal = re.search(r"\d(?:st|nd|rd|th)\b", match[0]) is not None
        timed = _HOUR_BEHIND.match(scan.text, match.end()) is not None
        # "for Mon 13": a capital inside a sentence; "Sam 3" may be a person's.
        within = scan.before(match.start())[-2:-1].isalpha()
        inside = within and name != "sam" and scan.capital(match.start("name"))
        return name not in _OTHER_WORDS or ordinal or timed or inside or scan.text[end : end + 1] == "."
    if match["lead"] or name in _NO_OTHER_WORD or _PART_OF_DAY.match(scan.text, end):
        return True
    limited = _LIMIT.search(scan.before(match.start())) is not None
    return (name == "sat" and limited) or (
        name in WEEKDAYS_CLEAR and (limited or scan.capital(match.start("name")))
    )


def _which(today: date, number: int, lead: str, tail: str) -> date:
    if "last" in lead or "dernier" in tail or "passe" in tail or tail == " last":
        return last_weekday(today, number)
    if tail == " week" or tail.endswith((" en huit", " en 8")):
        return next_weekday(today, number) + timedelta(weeks=1)
    if tail.endswith((" en quinze", " en 15")) or "fortnight" in tail:
        return next_weekday(today, number) + timedelta(weeks=2)
    if "week" in tail or "semaine" in tail:
        ahead = 1 if re.search("next|prochain", tail) else -1 if re.search("last|derni", tail) else 0
        return monday(today) + timedelta(weeks=ahead, days=number)
    at = next_weekday(today, number)
    # Said on a Monday, "mardi prochain" is no other word for tomorrow.
    return at + timedelta(weeks=1) if "prochain" in tail and at - today <= timedelta(days=1) else at


def _in_general(match: re.Match[str], scan: ScannedText) -> DatePart | None:
    """Du lundi au vendredi, Monday to Friday: opening hours, no days; `de lundi à mercredi` are days."""
    if is_moved(scan, match.start()):
        return None
    if scan.before(match.start(), 6).endswith(("de ", "from ")):
        start = next_weekday(scan.today, WEEKDAYS[match["a"]])
        end = next_weekday(start, WEEKDAYS[match["b"]])
        return DatePart(match.start(), match.end(), "day", start, end, relative=True)
    return DatePart(match.start(), match.end(), "part", weak=True, weekday=-1)


def _weeks_from(match: re.Match[str], scan: ScannedText) -> DatePart:
    """A week from Monday, a week on Friday, a fortnight on Monday."""
    weeks = 2 if match["unit"] == "fortnight" else count(match["n"])
    at = next_weekday(scan.today, WEEKDAYS[match["name"]]) + timedelta(weeks=weeks)
    return DatePart(match.start(), match.end(), "day", at, relative=True)


_SHORT = any_of([*WEEKDAYS, *WEEKDAYS_SHORT])
_WEEK = rf"(?:semaine {WHICH_FR}|next week|last week|this week|cette semaine)"
# A day's number, when no month follows: then it is read with the month. "Monday 7th" is a day whatever
# follows, but what is counted besides days; "lundi 7" only before words that fit.
_COUNTED = r"(?:floor|grade|form|year|birthday|round|edition|anniversary|century|street|avenue|place|time)"
_NUMBER = (
    # "Friday, 7 for 7.30" is an hour.
    r"(?:,? (?:le |the )?(?P<number>[12]\d|3[01]|0?[1-9])(?!\d)(?! for \d)(?:"
    rf"(?:st|nd|rd|th)(?![\w/-])(?!,? (?:of )?(?:{MONTH}{NOT_WORD}|{_COUNTED}\b))"
    r"|(?:er|st|nd|rd|th)?"
    r"(?=$|[.;!?)\n](?!\d)|,(?!\d)| [&(]| -? ?\d\d?(?:h|:\d\d)|"
    r" (?:a|at|de|from|et|and|ou|or|pour|for|vers|around|avant|des|matin|soir|midi|prochain|dernier|maxi?"
    r"|chez|"
    r"inclus|compris|sans faute|-)\b)))?"
)

RULES = (
    DateRule(
        ("a", "one", "two", "three"),
        regex(
            rf"(?P<n>a|one|two|three) (?P<unit>weeks?|fortnight) (?:from|on) (?P<name>{WEEKDAY}){NOT_WORD}"
        ),
        _weeks_from,
    ),
    DateRule(
        tuple(WEEKDAYS),
        regex(rf"(?<![\w-])(?P<a>{WEEKDAY}) ?(?:-|au|a|to|through|thru) ?(?P<b>{WEEKDAY}){NOT_WORD}(?! \d)"),
        _in_general,
    ),
    DateRule(
        ("ce", "cette", "this", "next", "last", "coming", *WEEKDAYS, *WEEKDAYS_SHORT),
        regex(
            rf"(?<![\w-])(?:(?P<lead>ce|cette|this|next|last|coming) )?(?P<name>{_SHORT})(?![a-z\d]|"
            rf"-[a-z])\.?{_NUMBER}(?P<tail> (?:en (?:huit|quinze|(?:8|15)(?=$|[.,;:!?)\n](?!\d)"
            rf"| (?:a|au|chez|pour|vers|des|dans|avec|soir|matin|aprem|apres-midi|midi)\b))"
            r"|fortnight|week(?! of)"
            rf"|(?:de |of )?(?:la )?{_WEEK}|prochain|dernier(?! delai| carat)|passe|last){NOT_WORD})?"
        ),
        _weekday,
    ),
)
