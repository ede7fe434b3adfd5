"""Names as they are compared."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from edge.text.names import MOST, WORDS, distinct, folded, new

NAMES = st.text(max_size=40)
LISTS = st.lists(NAMES, max_size=20)


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("M. Dupont", "dupont"), ("Mme Hélène Weiß", "HELENE WEISS"), ("La Poste", "poste"),
        ("Dr. Ana-María Ruiz", "ana maria ruiz"),
        ("L'Oréal", "l’oreal"), ("the Acme Corporation", "ACME corporation"), ("Mr. Dr. Smith", "smith"),
        ("Maître Élise  Roux", "Elise Roux"),
    ],
)  # fmt: skip
def test_one_name_written_in_two_ways(one: str, other: str) -> None:
    """Case, accents, punctuation, forms of address and articles do not make another name."""
    assert folded(one) == folded(other) != ""


@pytest.mark.parametrize(
    ("one", "other"),
    [("Marie Dupont", "Marie Durand"), ("Dupont", "Dupond"), ("", ""), ("!!", "??"), ("M.", "Mme"),
     ("Alpha 1", "Alpha 2")],
)  # fmt: skip
def test_two_names(one: str, other: str) -> None:
    """Other words are another name, and a name without words folds to nothing."""
    assert folded(one) != folded(other) or folded(one) == ""


@given(NAMES)
def test_folding_twice_is_folding_once(name: str) -> None:
    """A folded name is its own folded form, has few words, and no capitals."""
    once = folded(name)
    assert folded(once) == once
    assert len(once.split()) <= WORDS and once == once.lower()


@given(NAMES, st.sampled_from(["M. ", "Mme ", "Dr ", "le ", "Mr. ", "  "]))
def test_a_form_of_address_changes_nothing(name: str, before: str) -> None:
    """Whatever the name, as long as it has a word."""
    if folded(name):
        assert folded(before + name) == folded(name) or len(name) > 190


@given(LISTS, LISTS)
def test_new_is_the_union_less_what_was_seen(current: list[str], seen: list[str]) -> None:
    """Each new name once, in order, as written, none of them seen; and together they are the union."""
    found = new(current, seen)
    keys = [folded(name) for name in found]
    known = {folded(name) for name in seen}
    assert len(set(keys)) == len(keys) and not set(keys) & known
    assert set(keys) == {folded(name) for name in current} - known - {""}
    positions = [current.index(name) for name in found]
    assert positions == sorted(positions)
    assert new(current, [*seen, *current]) == []


def test_a_model_that_rambles_is_bounded() -> None:
    """However many names are said, so many are kept, the first ones."""
    many = [f"Name {n}" for n in range(10 * MOST)]
    assert distinct(many) == many[:MOST]
    assert len(folded("word " * 1_000).split()) == WORDS
