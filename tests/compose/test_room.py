"""One packer under every prompt: nothing is over its room, and what has to be in is."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from edge.compose.lines import fitting_lines
from edge.compose.room import Room


@given(st.floats(0, 100), st.lists(st.floats(0, 60), max_size=20))
def test_what_is_taken_fits(most: float, costs: list[float]) -> None:
    """Whatever is asked for, in any order, the room is never exceeded, and what fits is never refused."""
    room = Room(most)
    for cost in costs:
        free = room.left
        assert room.take(cost) == (cost <= free)
    assert room.used <= room.most


@given(st.lists(st.text("ab ", min_size=1, max_size=120), max_size=8), st.integers(0, 200))
def test_lines_go_in_whole_but_for_the_first(lines: list[str], characters: int) -> None:
    """The first is always there, cut to the room (forty at the least); the rest whole, in order."""
    shown = fitting_lines(lines, characters).split("\n") if lines else []
    if lines:
        assert len(shown[0]) <= max(characters, 40)
        assert shown[1:] == lines[1 : len(shown)]
        assert len(shown) == 1 or sum(len(line) + 1 for line in shown) <= characters
