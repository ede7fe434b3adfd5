"""Calendars (RFC 5545) as the icalendar library reads them, without what would keep it busy for ever."""

from __future__ import annotations

import re
import warnings
from typing import Any

from edge.text.sanitise import reveal

#: What icalendar raises on broken calendars.
BROKEN = (ValueError, TypeError, AttributeError, LookupError, OverflowError, RecursionError)

#: Rules of all time zones of one text: each may be walked from 1601 on, which takes 30 ms.
MAX_RULES = 60

_FOLD = re.compile("\r?\n[ \t]")
#: Rules of real time zones. The library walks a rule from its first year on: one of each second, or one that
#: never fires (30 February, a ninth Monday), would not end.
_HARMLESS = re.compile(
    r"RRULE:FREQ=YEARLY(?:;(?:BYMONTH=(?:0?[1-9]|1[0-2])|BYDAY=(?:[-+]?[1-5])?(?:MO|TU|WE|TH|FR|SA|SU)"
    r"|INTERVAL=[1-9]\d{0,9}|BYMONTHDAY=-?\d{1,2}(?:,-?\d{1,2}){0,15}|UNTIL=[\dTZ]+|COUNT=\d+|WKST=[A-Z]{2}"
    r"))*;?|RDATE[^:]{0,60}:.{0,400}"
)
_MONTH_DAYS = re.compile(r"BYMONTHDAY=([-\d,]+)")
_NUMBERED_DAY = re.compile(r"BYDAY=[-+]?(\d)")
_INTERVAL = re.compile(r"INTERVAL=(\d+)")


def calendars(text: str) -> list[Any]:
    """The VCALENDARs and other components that a text holds. What another text said of a time zone of the
    same name counts in that one only; a zone whose rules nobody uses is left out, and its times are floating
    unless its name is a known one. Raises ImportError without the library, and the errors of `BROKEN`.
    """
    from icalendar import Calendar, use_zoneinfo

    use_zoneinfo()  # the library keeps zones by their names: it forgets them
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # remarks on how a time zone's name was understood
        found = Calendar.from_ical(_safe(reveal(text)[0]), multiple=True)
    return found if isinstance(found, list) else [found]


def _safe(text: str) -> str:
    """Unfolded, without time zones whose rules nobody uses."""
    lines: list[str] = []
    zone: int | None = None  # where the one that is open begins
    harmless = True
    rules = 0
    for line in _FOLD.sub("", text).split("\n"):
        lines.append(line)
        mark = line.strip().upper()
        if mark == "BEGIN:VTIMEZONE" and zone is None:
            zone, harmless = len(lines) - 1, True
        elif zone is not None and mark.startswith(("RRULE", "RDATE")):
            rules += mark.startswith("RRULE")
            harmless = harmless and rules <= MAX_RULES and _is_harmless(mark)
        elif zone is not None and mark == "END:VTIMEZONE":
            if not harmless:
                del lines[zone:]
            zone = None
    if zone is not None:
        del lines[zone:]
    return "\n".join(lines)


def _is_harmless(rule: str) -> bool:
    if not _HARMLESS.fullmatch(rule):
        return False
    days = [int(day) for listed in _MONTH_DAYS.findall(rule) for day in listed.split(",")]
    numbered = _NUMBERED_DAY.findall(rule)
    if days:  # some day that every month has, and no "second Sunday" that could never be that day
        return any(1 <= abs(day) <= 28 for day in days) and not numbered
    return "5" not in numbered or set(_INTERVAL.findall(rule)) <= {"1"}
