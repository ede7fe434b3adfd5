"""Tastes, skills, aims, promises and news as people tell them."""

from __future__ import annotations

import pytest

from edge.extract.rules.grammar import forms
from edge.text.word_tokens import tokens

TOLD = [
    ("preference", "I'd prefer the morning slot."),
    ("preference", "They like it better without sugar."),
    ("preference", "I'd sooner walk."),
    ("preference", "Mondays don't suit me."),
    ("preference", "Je ne suis pas fan du bleu."),
    ("preference", "Il supporte mal la chaleur."),
    ("preference", "J'aimerais mieux lundi."),
    ("preference", "Pas de fleurs, s'il vous plaît."),
    ("preference", "Ça m'arrange mieux le matin."),
    ("preference", "Le client veut du chêne."),
    ("preference", "Tuesdays are better for me."),
    ("preference", "The landlord wants a quiet tenant."),
    ("preference", "A window seat please."),
    ("preference", "I'm not keen on curry."),
    ("skill", "Elle enseigne aussi le violon."),
    ("skill", "She's brilliant with children."),
    ("skill", "Il est très doué en maths."),
    ("skill", "J'ai mon permis bateau."),
    ("skill", "Elle dessine vraiment bien."),
    ("skill", "He has a forklift licence."),
    ("skill", "Rosa sings beautifully."),
    ("skill", "He knows the moor inside out."),
    ("objective", "Je voudrais ouvrir un gîte."),
    ("objective", "Elle rêve de vivre en mer."),
    ("objective", "On espère atteindre mille adhérents."),
    ("objective", "I want to learn Welsh."),
    ("objective", "She dreams of opening a tearoom."),
    ("commitment", "Je vous transmets le plan."),
    ("commitment", "Je regarde ça ce soir."),
    ("commitment", "Je te tiens au courant."),
    ("commitment", "Un technicien passera mardi."),
    ("commitment", "Nos agents vous rappelleront."),
    ("commitment", "Le nécessaire sera fait."),
    ("commitment", "La caution vous sera remboursée."),
    ("commitment", "We're ordering the parts."),
    ("commitment", "Leave the boiler to me."),
    ("commitment", "Will send the photos tonight."),
    ("commitment", "I promise not to sing."),
    ("commitment", "I can drop the keys."),
    ("news", "La ligne 4 est en travaux."),
    ("news", "C'est réglé."),
    ("news", "Le joint est usé."),
    ("news", "Livraison effectuée."),
    ("news", "Le voilier présente une voie d'eau."),
    ("news", "La facture dépasse le devis."),
    ("news", "Paul démissionne en mars."),
    ("news", "Le colis n'est toujours pas arrivé."),
    ("news", "The hall gets demolished in June."),
    ("news", "Your account will be closed."),
    ("news", "Each late day costs 2 points."),
    ("news", "The stop moved from Hill Road to Quay Street."),
    ("news", "The visa is through."),
    ("news", "Le chèque n'a pas été encaissé."),
    ("commitment", "Nous vous adressons nos plans."),
]

UNTOLD = [
    ("preference", "They hate it when it rains."),
    ("preference", "Do you prefer not to say?"),
    ("preference", "It's no sooner said than done."),
    ("preference", "Il n'est pas pour demain, ce train."),
    ("preference", "Il n'y a pas de lait au frigo."),
    ("preference", "Il n'y a plus de viande, pas de chance."),
    ("preference", "Je n'ai pas de cadeaux à emballer."),
    ("preference", "I would like the address."),
    ("preference", "I'd like the bill, please."),
    ("preference", "The owner wants to sell."),
    ("preference", "The customer wants a refund."),
    ("skill", "Il fait aussi froid qu'hier."),
    ("skill", "Il parle aussi de toi."),
    ("skill", "He's very good with us."),
    ("skill", "C'est bon pour toi."),
    ("skill", "Elle est bonne pour le service."),
    ("skill", "I have a degree of doubt."),
    ("skill", "Have you got a ticket?"),
    ("skill", "I've got a train ticket."),
    ("skill", "I got a parking ticket."),
    ("skill", "Je suis bon pour une amende."),
    ("objective", "We hope to win you over with our offers."),
    ("objective", "I want to finish by thanking you."),
    ("objective", "Je veux passer chez toi."),
    ("objective", "Je voudrais passer commande."),
    ("commitment", "Nos conseillers vous proposent un bilan."),
    ("commitment", "Un agent vous parle."),
    ("commitment", "Le médecin vous a vu."),
    ("commitment", "Je vous adresse mes vœux."),
    ("commitment", "Nous vous adressons nos condoléances."),
    ("commitment", "Je t'envoie une grosse bise."),
    ("commitment", "Je regarde le match."),
    ("commitment", "I can take the heat."),
    ("news", "Il présente une émission."),
    ("news", "La vie est faite pour rire."),
    ("news", "C'est fait pour."),
    ("news", "Le prix comprend les frais."),
    ("news", "Ça ne se fait pas."),
    ("news", "Il est en cours d'anglais."),
    ("news", "Ce n'est pas grave."),
    ("news", "Ça n'est pas obligatoire."),
    ("news", "Ce n'est pas bien triste, c'est même assez drôle."),
]


def cues(sentence: str) -> set[str]:
    return {hit.name.removeprefix("cues.") for hit in forms.find(tokens(sentence))}


@pytest.mark.parametrize(("kind", "sentence"), TOLD)
def test_told(kind: str, sentence: str) -> None:
    """The turn of phrase tells whose taste, skill, aim or promise it is, or how things stand."""
    assert kind in cues(sentence)


@pytest.mark.parametrize(("kind", "sentence"), UNTOLD)
def test_untold(kind: str, sentence: str) -> None:
    """What there is none of, greetings that are sent, adverts and plain adjectives are none of it."""
    assert kind not in cues(sentence)
