"""What is told of people: relations, contacts, skills, aims, tastes, words of others."""

from __future__ import annotations

import pytest
from mails import cues

TOLD = [
    ("relation", "Dana is our new treasurer."),
    ("relation", "Marc est le nouveau tech lead du projet."),
    ("relation", "Mme Ruiz assure son remplacement."),
    ("relation", "Max gère les commandes pendant ce temps."),
    ("relation", "Ida is stepping down as treasurer."),
    ("contact", "Accueil : 04 75 00 00 00"),
    ("skill", "Elle enseigne aussi le violon."),
    ("skill", "She's brilliant with children."),
    ("skill", "Il est très doué en maths."),
    ("skill", "J'ai mon permis bateau."),
    ("skill", "Elle dessine vraiment bien."),
    ("skill", "He has a forklift licence."),
    ("skill", "Rosa sings beautifully."),
    ("skill", "He knows the moor inside out."),
    ("skill", "Elle parle couramment polonais."),
    ("skill", "Il fait aussi le gaz."),
    ("skill", "He holds an HGV licence."),
    ("skill", "She knows the score by heart."),
    ("skill", "Il connaît le dossier par cœur."),
    ("skill", "Tim is fully qualified."),
    ("skill", "You've got such a good eye for colours."),
    ("objective", "Je voudrais ouvrir un gîte."),
    ("objective", "Elle rêve de vivre en mer."),
    ("objective", "On espère atteindre mille adhérents."),
    ("objective", "I want to learn Welsh."),
    ("objective", "She dreams of opening a tearoom."),
    ("objective", "He told me he wants to open a bakery."),
    ("objective", "We hope to double sales, she hopes to become a vet."),
    ("objective", "Our aim is to open by May."),
    ("objective", "Target is five by Christmas."),
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
    ("preference", "Il ne veut surtout pas de piqûre."),
    ("preference", "Vous n'aimiez pas le blanc."),
    ("preference", "I much prefer a call."),
    ("preference", "Je ne suis pas pour vendre."),
    ("preference", "Mornings suit me best."),
    ("preference", "I know you hate phoning."),
    ("preference", "Comme tu détestes le train, on prend la voiture."),
    ("preference", "He only wants to hear from me."),
]

NOT_TOLD = [
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
    ("skill", "J'ai mon permis lundi."),
    ("objective", "We hope to win you over with our offers."),
    ("objective", "I want to finish by thanking you."),
    ("objective", "Je veux passer chez toi."),
    ("objective", "Je voudrais passer commande."),
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
    ("quotation", "A passkey was added to your account."),
]


@pytest.mark.parametrize(("cue", "text"), TOLD)
def test_told(cue: str, text: str) -> None:
    """The turn of phrase tells whose taste, skill, aim or role it is."""
    assert cue in cues(text)


@pytest.mark.parametrize(("cue", "text"), NOT_TOLD)
def test_not_told(cue: str, text: str) -> None:
    """What there is none of, plans for the day and plain adjectives are none of it."""
    assert cue not in cues(text)
