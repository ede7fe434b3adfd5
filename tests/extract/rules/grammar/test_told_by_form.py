"""Sentences that nobody listed: promises, requests, decisions and news are told by how they are put."""

from __future__ import annotations

import pytest

from edge.extract.rules.grammar import forms
from edge.extract.rules.parsed_message import parse_message
from edge.records import Message
from edge.text.word_tokens import tokens

TOLD = [
    ("Vos pièces devront être déposées au greffe.", "request"),
    ("Je vous saurais gré de m'adresser l'acte.", "request"),
    ("Nous vous mettons en demeure de régler cette somme.", "request"),
    ("Relevez le compteur, puis envoyez la photo.", "request"),
    ("Ne les plantez pas trop profond.", "request"),
    ("Qui peut tenir la caisse ?", "request"),
    ("Coupons à rendre avant jeudi.", "request"),
    ("The parties must exchange statements.", "request"),
    ("Forms should be returned to the office.", "request"),
    ("Please shut the gate and tell your neighbour.", "request"),
    ("Are u still on for Sunday?", "request"),
    ("Moi je prends les bières.", "commitment"),
    ("I've still got your tent btw, will drop it back.", "commitment"),
    ("We guarantee delivery.", "commitment"),
    ("Judge Sandhu has refused the application.", "decision"),
    ("Clause 12 we can't live with.", "decision"),
    ("Le conseil ne sera finalement pas réuni.", "decision"),
    ("Nous avons retenu l'offre B.", "decision"),
    ("Les rosiers sont épuisés.", "news"),
    ("L'expert a conclu à une fuite.", "news"),
    ("La cotisation passe à 195 euros.", "news"),
    ("Pitch 3 is flooded.", "news"),
    ("He's had a fall.", "news"),
    ("The auditor found nothing and they haven't charged us.", "news"),
    ("Elle parle couramment polonais.", "skill"),
    ("Il ne veut surtout pas de piqûre.", "preference"),
    ("Dana is our new treasurer.", "relation"),
    ("Marc est le nouveau tech lead du projet.", "relation"),
    ("Le formulaire est à retirer au guichet.", "duty"),
    ("Nous vous remercions de nous renvoyer le badge.", "request"),
    ("Faut juste lui rendre les clés.", "request"),
    ("Ramène ton vélo samedi.", "request"),
    ("Anybody who is late must ring the bell.", "request"),
    ("You will also need to rinse the tank.", "request"),
    ("Comments should reach the clerk on Friday.", "request"),
    ("Notre livreur vous appellera la veille.", "commitment"),
    ("The warden will call you.", "commitment"),
    ("La commission a attribué deux bourses.", "decision"),
    ("Le tribunal vous autorise la visite.", "decision"),
    ("Nous ne pouvons pas vous rembourser ce billet.", "decision"),
    ("We have denied the claim.", "decision"),
    ("The panel was unable to support the trip.", "decision"),
    ("Mme Ruiz assure son remplacement.", "relation"),
    ("La piscine sera fermée.", "news"),
    ("Dr Lowe is leaving the practice.", "news"),
    ("The parcel's arrived.", "news"),
    ("He told me he wants to open a bakery.", "objective"),
    ("Vous n'aimiez pas le blanc.", "preference"),
    ("Le chef d'établissement a décidé d'exclure Tom.", "decision"),
    ("Je ne donne pas suite à cette offre.", "decision"),
    ("I'm going to pass, sorry.", "decision"),
    ("I can't give you the spare room.", "decision"),
    ("We are putting the rate up to £40.", "decision"),
    ("C'est non pour le chien.", "decision"),
    ("Votre permis est suspendu six mois.", "decision"),
    ("We have cancelled the order.", "decision"),
    ("Your bid was unsuccessful.", "decision"),
    ("Dogs are no longer allowed here.", "decision"),
    ("Vous voudrez bien nous retourner le bordereau.", "request"),
    ("Je vous laisse prévenir les voisins.", "request"),
    ("Il est indispensable que chaque élève ait son maillot.", "request"),
    ("I was hoping you could cover my shift.", "request"),
    ("Payment this week would be lovely.", "request"),
    ("Nobody is to use the lift.", "request"),
    ("I much prefer a call.", "preference"),
    ("Je ne suis pas pour vendre.", "preference"),
    ("Il fait aussi le gaz.", "skill"),
    ("He holds an HGV licence.", "skill"),
    ("La gaze est en rupture.", "news"),
    ("Old files will be wiped.", "news"),
    ("We hope to double sales, she hopes to become a vet.", "objective"),
    ("Je vous adresse la facture.", "commitment"),
    ("I'll see to the boiler.", "commitment"),
]

UNTOLD = [
    ("Vous avez assez de chez vous au nez.", "request"),
    ("Si vous le souhaitez, vous pouvez venir.", "request"),
    ("Profitez de nos offres.", "request"),
    ("Il faut que je réserve.", "commitment"),
    ("Je viens de rentrer.", "commitment"),
    ("Votre profil a retenu notre attention.", "decision"),
    ("C'est magnifique.", "news"),
    ("La suite à donner est à votre main.", "news"),
    ("Your form is required to be here.", "news"),
    ("Cet appartement est à louer.", "duty"),
    ("I must say it was lovely.", "request"),
    ("We must leave early.", "request"),
    ("Nous vous remercions d'avoir répondu.", "request"),
    ("Cela vous plaira.", "commitment"),
    ("Bravo à toi et à ton équipe.", "request"),
    ("Let's get going.", "news"),
    ("Ring the bell when you are passing.", "decision"),
    ("La sortie est fixée au mardi 10.", "decision"),
]


def cues(sentence: str) -> set[str]:
    return {hit.name.removeprefix("cues.") for hit in forms.find(tokens(sentence))}


@pytest.mark.parametrize(("sentence", "kind"), TOLD)
def test_the_form_tells(sentence: str, kind: str) -> None:
    """A turn of phrase says what a sentence does, whatever its words are about."""
    assert kind in cues(sentence)


@pytest.mark.parametrize(("sentence", "kind"), UNTOLD)
def test_a_form_that_looks_alike_tells_nothing(sentence: str, kind: str) -> None:
    """Questions, courtesies, adverts and subordinate clauses are none of it."""
    assert kind not in cues(sentence)


def test_a_form_is_of_the_sentence_that_it_opens() -> None:
    """What needs a full stop before it is no part of the sentence that the stop ends; a message's beginning
    opens a sentence too.
    """
    words = tokens("The tap drips. Will send the plumber round.")
    promise = next(hit for hit in forms.find(words) if hit.name == "cues.commitment")
    assert words.words[promise.first] == "will"
    assert "commitment" in cues("Will send the plumber round.")
    assert "commitment" not in cues("What will send him away?")


def clauses(body: str) -> list[str]:
    return [one.text for one in parse_message(Message(id="m", body=body, fresh=[(0, len(body))])).clauses]


def test_lines_that_are_ended_on_purpose_are_sentences() -> None:
    """Where the next word had room in the line, or lines are not wrapped, the writer ended the line."""
    assert clauses("salut cam\non se retrouve 19h chez momo, tu viens\nmoi je prends les bières") == [
        "salut cam", "on se retrouve 19h chez momo, tu viens", "moi je prends les bières",
    ]  # fmt: skip


def test_wrapped_lines_are_one_sentence() -> None:
    """A line that is as full as it can be goes on in the next."""
    body = "We are writing to let you know that the surgery will be closed for the\nwhole of Tuesday."
    assert clauses(body) == [body]


def test_sentences_without_capitals_are_parted() -> None:
    """People who write no capitals end sentences all the same; abbreviations end none."""
    assert clauses("ça goutte depuis ce matin. vous pouvez passer quand ? merci") == [
        "ça goutte depuis ce matin.", "vous pouvez passer quand ?", "merci",
    ]  # fmt: skip


@pytest.mark.parametrize(
    ("sentence", "kind"),
    [
        ("Le loyer de mars n'a pas été payé.", "news"),
        ("Elle vient d'avoir une petite fille.", "news"),
        ("La facture comporte une erreur.", "news"),
        ("March's rent hasn't been paid.", "news"),
        ("There's a mistake in the invoice.", "news"),
        ("The board rejected the offer.", "decision"),
        ("Nous mettons fin au contrat.", "decision"),
        ("Votre signature est attendue.", "request"),
        ("We're missing your bank details.", "request"),
        ("Compte sur moi.", "commitment"),
        ("Mornings suit me best.", "preference"),
    ],
)
def test_forms_of_plain_sentences(sentence: str, kind: str) -> None:
    """What people write without any of the usual words is told by its form too."""
    assert kind in cues(sentence)
