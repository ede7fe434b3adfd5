"""Hours that are figures and no more, as English types them: meet 9.30, Thursday 10th 7.30, by 5 today."""

from __future__ import annotations

import re

from edge.text.regex import regex
from edge.values.date_rule import DatePart, DateRule, ScannedText, clock
from edge.values.date_words import MONTH_EN, NOT_WORD, WEEKDAY

_NO_MEASURE = (
    r"(?![\w%€$£:/-]|,\d|\.\d| ?[%€$£]| ?[ap]\.?m\b"
    r"| (?:million|thousand|per|each|metres?|meters?|miles?|feet|kg|km|m|cm|hours?|hrs?|percent)\b)"
)
_DOTTED = regex(
    r"(?<![\w-])(?:(?P<sure>kick(?:s|ing)?[ -]off|meet|doors|starts?|starting|leaves?|leaving|opens?|back) "
    r"|from |by |until |till |around |about |for |say )(?P<hour>1[0-2]|[1-9])\.(?P<minute>[0-5][05])"
    rf"{_NO_MEASURE}"
)


def _dotted(match: re.Match[str], scan: ScannedText) -> DatePart:
    """Kick off 10.15, meet 9.30; from 6.30, beside a day."""
    hour = int(match["hour"])
    time = clock(hour, int(match["minute"]))
    return DatePart(match.start("hour"), match.end(), "time", time=time, weak=not match["sure"], half=True)


_DOTTED_ALONE = regex(
    r"(?<![\w.,:/@#€$£-])(?<![€$£] )(?P<hour>1[0-2]|[1-9])\.(?P<minute>[0-5][05])"
    rf"(?:(?: ?- ?| (?:to|till|until) )(?P<hour2>1[0-2]|[1-9])\.(?P<minute2>[0-5][05]))?{_NO_MEASURE}"
)
#: A day's name, number or word right before it: "Thursday 10th 7.30", "tomorrow 9.15".
_DAY_BEFORE = regex(
    rf"(?:\b(?:{WEEKDAY}|{MONTH_EN}|today|tomorrow|tonight|morning|afternoon|evening|first thing)"
    r"|\d(?:st|nd|rd|th)),? $"
)
_EVERY_WEEK = regex(rf"\b(?:every {WEEKDAY}|{WEEKDAY}s),? (?:from )?$")


def _dotted_alone(match: re.Match[str], scan: ScannedText) -> DatePart | None:
    """Thursday 10th 7.30; Fridays 5.30 to 6.45. Figures with a point are sizes and prices everywhere else."""
    before = scan.before(match.start())
    weekly = _EVERY_WEEK.search(before) is not None
    if not weekly and not _DAY_BEFORE.search(before):
        return None
    hour, minute = int(match["hour"]), int(match["minute"])
    if not match["hour2"]:
        time = clock(hour, minute)
        return DatePart(match.start(), match.end(), "time", time=time, weak=not weekly, half=True)
    # Nobody trains from half past five in the morning, and all of a stretch is of one half of the day.
    later = 12 if hour <= 7 else 0
    hour, end, last = hour + later, int(match["hour2"]) + later, int(match["minute2"])
    end = end + 12 if end < hour else end
    return DatePart(
        match.start(), match.end(), "time", time=clock(hour, minute), end_time=clock(end, last),
        minutes=(end - hour) * 60 + last - minute, weak=not weekly,
    )  # fmt: skip


_HOUR_OF_DAY = regex(
    r"(?<![\w-])(?P<lead>by|before|until|till|around|about|from) (?P<hour>1[0-2]|[1-9])"
    rf"(?= (?:today|tonight|tomorrow|this (?:morning|afternoon|evening)|(?:on )?{WEEKDAY}){NOT_WORD})"
)


def _hour_of_day(match: re.Match[str], scan: ScannedText) -> DatePart:
    """By 5 today, before 9 tomorrow: an hour and nothing but its figure."""
    hour, start = int(match["hour"]), match.start("hour")
    limit = match["lead"] in ("by", "before", "until", "till")
    time = clock(hour, 0)
    return DatePart(start, match.end(), "time", time=time, weak=True, half=True, deadline=limit)


_DOTTED_FIRST = (
    "kick kicks kicking meet doors start starts starting leave leaves leaving open opens back "
    "from by until till around about for say"
)

RULES = (
    DateRule(tuple(_DOTTED_FIRST.split()), _DOTTED, _dotted),
    DateRule(("#",), _DOTTED_ALONE, _dotted_alone),
    DateRule(("by", "before", "until", "till", "around", "about", "from"), _HOUR_OF_DAY, _hour_of_day),
)
