"""Packing a prompt to its budget."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from edge.engines.gemma.pack import pack
from edge.errors import PromptTooLong

costs = st.lists(st.integers(1, 400), min_size=1, max_size=60)


@settings(deadline=None)  # the machine may be busy
@given(costs, st.integers(0, 1500), st.integers(50, 900), st.integers(900, 2048), st.integers(1, 25))
def test_everything_is_kept_or_reported(
    costs: list[int], skeleton: int, budget: int, window: int, labels: int
) -> None:
    """Each candidate is kept or dropped with a reason; kept ones fit window and letters, and the sum is
    right."""
    try:
        packed = pack(costs, skeleton, budget, window, labels)
    except PromptTooLong:
        assert skeleton + min(costs) > window
        return
    assert sorted([*packed.kept, *packed.dropped]) == list(range(len(costs)))
    assert packed.tokens == skeleton + sum(costs[i] for i in packed.kept) <= window
    assert len(packed.kept) <= labels
    assert len(packed.kept) == 1 or packed.tokens <= budget
    assert all(packed.dropped.values())


def test_the_best_comes_first() -> None:
    """Candidates are given best first, and the first that fits is always read."""
    assert pack([100, 100, 100], 50, 260, 2048, 25).kept == [0, 1]


def test_a_long_question_leaves_one_sentence() -> None:
    """A question larger than the budget survives, with one sentence beside it."""
    packed = pack([100, 100], 900, 700, 2048, 25)
    assert packed.kept == [0] and packed.tokens == 1000


def test_too_long_for_the_window() -> None:
    """When not one sentence fits beside the question, that is an error with both figures, not a cut."""
    with pytest.raises(PromptTooLong, match=r"2000 tokens.*2048"):
        pack([100], 2000, 700, 2048, 25)
