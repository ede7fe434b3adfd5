"""Reading a question: terms, names, the kind of answer, the language."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from edge.engines import question as asking
from edge.text.language import language as guess


@pytest.mark.parametrize(
    ("text", "kind"),
    [
        ("How many minutes does a player have?", "count"),
        ("Combien de temps faut-il attendre ?", "count"),
        ("In what year was it built?", "when"),
        ("En quelle année a-t-il été construit ?", "when"),
        ("Who may take the key?", "who"),
        ("Qui range la brouette ?", "who"),
        ("Où est la clé ?", "where"),
        ("Where is the key?", "where"),
        ("Pourquoi fermer la vanne ?", "why"),
        ("What is a flag fall?", "define"),
        ("Que signifie « J'adoube » ?", "define"),
        ("Peut-on arroser le dimanche ?", "may"),
        ("Is a player allowed to stop the clock?", "may"),
    ],
)
def test_kinds_in_both_languages(text: str, kind: str) -> None:
    """The kind of answer is read from question words of English and French."""
    assert kind in asking.read(text).kinds


def test_or_is_not_where() -> None:
    """French `ou` (or) does not ask for a place, `où` does."""
    assert "where" not in asking.read("Faut-il prendre le train ou le bus ?").kinds


def test_entities_are_names_numbers_and_quotes() -> None:
    """The first word's capital makes no name; repeats are said once."""
    assert asking.entities("Did Mrs Tamsin call “the green lever” at 7.30 or did Tamsin wait?") == [
        "the green lever", "Mrs", "Tamsin", "7.30"
    ]  # fmt: skip


@pytest.mark.parametrize(
    ("text", "language"),
    [
        ("What is the pressure in winter?", "en"),
        ("Quelle est la pression en hiver ?", "fr"),
        ("À quoi sert une brouette ?", "fr"),
        ("délai d'appel", "fr"),
        ("Payer 3 € à Zoé", "fr"),
        ("K2?", "und"),
        ("", "und"),
    ],
)
def test_language(text: str, language: str) -> None:
    """Function words decide; without any the language stays open."""
    assert guess(text) == language


@given(st.text(max_size=200))
def test_any_text_can_be_read(text: str) -> None:
    """Terms and their surface forms go together whatever was typed, and names are among the terms."""
    read = asking.read(text)
    assert len(read.terms) == len(read.surface) == len(set(read.terms))
    assert read.names <= set(read.terms)
