"""How far probabilities can be believed: calibration error, Brier score, AUROC, risk against coverage.

ECE here: ten bins of equal width over the probability; the mean over items of the distance between a bin's
mean probability and its share of right ones. Other definitions move it by 0.15; compare only like with like.
Intervals: percentile bootstrap over items, seeded, so the same labels give the same interval.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Sequence
from typing import TypeVar

from edge import rates
from edge.records import SCHEMA, Record

BINS = 10
RESAMPLES = 500
#: Coverages at which the risk is told.
COVERAGES = (0.2, 0.35, 0.5, 0.65, 0.8, 1.0)

T = TypeVar("T")
Pairs = Sequence[tuple[float, bool]]


class Interval(Record, frozen=True, kw_only=True):
    """A figure with its 95 % interval."""

    value: float
    low: float
    high: float


class Bin(Record, frozen=True, kw_only=True):
    """One bar of the reliability diagram."""

    low: float
    high: float
    count: int
    mean: float  # probability said
    right: float  # share right


class Risk(Record, frozen=True, kw_only=True):
    """Share of wrong ones among the surest share of items."""

    coverage: float
    risk: Interval


class ReliabilityReport(Record, frozen=True, kw_only=True):
    """Figures of one set of labels. `auroc` is None where all are right, or all wrong."""

    schema: int = SCHEMA
    name: str = ""
    items: int
    right: int
    ece: Interval
    brier: Interval
    auroc: Interval | None
    risks: list[Risk]
    bins: list[Bin]


def report(pairs: Pairs, name: str = "") -> ReliabilityReport:
    """Figures of (probability, right) pairs; there must be at least one."""
    return ReliabilityReport(
        name=name, items=len(pairs), right=sum(ok for _, ok in pairs),
        ece=_interval(pairs, ece), brier=_interval(pairs, brier),
        auroc=interval(pairs, auroc, _resamples(len(pairs))),
        risks=[
            Risk(coverage=share, risk=_interval(pairs, lambda some, share=share: risk(some, share)))  # type: ignore[misc]
            for share in COVERAGES
        ],
        bins=bins(pairs),
    )  # fmt: skip


def bins(pairs: Pairs) -> list[Bin]:
    """Ten bins of equal width; empty ones are left out."""
    held: list[list[tuple[float, bool]]] = [[] for _ in range(BINS)]
    for value, ok in pairs:
        held[min(int(value * BINS), BINS - 1)].append((value, ok))
    return [
        Bin(
            low=at / BINS, high=(at + 1) / BINS, count=len(some),
            mean=sum(value for value, _ in some) / len(some), right=sum(ok for _, ok in some) / len(some),
        )
        for at, some in enumerate(held)
        if some
    ]  # fmt: skip


def ece(pairs: Pairs) -> float:
    """Expected calibration error (Naeini et al. 2015), 0 to 1."""
    return sum(one.count * abs(one.mean - one.right) for one in bins(pairs)) / len(pairs)


def brier(pairs: Pairs) -> float:
    """Mean squared distance of probability and truth (Brier 1950): 0 is perfect, 0.25 a coin."""
    return sum((value - ok) ** 2 for value, ok in pairs) / len(pairs)


def auroc(pairs: Pairs) -> float | None:
    """Chance that a right one has the higher probability, ties counting half; None without both kinds."""
    return rates.auroc([value for value, ok in pairs if ok], [value for value, ok in pairs if not ok])


def risk(pairs: Pairs, coverage: float) -> float:
    """Share of wrong ones among the surest `coverage` of the items, at least one."""
    order = sorted(pairs, key=lambda pair: -pair[0])
    some = order[: max(1, round(coverage * len(order)))]
    return sum(not ok for _, ok in some) / len(some)


def interval(
    pairs: Sequence[T], figure: Callable[[Sequence[T]], float | None], resamples: int
) -> Interval | None:
    """A figure of some items with its 95 % interval; None where it has no value. A resample without one says
    nothing, and is left out.
    """
    value = figure(pairs)
    if value is None:
        return None
    rng = random.Random(len(pairs))
    drawn = (figure(rng.choices(pairs, k=len(pairs))) for _ in range(resamples))
    values = sorted(one for one in drawn if one is not None)
    low, high = values[int(0.025 * len(values))], values[int(0.975 * len(values))]
    return Interval(value=round(value, 4), low=round(low, 4), high=round(high, 4))


def _interval(pairs: Pairs, figure: Callable[[Pairs], float]) -> Interval:
    found = interval(pairs, figure, _resamples(len(pairs)))
    assert found is not None
    return found


def _resamples(count: int) -> int:
    """Fewer for very many items: their intervals are narrow, and nobody waits for the third digit."""
    return max(100, min(RESAMPLES, 1_000_000 // max(count, 1)))
