"""Where the words of a text begin."""

from __future__ import annotations

import re

from hypothesis import given
from hypothesis import strategies as st

from edge.indexing.structure.word_starts import word_starts


@given(
    st.text(
        st.one_of(st.sampled_from("aé \n\t\x1c\x85\xa0\u2003\u3000\u3001😀\ud800"), st.characters()),
        max_size=40,
    ),
    st.integers(1, 9),
)
def test_they_are_those_of_the_pattern(text: str, together: int) -> None:
    """A word is a run without white space, whatever is white space, however many characters are looked at
    together.
    """
    assert list(word_starts(text, together)) == [found.start() for found in re.finditer(r"\S+", text)]
