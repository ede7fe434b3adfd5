from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from edge.text import typed
from edge.text.tokens import fold
from edge.text.typed import as_typed, identifiers


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("Set --max-age=3, then search.k (see E-104).", ["--max-age", "search.k", "e-104"]),
        ("It lies in /etc/fstab or `~/.config/app.toml`.", ["/etc/fstab", "~/.config/app.toml"]),
        ("Le code KEY_REUSED, article A-1077 ; n\u00b012.", ["key_reused", "a-1077"]),
        ("Peut-il venir ? Well-known words, 3.5 and 12-14.", []),
    ],
)
def test_names_as_they_are_written(text: str, found: list[str]) -> None:
    """Options, dotted names, codes and paths are words of their own; hyphens and figures of prose are not."""
    assert [one for one in identifiers(text) if one in found or not found] == found


@given(st.text(st.one_of(st.sampled_from("aéZ²①ªŉ0./-_=('’…\u0301 \n"), st.characters()), max_size=40))
def test_no_word_is_passed_over(text: str) -> None:
    """What is ruled out at a glance is what would be ruled out by a look at each word."""
    words = [fold(word.partition("=")[0].strip(typed._AROUND)) for word in text.split()]
    assert identifiers(text) == [word for word in words if 1 < len(word) <= 80 and typed._is_typed(word)]


@given(st.text("aZ0./-_", min_size=1, max_size=8))
def test_what_makes_a_word_a_typed_one(word: str) -> None:
    """Letters with a figure, an underscore, a slash, a dot between two of them or a hyphen before; without
    letters, figures with a slash.
    """
    letters, figures = any(map(str.isalpha, word)), any(map(str.isdigit, word))
    dotted = any(
        one.isalpha() and two == "." and three.isalpha()
        for one, two, three in zip(word, word[1:], word[2:], strict=False)
    )
    marked = figures or "_" in word or "/" in word or dotted or word.startswith("-")
    assert typed._is_typed(word.lower()) == (marked if letters else figures and "/" in word)


def test_the_same_as_they_are_typed() -> None:
    """Options differ by case: one word each, in the same order."""
    text = "Is -C or `--Max-Age=3` of SEARCH.k in /etc/FSTAB?"
    assert as_typed(text) == ["-C", "--Max-Age", "SEARCH.k", "/etc/FSTAB"]
    assert [fold(one) for one in as_typed(text)] == identifiers(text)
