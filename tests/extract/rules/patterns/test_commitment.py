"""What binds somebody to do something is a commitment, in whatever words."""

from __future__ import annotations

import pytest
from mails import cues

TOLD = [
    "Je vous transmets le plan.",
    "Je regarde ça ce soir.",
    "Je te tiens au courant.",
    "Un technicien passera mardi.",
    "Nos agents vous rappelleront.",
    "Le nécessaire sera fait.",
    "La caution vous sera remboursée.",
    "We're ordering the parts.",
    "Leave the boiler to me.",
    "Will send the photos tonight.",
    "I promise not to sing.",
    "I can drop the keys.",
    "Nous vous adressons nos plans.",
    "Moi je prends les bières.",
    "I've still got your tent btw, will drop it back.",
    "We guarantee delivery.",
    "Notre livreur vous appellera la veille.",
    "The warden will call you.",
    "Je vous adresse la facture.",
    "I'll see to the boiler.",
    "Compte sur moi.",
    "La caution vous sera rendue le mois prochain.",
    "The difference will be refunded to your card.",
    "They'll send you the spare key.",
    "They'll leave the ladder in the shed.",
    "The forms are done and I will see to it.",
    "jte rends ton livre mardi",
    "Je prépare les badges.",
    "je me charge du dessert",
    "jme charge du vin",
    "Je te rembourse.",
    "The certificate will follow.",
    "Papers will be circulated on Monday.",
    "Le virement interviendra sous dix jours.",
    "Votre carte vous parviendra avant le scrutin.",
    "Rosa will drive her home.",
    "We will confirm by text.",
]

NOT_TOLD = [
    "Nos conseillers vous proposent un bilan.",
    "Un agent vous parle.",
    "Le médecin vous a vu.",
    "Je vous adresse mes vœux.",
    "Nous vous adressons nos condoléances.",
    "Je t'envoie une grosse bise.",
    "Je regarde le match.",
    "I can take the heat.",
    "Il faut que je réserve.",
    "Je viens de rentrer.",
    "Cela vous plaira.",
    "The contract ends on Friday and will renew.",
    "She will leave the hospital on Monday.",
    "They'll take the train.",
    "And see to it that the gate is shut.",
    "The film will be followed by a talk.",
    "The train to Leeds by way of York.",
    "From May salaries will be paid on the 26th.",
]


@pytest.mark.parametrize("text", TOLD)
def test_told(text: str) -> None:
    """A turn of phrase says that somebody binds himself, whatever its words are about."""
    assert "commitment" in cues(text)


@pytest.mark.parametrize("text", NOT_TOLD)
def test_not_told(text: str) -> None:
    """Greetings that are sent, adverts, what is only foretold and what somebody is doing bind nobody."""
    assert "commitment" not in cues(text)
