"""Dates and times as models and programs write them, read strictly: what is not certain is None."""

from __future__ import annotations

import re
from datetime import UTC, date, datetime

_DAY = re.compile(r"(\d{4}-\d\d-\d\d)(?:[T ](\d\d:\d\d)(?::\d\d(?:\.\d+)?)?(?:Z|[+-]\d\d:?\d\d)?)?")
_CLOCK = re.compile(r"([01]?\d|2[0-3]) ?(?:[:hH] ?([0-5]\d)?)?")


def day(text: str) -> tuple[str | None, str | None]:
    """(date, time) of an ISO 8601 date that exists, with or without a time."""
    match = _DAY.fullmatch(text.strip())
    if match is None:
        return None, None
    try:
        date.fromisoformat(match[1])
    except ValueError:
        return None, None
    return match[1], clock(match[2]) if match[2] else None


def moment(text: str) -> datetime | None:
    """A moment of ISO 8601, in UTC where it names no offset; None for one that UTC has no year for, too."""
    try:
        at = datetime.fromisoformat(text)
        at = at if at.tzinfo else at.replace(tzinfo=UTC)
        at.astimezone(UTC)
    except (ValueError, OverflowError):
        return None
    return at


def local_day(text: str) -> str:
    """The day of a moment of ISO 8601 where the person is, as YYYY-MM-DD; of any other text its beginning."""
    at = moment(text)
    try:
        return at.astimezone().date().isoformat() if at else text[:10]
    except (OverflowError, OSError):  # the first and last days there are
        return text[:10]


def clock(text: str) -> str | None:
    """HH:MM of `14:00`, `8:05`, `14h`, `14h30`. A bare number is no time."""
    match = _CLOCK.fullmatch(text.strip())
    if match is None or text.strip().isdigit() or (":" in text and match[2] is None):
        return None
    return f"{int(match[1]):02}:{match[2] or '00'}"
