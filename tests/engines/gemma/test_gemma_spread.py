"""Which sentences get a place in a short prompt."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from edge.engines.gemma.pack import spread
from edge.records import Choice, Passage

PASSAGES = [
    Passage(chunk=i, source="a.md", page=page, start=0, end=1, text="x")
    for i, page in enumerate((1, 1, 2, 3))
]


@given(st.lists(st.integers(0, 3), max_size=20))
def test_every_page_comes_before_the_second_sentence_of_any(at: list[int]) -> None:
    """Nothing is lost or doubled; the best of each page stand first; otherwise the order is kept."""
    given_ = [Choice(passage=p, start=n, end=n + 1, text="x", probability=0.0) for n, p in enumerate(at)]
    made = spread(given_, PASSAGES)
    assert sorted(c.start for c in made) == list(range(len(at)))
    pages = [PASSAGES[c.passage].page for c in made]
    heads = len(set(pages))
    assert len(set(pages[:heads])) == heads
    for part in (made[:heads], made[heads:]):
        assert [c.start for c in part] == sorted(c.start for c in part)
