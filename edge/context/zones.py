"""In which time zone a text means its times, and the moments that come of it."""

from __future__ import annotations

import os
import re
from collections import Counter
from collections.abc import Iterable
from contextlib import suppress
from datetime import UTC, date, datetime, time, timedelta, timezone, tzinfo
from zoneinfo import ZoneInfo

from edge.errors import UsageError

_OFFSET = re.compile(r"^(?:UTC|GMT)?\s*([+-])(\d{1,2}):?(\d{2})?$", re.IGNORECASE)


def zone(text: str | None) -> tzinfo | None:
    """A zone by its IANA name or offset ("Europe/Paris", "+02:00", "UTC+2", "Z"); None for anything else."""
    text = (text or "").strip()
    if not text:
        return None
    if text.upper() in ("Z", "UTC", "GMT"):
        return UTC
    if offset := _OFFSET.match(text):
        minutes = int(offset[2]) * 60 + int(offset[3] or 0)
        if minutes >= 24 * 60:
            return None
        return timezone(timedelta(minutes=-minutes if offset[1] == "-" else minutes))
    try:
        return ZoneInfo(text)
    except (KeyError, ValueError, OSError):  # no such zone; a name that is a path; a name that is a folder
        return None


def require(setting: str) -> None:
    """Raises UsageError where the setting names no zone: times would silently be those of another."""
    if zone(setting) is None:
        raise UsageError(
            f"The setting extract.timezone has the value {setting!r:.60}, which is no time zone.",
            "Write it like Europe/Paris or +02:00, or leave it empty.",
        )


def common(zones: Iterable[tzinfo | None]) -> tzinfo | None:
    """The named zone that most of them are; None when none has a name."""
    keys = Counter(where.key for where in zones if isinstance(where, ZoneInfo) and where.key != "UTC")
    return ZoneInfo(min(keys, key=lambda key: (-keys[key], key))) if keys else None


def home(setting: str, received: datetime | None, calendar: tzinfo | None) -> tzinfo:
    """The zone of times that name none: the setting's; else the calendar's own, unless the message's offset
    contradicts it; else that offset; else UTC.

    An offset alone does not know summer time: a message of January about a meeting in July would be an hour
    off. The calendar's zone explains the offset and knows the rest of the year.
    """
    chosen = zone(setting)
    if chosen is not None:
        return chosen
    if calendar is not None and agrees(calendar, received):
        return calendar
    return (received and received.tzinfo) or UTC


def agrees(where: tzinfo, received: datetime | None) -> bool:
    """Whether whoever sent a message at this moment can be in a zone. UTC contradicts none: Exchange and most
    programs date all their messages in it.
    """
    if received is None or not (offset := received.utcoffset()):
        return True
    return received.astimezone(where).utcoffset() == offset


def moment(day: date, clock: time, where: tzinfo) -> datetime:
    """The moment, in UTC, of a time on the wall. In the hour that a change of clocks skips, it is read with
    the offset before; in the hour it repeats, the first one.
    """
    return datetime.combine(day, clock, tzinfo=where).astimezone(UTC)


def instant(moment: datetime, floating: tzinfo) -> datetime:
    """A moment in UTC; one without zone ("floating") is read in `floating`."""
    return (moment if moment.tzinfo is not None else moment.replace(tzinfo=floating)).astimezone(UTC)


def overlaps(one: tuple[datetime, datetime], other: tuple[datetime, datetime]) -> bool:
    """Whether two spans of moments share one. Ends are not part of a span, so what touches does not overlap;
    an empty span is its beginning. Symmetric.
    """
    tick = timedelta.resolution
    return one[0] < max(other[1], other[0] + tick) and other[0] < max(one[1], one[0] + tick)


def system() -> ZoneInfo | None:
    """The zone that this device is set to, by its name; None where that names no place (UTC)."""
    names = [os.environ.get("TZ", "").removeprefix(":")]
    if not names[0]:
        with suppress(OSError):
            names = [os.path.realpath("/etc/localtime").partition("zoneinfo/")[2]]
    found = zone(names[0]) if names[0] else None
    return found if isinstance(found, ZoneInfo) and not found.key.startswith("Etc/") else None


#: Countries whose home has one zone.
_COUNTRIES = {
    "FR": "Europe/Paris", "BE": "Europe/Brussels", "CH": "Europe/Zurich", "LU": "Europe/Luxembourg",
    "MC": "Europe/Monaco", "DE": "Europe/Berlin", "AT": "Europe/Vienna", "NL": "Europe/Amsterdam",
    "IT": "Europe/Rome", "ES": "Europe/Madrid", "PT": "Europe/Lisbon", "GB": "Europe/London",
    "IE": "Europe/Dublin", "DK": "Europe/Copenhagen", "SE": "Europe/Stockholm", "NO": "Europe/Oslo",
    "FI": "Europe/Helsinki", "PL": "Europe/Warsaw", "GR": "Europe/Athens", "MU": "Indian/Mauritius",
    "RE": "Indian/Reunion", "MA": "Africa/Casablanca", "TN": "Africa/Tunis", "SN": "Africa/Dakar",
    "CI": "Africa/Abidjan", "JP": "Asia/Tokyo",
}  # fmt: skip


def of_country(code: str) -> tzinfo | None:
    """The zone of a country (ISO 3166, two letters) that has one; None for any other."""
    return zone(_COUNTRIES.get(code.strip().upper()))
