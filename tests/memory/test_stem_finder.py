"""What decides a search: which stems stand in a text, read fast and as the tables would."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from edge.memory.stem_finder import StemFinder
from edge.state import full_text
from edge.text import tokens

WORDS = st.sampled_from(
    [
        "happy", "happiness", "valve", "valves", "Étés", "été", "C++", "c", "pump_house", "repumped", "x1",
        "key", "keys", "toy", "toys", "eyed", "eyeing",
    ]
)  # fmt: skip


@given(st.lists(WORDS, max_size=5), st.lists(WORDS | st.text(max_size=6), max_size=8).map(" ".join))
def test_stems_are_those_of_the_words(asked: list[str], text: str) -> None:
    """The fast look finds what stemming every word of the text finds."""
    stems = {full_text.stem(word) for one in asked for word in tokens.words(full_text.indexed(one))}
    slowly = {full_text.stem(word) for word in tokens.words(full_text.indexed(text))}
    found = StemFinder(stems).stems(text)
    assert found == stems & slowly


@pytest.mark.parametrize(("asked", "text"), [("key", "spare keys"), ("keys", "the key"), ("toy", "toys")])
def test_a_short_word_is_found_in_its_plural(asked: str, text: str) -> None:
    """However short a stem is, its last letter may differ from the word's: kei of key and keys."""
    assert StemFinder([full_text.stem(asked)]).stems(text)
