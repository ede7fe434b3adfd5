"""Rules by which appointments recur (RFC 5545, 3.3.10), on the wall clock, within bounds.

Followed: DAILY, WEEKLY, MONTHLY, YEARLY with INTERVAL, COUNT, UNTIL, WKST, BYMONTH, BYMONTHDAY, BYDAY,
BYSETPOS. Not with dateutil, which is the measure in the tests: for a rule that never fires (30 February) it
counts days to the year 9999, ten seconds each, and an invitation by a stranger can hold one.
"""

from __future__ import annotations

import re
from calendar import monthrange
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from datetime import date, datetime, time, timedelta, tzinfo
from typing import Any, Literal, get_args

Frequency = Literal["DAILY", "WEEKLY", "MONTHLY", "YEARLY"]

#: Naive local times of one occurrence's beginning; a whole day begins at midnight.
Local = datetime

#: Days of one rule that are looked at, so that one that never fires (30 February) comes to an end.
STEPS = 50_000
#: Values of one part of a rule: a day of each month and of each year.
_VALUES = 400

_DAYS = ("MO", "TU", "WE", "TH", "FR", "SA", "SU")
_DAY = re.compile(r"([+-]?\d{1,2})?(MO|TU|WE|TH|FR|SA|SU)")
_A_YEAR = {"DAILY": 366, "WEEKLY": 53, "MONTHLY": 12, "YEARLY": 1}
_CLOCK = {"BYHOUR": "hour", "BYMINUTE": "minute", "BYSECOND": "second"}
_KNOWN = frozenset(
    ("FREQ", "INTERVAL", "COUNT", "UNTIL", "WKST", "BYMONTH", "BYMONTHDAY", "BYDAY", "BYSETPOS", *_CLOCK)
)


@dataclass(frozen=True, slots=True)
class RecurrenceRule:
    """A rule that is followed. `week_days`: (n, weekday from Monday 0), n = 0 for every one. `until` is the
    last moment, naive local time.
    """

    frequency: Frequency
    interval: int = 1
    count: int | None = None
    until: datetime | None = None
    months: frozenset[int] = frozenset()
    month_days: frozenset[int] = frozenset()
    week_days: frozenset[tuple[int, int]] = frozenset()
    positions: tuple[int, ...] = ()
    week_start: int = 0


def rule(stated: Mapping[str, Any], start: datetime, where: tzinfo | None) -> RecurrenceRule:
    """A rule as icalendar reads it (names to lists of values), for a series that begins at `start`, naive
    local time of the zone `where`; what the rule leaves out is taken from it. Raises ValueError for one that
    is not followed.
    """
    listed = {name: value if isinstance(value, list) else [value] for name, value in stated.items()}
    parts = {str(name).upper(): values for name, values in listed.items()}
    frequency = str(parts.get("FREQ", [""])[0]).upper()
    if frequency not in get_args(Frequency) or set(parts) - _KNOWN:
        raise ValueError(f"a rule with {', '.join(sorted(set(parts) - _KNOWN)) or frequency} is not followed")
    for name, field in _CLOCK.items():
        if name in parts and [int(value) for value in parts[name]] != [getattr(start, field)]:
            raise ValueError(f"a rule with {name} is not followed")
    if any(len(values) > _VALUES for values in parts.values()):
        raise ValueError("a rule with so many values is not followed")
    interval = int(parts.get("INTERVAL", [1])[0])
    if interval < 1:
        raise ValueError(f"a rule cannot recur every {interval} times")
    by = RecurrenceRule(
        frequency=frequency,  # type: ignore[arg-type]
        interval=interval,
        count=int(parts["COUNT"][0]) if "COUNT" in parts else None,
        # Files often write it in another form than the beginning.
        until=local(parts["UNTIL"][0], where, time.max) if "UNTIL" in parts else None,
        months=frozenset(int(value) for value in parts.get("BYMONTH", ())),
        month_days=frozenset(int(value) for value in parts.get("BYMONTHDAY", ())),
        week_days=frozenset(_week_day(str(value)) for value in parts.get("BYDAY", ())),
        positions=tuple(int(value) for value in parts.get("BYSETPOS", ())),
        week_start=_week_day(str(parts.get("WKST", ["MO"])[0]))[1],
    )
    return _filled(by, start)


def uncounted(by: RecurrenceRule, first: datetime, budget: int = STEPS) -> tuple[RecurrenceRule | None, int]:
    """The rule of a series that begins at `first` with its COUNT turned into UNTIL, and how many days were
    looked at for it. No rule when its end is not found within `budget` days.
    """
    endless = replace(by, count=None)
    if by.count is None or by.count > (date.max - first.date()).days:
        return endless, 0
    if by.frequency == "DAILY" and not (by.months or by.month_days or by.week_days or by.positions):
        try:
            last = first + timedelta(max(by.count - 1, -1) * by.interval)
        except OverflowError:
            return endless, 0
        return _until_at_most(by, last), 0
    left, looked = by.count, 0
    for opens, days, beginnings in _walk(by, first, 0):
        looked += days
        if by.until is not None and opens > by.until.date():
            break
        if left <= len(beginnings):
            return _until_at_most(by, beginnings[left - 1] if left > 0 else first - timedelta(1)), looked
        if looked >= budget:
            return None, looked
        left -= len(beginnings)
    return endless, looked


def _until_at_most(by: RecurrenceRule, last: datetime) -> RecurrenceRule:
    return replace(by, count=None, until=last if by.until is None else min(by.until, last))


def a_year(by: RecurrenceRule, length: int) -> tuple[int, int]:
    """How many days are looked at for one year of a rule, at most, and how many may fit. `length`: of one
    occurrence, in days.
    """
    years = 1 + length / 365
    periods = int(years * _A_YEAR[by.frequency] / by.interval) + 2
    days = {"DAILY": 1, "WEEKLY": 7, "MONTHLY": 31, "YEARLY": 31 * (len(by.months) or 12)}[by.frequency]
    fitting = days
    if by.frequency == "WEEKLY":
        fitting = max(1, len(by.week_days))
    elif by.frequency == "MONTHLY":
        fitting = max(1, len(by.month_days), 5 * len(by.week_days))
    elif not by.week_days and by.frequency == "YEARLY":
        fitting = max(1, len(by.months) * max(1, len(by.month_days)))
    return periods * days, periods * min(days, fitting)


def starts(by: RecurrenceRule, first: datetime, begin: datetime, end: datetime) -> Iterator[datetime]:
    """The beginnings by a rule without COUNT of a series that begins at `first`, in order, those with begin
    <= it < end.

    `first` itself is among them only when the rule says so. At most `STEPS` days are looked at.
    """
    looked = 0
    for opens, days, beginnings in _walk(by, first, max(0, _periods(by, first, begin) - 1)):
        if datetime.combine(opens, time()) >= end or looked >= STEPS:
            return
        looked += days
        for start in beginnings:
            if start >= end or (by.until is not None and start > by.until):
                return
            if start >= begin:
                yield start


def _walk(by: RecurrenceRule, first: datetime, step: int) -> Iterator[tuple[date, int, list[datetime]]]:
    """The periods of a rule from the one numbered `step` to the last year there is: the first day, how many
    days were looked at, and the beginnings that are not before `first`.
    """
    while True:
        try:
            opens, closes = _period(by, first.date(), step)
        except (OverflowError, ValueError):
            return
        days = _days(by, opens, closes)
        fitting = [datetime.combine(day, first.time()) for day in _chosen(by, days)]
        yield opens, max(1, len(days)), [start for start in fitting if start >= first]
        step += 1


def _filled(by: RecurrenceRule, first: datetime) -> RecurrenceRule:
    """The rule with what it leaves to its beginning: the weekday, the day of the month, the month."""
    if by.week_days or by.month_days:
        return by
    if by.frequency == "WEEKLY":
        return replace(by, week_days=frozenset({(0, first.weekday())}))
    if by.frequency == "MONTHLY":
        return replace(by, month_days=frozenset({first.day}))
    if by.frequency == "YEARLY":
        return replace(by, months=by.months or frozenset({first.month}), month_days=frozenset({first.day}))
    return by


def _periods(by: RecurrenceRule, first: datetime, begin: datetime) -> int:
    """How many periods of a rule end before `begin`, or one less."""
    match by.frequency:
        case "DAILY":
            passed = (begin - first).days
        case "WEEKLY":
            passed = (begin - first).days // 7
        case "MONTHLY":
            passed = (begin.year - first.year) * 12 + begin.month - first.month
        case "YEARLY":
            passed = begin.year - first.year
    return passed // by.interval


def _period(by: RecurrenceRule, first: date, step: int) -> tuple[date, date]:
    """The first and the last day of a period. Raises OverflowError or ValueError past the last year."""
    if by.frequency == "DAILY":
        day = first + timedelta(step * by.interval)
        return day, day
    if by.frequency == "WEEKLY":
        monday = first - timedelta((first.weekday() - by.week_start) % 7)
        day = monday + timedelta(7 * step * by.interval)
        return day, day + timedelta(6)
    if by.frequency == "MONTHLY":
        year, month = divmod(first.year * 12 + first.month - 1 + step * by.interval, 12)
        return _month(year, month + 1)
    year = first.year + step * by.interval
    return date(year, 1, 1), date(year, 12, 31)


def _month(year: int, month: int) -> tuple[date, date]:
    return date(year, month, 1), date(year, month, monthrange(year, month)[1])


def _days(by: RecurrenceRule, opens: date, closes: date) -> list[date]:
    """The days of a period that are looked at: of a year those of the months that count."""
    if by.frequency == "YEARLY" and by.months:
        spans = [_month(opens.year, month) for month in sorted(by.months) if 1 <= month <= 12]
    else:
        spans = [(opens, closes)]
    return [start + timedelta(n) for start, end in spans for n in range((end - start).days + 1)]


def _chosen(by: RecurrenceRule, days: list[date]) -> list[date]:
    """Those of the days of a period that fit, in order; with BYSETPOS those at its places."""
    fit = [day for day in days if _fits(by, day)]
    if not by.positions:
        return fit
    places = {n - 1 if n > 0 else len(fit) + n for n in by.positions if n}
    return [day for place, day in enumerate(fit) if place in places]


def _fits(by: RecurrenceRule, day: date) -> bool:
    if by.months and day.month not in by.months:
        return False
    if by.month_days:
        last = _month(day.year, day.month)[1].day
        if not {day.day, day.day - last - 1} & by.month_days:
            return False
    if not by.week_days or (0, day.weekday()) in by.week_days:
        return True
    if by.frequency == "MONTHLY" or (by.frequency == "YEARLY" and by.months):
        opens, closes = _month(day.year, day.month)
    elif by.frequency == "YEARLY":
        opens, closes = date(day.year, 1, 1), date(day.year, 12, 31)
    else:  # "the second Monday" says nothing within a day or a week
        return any(weekday == day.weekday() for _, weekday in by.week_days)
    place, back = (day - opens).days // 7 + 1, -((closes - day).days // 7) - 1
    return not {(place, day.weekday()), (back, day.weekday())}.isdisjoint(by.week_days)


def _week_day(text: str) -> tuple[int, int]:
    day = _DAY.fullmatch(text.strip().upper())
    if day is None:
        raise ValueError(f"{text!r} is no weekday")
    return int(day[1] or 0), _DAYS.index(day[2])


def local(stated: date | datetime, where: tzinfo | None, clock: time = time.min) -> Local:
    """What a calendar states, on the wall clock of the zone `where`; `clock`: the time of a whole day."""
    if not isinstance(stated, datetime):
        return datetime.combine(stated, clock)
    if stated.tzinfo is not None and where is not None:
        stated = stated.astimezone(where)
    return stated.replace(tzinfo=None)
