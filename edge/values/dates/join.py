"""Neighbours to one value: a day and its time, a weekday and its date, both ends of a stretch."""

from __future__ import annotations

import re
from datetime import timedelta

from edge.text.regex import regex
from edge.values.dates.anchored import anchor
from edge.values.dates.calendar_math import day, monday, nearest_year
from edge.values.dates.context import is_between, is_moved, is_past
from edge.values.dates.rule import DatePart, ScannedText

_AT_WORDS = (
    "(?:a|at|@|de|des|from|vers|apres|after|"
    "around|about|entre|between|a partir de|starting at|starting|avant|before|by|"
    "jusqu'a|until|au plus tard a|aux alentours de|pour|a compter de|say|disons|still|now|toujours"
    "|any ?time (?:from|after))"
)
_DAY_TIME = regex(
    rf"\.?\s{{0,2}}(?:(?:first thing|early|tot|a la premiere heure),? ?)?"
    rf"(?:[,(|:-]\s{{0,2}})?(?:{_AT_WORDS}\s{{1,2}})?|"
    r"\s{0,2}\n[ *-]{0,4}(?:heures?|horaires?|time|a quelle heure)\s?:\s{0,2}(?:de |from )?"
)
_TIME_DAY = regex(
    r"(?: precises?| pile| sharp)? ?,? ?(?:(?:on|le|this|the|ce|of|de|du|on the|in the|pour le) )?"
)
_WEEKDAY_DATE = regex(r"\.?,?\s{0,2}(?:le |the |\()?")
_PART = regex(r",?\s{0,2}(?:(?:en|dans|in|in the|au|le|by|de|of|on|before|avant|for) (?:the |la |le |l')?)?")
_TO = regex(r",? ?(?:au|to|until|through|thru|jusqu'au|jusqu'a|a) (?:le |the )?| ?(?:-|->|=>) ?")
_IN_OTHER_WORDS = regex(r",? (?:le |the |\()?")
#: "À 30 jours fin de mois, soit le 31 mai": the day that a delay comes to, in the writer's own reckoning.
_THAT_IS = regex(
    r"(?: fin de mois)?,? \(?(?:soit|c'est-a-dire|i\.?e\.?,?|that is,?|meaning) (?:le |au |avant le |on "
    r"|by )?"
)
_IN_WEEK = regex(
    r",? (?:(?:de preference|si possible|plutot|ideally|preferably|if possible),? )?(?:on |le )?"
)
_AND = regex(r" (?:et|and) (?:le |the )?")
_OR = regex(r",? (?:ou|or|et|and|puis|ou bien) (?:a |at )?|, (?:a |at )?| ?/ ?")
_LENGTH = regex(
    r",?\s{0,2}[(\[-]?\s?(?:(?:pendant|durant|for|pour|d'une duree de|sur|during|(?:duree|duration)"
    r"(?: (?:prevue|estimee))? ?:?|lasting|et dure|,)\s?)?(?:environ |about )?"
    r"|\s?\n[ *-]{0,4}(?:duree|duration)\s?:\s{0,2}"
)


_EARLY = regex(r"first thing|early|tot|premiere heure")


def _shift(time: str, hours: int) -> str:
    return f"{int(time[:2]) + hours:02}{time[2:]}"


def _add_time(first: DatePart, second: DatePart, gap: str) -> None:
    """A day takes the time beside it."""
    time = second.time
    assert time is not None
    hour = int(time[:2])
    early = _EARLY.search(gap) is not None
    if second.half and hour < 12 and not early and (first.afternoon or 1 <= hour <= 7):
        time = _shift(time, 12)  # "Friday at 3" is in the afternoon
    first.time, first.end_time, first.zone, first.half = time, second.end_time, second.zone, second.half
    first.minutes = second.minutes or first.minutes
    first.end, first.weak = second.end, False
    if re.search(r"\b(?:avant|before|by|jusqu'a|until|au plus tard)\b", gap):
        first.deadline = True


def _date_of_weekday(first: DatePart, second: DatePart, scan: ScannedText) -> None:
    """Vendredi 3 mars: the weekday chooses the year that is not written."""
    if second.yearless is not None:
        past = is_past(scan, first.start)
        at = nearest_year(scan.today, *second.yearless, past=past, weekday=first.weekday)
        second.day = at or second.day
    first.day, first.end_day = second.day, second.end_day
    if second.time is not None:
        first.time, first.zone = second.time, second.zone
    first.yearless, first.weekday, first.relative, first.weak = second.yearless, None, second.relative, False
    opened = "(" in scan.text[first.end : second.start]
    first.end = second.end + (opened and scan.text.startswith(")", second.end))


def _far_end(first: DatePart, second: DatePart) -> bool:
    """The second day becomes the first one's end, with the year that either names."""
    if first.day is None or second.day is None:
        return False
    start, end = first.day, second.day
    if first.yearless and not second.relative:
        start = day(end.year, *first.yearless) or start
        if start > end:
            start = day(end.year - 1, *first.yearless) or start
    elif second.yearless:
        end = day(start.year, *second.yearless) or end
        if end <= start:
            end = day(start.year + 1, *second.yearless) or end
    if end <= start:
        return False
    first.day, first.end_day, first.end_time, first.end = start, end, second.time, second.end
    first.minutes, first.weak = None, False
    return True


def _days(first: DatePart, second: DatePart, gap: str, scan: ScannedText) -> bool:
    if _names_weekday(first, second) and _WEEKDAY_DATE.fullmatch(gap):
        _date_of_weekday(first, second, scan)
        return True
    if first.relative and not second.relative and second.end_day is None and _THAT_IS.fullmatch(gap):
        first.day, first.end_day, first.end = second.day, None, second.end
        first.yearless, first.weekday, first.relative = second.yearless, None, False
        return True
    if _same_day(first, second) and _IN_OTHER_WORDS.fullmatch(gap):
        _date_of_weekday(first, second, scan)
        return True
    if _weekday_of_week(first, second) and _IN_WEEK.fullmatch(gap):
        assert first.day is not None and second.weekday is not None
        first.day, first.end_day = monday(first.day) + timedelta(days=second.weekday), None
        first.end = second.end
        return True
    between = _AND.fullmatch(gap) is not None and is_between(scan, first.start)
    if first.end_day is None and second.end_day is None and (between or _TO.fullmatch(gap)):
        vague = (first.relative or second.relative) and ("-" in gap or gap.strip() == "a")
        return not vague and not is_moved(scan, first.start) and _far_end(first, second)
    return False


def _same_day(first: DatePart, second: DatePart) -> bool:
    """Mardi prochain, le 27 janvier: one day, said twice."""
    once = not (first.time and second.time) and first.end_day is None and second.end_day is None
    return once and first.relative and first.day == second.day


def _names_weekday(first: DatePart, second: DatePart) -> bool:
    """A bare weekday before the date that it is the weekday of."""
    if first.weekday is None or second.weekday is not None or (first.time and second.time):
        return False
    return not second.relative or bool(
        second.end_day is None and second.day and second.day.weekday() == first.weekday
    )


def _weekday_of_week(first: DatePart, second: DatePart) -> bool:
    """Next week, and then a bare weekday."""
    if second.weekday is None or not first.relative or first.day is None or first.end_day is None:
        return False
    return (first.end_day - monday(first.day)).days == 6


def _with_part(first: DatePart, second: DatePart, gap: str, scan: ScannedText) -> bool:
    if second.weekday == -1 or not _PART.fullmatch(gap):
        return False
    if second.afternoon and first.half and first.time and int(first.time[:2]) < 12:
        first.time = _shift(first.time, 12)
    first.afternoon = first.afternoon or second.afternoon
    first.deadline = first.deadline or second.deadline
    first.end = second.end
    return True


def _day_then_time(first: DatePart, second: DatePart, gap: str, scan: ScannedText) -> bool:
    if not _DAY_TIME.fullmatch(gap):
        return False
    if first.time is None:
        _add_time(first, second, gap)
        return True
    if first.end_day and first.end_time is None and second.end_time is None:
        first.end_time, first.end = second.time, second.end
        return True
    return False


def _time_then_day(first: DatePart, second: DatePart, gap: str, scan: ScannedText) -> bool:
    """14h vendredi; at 3pm on Friday."""
    if second.day is None or second.time or first.day or second.end_day or not _TIME_DAY.fullmatch(gap):
        return False
    time = first.time
    if first.half and time and int(time[:2]) < 12 and (second.afternoon or 1 <= int(time[:2]) <= 7):
        time = _shift(time, 12)
    first.kind, first.time, first.day = "day", time, second.day
    first.weekday, first.yearless, first.relative = second.weekday, second.yearless, second.relative
    first.weak, first.end = False, second.end
    return True


def _part_then_day(first: DatePart, second: DatePart, gap: str, scan: ScannedText) -> bool:
    """Dans la matinée du 3 mars."""
    if second.day is None or second.time or second.end_day or not _PART.fullmatch(gap):
        return False
    first.kind, first.day, first.relative, first.weak = "day", second.day, second.relative, second.weak
    first.weekday, first.yearless, first.end = second.weekday, second.yearless, second.end
    first.afternoon = first.afternoon or second.afternoon
    return True


def _then_length(first: DatePart, second: DatePart, gap: str, scan: ScannedText) -> bool:
    """Mardi à 14h, 45 minutes."""
    open_ended = first.time is not None and first.end_time is None
    if not (open_ended and second.minutes and _LENGTH.fullmatch(gap)):
        return False
    first.minutes = second.minutes
    return True


_PAIRS = {
    ("day", "time"): _day_then_time, ("time", "day"): _time_then_day, ("day", "day"): _days,
    ("day", "part"): _with_part, ("part", "day"): _part_then_day, ("day", "length"): _then_length,
    ("time", "length"): _then_length,
}  # fmt: skip


def _join(first: DatePart, second: DatePart, gap: str, scan: ScannedText) -> bool:
    """Take `second` into `first` where the words between them say so."""
    if first.weekday == -1:  # opening hours: their times are no appointments
        if second.kind != "time" or not _DAY_TIME.fullmatch(gap):
            return False
        first.end = second.end
        return True
    pair = _PAIRS.get((first.kind, second.kind))
    return pair is not None and pair(first, second, gap, scan)


def join(parts: list[DatePart], scan: ScannedText) -> list[DatePart]:
    """Atoms in order of place, each with what belongs to it; what counts only beside another is gone."""
    joined: list[DatePart] = []
    for part in parts:
        last = joined[-1] if joined else None
        if last is not None and part.start - last.end <= 48:
            gap = scan.text[last.end : part.start]
            if gap.count("\n") < 2 and _join(last, part, gap, scan):
                continue
            if _again(last, part, gap):
                part.day, part.relative, part.kind, part.weak = last.day, last.relative, "day", False
        joined.append(part)
    anchor(joined, scan)
    for part in joined:
        if part.kind == "time" and part.half and part.time and 1 <= int(part.time[:2]) <= 6:
            part.time, part.half = _shift(part.time, 12), False  # "back by 3ish": nobody means the night
    return [part for part in joined if not part.weak and (part.day or part.time)]


def _again(last: DatePart, part: DatePart, gap: str) -> bool:
    """Mardi 10h ou 15h: another time of the same day."""
    return (
        part.kind == "time" and last.kind == "day" and last.time is not None and last.end_day is None
        and _OR.fullmatch(gap) is not None
    )  # fmt: skip
