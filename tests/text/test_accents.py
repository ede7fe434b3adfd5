"""What is typed in French without accents is read as the documents write it."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from edge.text.accents import restored
from edge.text.query_text import MAX_WORDS
from edge.text.tokens import fold

TEXTS = [
    "Le secrétaire de séance était M. Blé ; la séance a été levée à 21 h. Le cote, la côte, la côte.",
    "Au cœur.",
    "The secretary of the meeting resumed it.",
]


@pytest.mark.parametrize(
    ("typed", "read"),
    [
        ("qui etait le secretaire de seance ?", "qui était le secrétaire de séance ?"),
        ("Secretaire de la seance ?", "Secrétaire de la séance ?"),
        ("a quelle heure la seance a ete levee", "à quelle heure la séance a été levée"),
        ("Ou est la cote ?", "Où est la côte ?"),
        ("lundi ou mardi la seance ?", "lundi ou mardi la séance ?"),
        ("qui est au coeur de la seance ?", "qui est au cœur de la séance ?"),
    ],
)
def test_words_get_the_accents_of_the_documents(typed: str, read: str) -> None:
    """Those of most places; a word that two meanings share, "ou", only where a question begins with it; and a
    capital stays one.
    """
    assert restored(typed, TEXTS) == read


@pytest.mark.parametrize(
    "typed",
    [
        "Who was the secretary of the seance?",
        "qui était le secretaire de seance ?",
        "seance",
        "",
    ],
)
def test_other_questions_stay_as_they_are(typed: str) -> None:
    """English ones, such as have accents, and such as say too little to tell their language."""
    assert restored(typed, TEXTS) == typed


words = st.sampled_from(
    ["qui", "est", "le", "Seance", "ete", "(a.b*", "ou", "a", "cote", "?", "12", "SEANCE", "__"]
)


@given(st.lists(words, max_size=8).map(" ".join), st.lists(st.text(max_size=40), max_size=3))
def test_only_accents_change(typed: str, texts: list[str]) -> None:
    """Letter by letter the question is what was typed, whatever the documents hold."""
    assert fold(restored(typed, [*TEXTS, *texts])) == fold(typed)


def test_a_long_text_costs_no_more_than_a_question() -> None:
    """What was pasted as a question may have thousands of words, and each is looked for in all texts."""
    many = " ".join(["qui est le", *(f"mot{chr(97 + n // 26)}{chr(97 + n % 26)}" for n in range(MAX_WORDS))])
    assert restored(f"la seance, {many}", TEXTS).startswith("la séance, qui est")
    assert restored(f"{many}, la seance", TEXTS) == f"{many}, la seance"
