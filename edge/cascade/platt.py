"""Scores to probabilities: Platt scaling (Platt 1999), with his smoothed targets."""

from __future__ import annotations

import math
from collections.abc import Sequence

from edge.cascade.calibrate import logistic, logit

#: Newton converges in about ten; what has not by then is taken as it is.
_STEPS = 100


def platt(raw: Sequence[float], right: Sequence[bool]) -> tuple[float, float]:
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
    for _ in range(_STEPS):
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
