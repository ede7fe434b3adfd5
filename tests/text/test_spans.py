"""Spans are joined where they overlap or nearly touch, and no place is lost or won by it."""

from __future__ import annotations

import itertools

from hypothesis import given
from hypothesis import strategies as st

from edge.text.spans import merged

SPANS = st.lists(st.tuples(st.integers(0, 40), st.integers(1, 9)).map(lambda it: (it[0], sum(it))))


def covered(spans: list[tuple[int, int]]) -> set[int]:
    return {place for start, end in spans for place in range(start, end)}


@given(SPANS)
def test_overlapping_spans_are_one(spans: list[tuple[int, int]]) -> None:
    """Without a gap exactly the same places are covered, in order, and spans that only touch stay two."""
    found = merged(spans, 0)
    assert covered(found) == covered(spans)
    assert all(one[1] <= other[0] for one, other in itertools.pairwise(found))


@given(SPANS, st.integers(1, 5))
def test_near_spans_are_one(spans: list[tuple[int, int]], gap: int) -> None:
    """What is left apart lies at least `gap` apart."""
    found = merged(spans, gap)
    assert covered(found) >= covered(spans)
    assert all(other[0] - one[1] >= gap for one, other in itertools.pairwise(found))
