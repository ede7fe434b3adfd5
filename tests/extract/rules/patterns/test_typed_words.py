"""Words typed in haste."""

from __future__ import annotations

import pytest

from edge.extract.rules.patterns.typed_words import spelled_out


@pytest.mark.parametrize(
    ("word", "spelled"),
    [
        ("jvais", "je vais"),
        ("jte", "je te"),
        ("dont", "don t"),
        ("ur", "your"),
        ("jpeg", "jpeg"),
        ("jeu", "jeu"),
    ],
)
def test_words_typed_in_haste_are_spelled_out(word: str, spelled: str) -> None:
    """What is glued or cut is read as what it stands for; words that are none are left."""
    assert spelled_out(word) == spelled
