"""Roundabout and polite asking, and rules of a house, are requests."""

from __future__ import annotations

import pytest

from edge.extract.rules.grammar import forms
from edge.text.word_tokens import tokens

TOLD = [
    "Une réponse rapide serait appréciée.",
    "A quick answer would be much appreciated.",
    "Samples to me by Thursday.",
    "Shout if the ladder is too short.",
    "Je vous saurais gré de patienter.",
    "Nous vous serions gré de rappeler.",
    "Je te laisse réserver la salle.",
    "Il est important que vous gardiez le reçu.",
    "Il est nécessaire de couper l'eau.",
    "À vous de choisir la couleur.",
    "Penser à fermer les volets.",
    "On a besoin de bras samedi.",
    "Il va falloir repeindre la grille.",
    "Soyez à l'heure.",
    "Formulaire à nous retourner signé.",
    "Le gilet est obligatoire dans l'atelier.",
    "Je vous serais obligé de répondre.",
    "Ça m'arrangerait que tu viennes plus tôt.",
    "Do bring the spare key.",
    "I wonder if you could water the plants.",
    "I'll leave it with you.",
    "Drivers are asked to switch off engines.",
    "Your attendance is required.",
    "It is vital that everyone signs the sheet.",
    "Nobody is to touch the thermostat.",
    "We could do with a hand on Saturday.",
    "The gutter needs clearing.",
    "Have a look at page two.",
    "Lock up the shed.",
    "Ce serait parfait si tu passais à midi.",
    "It would be lovely if you came too.",
    "Il serait bon que chacun relise sa page.",
    "Please have a look at the drain.",
]

UNTOLD = [
    "Ce serait super !",
    "That would be lovely, thank you.",
    "Oh that would be great!",
    "C'est important de rire.",
    "Il est important de noter que tout va bien.",
    "Il est possible que vous receviez un colis.",
    "Il est bon que vous soyez venus.",
    "C'est bon à savoir.",
    "Je te laisse tranquille.",
    "Je vous laisse, à bientôt.",
    "Je te laisse dormir.",
    "Elle est demandée dans toute la France.",
    "La question est demandée au bac.",
    "Do you swim?",
    "We do have a garden.",
    "I do make mistakes.",
    "I wonder if it will rain.",
    "I hoped you were well.",
    "I was hoping you had a nice trip.",
    "The train is expected to be late.",
    "Temperatures are expected to rise.",
    "He is expected to win.",
    "He needs nothing.",
    "She wants something nice.",
    "He wants everything.",
    "The baby is here and see the smile on him.",
    "Il va falloir du temps.",
    "I've been asked to speak.",
    "We were invited to dinner.",
    "I'll come over and see the cat.",
    "He came in and set the table.",
    "Have a lovely weekend!",
    "Voici le bon de commande.",
    "Je vous laisse découvrir nos photos.",
    "Just say the word and I'll come.",
]


def cues(sentence: str) -> set[str]:
    return {hit.name.removeprefix("cues.") for hit in forms.find(tokens(sentence))}


@pytest.mark.parametrize("sentence", TOLD)
def test_told(sentence: str) -> None:
    """A wish, a duty or a rule that the reader is to follow asks, however politely."""
    assert "request" in cues(sentence)


@pytest.mark.parametrize("sentence", UNTOLD)
def test_untold(sentence: str) -> None:
    """Thanks, wishes, hopes, general truths and what somebody else does ask nothing."""
    assert "request" not in cues(sentence)
