"""Folding with the way back."""

from __future__ import annotations

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from edge.text.fold import FoldedText


@given(st.text(max_size=200), st.booleans())
@settings(max_examples=200, deadline=None)
@example("l\u2019\u0153uvre \ufb01nie\u2026 e\u0301t\u00e9", True)
def test_each_folded_character_knows_its_origin(text: str, single_spaces: bool) -> None:
    """Each folded character leads back to one of the original that folds to it (a space to a white one)."""
    folded = FoldedText(text, single_spaces=single_spaces)
    for place, character in enumerate(folded.text):
        start, end = folded.back(place, place + 1)
        origin = FoldedText(text[start:end]).text
        assert character in origin or (character == " " and origin.isspace())


@given(st.text(max_size=200))
@settings(max_examples=200, deadline=None)
def test_a_span_folds_to_its_span(text: str) -> None:
    """The span of the source behind a whole span of the fold folds to that span again."""
    folded = FoldedText(text)
    for start in range(0, len(folded.text), 3):
        end = min(len(folded.text), start + 5)
        if folded.whole(start, end):
            assert FoldedText(text[slice(*folded.back(start, end))]).text == folded.text[start:end]


@pytest.mark.parametrize(
    ("text", "folded"),
    [("L\u2019\u0152uvre", "l'oeuvre"),
     ("12\u202f500\u00a0\u20ac", "12 500 \u20ac"), ("\uff11\uff12\uff0e\uff15", "12.5"),
     ("x\u00b2 \u00bd", "x\u00b2 \u00bd"),
     ("pr\u00ad\u00e9vu", "prevu"), ("\u2212 5", "- 5"), ("a\u2028b", "a\nb")],
)  # fmt: skip
def test_what_is_folded(text: str, folded: str) -> None:
    """Case, accents, spaces, quotes and dashes go; a half is not 1, and a superscript is no digit."""
    assert FoldedText(text).text == folded


def test_white_space_as_single_spaces() -> None:
    """For quotes: runs of white space are one space, and there is none at either end."""
    folded = FoldedText("  deux \n\t mots ", single_spaces=True)
    assert folded.text == "deux mots" and folded.back(0, 9) == (2, 14)
