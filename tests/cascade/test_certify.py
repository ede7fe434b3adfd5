"""Platt scaling, the beta quantile and the certified threshold, against known values and simulation."""

from __future__ import annotations

import math
import random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from edge.cascade.beta import incomplete_beta
from edge.cascade.certify import certify, certify_absent, upper_bound
from edge.cascade.platt import platt


@pytest.mark.parametrize(
    ("x", "a", "b", "value"),
    [
        (0.5, 1, 1, 0.5),
        (0.25, 2, 2, 0.15625),  # 3x^2 - 2x^3
        (0.1, 0.5, 0.5, 2 / math.pi * math.asin(math.sqrt(0.1))),  # the arcsine law
        (0.3, 5, 1, 0.3**5),
        (0.9, 1, 4, 1 - 0.1**4),
        (0.0, 3, 2, 0.0),
        (1.0, 3, 2, 1.0),
    ],
)
def test_incomplete_beta_has_its_closed_forms(x: float, a: float, b: float, value: float) -> None:
    """I_x(a, b) agrees with the cases that have a formula."""
    assert incomplete_beta(x, a, b) == pytest.approx(value, abs=1e-12)


@given(st.integers(0, 40), st.integers(1, 200), st.floats(0.01, 0.5))
def test_the_bound_inverts_the_binomial_tail(errors: int, more: int, delta: float) -> None:
    """At the upper bound u, seeing at most `errors` errors has probability delta: the definition of
    Clopper-Pearson.
    """
    n = errors + more
    u = upper_bound(errors, n, delta)
    tail = sum(math.comb(n, k) * u**k * (1 - u) ** (n - k) for k in range(errors + 1))
    assert tail == pytest.approx(delta, abs=1e-6)


@pytest.mark.parametrize(
    ("alpha", "sizes"), [(0.20, (11, 18, 25, 32)), (0.10, (22, 38, 52, 65)), (0.05, (45, 77, 105, 132))]
)
def test_least_items_for_a_bound(alpha: float, sizes: tuple[int, ...]) -> None:
    """The least number of accepted items for 0, 1, 2, 3 errors at delta 0.1: the table of the research
    notes.
    """
    for errors, size in enumerate(sizes):
        assert upper_bound(errors, size, 0.1) <= alpha < upper_bound(errors, size - 1, 0.1)


def _simulated(seed: int, n: int) -> tuple[list[float], list[bool]]:
    chance = random.Random(seed)
    raw = [chance.random() for _ in range(n)]
    return raw, [chance.random() < value for value in raw]


def test_certified_thresholds_keep_their_promise() -> None:
    """The true error above the threshold exceeds alpha in at most a delta share of runs (with room for
    chance).
    """
    broken = certified = 0
    for seed in range(200):
        raw, right = _simulated(seed, 300)
        threshold = certify(raw, right, alpha=0.2, delta=0.1)
        if threshold is not None:
            certified += 1
            broken += (1 - threshold) / 2 > 0.2  # mean of 1 - p for p uniform above the threshold
    assert certified > 100
    assert broken / 200 <= 0.14


def test_nothing_is_certified_when_scores_say_nothing() -> None:
    """Coin flips never pass at alpha 0.2."""
    chance = random.Random(3)
    raw = [chance.random() for _ in range(400)]
    right = [chance.random() < 0.5 for _ in raw]
    assert certify(raw, right, alpha=0.2) is None


def test_fewer_than_22_items_certify_nothing() -> None:
    """Even without an error, 21 items are too few for any promise."""
    assert certify([0.9] * 21, [True] * 21, alpha=0.5) is None


def test_platt_recovers_a_known_distortion() -> None:
    """Scores whose logit was halved come back with a slope near two."""
    raw, right = _simulated(5, 4000)
    squeezed = [1 / (1 + math.sqrt((1 - p) / p)) for p in raw]
    slope, offset = platt(squeezed, right)
    assert slope == pytest.approx(2.0, abs=0.25)
    assert offset == pytest.approx(0.0, abs=0.15)


def test_present_answers_are_rarely_called_absent() -> None:
    """Over many draws of questions whose answer is there, the certified threshold tells more than one in ten
    of all such questions "not there" in at most one draw in ten (delta), by the true share above it.
    """
    rng = random.Random(5)
    failures = 0
    for _ in range(200):
        threshold = certify_absent([rng.random() ** 2 for _ in range(150)], alpha=0.10)
        # P(u squared >= t) is 1 - sqrt(t).
        failures += threshold is not None and 1 - math.sqrt(threshold) > 0.10
    assert failures <= 200 * 0.1 + 12


def test_without_enough_questions_absent_is_never_said() -> None:
    """Ten questions cannot show that one in ten is rare; a hundred can, when all are far below."""
    assert certify_absent([0.1] * 10, alpha=0.10) is None
    assert certify_absent([0.1] * 100, alpha=0.10) == 0.2
