"""A document fits a query by several of its pages; scores pick the best, ties stand in page order."""

from __future__ import annotations

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from edge.search.documents import best_first, fits

scores = st.lists(st.sampled_from([0.0, 0.25, 0.5, 1.0, 2.0]), max_size=60).map(np.array)


@given(scores, st.integers(0, 20))
def test_best_first_is_a_stable_sort(values: np.ndarray, k: int) -> None:
    """The same as sorting everything: highest first, equal ones in order, zeros never."""
    expected = sorted((i for i, value in enumerate(values) if value > 0), key=lambda i: -values[i])[:k]
    assert best_first(values, k).tolist() == expected


def test_several_good_pages_beat_one() -> None:
    """Two strong witnesses make a better document than a single slightly stronger one."""
    found = fits(np.array([1.0, 0.9, 0.9]), np.array([1, 2, 2], np.uint32))
    assert list(found) == [2, 1]
    assert found[2] == 1.0
    assert 0.6 < found[1] < 0.7


def test_a_long_document_does_not_win_by_length() -> None:
    """Only its best four pages speak, each less than the one before."""
    values = np.array([1.0, 1.0, 1.0, *[0.3] * 27])
    found = fits(values, np.array([1, 1, 1, *[2] * 27], np.uint32))
    assert next(iter(found)) == 1
