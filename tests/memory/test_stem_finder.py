"""What decides a search: which stems stand in a text, read fast and as the tables would."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from edge.memory.stem_finder import StemFinder
from edge.state import full_text
from edge.text import tokens

WORDS = st.sampled_from(
    ["happy", "happiness", "valve", "valves", "Étés", "été", "C++", "c", "pump_house", "repumped", "x1"]
)  # fmt: skip


@given(st.lists(WORDS, max_size=5), st.lists(WORDS | st.text(max_size=6), max_size=8).map(" ".join))
def test_stems_are_those_of_the_words(asked: list[str], text: str) -> None:
    """The fast look finds what stemming every word of the text finds."""
    stems = {full_text.stem(word) for one in asked for word in tokens.words(full_text.indexed(one))}
    slowly = {full_text.stem(word) for word in tokens.words(full_text.indexed(text))}
    found = StemFinder(stems).stems(text)
    assert found == stems & slowly
