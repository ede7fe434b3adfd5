"""Refusals and settled matters: told by how they are put, and not by a word like "decided"."""

from __future__ import annotations

import pytest

from edge.extract.rules.grammar import forms
from edge.text.word_tokens import tokens

TOLD = [
    "La mairie a finalement décidé d'abattre le tilleul.",
    "On annule le pique-nique.",
    "Je décline l'invitation.",
    "Nous ne donnerons pas une suite favorable à votre dossier.",
    "La caution est portée à 900 euros.",
    "Durée du prêt portée à 25 ans.",
    "Thanks, but we're going to pass on this one.",
    "I'm pulling out, sorry.",
    "We cannot extend the warranty.",
    "We are unable to extend your lease.",
    "The council is not able to waive the charge.",
    "They are putting the subscription up to 30 euros.",
    "No choir next Thursday.",
    "Agreed. The fence goes up in May.",
    "We meet at Lucy's from now on. Agreed.",
    "Ce sera sans moi.",
    "On reste sur le carrelage gris.",
    "Je passe mon tour.",
    "Je donne mon accord pour les travaux.",
    "Il n'y aura plus de navette.",
    "Votre abonnement est résilié.",
    "Le casque devient obligatoire.",
    "Nous vous accordons un délai.",
    "Tout le monde était d'accord.",
    "Le syndic a été désigné hier.",
    "It's a no from the landlord.",
    "We had to cancel the barbecue.",
    "I'm turning it down.",
    "Your appeal was unsuccessful.",
    "The permit has been revoked.",
    "The fee is hereby waived, and your badge is hereby suspended.",
    "Count me out.",
    "I've made up my mind.",
    "We won't be needing the second van.",
    "Helmets are now compulsory.",
    "We'll take the blue one.",
    "The bakery will close its doors.",
    "The licence is hereby suspended.",
    "Your pass is now suspended.",
    "We picked the cheaper quote.",
    "They have dropped the charges.",
]

UNTOLD = [
    "Le bus est suspendu dans le vide au-dessus du ravin.",
    "Le trafic est suspendu entre Massy et Orly.",
    "Cet hôtel est classé trois étoiles.",
    "L'église est classée monument historique.",
    "Ma vue est limitée.",
    "We passed the church on the way.",
    "I can't give you a lift tomorrow.",
    "I can't give you the exact figure yet.",
    "I can't let this go without thanking you.",
    "School is on this week.",
    "There is no school on the island.",
    "Not everybody agreed at once.",
    "C'est non seulement beau mais utile.",
    "Trains are suspended between Hull and Selby.",
    "The lamp is suspended from the ceiling.",
    "They picked the apples.",
    "We had picked blackberries.",
    "I dropped the vase.",
    "We dropped Ann at the station.",
    "Has the bus been cancelled?",
    "I'm taking the train.",
    "I am taking the kids to school.",
    "We all agreed on how nice it was.",
    "The temperature is set at 19 degrees.",
    "Il n'y aura pas de problème.",
    "The bus stop has no school on it.",
    "The chandelier is suspended above the stage.",
]


def cues(sentence: str) -> set[str]:
    return {hit.name.removeprefix("cues.") for hit in forms.find(tokens(sentence))}


@pytest.mark.parametrize("sentence", TOLD)
def test_told(sentence: str) -> None:
    """Who refuses, gives up, grants or rules settles something, in whatever words."""
    assert "decision" in cues(sentence)


@pytest.mark.parametrize("sentence", UNTOLD)
def test_untold(sentence: str) -> None:
    """What hangs, stands still, is fetched, or is only said of how things are, settles nothing."""
    assert "decision" not in cues(sentence)
