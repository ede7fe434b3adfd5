"""Hours that are figures and no more, as English types them: meet 9.30, Thursday 10th 7.30, by 5 today."""

from __future__ import annotations

import re

from edge.text.regex import regex
from edge.values.date_words import MONTH_EN, NOT_WORD, WEEKDAY
from edge.values.dates.rule import DatePart, DateRule, ScannedText, clock

_NO_MEASURE = (
    r"(?![\w%€$£:/-]|,\d|\.\d| ?[%€$£]| ?[ap]\.?m\b| (?:million|thousand|per|each|metres?|meters?|miles?"
    r"|feet|kg|km|m|cm|hours?|hrs?|percent)\b)"
)
_DOTTED = regex(
    r"(?<![\w-])(?:(?P<sure>kick(?:s|ing)?[ -]off|meet|doors|starts?|starting|leaves?|leaving|opens?|back) "
    r"|from |by |until |till |around |about |for |say |still |now )(?P<hour>1[0-2]"
    r"|[1-9])\.(?P<minute>[0-5][05])"
    rf"{_NO_MEASURE}"
)


def _dotted(match: re.Match[str], scan: ScannedText) -> DatePart:
    """Kick off 10.15, meet 9.30; from 6.30, beside a day."""
    hour = int(match["hour"])
    time = clock(hour, int(match["minute"]))
    return DatePart(match.start("hour"), match.end(), "time", time=time, weak=not match["sure"], half=True)


_DOTTED_ALONE = regex(
    r"(?<![\w.,:/@#€$£-])(?<![€$£] )(?P<hour>1\d|2[0-3]|0?[1-9])\.(?P<minute>[0-5][05])"
    rf"(?:(?: ?- ?| (?:to|till|until) )(?P<hour2>1\d|2[0-3]|0?[1-9])\.(?P<minute2>[0-5][05]))?{_NO_MEASURE}"
)
#: A day's name, number or word right before it: "Thursday 10th 7.30", "tomorrow 9.15".
_DAY_BEFORE = regex(
    rf"(?:\b(?:{WEEKDAY}|{MONTH_EN}|today|tomorrow|tonight|morning|afternoon|evening|first thing)"
    r"|\d(?:st|nd|rd|th)),? $"
)
#: "Thursday 1 July after school, 3.45": what the hour comes after.
_AFTER_WHAT = regex(
    r"\b(?:after|before) (?:school|work|lunch|dinner|supper|tea|church|mass|class|assembly),? $"
)
_EVERY_WEEK = regex(rf"\b(?:every {WEEKDAY}|{WEEKDAY}s),? (?:from )?$")


def _dotted_alone(match: re.Match[str], scan: ScannedText) -> DatePart | None:
    """Thursday 10th 7.30; Fridays 5.30 to 6.45. Figures with a point are sizes and prices everywhere else."""
    before = scan.before(match.start())
    weekly = _EVERY_WEEK.search(before) is not None
    happens = _AFTER_WHAT.search(before) is not None
    if not weekly and not happens and not _DAY_BEFORE.search(before):
        return None
    hour, minute = int(match["hour"]), int(match["minute"])
    if not match["hour2"]:
        time = clock(hour, minute)
        weak = not (weekly or happens)
        return DatePart(match.start(), match.end(), "time", time=time, weak=weak, half=hour <= 12)
    return _stretch(match, (hour, minute), (int(match["hour2"]), int(match["minute2"])), weak=not weekly)


def _stretch(
    match: re.Match[str], start: tuple[int, int], end: tuple[int, int], *, weak: bool
) -> DatePart | None:
    """Nobody trains from half past five in the morning, and all of a stretch is of one half of the day."""
    (hour, minute), (last, rest) = start, end
    later = 12 if hour <= 7 else 0
    hour, last = hour + later, last + later if last < 12 else last
    last = last + 12 if (last, rest) < (hour, minute) else last
    length = (last - hour) * 60 + rest - minute
    if hour > 23 or last > 23 or length <= 0:
        return None
    return DatePart(
        match.start(), match.end(), "time", time=clock(hour, minute), end_time=clock(last, rest),
        minutes=length, weak=weak,
    )  # fmt: skip


#: Two bare hours: right behind a day or a part of one, or with words that begin a stretch beside one.
_HOURS = regex(
    r"(?<![\w.,:/@#€$£-])(?<![€$£] )(?P<lead>(?:from|between|entre|de) )?(?P<hour>1[0-2]|[1-9])"
    r"(?: ?- ?| (?:to|(?P<till>till|until)|and|et|a) )(?P<hour2>1[0-2]|[1-9])(?=$|[.,;!?)\n](?!\d)"
    rf"| (?:on |this |le |ce )?(?:{WEEKDAY}|tomorrow|today|demain){NOT_WORD})"
)
_WON = regex(r"\b(?:won|lost|beat|drew|score|gagne|perdu|battu)\w*\b[^.;!?\n]{0,40}$")


def _hours(match: re.Match[str], scan: ScannedText) -> DatePart | None:
    """Sunday 2-5, from 2 till 5 on Sunday, vendredi matin entre 8 et 10; but a score is none."""
    before = scan.before(match.start(), 48)
    if _WON.search(before) or not (match["lead"] or match["till"] or _DAY_BEFORE.search(before)):
        return None
    return _stretch(match, (int(match["hour"]), 0), (int(match["hour2"]), 0), weak=True)


#: "7 for 7.30", "6:30 for 7pm": come at the first, it begins at the second; of an evening, if nobody says.
_FOR = regex(
    r"(?<![\w.,:/@#€$£-])(?<![€$£] )(?P<hour>1[0-2]|[1-9])(?:[.:](?P<minute>[0-5]\d))?(?P<half> ?[ap]m)? for "
    r"(?P<hour2>1[0-2]|[1-9])(?:[.:](?P<minute2>[0-5]\d))?(?P<half2> ?[ap]m)?(?![\w%€$£:-]|[.,]\d| ?[%€$£])"
)


def _for(match: re.Match[str], scan: ScannedText) -> DatePart | None:
    """Dinner Friday 7 for 7.30pm."""
    hour, hour2 = int(match["hour"]), int(match["hour2"])
    minute, minute2 = int(match["minute"] or 0), int(match["minute2"] or 0)
    early = (hour2 % 12 * 60 + minute2) - (hour % 12 * 60 + minute)
    if not 0 < early <= 90:  # "2 for 10" is a price
        return None
    half = (match["half"] or match["half2"] or "pm").strip()
    hour = hour % 12 + (12 if half == "pm" else 0)
    sure = bool(match["half"] or match["half2"])
    return DatePart(match.start(), match.end(), "time", time=clock(hour, minute), weak=not sure)


#: Timetables set a point in their hours: departure 05.40, check-in 06.15, arrivée 17.20.
_TIMETABLE = regex(
    r"(?<![\w-])(?:departures?|departing|departs|dep|arrivals?|arriving|arrives|arr|boarding|check-?in"
    r"|depart|arrivee|embarquement)[. :]{1,2}(?:at |a )?(?P<hour>[01]?\d|2[0-3])\.(?P<minute>[0-5]\d)"
    rf"{_NO_MEASURE}(?! (?:eur|usd|gbp|chf)\b)"
)


def _timetable(match: re.Match[str], scan: ScannedText) -> DatePart:
    """Departure 05.40 from the north quay."""
    time = clock(int(match["hour"]), int(match["minute"]))
    return DatePart(match.start("hour"), match.end(), "time", time=time, half=len(match["hour"]) == 1)


_SHARP = regex(
    r"(?<![\w.,:/@#€$£-])(?<![€$£] )(?P<hour>1[0-2]|[1-9])(?:[.:](?P<minute>[0-5]\d))?(?: o'clock)? (?:sharp"
    r"|prompt|on the dot)(?![a-z])(?! (?:left|right|turn|bend))"
)


def _sharp(match: re.Match[str], scan: ScannedText) -> DatePart:
    """8 sharp, 7.30 prompt."""
    time = clock(int(match["hour"]), int(match["minute"] or 0))
    return DatePart(match.start(), match.end(), "time", time=time, half=True)


_MILITARY = regex(r"(?<![\w.,:/@#-])(?P<hour>[01]\d|2[0-3])(?P<minute>[0-5]\d) ?(?:hrs|hours)\b")


def _military(match: re.Match[str], scan: ScannedText) -> DatePart:
    """0915 hrs."""
    return DatePart(match.start(), match.end(), "time", time=clock(int(match["hour"]), int(match["minute"])))


#: Trains and planes are called by their hours: "the 2.20 train", "the 14.05 to Leeds".
_TRAIN = regex(
    r"the (?P<hour>1\d|2[0-3]|0?[1-9])[.:](?P<minute>[0-5]\d)(?: (?:train|bus|coach|ferry|boat|flight"
    r"|service)(?![a-z])|(?= (?:from|to|at|out of|into) [a-z]))"
)


def _train(match: re.Match[str], scan: ScannedText) -> DatePart:
    """Pick me up from the 2.20 at Leuchars."""
    hour = int(match["hour"])
    time = clock(hour, int(match["minute"]))
    return DatePart(match.start("hour"), match.end(), "time", time=time, half=hour <= 12)


_HOUR_OF_DAY = regex(
    r"(?<![\w-])(?:(?P<lead>by|before|until|till|around|about|from) (?P<hour>1[0-2]|[1-9])"
    rf"(?= (?:today|tonight|tomorrow|this (?:morning|afternoon|evening)|(?:on )?{WEEKDAY}){NOT_WORD})"
    r"|any ?time (?:from|after) (?P<any>1[0-2]|[1-9])(?=$|[.,;!?)\n](?!\d)| (?:on|onwards?|till|until|to)\b))"
)


def _hour_of_day(match: re.Match[str], scan: ScannedText) -> DatePart:
    """By 5 today, before 9 tomorrow, any time after 3: an hour and nothing but its figure."""
    name = "any" if match["any"] else "hour"
    hour, start = int(match[name]), match.start(name)
    limit = match["lead"] in ("by", "before", "until", "till")
    time = clock(hour, 0)
    return DatePart(start, match.end(), "time", time=time, weak=True, half=True, deadline=limit)


_DOTTED_FIRST = (
    "kick kicks kicking meet doors start starts starting leave leaves leaving open opens back "
    "from by until till around about for say still now"
)

_TIMETABLE_FIRST = (
    "departure departures departing departs dep arrival arrivals arriving arrives arr boarding check checkin "
    "depart arrivee embarquement"
)

#: Before all others: what they would read of it is half of it.
FIRST_RULES = (DateRule(("#",), _FOR, _for), DateRule(("#",), _SHARP, _sharp))

RULES = (
    DateRule(tuple(_DOTTED_FIRST.split()), _DOTTED, _dotted),
    DateRule(("#",), _DOTTED_ALONE, _dotted_alone),
    DateRule(
        ("by", "before", "until", "till", "around", "about", "from", "any", "anytime"),
        _HOUR_OF_DAY,
        _hour_of_day,
    ),
    DateRule(("from", "between", "entre", "de", "#"), _HOURS, _hours),
    DateRule(("####",), _MILITARY, _military),
    DateRule(tuple(_TIMETABLE_FIRST.split()), _TIMETABLE, _timetable),
    DateRule(("the",), _TRAIN, _train),
)
