"""Fits scores to probabilities, and finds the threshold from which answers are given: for every verb.

Platt scaling: Platt 1999, with his smoothed targets. Threshold: fixed-sequence testing with a
Clopper-Pearson bound, so that P(error among accepted <= alpha) >= 1 - delta on exchangeable questions
(Angelopoulos et al., "Learn then Test"). Score and threshold are fitted on different items. No scipy: the
incomplete beta is a continued fraction.
"""

from __future__ import annotations

import math
from collections.abc import Sequence

from edge.cascade.calibrate import logistic, logit


def platt(raw: Sequence[float], right: Sequence[bool], iterations: int = 100) -> tuple[float, float]:
    """(slope, offset) of the logistic from logit(raw) to being right, by Newton steps on smoothed targets.

    A step that would raise the loss is halved until it does not: an undamped one runs away on scores with
    long tails (Lin, Lin and Weng 2007).
    """
    positives = sum(right)
    high = (positives + 1) / (positives + 2)
    low = 1 / (len(right) - positives + 2)
    x = [logit(value) for value in raw]
    y = [high if value else low for value in right]
    slope, offset = 1.0, 0.0
    loss = _loss(x, y, slope, offset)
    for _ in range(iterations):
        g0 = g1 = 0.0
        h00 = h01 = h11 = 1e-9
        for xi, yi in zip(x, y, strict=True):
            p = logistic(slope * xi + offset)
            d, w = p - yi, p * (1 - p)
            g0 += d * xi
            g1 += d
            h00 += w * xi * xi
            h01 += w * xi
            h11 += w
        determinant = h00 * h11 - h01 * h01
        if determinant < 1e-18:  # all scores alike: the slope says nothing, the offset is their log-odds
            step0, step1 = 0.0, g1 / h11
        else:
            step0 = (h11 * g0 - h01 * g1) / determinant
            step1 = (h00 * g1 - h01 * g0) / determinant
        share = 1.0
        while share > 1e-10:
            tried = _loss(x, y, slope - share * step0, offset - share * step1)
            if tried <= loss:
                break
            share /= 2
        else:
            break
        slope, offset, loss = slope - share * step0, offset - share * step1, tried
        if share * (abs(step0) + abs(step1)) < 1e-9:
            break
    return slope, offset


def _loss(x: Sequence[float], y: Sequence[float], slope: float, offset: float) -> float:
    """Cross-entropy of the targets."""
    total = 0.0
    for xi, yi in zip(x, y, strict=True):
        z = slope * xi + offset
        total += (math.log1p(math.exp(-abs(z))) + max(z, 0.0)) - yi * z
    return total


def certify(
    raw: Sequence[float],
    right: Sequence[bool],
    *,
    alpha: float,
    delta: float = 0.1,
    first: float = 0.25,
    step: float = 0.05,
) -> float | None:
    """The loosest threshold whose error bound holds, or None when not even the strictest does.

    Thresholds go from strict to loose, the first accepting the best `first` of the items (at least as many
    as could certify anything), each next one `step` more; the walk ends at the first failure, which is what
    keeps the guarantee without a correction.
    """
    order = sorted(zip(raw, right, strict=True), key=lambda pair: -pair[0])
    n = len(order)
    size = max(22, fewest(alpha, delta), math.ceil(first * n))
    passed: float | None = None
    while size <= n:
        value = order[size - 1][0]
        accepted = [ok for score, ok in order if score >= value]  # ties are accepted together
        if not within(len(accepted) - sum(accepted), len(accepted), alpha, delta):
            break
        passed = value
        if size == n:
            break
        size = min(n, size + max(1, round(step * n)))
    return passed


def certify_absent(none: Sequence[float], *, alpha: float, delta: float = 0.1) -> float | None:
    """The loosest threshold on P(none), given for questions whose answer is there, at which at most `alpha`
    of them are told "not there". None when not even .99 holds.

    Thresholds are fixed beforehand, .99 to .20 by hundredths, and tried from strict to loose; the first
    failure ends it, which is what keeps the guarantee without a correction.
    """
    passed: float | None = None
    for hundredth in range(99, 19, -1):
        value = hundredth / 100
        wrong = sum(one >= value for one in none)
        if upper_bound(wrong, len(none), delta) > alpha:
            break
        passed = value
    return passed


def fewest(alpha: float, delta: float) -> int:
    """Items without any error that certify an error rate of `alpha`: 22 for 0.1 and 0.1, 45 for 0.05."""
    return math.ceil(math.log(delta) / math.log(1 - alpha))


def within(errors: int, n: int, alpha: float, delta: float) -> bool:
    """Whether `upper_bound(errors, n, delta) <= alpha`, without looking for the bound."""
    return errors < n and incomplete_beta(alpha, errors + 1, n - errors) >= 1 - delta


def upper_bound(errors: int, n: int, delta: float) -> float:
    """Clopper-Pearson upper bound at 1 - delta of an error rate, from `errors` among `n`."""
    if n <= 0 or errors >= n:
        return 1.0
    return beta_quantile(1 - delta, errors + 1, n - errors)


def beta_quantile(p: float, a: float, b: float) -> float:
    """x with I_x(a, b) = p, by bisection."""
    low, high = 0.0, 1.0
    for _ in range(60):
        middle = (low + high) / 2
        if incomplete_beta(middle, a, b) < p:
            low = middle
        else:
            high = middle
    return (low + high) / 2


def incomplete_beta(x: float, a: float, b: float) -> float:
    """Regularised incomplete beta I_x(a, b) by Lentz's continued fraction (Numerical Recipes, 6.4)."""
    if x <= 0 or x >= 1:
        return 0.0 if x <= 0 else 1.0
    front = math.exp(
        math.lgamma(a + b) - math.lgamma(a) - math.lgamma(b) + a * math.log(x) + b * math.log1p(-x)
    )
    if x > (a + 1) / (a + b + 2):
        return 1.0 - front * _fraction(1 - x, b, a) / b
    return front * _fraction(x, a, b) / a


def _fraction(x: float, a: float, b: float) -> float:
    tiny = 1e-300
    c, d = 1.0, 1 - (a + b) * x / (a + 1)
    d = 1 / (d if abs(d) > tiny else tiny)
    h = d
    for m in range(1, 500):
        for numerator in (
            m * (b - m) * x / ((a + 2 * m - 1) * (a + 2 * m)),
            -(a + m) * (a + b + m) * x / ((a + 2 * m) * (a + 2 * m + 1)),
        ):
            d = 1 + numerator * d
            d = 1 / (d if abs(d) > tiny else tiny)
            c = 1 + numerator / c
            c = c if abs(c) > tiny else tiny
            h *= d * c
        if abs(d * c - 1) < 1e-14:
            break
    return h
