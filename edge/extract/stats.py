"""How reading messages went: shares, confidence, time, money, what people corrected, and what is alarming."""

from __future__ import annotations

import math
import re
from collections import Counter
from collections.abc import Sequence
from contextlib import closing
from datetime import datetime, time, timedelta
from pathlib import Path
from typing import TYPE_CHECKING

import msgspec

from edge import paths
from edge.errors import UsageError
from edge.rates import percentile
from edge.records import Alarm, Labels, ModelCost, Stats
from edge.settings import AlarmSettings

if TYPE_CHECKING:
    import apsw

    from edge.state.calls import Spending

_SPAN = re.compile(r"(\d{1,5})([hdw])")
_UNITS = {"h": "hours", "d": "days", "w": "weeks"}


def stats(state: Path, limits: AlarmSettings, now: datetime, since: datetime | None = None) -> Stats:
    """The figures of a state database, from `since` on; all empty where there is none. Both times are aware.

    Money is that of the calls, in whole days. Raises StorageError.
    """
    if not paths.exists(state):
        return Stats(since=since.isoformat(timespec="seconds") if since else "")
    from edge.state.database import open_state

    with closing(open_state(state)) as db:
        counted = _counted(db, now, since)
        broken = _broken(db) if limits.drift else []
    return msgspec.structs.replace(counted, alarms=[*alarms(counted, limits), *broken])


def moment(text: str, now: datetime) -> datetime:
    """`30d`, `12h`, `4w` before now, or a date: its first moment here. Raises UsageError."""
    try:
        if match := _SPAN.fullmatch(text.strip()):
            start = now - timedelta(**{_UNITS[match[2]]: int(match[1])})
        else:
            start = datetime.combine(datetime.fromisoformat(text.strip()).date(), time()).astimezone()
        if start.year < 1970:
            raise ValueError("before anything could be kept")
        return start
    except (ValueError, OverflowError) as error:
        raise UsageError(
            f"{text!r} is no time to count from.", "For example: --since 30d, 12h, 4w, or 2026-03-01"
        ) from error


def alarms(figures: Stats, limits: AlarmSettings) -> list[Alarm]:
    """The limits that are passed; one of 0 is off, and so is one with nothing to measure."""
    above = {
        "day_usd": figures.day_usd, "opus_share": figures.opus_share,
        "clarification_share": figures.model_clarification_share, "p95_seconds": figures.p95_seconds,
    }  # fmt: skip
    ringing = []
    for name, value in above.items():
        limit = float(getattr(limits, name))
        if limit and value is not None and value > limit:
            ringing.append(Alarm(setting=f"alarms.{name}", value=value, limit=limit))
    least, mean = limits.mean_confidence, figures.mean_confidence
    if least and mean is not None and mean < least:
        ringing.append(Alarm(setting="alarms.mean_confidence", value=mean, limit=least))
    return ringing


def _broken(db: apsw.Connection) -> list[Alarm]:
    """Calibrations whose promise was broken by what people settled since: even the lower bound of the error
    is past it.
    """
    from edge.cascade import drift

    return [
        Alarm(setting="alarms.drift", value=one.lower, limit=one.alpha)
        for one in drift.of_messages(db)
        if one.alarm
    ]


def labelled(pairs: Sequence[tuple[float, bool]]) -> Labels:
    """Figures of (raw confidence, right)."""
    count = len(pairs)
    if not count:
        return Labels()
    labels = Labels(count=count, corrected=sum(not right for _, right in pairs) / count)
    if count < labels.needed:
        return labels
    from edge.cascade import reliability

    return msgspec.structs.replace(labels, brier=reliability.brier(pairs), ece=reliability.ece(pairs))


def _counted(db: apsw.Connection, now: datetime, since: datetime | None) -> Stats:
    from edge.state import calls, counts

    start = since.timestamp() if since else 0.0
    read, times = counts.readings(db, start), counts.durations(db, start)
    month = now.date().replace(day=1)
    first = since.astimezone(now.tzinfo).date() if since else datetime.min.date()
    spent = calls.spending(db, min(first, month))
    costs = _costs([row for row in spent if row.day >= first.isoformat()])
    on_messages = math.fsum(cost.usd for cost in costs if cost.purpose == "extract")
    count = len(read)
    p50, p95 = percentile(times, 0.5), percentile(times, 0.95)
    return Stats(
        since=since.isoformat(timespec="seconds") if since else "",
        messages=count, readings=len(times),
        actions=dict(Counter(it.action for it in read).most_common()),
        decisions=dict(Counter(it.decision for it in read).most_common()),
        passes=dict(sorted(Counter(it.passes for it in read).items())),
        mean_passes=sum(it.passes for it in read) / count if count else None,
        tokens=counts.tokens(db, start),
        confidence_gain=counts.gain(db, start),
        pass_confidence=counts.pass_confidence(db, start),
        mean_confidence=math.fsum(it.confidence for it in read) / count if count else None,
        escalated_share=_share([it.escalated for it in read]),
        opus_share=_share([it.used == "opus" for it in read]),
        clarifications=sum(it.clarification for it in read),
        clarification_share=_share([it.clarification for it in read]),
        model_clarification_share=_share([it.clarification for it in read if it.by_model]),
        mean_seconds=math.fsum(times) / len(times) / 1e3 if times else None,
        p50_seconds=None if p50 is None else p50 / 1e3,
        p95_seconds=None if p95 is None else p95 / 1e3,
        costs=costs, usd=math.fsum(cost.usd for cost in costs),
        usd_per_message=on_messages / count if count else None,
        day_usd=math.fsum(row.usd for row in spent if row.day >= now.date().isoformat()),
        month_usd=math.fsum(row.usd for row in spent if row.day >= month.isoformat()),
        labels=labelled(counts.settled(db, start)),
    )  # fmt: skip


def _share(flags: Sequence[bool]) -> float | None:
    return sum(flags) / len(flags) if flags else None


def _costs(rows: Sequence[Spending]) -> list[ModelCost]:
    """Days added up, the dearest first."""
    sums: dict[tuple[str, str], list[Spending]] = {}
    for row in rows:
        sums.setdefault((row.purpose, row.model or row.tier), []).append(row)
    costs = [
        ModelCost(
            purpose=purpose, model=model, calls=sum(it.calls for it in days),
            tokens=sum(it.tokens for it in days), usd=math.fsum(it.usd for it in days),
            unknown=sum(it.unknown for it in days),
        )
        for (purpose, model), days in sums.items()
    ]  # fmt: skip
    return sorted(costs, key=lambda cost: (-cost.usd, cost.purpose, cost.model))
