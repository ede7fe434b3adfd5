"""What has happened and how things stand is news."""

from __future__ import annotations

import pytest
from mails import cues

TOLD = [
    "La ligne 4 est en travaux.",
    "C'est réglé.",
    "Le joint est usé.",
    "Livraison effectuée.",
    "Le voilier présente une voie d'eau.",
    "La facture dépasse le devis.",
    "Paul démissionne en mars.",
    "Le colis n'est toujours pas arrivé.",
    "The hall gets demolished in June.",
    "Your account will be closed.",
    "Each late day costs 2 points.",
    "The stop moved from Hill Road to Quay Street.",
    "The visa is through.",
    "Le chèque n'a pas été encaissé.",
    "Les rosiers sont épuisés.",
    "L'expert a conclu à une fuite.",
    "La cotisation passe à 195 euros.",
    "Pitch 3 is flooded.",
    "He's had a fall.",
    "The auditor found nothing and they haven't charged us.",
    "La piscine sera fermée.",
    "Dr Lowe is leaving the practice.",
    "The parcel's arrived.",
    "La gaze est en rupture.",
    "Old files will be wiped.",
    "Le loyer de mars n'a pas été payé.",
    "Elle vient d'avoir une petite fille.",
    "La facture comporte une erreur.",
    "March's rent hasn't been paid.",
    "There's a mistake in the invoice.",
    "Il m'a fait savoir que la pièce manque.",
    "He told us the lift is broken.",
    "Pam's off with her knee.",
    "The field is waterlogged.",
]

NOT_TOLD = [
    "Il présente une émission.",
    "La vie est faite pour rire.",
    "C'est fait pour.",
    "Le prix comprend les frais.",
    "Ça ne se fait pas.",
    "Il est en cours d'anglais.",
    "Ce n'est pas grave.",
    "Ça n'est pas obligatoire.",
    "Ce n'est pas bien triste, c'est même assez drôle.",
    "C'est magnifique.",
    "La suite à donner est à votre main.",
    "Your form is required to be here.",
    "Let's get going.",
]


@pytest.mark.parametrize("text", TOLD)
def test_told(text: str) -> None:
    """A perfect, a passive or a state tells it."""
    assert "news" in cues(text)


@pytest.mark.parametrize("text", NOT_TOLD)
def test_not_told(text: str) -> None:
    """Plain adjectives, proposals and what has another sense tell none."""
    assert "news" not in cues(text)
