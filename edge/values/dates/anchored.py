"""Days that a text tells by another day that it has named: the Thursday, the following Monday, the evening
before, le lendemain, the 20th of a month that stands above.
"""

from __future__ import annotations

import re
from datetime import date, timedelta

from edge.text.any_of import any_of
from edge.text.regex import regex
from edge.values.date_words import NOT_WORD, WEEKDAYS
from edge.values.dates.calendar_math import day, monday, next_weekday
from edge.values.dates.rule import DatePart, DateRule, ScannedText

_WEEK_NAMED = regex(r"(?:week-?\s?end|semaine|week)[ -](?:du|de|of|commencing|beginning)(?: the)? $")
_STAYS = 240  # characters: what is said right after a day was named is about that day
#: A number beside a date is of its month: nobody says "or the 19th" of another one.
_NUMBER_STAYS, _NUMBERS_APART = 120, 7

_WEEK = 7

_FOLLOWING = regex(r"\bfollowing $")
_SUIVANT = regex(r" (?:suivante?|d'apres)\b")
_THE = regex(r"\bthe $")

_BESIDE = regex(
    r"(?<![\w-])(?:the (?:day|night|evening|afternoon|morning) (?P<before>before)"
    r"|la (?P<veille>veille)|le lendemain|the (?:next|following) (?:day|morning|evening)|the (?:day"
    r"|morning) after)"
    r"(?=$|[.,;:!?)\n]|(?P<part>,? (?:au soir|soir|matin|apres-midi|evening|morning))?(?! (?:de|du|des|d'"
    r"|of|the|"
    r"i|we|you|he|she|they|my|your|our|last|christmas|yesterday|tomorrow|that|a)\b| l')(?:\b|,? (?:at|a) \d))"
)


def _beside(match: re.Match[str], scan: ScannedText) -> DatePart:
    """The evening before, le lendemain matin: a day from the one named before; alone it is none."""
    before = match["before"] or match["veille"]
    end = match.end("part") if match["part"] else match.end()
    return DatePart(match.start(), end, "day", weak=True, relative=True, shift=-1 if before else 1)


#: "Not this Friday but the one after", "pas ce samedi, le suivant": the same day a week later.
_WEEK_LATER = regex(
    rf"(?<![\w-])(?:the (?:one after|following one)(?! that)|l[ae] suivante?|cel(?:ui|le) d'apres){NOT_WORD}"
    r"(?=$|[.,;:!?)\n]| (?:at|a|from|vers|instead|then|please)\b)"
)
#: Nothing but a turn stands between such a day and what names it.
_TURN = regex(r"(?:,? ?(?:but|mais|rather|plutot|and|et)? ?(?:on |pour )?|,? mais plutot )\Z")
_DAY_NAME = regex(any_of(WEEKDAYS))


def _week_later(match: re.Match[str], scan: ScannedText) -> DatePart:
    return DatePart(match.start(), match.end(), "day", weak=True, relative=True, shift=_WEEK)


RULES = (
    DateRule(("the", "la", "le"), _BESIDE, _beside),
    DateRule(("the", "la", "le", "celui", "celle"), _WEEK_LATER, _week_later),
)


def anchor(parts: list[DatePart], scan: ScannedText) -> None:
    """Give each day that is told by another its place in the calendar. `parts` stand in order of place."""
    _in_named_weeks(parts, scan)
    last: DatePart | None = None
    dates: list[DatePart] = []
    for part in parts:
        near = last is not None and part.start - last.end <= _STAYS
        at = _beside_day(last, part, scan) if near and last is not None else None
        at = at or _of_named_month(dates, part, scan)
        if at is not None:
            part.day, part.weak = at, False
        if part.day is None:
            continue
        if part.shift is None:
            last = part  # "La veille ..., le lendemain ...": both of the same day
        if (not part.relative or (part.bare and at is not None)) and part.end_day is None:
            dates.append(part)


def _beside_day(last: DatePart, part: DatePart, scan: ScannedText) -> date | None:
    """A day told by the one before it, where it is: behind it, in its week, or next to it."""
    assert last.day is not None
    if part.shift is not None:
        # "In two weeks. Nothing to eat the night before": nobody knows of which day
        vague = last.relative and last.weekday is None and not last.bare
        if not _turns_from(last, part, scan) if part.shift == _WEEK else vague:
            return None
        return (last.end_day or last.day if part.shift > 0 else last.day) + timedelta(days=part.shift)
    if part.weekday is None or part.weekday < 0 or part.end_day is not None:
        return None
    if _FOLLOWING.search(scan.before(part.start)) or _SUIVANT.match(scan.text, part.end):
        return next_weekday(last.end_day or last.day, part.weekday)
    if _THE.search(scan.before(part.start)) and last.day > scan.today:
        # "Monday 19th at 8, and again on the Thursday": of the week that is spoken of.
        at = monday(last.end_day or last.day) + timedelta(days=part.weekday)
        return at if at > scan.today else None
    return None


def _turns_from(last: DatePart, part: DatePart, scan: ScannedText) -> bool:
    """What stands before is one weekday, and nothing but a turn lies between."""
    named = last.end_day is None and _DAY_NAME.search(scan.text, last.start, last.end) is not None
    return named and _TURN.match(scan.text[last.end : part.start]) is not None


def _of_named_month(dates: list[DatePart], part: DatePart, scan: ScannedText) -> date | None:
    """ "Le 20 juillet ... le 20 à 10h, sinon le 19": the month that was named, for a number that fits it."""
    if not part.bare or part.day is None or not dates:
        return None
    number = part.day.day
    same = [one.day for one in dates if one.day and one.day.day == number and one.day >= scan.today]
    if same:
        return same[-1]
    last = dates[-1]
    if (
        last.day is None
        or part.start - last.end > _NUMBER_STAYS
        or abs(number - last.day.day) > _NUMBERS_APART
    ):
        return None
    at = day(last.day.year, last.day.month, number)
    return at if at is not None and at >= scan.today else None


def _in_named_weeks(parts: list[DatePart], scan: ScannedText) -> None:
    """ "Le week-end du 21 mars ... samedi soir": the Saturday of that week, not the next one."""
    named: DatePart | None = None
    for part in parts:
        if part.day is None:
            continue
        week = scan.text.startswith(("week of", "semaine du"), part.start) or _WEEK_NAMED.search(
            scan.before(part.start)
        )
        if week and not part.relative:
            named = part
        elif named is not None and named.day and part.weekday is not None and part.weekday >= 0:
            near = part.relative and part.end_day is None and part.start - named.end <= _STAYS
            part.day = monday(named.day) + timedelta(days=part.weekday) if near else part.day
