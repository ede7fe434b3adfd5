"""What tells one thing from others of its kind."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from edge.text.designators import VERSION, YEAR, designators, same


@pytest.mark.parametrize(
    ("text", "kind", "values"),
    [
        ("Combien coûte le ravalement du bâtiment C ?", "batiment", {"c"}),
        ("Zones 1 à 4", "zon", {"1", "2", "3", "4"}),
        ("Lots A, B and D", "lot", {"a", "b", "d"}),
        ("RÉSOLUTION N° 3 : Ravalement", "resolution", {"3"}),
        ("How loud is the DW500?", "#dw", {"dw500"}),
        ("the P3-20 and the P3-40", "#p", {"p320", "p340"}),
        ("Version 5.2.0 (14 May)", VERSION, {"5.2.0"}),
        ("Charges for 2025/26", YEAR, {"2025", "2026"}),
        ("pay 450 € in a room", "pay", set()),
        ("after 14 days", "after", set()),
        ("B2. What are the charges?", "#b", set()),
        ("Title > B2. What are the charges?", "#b", set()),
        ("the bâtiment d'Anne", "batiment", set()),
    ],
)
def test_a_kind_has_the_values_that_are_named(text: str, kind: str, values: set[str]) -> None:
    """Letters, numbers and codes after the word of their kind; no amounts, counts, or numbers of headings."""
    assert designators(text).get(kind, frozenset()) == values


def test_small_letters_count_where_they_are_typed() -> None:
    """In a question "bay d" is bay D; in a document a small letter is a word."""
    assert designators("who leads bay d", typed=True) == {"bay": {"d"}}
    assert designators("who leads bay d") == {}


@pytest.mark.parametrize(
    ("one", "other", "alike"),
    [("5", "5.2", True), ("5.2", "5.3", False), ("1", "12", False), ("p3", "p320", True), ("a", "A", True)],
)
def test_the_shorter_of_two_values_may_be_the_longer(one: str, other: str, alike: bool) -> None:
    """Version 5 holds 5.2, the P3 is the P3-20 for whoever does not say which; lot 1 is not lot 12."""
    assert same(one, other) is alike
    assert same(other, one) is alike


@given(st.text(max_size=200))
def test_any_text_is_read(text: str) -> None:
    """No text of a stranger stops it, and a kind has at least one value."""
    assert all(designators(text, typed=True).values())
