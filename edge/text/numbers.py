"""Numbers, dates and times as models write them, read strictly: what is not certain is None."""

from __future__ import annotations

import math
import re
from datetime import date

_DAY = re.compile(r"(\d{4}-\d\d-\d\d)(?:[T ](\d\d:\d\d)(?::\d\d(?:\.\d+)?)?(?:Z|[+-]\d\d:?\d\d)?)?")
_CLOCK = re.compile(r"([01]?\d|2[0-3]) ?(?:[:hH] ?([0-5]\d)?)?")
_NUMBER = re.compile(r"[+-]?\d+(?:[.,]\d+)*")
#: Spaces and apostrophes between groups of three digits, and what stands around a sum.
_GROUPS = re.compile(r"(?<=\d)[ \u00a0\u2009\u202f'’](?=\d{3}(?!\d))")
_AROUND = re.compile(r"^[^\d+-]+|[^\d]+$")
_CURRENCIES = {"€": "EUR", "EURO": "EUR", "EUROS": "EUR", "$": "USD", "US$": "USD", "DOLLAR": "USD",
               "DOLLARS": "USD", "£": "GBP", "¥": "JPY", "CHF.": "CHF"}  # fmt: skip
MOST = 1e12


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


def clock(text: str) -> str | None:
    """HH:MM of `14:00`, `8:05`, `14h`, `14h30`. A bare number is no time."""
    match = _CLOCK.fullmatch(text.strip())
    if match is None or text.strip().isdigit() or (":" in text and match[2] is None):
        return None
    return f"{int(match[1]):02}:{match[2] or '00'}"


def number(text: str) -> float | None:
    """A finite number. The last of `.` and `,` is the decimal sign when both are there; a comma alone before
    three digits separates thousands; `.` alone is the decimal sign.
    """
    plain = _AROUND.sub("", _GROUPS.sub("", text.strip().replace("\u2212", "-")))
    if not _NUMBER.fullmatch(plain):
        return None
    comma, point = plain.rfind(","), plain.rfind(".")
    if comma >= 0 and point >= 0:
        plain = plain.replace("," if comma < point else ".", "").replace(",", ".")
    elif comma >= 0:
        decimal = plain.count(",") == 1 and len(plain) - comma - 1 != 3
        plain = plain.replace(",", "." if decimal else "")
    if plain.count(".") > 1:
        plain = plain.replace(".", "")
    value = float(plain)
    return value if math.isfinite(value) and abs(value) < MOST else None


def currency(text: str) -> str | None:
    """ISO 4217 of a code or a sign."""
    plain = text.strip().upper()
    plain = _CURRENCIES.get(plain, plain)
    return plain if re.fullmatch(r"[A-Z]{3}", plain) else None
