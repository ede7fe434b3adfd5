"""Names of types, in French and English."""

from __future__ import annotations

import pytest

from edge.extract.llm.types import TYPES, named

FRENCH = {
    "fait": "fact", "décision": "decision", "engagement": "commitment", "échéance": "deadline",
    "événement": "event", "relation": "relation", "coordonnées": "contact", "montant": "amount",
    "référence": "reference", "demande": "request", "citation": "quotation", "objectif": "objective",
    "compétence": "skill", "préférence": "preference",
}  # fmt: skip


@pytest.mark.parametrize(("french", "english"), FRENCH.items())
def test_french_names(french: str, english: str) -> None:
    """Each type has its French name, with or without accents, capitals and plural."""
    assert named(french) == named(french.upper()) == english
    assert named(french.replace("é", "e")) == named(f" {french.removesuffix('s')}s ") == english


def test_the_fourteen_types() -> None:
    """English names are themselves, and every type has a French name."""
    assert len(TYPES) == 14 and set(FRENCH.values()) == set(TYPES)
    assert all(named(name) == name for name in TYPES)


@pytest.mark.parametrize("name", ["", "s", "deadlinesque", "inconnu", "delete"])
def test_other_names_mean_no_type(name: str) -> None:
    """A name that is none of them is not guessed at."""
    assert named(name) is None
