"""Which sentences point back to the one before them."""

from __future__ import annotations

import pytest

from edge.text.references import points_back


@pytest.mark.parametrize(
    "sentence",
    [
        "It is enabled by default.",
        "Because of this, there are no rules.",
        "Instead you use a screen editor.",
        "Otherwise, the sender's address is used.",
        "(This is useful for clearing the rest.)",
        "Cela doit être effectué sur le serveur.",
        "Pour cela, envoyez un courriel.",
        "De cette manière, le rapport sera fermé.",
        "Elle n’existait pas dans le fichier d’origine.",
        "Sinon, la caution est retenue.",
        "Dans ce cas, essayez un autre pilote.",
    ],
)
def test_a_sentence_that_another_one_explains_points_back(sentence: str) -> None:
    """It begins with a pronoun, or with a word that goes on from what was said, in both languages."""
    assert points_back(sentence)


@pytest.mark.parametrize(
    "sentence",
    [
        "It is possible to change the colour.",
        "This licence grants no rights.",
        "The italics are optional.",
        "Thistles are weeds.",
        "Soda water keeps for a year.",
        "Il faut prévenir la mairie.",
        "Il n’y a pas de délai.",
        "Cette section ne s’applique pas.",
        "Sonnez deux fois.",
        "Ainsi que le prévoit l’article 3, la caution est rendue.",
        "",
        "…",
    ],
)
def test_a_sentence_that_stands_by_itself_does_not(sentence: str) -> None:
    """An impersonal phrase, the paper that speaks of itself, and words that only begin alike."""
    assert not points_back(sentence)
