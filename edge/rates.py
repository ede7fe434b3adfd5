"""Shares, areas and curves that evaluations are told in."""

from __future__ import annotations

import math
from bisect import bisect_left, bisect_right
from collections.abc import Iterable, Sequence

#: Percent of the questions at which the risk-coverage curve is told.
COVERAGES = (10, 20, 40, 60, 80, 100)


def percent(part: int, whole: int) -> float | None:
    """A share in percent; None where there is nothing to divide by."""
    return round(100 * part / whole, 1) if whole else None


def shares(found: Sequence[str], names: Sequence[str]) -> dict[str, float | None]:
    """Percent of each name among those found."""
    return {name: percent(sum(one == name for one in found), len(found)) for name in names}


def rank_of(
    expected: Iterable[tuple[str, int | None]],
    results: Iterable[Iterable[tuple[str, int | None]]],
    tolerance: int = 0,
) -> int:
    """Rank, from 1, of the first result that holds an expected (source, page), or a page of that source at
    most `tolerance` away; 0 when none does.
    """
    wanted = set(expected)
    for rank, pages in enumerate(results, start=1):
        for source, page in pages:
            near = (page,) if page is None else range(page - tolerance, page + tolerance + 1)
            if any((source, one) in wanted for one in near):
                return rank
    return 0


def percentile(values: Iterable[float], share: float) -> float | None:
    """The smallest value that at least `share` of them do not exceed (nearest rank); None of nothing."""
    ordered = sorted(values)
    return ordered[max(0, math.ceil(share * len(ordered)) - 1)] if ordered else None


def latency(times: Sequence[float]) -> dict[str, float]:
    """Median and 95th percentile by nearest rank, 0 of nothing."""
    return {name: round(percentile(times, share) or 0.0, 2) for name, share in (("p50", 0.5), ("p95", 0.95))}


def auroc(high: Sequence[float], low: Sequence[float]) -> float | None:
    """Chance that one of `high` exceeds one of `low`, ties counting half (Mann-Whitney U).

    None when either is empty.
    """
    if not high or not low:
        return None
    ordered = sorted(low)
    wins = sum(bisect_left(ordered, value) + bisect_right(ordered, value) for value in high) / 2
    return wins / (len(high) * len(low))


def risk(found: Sequence[tuple[float, bool]]) -> dict[str, float]:
    """Percent wrong among the surest `k` percent of (confidence, right), by k: the risk-coverage curve."""
    ordered = sorted(found, key=lambda pair: -pair[0])
    curve = {}
    for share in COVERAGES:
        part = [right for _, right in ordered[: round(len(ordered) * share / 100)]]
        if part:
            curve[str(share)] = round(100 * (1 - sum(part) / len(part)), 1)
    return curve
