"""How far probabilities can be believed: calibration error, Brier score, AUROC, risk against coverage.

ECE here: ten bins of equal width over the probability; the mean over items of the distance between a bin's
mean probability and its share of right ones. Other definitions move it by 0.15; compare only like with like.
Intervals: percentile bootstrap over items, seeded, so the same labels give the same interval.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Sequence

from edge.records import SCHEMA, Record

BINS = 10
RESAMPLES = 500
#: Coverages at which the risk is told.
COVERAGES = (0.2, 0.35, 0.5, 0.65, 0.8, 1.0)

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
    area = auroc(pairs)
    return ReliabilityReport(
        name=name, items=len(pairs), right=sum(ok for _, ok in pairs),
        ece=_interval(pairs, ece), brier=_interval(pairs, brier),
        auroc=None if area is None else _interval(pairs, lambda some: auroc(some) or 0.5),
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
    """Expected calibration error, 0 to 1."""
    return sum(one.count * abs(one.mean - one.right) for one in bins(pairs)) / len(pairs)


def brier(pairs: Pairs) -> float:
    """Mean squared distance of probability and truth."""
    return sum((value - ok) ** 2 for value, ok in pairs) / len(pairs)


def auroc(pairs: Pairs) -> float | None:
    """Chance that a right one has the higher probability, ties counting half; None without both kinds."""
    order = sorted(pairs)
    right = sum(ok for _, ok in order)
    wrong = len(order) - right
    if not right or not wrong:
        return None
    ranks, at = 0.0, 0
    while at < len(order):
        end = at
        while end < len(order) and order[end][0] == order[at][0]:
            end += 1
        ranks += sum(ok for _, ok in order[at:end]) * (at + end + 1) / 2
        at = end
    return (ranks - right * (right + 1) / 2) / (right * wrong)


def risk(pairs: Pairs, coverage: float) -> float:
    """Share of wrong ones among the surest `coverage` of the items, at least one."""
    order = sorted(pairs, key=lambda pair: -pair[0])
    some = order[: max(1, round(coverage * len(order)))]
    return sum(not ok for _, ok in some) / len(some)


def _interval(pairs: Pairs, figure: Callable[[Pairs], float]) -> Interval:
    rng = random.Random(len(pairs))
    values = sorted(figure(rng.choices(pairs, k=len(pairs))) for _ in range(_resamples(len(pairs))))
    low, high = values[int(0.025 * len(values))], values[min(int(0.975 * len(values)), len(values) - 1)]
    value = figure(pairs)
    return Interval(value=round(value, 4), low=round(low, 4), high=round(high, 4))


def _resamples(count: int) -> int:
    """Fewer for very many items: their intervals are narrow, and nobody waits for the third digit."""
    return max(100, min(RESAMPLES, 1_000_000 // max(count, 1)))
