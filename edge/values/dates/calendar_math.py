"""Calendar arithmetic from the day a message arrived."""

from __future__ import annotations

import calendar
from datetime import date, timedelta

#: Days that are calculated with lie in these years: room on both sides for adding and taking away.
FIRST, LAST = 1000, 2199


def day(year: int, month: int, number: int) -> date | None:
    """A date, or None where the calendar has none."""
    if not FIRST <= year <= LAST:
        return None
    try:
        return date(year, month, number)
    except ValueError:
        return None


def easter(year: int) -> date:
    """Easter Sunday of the Gregorian calendar (the rule of Meeus, Jones and Butcher)."""
    a, (b, c) = year % 19, divmod(year, 100)
    d, e = divmod(b, 4)
    f = (b - (b + 8) // 25 + 1) // 3
    h = (19 * a + b - d - f + 15) % 30
    i, k = divmod(c, 4)
    m = (32 + 2 * e + 2 * i - h - k) % 7
    month, number = divmod(h + m - 7 * ((a + 11 * h + 22 * m) // 451) + 114, 31)
    return date(year, month, number + 1)


def full_year(written: str) -> int:
    """2026 of "2026", "26" and "'26"."""
    digits = written.lstrip("'")
    return int(digits) if len(digits) == 4 else 2000 + int(digits)


def add_months(start: date, months: int) -> date:
    """The same day so many months on, or the last day of a month that has no such day."""
    index = start.year * 12 + start.month - 1 + months
    year, month = divmod(index, 12)
    return date(year, month + 1, min(start.day, calendar.monthrange(year, month + 1)[1]))


def month_end(start: date) -> date:
    return start.replace(day=calendar.monthrange(start.year, start.month)[1])


def monday(start: date) -> date:
    return start - timedelta(days=start.weekday())


def next_weekday(today: date, weekday: int) -> date:
    """The next one strictly after today."""
    return today + timedelta(days=(weekday - today.weekday() - 1) % 7 + 1)


def last_weekday(today: date, weekday: int) -> date:
    """The one strictly before today."""
    return today - timedelta(days=(today.weekday() - weekday - 1) % 7 + 1)


def add_workdays(start: date, days: int) -> date:
    """So many days on, Saturdays and Sundays not counted. Public holidays are not known here."""
    while start.weekday() > 4:
        start -= timedelta(days=1)  # from a week-end, Monday is the first
    weeks, rest = divmod(days, 5)
    at = start + timedelta(weeks=weeks)
    for _ in range(rest):
        at += timedelta(days=3 if at.weekday() == 4 else 1)
    return at


def nearest_year(
    today: date, month: int, number: int, *, past: bool, weekday: int | None = None
) -> date | None:
    """The year of a day and month that names none: the first one from today on, or, when the past is said,
    the last one until today. A weekday beside it decides among the neighbouring years.
    """
    order = (0, -1, -2, -3, 1) if past else (0, 1, 2, 3, -1)
    candidates = [at for step in order if (at := day(today.year + step, month, number))]
    wanted = [at for at in candidates if (at <= today if past else at >= today)] or candidates
    if weekday is not None:
        near = [at for at in candidates if at.weekday() == weekday and abs((at - today).days) <= 366]
        wanted = [at for at in near if at in wanted] or near or wanted
    return wanted[0] if wanted else None


def next_number(today: date, number: int, *, past: bool = False, weekday: int | None = None) -> date | None:
    """The next day of a month with this number ("le 15", "vendredi 14"), from today on."""
    first = today.replace(day=1)
    for months in range(15):
        month = add_months(first, -months if past else months)
        at = day(month.year, month.month, number)
        if at and (at <= today if past else at >= today) and weekday in (None, at.weekday()):
            return at
    return None


def quarter(year: int, number: int, months: int = 3) -> tuple[date, date]:
    """First and last day of a quarter (1-4), or of a half with `months` = 6 (1-2)."""
    first = date(year, (number - 1) * months + 1, 1)
    return first, month_end(add_months(first, months - 1))


def iso_week(year: int, number: int) -> date | None:
    """Monday of a numbered week."""
    try:
        return date.fromisocalendar(year, number, 1)
    except ValueError:
        return None


def stretch(today: date, period: str, which: int) -> tuple[date, date]:
    """First and last day of this (0), the next (1) or the last (-1) week, week-end, month, quarter, ..."""
    if period == "week":
        start = monday(today) + timedelta(weeks=which)
        return start, start + timedelta(days=6)
    if period == "weekend":
        start = monday(today) + timedelta(weeks=which, days=5)
        return start, start + timedelta(days=1)
    if period == "month":
        start = add_months(today.replace(day=1), which)
        return start, month_end(start)
    if period == "year":
        return date(today.year + which, 1, 1), date(today.year + which, 12, 31)
    months = 3 if period == "quarter" else 6
    start, _ = quarter(today.year, (today.month - 1) // months + 1, months)
    start = add_months(start, which * months)
    return start, month_end(add_months(start, months - 1))
