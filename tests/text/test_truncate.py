"""Short texts, unique names, and texts that say the same."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from edge.text.similarity import covered, similarity
from edge.text.truncate import truncate, unique

TEXTS = st.text(max_size=80)


@given(st.text(max_size=300), st.integers(10, 100))
def test_short_is_short_and_says_when_it_cut(said: str, most: int) -> None:
    """Never longer than allowed; whole, or a beginning with the mark of a cut."""
    shown = truncate(said, most)
    assert len(shown) <= most
    if len(said.strip()) <= most:
        assert shown == said.strip()
    else:
        assert shown.endswith("[…]") and said.strip().startswith(shown.removesuffix("[…]").rstrip())


@given(st.lists(st.sampled_from(["a", "b", "a (2)", "a (3)"]), max_size=12))
def test_names_are_unique_and_in_place(names: list[str]) -> None:
    """One name each, the first of its kind as it is, whatever the others are called."""
    found = unique(names)
    assert len(set(found)) == len(found) == len(names)
    assert all(new.startswith(old) for old, new in zip(names, found, strict=True))
    assert unique(names) == found


@given(TEXTS, TEXTS)
def test_alike_is_symmetric_and_bounded(one: str, other: str) -> None:
    """0 to 1, whichever comes first; a text is like itself when it says anything."""
    assert similarity(one, other) == similarity(other, one)
    assert 0 <= similarity(one, other) <= 1 and 0 <= covered(one, other) <= 1
    assert similarity(one, one) in (0, 1) and similarity(one, "") == 0


@pytest.mark.parametrize(
    ("one", "other", "same"),
    [
        ("Envoyer le devis à Acme", "envoyer un devis pour ACME", True),
        ("Envoyer le devis à Acme", "Envoyer le devis à Beta", False),
        ("Payer la facture 12", "Payer la facture 13", False),
        ("Payer la facture 2026-12", "payer facture 2026-12 d'Acme", True),
        ("Send the report to Paul", "Send Paul the report", True),
        ("Call the plumber", "Water the plants", False),
    ],
)
def test_alike_in_french_and_english(one: str, other: str, same: bool) -> None:
    """Numbers and names tell apart what words do not."""
    assert (similarity(one, other) >= 0.5) == same
