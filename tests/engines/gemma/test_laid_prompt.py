"""Where a prompt may go on from what was computed before: pure, no model."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from edge.engines.gemma.laid_prompt import LaidPrompt, Segment

#: Runs of text, and pictures by their number.
RUNS = st.lists(
    st.one_of(st.lists(st.integers(0, 3), min_size=1, max_size=9), st.sampled_from("AB")), max_size=6
)


def laid(runs: list[list[int] | str]) -> LaidPrompt:
    """A prompt that ends with text."""
    segments, at = [], 0
    for run in [*runs, [7]]:
        ids = run if isinstance(run, list) else [-1 - 100 * ord(run) - row for row in range(4)]
        segments.append(Segment(at, ids, run if isinstance(run, str) else ""))
        at += len(ids)
    return LaidPrompt(tuple(segments))


@given(RUNS, RUNS, st.integers(1, 5))
def test_what_stands_is_shared_and_begins_a_batch(
    before: list[list[int] | str], now: list[list[int] | str], step: int
) -> None:
    """Only tokens that are the same stand, never the last one; a picture stands whole or not at all, and text
    up to a whole number of steps from where its run began.
    """
    held, wanted = laid(before), laid(now)
    shared = wanted.common(held.tokens, step)
    assert held.tokens[:shared] == wanted.tokens[:shared] and shared < len(wanted.tokens)
    inside = [one for one in wanted.segments if one.start < shared < one.end]
    assert all(not one.picture and (shared - one.start) % step == 0 for one in inside)


def test_the_whole_beginning_stands_where_it_can() -> None:
    """Text, then a picture: the same again goes on right behind the picture; another picture, before it."""
    first = laid([[1, 2, 3], "A"])
    assert first.common(laid([[1, 2, 3], "A"]).tokens, 2) == 7
    assert first.common(laid([[1, 2, 3], "B"]).tokens, 2) == 3
    assert first.common(laid([[1, 2, 0], "A"]).tokens, 2) == 2
    assert first.common([], 2) == 0
