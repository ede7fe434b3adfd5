"""What single rules read, before neighbours are joined to one value."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass
from datetime import date, datetime
from functools import cached_property
from typing import Literal, NamedTuple

from edge.text.fold import FoldedText

#: day, time of day, part of a day (morning), time zone, length.
Kind = Literal["day", "time", "part", "zone", "length"]


@dataclass(slots=True)
class DatePart:
    """A day, a time, or what says more about one. `start` and `end` are places in the folded text."""

    start: int
    end: int
    kind: Kind
    day: date | None = None
    end_day: date | None = None
    time: str | None = None
    end_time: str | None = None
    zone: str | None = None
    minutes: int | None = None
    #: Alone it is nothing: it counts only beside a day or a time.
    weak: bool = False
    #: A bare weekday: a day's number beside it says which one.
    weekday: int | None = None
    #: The year was not written: (month, number), so that a weekday can still choose it.
    yearless: tuple[int, int] | None = None
    relative: bool = False
    deadline: bool = False
    #: Of a part of the day: hours from 1 to 11 beside it are in the afternoon.
    afternoon: bool = False
    #: A day's number alone, of whatever month (le 15, by the 15th).
    bare: bool = False
    #: Days from the one that the text names before it (la veille: -1).
    shift: int | None = None
    #: The hour could be of either half of the day (at 5).
    half: bool = False


@dataclass
class ScannedText:
    """One text under its rules. `now` is the moment its message arrived, in its own time zone: every relative
    expression is calculated from it.
    """

    raw: str
    now: datetime

    def __post_init__(self) -> None:
        self.folded = FoldedText(self.raw)
        self.text = self.folded.text
        self.today = self.now.date()

    def before(self, place: int, length: int = 28) -> str:
        """What stands right before a place, folded."""
        return self.text[max(0, place - length) : place]

    def capital(self, place: int) -> bool:
        """Whether the original has a capital there."""
        return self.raw[self.folded.back(place, place + 1)[0]].isupper()

    @cached_property
    def month_first(self) -> bool:
        """Numeric dates are written month first: the text has one that can be nothing else, or it is English
        and names or came from a time zone of the United States. Otherwise the day comes first.
        """
        if _DAY_FIRST.search(self.text):
            return False
        if _MONTH_FIRST.search(self.text):
            return True
        offset = self.now.utcoffset()
        hours = offset.total_seconds() / 3600 if offset is not None else 0
        american = -8 <= hours <= -4 or _US_ZONE.search(self.text) is not None
        return american and len(_ENGLISH.findall(self.text)) > len(_FRENCH.findall(self.text))


class DateRule(NamedTuple):
    """Tried where one of its first words stands. "#" is a number of one or two figures, "###" one of
    three, and so on. `make` may still say no.
    """

    words: tuple[str, ...]
    pattern: re.Pattern[str]
    make: Callable[[re.Match[str], ScannedText], DatePart | None]


_DAY_FIRST = re.compile(r"(?<![\d/.-])(?:1[3-9]|2\d|3[01])([/.-])(?:0?[1-9]|1[0-2])\1\d{2,4}\b")
_MONTH_FIRST = re.compile(r"(?<![\d/.-])(?:0?[1-9]|1[0-2])/(?:1[3-9]|2\d|3[01])/\d{2,4}\b")
#: The short names only after a time: "et" is a French word.
_US_ZONE = re.compile(
    r"\b(?:[ecmp][sd]t|(?:eastern|central|mountain|pacific) time)\b|(?:\d|\d ?[ap]\.?m\.?) ?[ecmp]t\b"
)
_ENGLISH = re.compile(r"\b(?:the|and|to|of|is|are|for|you|your|we|on|by|at|please|with|will)\b")
_FRENCH = re.compile(r"\b(?:le|la|les|et|de|du|des|est|sont|pour|vous|votre|nous|sur|avec|une?|au)\b")


def clock(hour: int, minute: int) -> str:
    """A time of day as it is kept: "09:30"."""
    return f"{hour:02}:{minute:02}"
