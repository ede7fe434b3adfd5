"""Numbers in words: what is said is what is counted."""

from __future__ import annotations

import pytest

from edge.text.number_words import value_of, words_before

SAID = [
    ("deux cents", 200),
    ("mille", 1_000),
    ("deux mille cinq cent trente et un", 2_531),
    ("quatre vingt dix neuf", 99),
    ("quatre vingts", 80),
    ("quatre cent quatre vingt douze", 492),
    ("soixante et onze", 71),
    ("septante deux", 72),
    ("trois millions deux cent mille", 3_200_000),
    ("two hundred and five", 205),
    ("five thousand", 5_000),
    ("twenty five", 25),
    ("zero", 0),
]


@pytest.mark.parametrize(("words", "number"), SAID)
def test_a_number_is_counted(words: str, number: int) -> None:
    """French and English, units to millions."""
    assert value_of(words.split()) == number


def test_other_words_are_no_number() -> None:
    """A word that counts nothing, or only joins, makes no number."""
    assert value_of(["deux", "pommes"]) is None
    assert value_of(["et", "de"]) is None


def test_the_number_is_found_from_its_end() -> None:
    """Words of the sentence before it are left out, and its place is exact."""
    text = "je te dois deux cent dix euros"
    end = text.index("euros")
    assert words_before(text, end) == (text.index("deux"), 210.0)
    assert words_before("merci pour les euros", 15) is None
