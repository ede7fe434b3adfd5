"""Figures that evaluations are told in, against their definitions."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from edge import rates


@given(st.lists(st.floats(0, 1e6), min_size=1), st.floats(0.01, 1.0))
def test_a_percentile_is_one_of_the_values(values: list[float], share: float) -> None:
    """Nearest rank: enough of the values do not exceed it, and no smaller one would do."""
    found = rates.percentile(values, share)
    assert found is not None and found in values
    assert sum(value <= found for value in values) >= share * len(values) - 1e-9
    assert sum(value < found for value in values) < share * len(values)


def test_of_twenty_calls_the_slowest_is_no_95th_percentile() -> None:
    """Nearest rank: 19 of 20 are not slower than the 95th percentile, 10 than the median; 0 of nothing."""
    assert rates.latency([float(ms) for ms in range(20, 0, -1)]) == {"p50": 10.0, "p95": 19.0}
    assert rates.latency([]) == {"p50": 0.0, "p95": 0.0}
