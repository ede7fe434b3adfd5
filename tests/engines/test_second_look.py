"""The second look: which candidates are read again, and what their numbers become."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from hypothesis import given
from hypothesis import strategies as st
from numpy.typing import NDArray

from edge.engines import second_look
from edge.engines.lines import Line, Shown

FINITE = st.floats(-50.0, 50.0)


class Counting:
    """Says how long a line is, and keeps what was asked of it."""

    def __init__(self) -> None:
        self.alone: list[str] = []
        self.together: list[list[str]] = []

    def read(
        self, question: str, passages: Sequence[Shown], worth: NDArray[np.float64]
    ) -> NDArray[np.float32]:
        raise AssertionError("it was read before")

    def near(self, question: str, passage: Shown, line: int) -> float:
        self.alone.append(passage.lines[line].text)
        return float(len(passage.lines[line].text))

    def beside(self, question: str, places: Sequence[tuple[Shown, int]]) -> NDArray[np.float32]:
        self.together.append([page.lines[line].text for page, line in places])
        return np.array([-len(text) for text in self.together[-1]], np.float32)


def pages(count: int) -> list[Shown]:
    """Two lines a page; line n is n + 1 letters long."""
    lines = [Line((), "x" * (n + 1), (n,)) for n in range(count)]
    return [Shown("Guide", lines[at : at + 2]) for at in range(0, count, 2)]


@given(st.lists(FINITE, min_size=1, max_size=12, unique=True))
def test_the_best_are_read_again_and_no_others(utility: list[float]) -> None:
    """MOST candidates all together in one run, and of these with its neighbours each that is not far BEHIND;
    the rest has no number.
    """
    reader, worth = Counting(), np.array(utility)
    looks = second_look.look("where?", pages(len(worth)), range(len(worth)), worth, reader)
    best = np.argsort(-worth, kind="stable")[: second_look.MOST]
    near = [at for at in best.tolist() if worth[at] >= worth.max() - second_look.BEHIND]
    assert sorted(map(len, reader.alone)) == sorted(at + 1 for at in near)
    assert [len(texts) for texts in reader.together] == [len(best)]
    for column, read in zip(looks.T, (near, best.tolist()), strict=True):
        assert set(np.flatnonzero(~np.isnan(column))) == set(read)


def test_what_no_page_shows_is_not_read_again() -> None:
    """A candidate without a line of its own is left out, and nothing is run when none has one."""
    reader = Counting()
    looks = second_look.look("where?", pages(2), [7, 1], np.array([2.0, 1.0]), reader)
    assert reader.alone == ["xx"] and reader.together == [["xx"]] and np.isnan(looks[0]).all()
    empty = Counting()
    assert np.isnan(second_look.look("where?", [], [7], np.zeros(1), empty)).all()
    assert not empty.alone and not empty.together


@given(st.lists(st.tuples(FINITE, FINITE, st.one_of(st.just(float("nan")), FINITE)), min_size=1, max_size=9))
def test_what_was_not_read_again_is_below_all_that_was(rows: list[tuple[float, float, float]]) -> None:
    """Every number is finite, whatever was read; a candidate without a second look never gains by that."""
    utility, evidence, near = (np.array(column) for column in zip(*rows, strict=True))
    looks = np.column_stack([near, near])
    table = second_look.columns(utility, evidence, looks)
    assert table.shape == (len(rows), len(second_look.CANDIDATE)) and np.isfinite(table).all()
    read = ~np.isnan(near)
    if read.any() and not read.all():
        assert table[~read, 3].max() < table[read, 3].min()
    row = second_look.overall(evidence, looks, int(np.argmax(utility)))
    assert len(row) == len(second_look.OVERALL) and np.isfinite(row).all()
