"""A date, a time, or both, as a text says it."""

from __future__ import annotations

from edge.values.span import Span


class When(Span, frozen=True, kw_only=True):
    """`date` or `time` is set, often both. A stretch of days ends on `end_date`, of hours at `end_time`."""

    date: str | None = None  # YYYY-MM-DD, the first day of a stretch
    time: str | None = None  # HH:MM
    end_date: str | None = None  # the last day of it
    end_time: str | None = None
    timezone: str | None = None  # an offset (+01:00) or an IANA name, only where the text names one
    duration_minutes: int | None = None
    deadline: bool = False  # introduced as a limit: avant, d'ici, by, due, ...
    relative: bool = False  # reckoned from the day of the message: demain, next Friday, in 30 days
