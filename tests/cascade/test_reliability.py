"""Figures of calibration against known values."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from edge.cascade import reliability
from edge.cli.evaluate import reliability_svg

PAIRS = st.lists(st.tuples(st.floats(0, 1), st.booleans()), min_size=1, max_size=40)


def test_known_figures() -> None:
    """By hand: two bins, one off by 0.3, the other by 0.2."""
    pairs = [(0.8, True), (0.8, False), (0.2, False), (0.2, False)]
    assert reliability.ece(pairs) == pytest.approx((2 * 0.3 + 2 * 0.2) / 4)
    assert reliability.brier(pairs) == pytest.approx((0.04 + 0.64 + 0.04 + 0.04) / 4)
    assert reliability.auroc(pairs) == pytest.approx((1 + 1 + 0.5) / 3)
    assert (reliability.risk(pairs, 0.5), reliability.risk(pairs, 1.0)) == (0.5, 0.75)


def test_perfect_probabilities_have_no_error() -> None:
    """Certain and right: nothing is off, and nothing is wrong at any coverage."""
    pairs = [(1.0, True)] * 30 + [(0.0, False)] * 30
    made = reliability.report(pairs)
    assert made.ece.value == made.brier.value == 0 and made.auroc is not None and made.auroc.value == 1
    assert [one.risk.value for one in made.risks[:3]] == [0, 0, 0]


def test_a_score_that_ranks_backwards_is_told_as_such() -> None:
    """An AUROC of 0 is worse than chance, not the .5 of no information; a resample of one kind has none."""
    made = reliability.report([(0.9, False)] * 3 + [(0.1, True)] * 3)
    assert made.auroc is not None
    assert (made.auroc.value, made.auroc.low, made.auroc.high) == (0, 0, 0)
    assert reliability.report([(0.9, True)] * 3).auroc is None


def test_calibration_error_of_two_bins() -> None:
    """By hand: sure and wrong, unsure and right half of the time."""
    pairs = [(1.0, False)] * 10 + [(0.5, True)] * 5 + [(0.5, False)] * 5
    assert reliability.ece(pairs) == pytest.approx(0.5)
    assert reliability.brier(pairs) == pytest.approx((10 + 2.5) / 20)


@given(PAIRS)
def test_bins_never_hide_what_the_mean_tells(pairs: list[tuple[float, bool]]) -> None:
    """The calibration error is at least that of all items in one bin."""
    together = abs(sum(value - ok for value, ok in pairs)) / len(pairs)
    assert reliability.ece(pairs) >= together - 1e-9


@given(PAIRS)
def test_figures_stay_in_their_range(pairs: list[tuple[float, bool]]) -> None:
    """Whatever the labels: shares, and an interval that can be drawn."""
    assert 0 <= reliability.ece(pairs) <= 1 and 0 <= reliability.brier(pairs) <= 1
    area = reliability.auroc(pairs)
    assert area is None or 0 <= area <= 1
    assert sum(one.count for one in reliability.bins(pairs)) == len(pairs)


def test_the_diagram_is_one_picture_that_loads_nothing() -> None:
    """An SVG of its own, with a bar for each bin; a name cannot become markup."""
    pairs = [(at / 40, at % 3 > 0) for at in range(40)]
    drawn = reliability_svg.draw([reliability.report(pairs, "<script>")])
    assert drawn.startswith("<svg") and drawn.count('class="bar"') == len(reliability.bins(pairs))
    assert "<script" not in drawn and "href" not in drawn
