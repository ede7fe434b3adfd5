"""Times of day as they are said: à neuf heures et demie, half past three, 3 o'clock, four at night."""

from __future__ import annotations

import re

from edge.text.any_of import any_of
from edge.text.regex import regex
from edge.values.dates.rule import DatePart, DateRule, ScannedText, clock
from edge.values.dates.times import AFTERNOON, AT, HALF_DAY, WORD_HOURS

_SPOKEN_FR = regex(
    rf"(?<![\w-])(?P<hour>{any_of(WORD_HOURS)}) heures?(?: (?:(?P<minute>[0-5]\d|trente|quinze|"
    rf"quarante-cinq|vingt|dix|cinq)(?![a-z\d])|(?P<part>et demie?|et quart|moins le quart)))?(?![a-z-])"
)
_SPOKEN_MINUTES = {"trente": 30, "quinze": 15, "quarante-cinq": 45, "vingt": 20, "dix": 10, "cinq": 5}


def _spoken_fr(match: re.Match[str], scan: ScannedText) -> DatePart | None:
    """À neuf heures et demie."""
    if not re.search(r"\b(?:a|vers|des|avant|apres|jusqu'a|d'ici) $", scan.before(match.start())):
        return None
    hour, minute = WORD_HOURS[match["hour"]], 0
    if match["minute"]:
        minute = int(match["minute"]) if match["minute"].isdigit() else _SPOKEN_MINUTES[match["minute"]]
    elif match["part"]:
        minute = 15 if "et quart" in match["part"] else 30
        if "moins" in match["part"]:
            hour, minute = hour - 1, 45
    if AFTERNOON.match(scan.text, match.end()) and hour < 12:
        hour += 12
    if not 0 <= hour < 24:
        return None
    return DatePart(match.start(), match.end(), "time", time=clock(hour, minute))


_SPOKEN_EN = regex(
    rf"(?<![\w-])(?:(?P<part>half past|quarter past|quarter to|"
    rf"half(?= (?:\d|{any_of(WORD_HOURS)}(?![a-z-])))) (?P<hour>\d\d?|"
    rf"{any_of(WORD_HOURS)})(?![a-z\d:]|[.,]\d| ?[%€$£])|"
    rf"(?P<hour2>\d\d?|{any_of(WORD_HOURS)})(?: o'clock|(?P<part_of_day>(?<![.,:£$€]\d)(?<![.,:£$€]\d\d)"
    rf"(?= in the (?:morning|afternoon|evening)\b| at night\b))))(?P<half> ?{HALF_DAY})?"
)


_SPOKEN_MORNING = regex(r" (?:in the morning|this morning|tomorrow morning|am\b)")
_SPOKEN_CUE = regex(r"\b(?:at|around|about|for|by|from|until|till?|after|before|thinking|say|like|make it) $")


def _spoken_en(match: re.Match[str], scan: ScannedText) -> DatePart | None:
    """Half past three; 3 o'clock; from four in the afternoon."""
    written = match["hour"] or match["hour2"]
    hour = int(written) if written.isdigit() else WORD_HOURS[written]
    named = match["part_of_day"] is not None
    if not 1 <= hour <= 12 or (named and hour == 12):
        return None  # twelve at night is of the day behind
    minute = {"half past": 30, "half": 30, "quarter past": 15, "quarter to": 45}.get(match["part"] or "", 0)
    hour = hour - (minute == 45)
    # "Half 9" is a time where somebody says when; "the first half 2 players" is none.
    if match["part"] == "half" and not _SPOKEN_CUE.search(scan.before(match.start())):
        return None
    half = not match["half"]
    if match["half"]:
        hour = hour % 12 + (12 if "p" in match["half"] else 0)
    elif _SPOKEN_MORNING.match(scan.text, match.end()):
        half = False
    elif AFTERNOON.match(scan.text, match.end()) or hour <= 6:
        hour, half = hour % 12 + 12, False  # nobody says "half past two" of the night and no more
    weak = named and not AT.search(scan.before(match.start()))
    return DatePart(match.start(), match.end(), "time", time=clock(hour, minute), half=half, weak=weak)


RULES = (
    DateRule(tuple({name.split("-")[0].split()[0] for name in WORD_HOURS}), _SPOKEN_FR, _spoken_fr),
    DateRule(("half", "quarter", "#", *{name.split("-")[0] for name in WORD_HOURS}), _SPOKEN_EN, _spoken_en),
)
