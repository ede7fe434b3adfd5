"""Words divided at line ends: one word where the line divided it, a compound where the hyphen is its own."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from edge.indexing.structure.divided_words import DocumentWords, joined


@pytest.mark.parametrize(
    ("lines", "elsewhere", "whole"),
    [
        (["an inter-", "national rule"], [], "an international\nrule"),
        (["an inter-", "national"], [], "an international"),
        (["a well-", "known rule"], ["It is well-known."], "a well-known\nrule"),
        (["the command-", "line tool"], ["a command line, a command", "this line"], "the command-line\ntool"),
        (["can man-", "age it"], ["To manage a man of any age, man or age."], "can manage\nit"),
        (["since 1990-", "1995 it"], [], "since 1990-\n1995 it"),
        (["the TCP-", "Header"], [], "the TCP-\nHeader"),
        (["pro-", "ject-", "ed, then"], [], "project-\ned, then"),
        (["le règle-", "ment, tou-", "jours."], [], "le règlement,\ntoujours."),
        (["a state-of-the-", "art pump"], [], "a state-of-the-art\npump"),
        (["un va-et-", "vient"], [], "un va-et-vient"),
        (["non-deter-", "ministic"], [], "non-deterministic"),
        (["self-adjust-", "ing"], [], "self-adjusting"),
        (["a soft\u00ad", "ware"], ["soft soft ware ware"], "a software"),
    ],
)
def test_joined(lines: list[str], elsewhere: list[str], whole: str) -> None:
    """The document's own words decide; figures and names keep their line end."""
    text, _ = joined(lines, DocumentWords([lines, elsewhere]))
    assert text == whole


@given(
    st.lists(
        st.text("ab-\u2010é1, ", min_size=1, max_size=12)
        .map(lambda line: " ".join(line.split()))
        .filter(bool),
        max_size=8,
    ),
    st.lists(st.text("ab- ", max_size=12), max_size=4),
)
def test_nothing_is_lost(lines: list[str], elsewhere: list[str]) -> None:
    """With what is printed put back, the text is the lines as they were."""
    text, printed = joined(lines, DocumentWords([lines, elsewhere]))
    for piece in reversed(printed):
        text = text[: piece.start] + piece.text + text[piece.end :]
    assert text == "\n".join(lines)
