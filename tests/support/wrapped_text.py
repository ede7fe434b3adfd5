"""Paragraphs with figures at the starts of their lines, and lists as they really are: each with its units."""

from __future__ import annotations

import random
import textwrap
from itertools import pairwise

VALUES = (
    "5.5 bar", "12 V", "30 MPa", "3 mm", "250 Nm", "1 284 €", "12,5 %", "0.125 kg", "7 kΩ", "98.6 °F",
    "400 A", "15 Hz", "2.4 GHz", "64 GB", "18 N", "3 Euros", "1,234.50 dollars", "45 kW", "9 h", "6 months",
    "60 dB",
)  # fmt: skip
WERTE = (
    "5,5 bars", "12 V", "30 MPa", "3 mm", "250 Nm", "1 284 €", "12,5 %", "0,125 kg", "7 kΩ", "400 A", "15 Hz",
    "2,4 GHz", "64 Go", "18 N", "45 kW", "9 h", "6 mois", "60 dB", "1 250,50 euros", "3 500 tours",
)  # fmt: skip

#: Sentences with places for a value {v}, a year {y}, an article {a}, a date {d} and a small number {n}.
ENGLISH = (
    "Error code E7 means that the outlet pressure exceeded {v} during the last cycle.",
    "The supplier guarantees that no part of the pump will ever carry more than {v} under load.",
    "After the works of {y} the building was reopened, and since {y} nobody has asked for another permit.",
    "Article {a} says who pays, while article {a} says how a claim has to be announced to the board.",
    "The reserve was raised from {v} to {v} and then, when nothing else helped, to {v} for good.",
    "The contract was signed on {d} and it will end on {d} unless somebody gives notice in writing.",
    "A team needs at least {n} players, of whom {n} must hold a licence and {n} may be guests.",
    "Measured at the inlet, the flow stays close to {v} whatever the temperature of the room may be.",
    "In {y} the club counted {n} boats; the harbour has places for {n} of them and charges {v} a day.",
    "Version {a} of the manual replaces version {a} and is valid for every engine built before {y}.",
    "The hearing lasted {n} hours and {n} minutes, which is {v} more than the rules had foreseen.",
    "Nothing in these terms obliges the tenant to accept a rent that exceeds {v}.",
    "The oldest part of the mill, with its wheel and its weir, was built in {y}.",
    "Claims of this kind are treated in the same manner as those described in article {a}.",
    "Paragraph {a} does not apply where the deposit remained below {v} for a whole year.",
)  # fmt: skip
FRENCH = (
    "Le code d'erreur E7 signifie que la pression de sortie a dépassé {v} pendant le dernier cycle.",
    "Le fournisseur garantit que la pompe ne portera jamais une charge supérieure à {v} en service.",
    "Après les travaux de {y} le bâtiment a rouvert, et depuis {y} personne n'a demandé de permis.",
    "L'article {a} dit qui paie, tandis que l'article {a} dit comment la demande doit être annoncée.",
    "La réserve est passée de {v} à {v} puis, comme rien d'autre n'aidait, elle a atteint {v} pour de bon.",
    "Le contrat a été signé le {d} et il prendra fin le {d} sauf si quelqu'un le dénonce par écrit.",
    "Une équipe compte au moins {n} joueurs, dont {n} licenciés et, selon les cas, encore {n} invités.",
    "Mesuré à l'entrée, le débit reste proche de {v} quelle que soit la température de la pièce.",
    "En {y} le club comptait {n} bateaux ; le port offre {n} places et demande {v} par jour.",
    "La version {a} du manuel remplace la version {a} et vaut pour tout moteur construit avant {y}.",
    "L'audience a duré {n} heures et {n} minutes, soit {v} de plus que ce que prévoyait le règlement.",
    "Rien dans ces conditions n'oblige le locataire à accepter un loyer qui dépasse {v}.",
    "La plus ancienne partie du moulin, avec sa roue et son barrage, fut construite en {y}.",
    "Les demandes de ce genre sont traitées de la même manière que celles de l'article {a}.",
    "Le paragraphe {a} ne s'applique pas lorsque la caution est restée sous {v} toute une année.",
)  # fmt: skip
DAYS = ("3 March 2026", "12 April 2025", "21 December 2024", "28 February 2026")
JOURS = ("3 mars 2026", "12 avril 2025", "21 décembre 2024", "28 février 2026")


def _filled(sentence: str, chance: random.Random, *, french: bool) -> str:
    parts = sentence
    while "{" in parts:
        for name, options in (
            ("{v}", WERTE if french else VALUES),
            ("{y}", tuple(map(str, range(1950, 2030)))),
            ("{a}", ("7.5", "27.4", "12", "3.2.1", "L. 121-3", "5.5", "14.2", "9", "2.1")),
            ("{d}", JOURS if french else DAYS),
            ("{n}", tuple(map(str, range(2, 60)))),
        ):
            parts = parts.replace(name, chance.choice(options), 1)
    return parts


def paragraph(seed: int) -> tuple[str, list[str]]:
    """(text, its sentences): a page of one to three wrapped paragraphs, with a figure at the start of at
    least one line that is not the first.
    """
    chance = random.Random(seed)
    french = bool(seed % 2)
    while True:
        sentences: list[str] = []
        blocks = []
        for _ in range(chance.choice((1, 1, 2, 3))):
            templates = chance.sample(FRENCH if french else ENGLISH, chance.randint(1, 4))
            block = [_filled(template, chance, french=french) for template in templates]
            sentences += block
            # The spaces inside numbers do not break, as typesetters have it; others may.
            wrapped = textwrap.wrap(
                " ".join(block), chance.randint(38, 100), break_on_hyphens=False, break_long_words=False
            )
            blocks.append("\n".join(wrapped))
        text = "\n\n".join(blocks)
        lines = text.split("\n")
        if any(line[:1].isdigit() and before for before, line in pairwise(lines)):
            return text, sentences


#: Lists as documents have them: an item or line of prose for each row, wrapped ones with `/`.
LISTS = """
1. Open the valve. | 2. Wait for ten minutes. | 3. Close the valve.
1. Open the valve | 2. Wait for ten minutes | 3. Close the valve
Do this: | 1. Open the valve; | 2. wait for ten minutes; | 3. close the valve.
1) ouvrir la vanne | 2) attendre dix minutes | 3) fermer la vanne
Il faut : | 1) ouvrir la vanne ; | 2) attendre dix minutes ; | 3) fermer la vanne.
a) the buyer pays the deposit | b) the seller hands over the keys | c) the notary keeps the deed
a. the buyer pays the deposit, | b. the seller hands over the keys, | c. the notary keeps the deed.
(a) the buyer pays the deposit; | (b) the seller hands over the keys; | (c) the notary keeps the deed.
(i) the buyer; | (ii) the seller; | (iii) the notary; | (iv) the bank.
i) l'acheteur | ii) le vendeur | iii) le notaire
(1) Les membres paient. | (2) Les invités ne paient pas. | (3) Le comité décide du reste.
• les joueurs | • les arbitres | • les entraîneurs
- the players | - the referees | - the coaches
– les joueurs ; | – les arbitres ; | – les entraîneurs.
* Players | * Referees | * Coaches
— un passeport | — deux photos | — un justificatif
☐ | • one passport | • two photographs
1.1 Scope of the rules | 1.2 Persons concerned | 1.3 Entry into force
7.5.1 An illegal move is taken back. | 7.5.2 After such a move the clock is stopped. | 7.5.3 The third loses.
3. Cadence | 3.1 La cadence est de 40 coups. | 3.2 Le retard admis est de 30 minutes.
Article 4 | 1. Le joueur signe la feuille. | 2. L'arbitre la garde.
Article 12 : Sanctions | a) un avertissement | b) une amende | c) une exclusion
Annexe 2 | 1. Formulaire d'adhésion | 2. Certificat médical
1° le nom du demandeur ; | 2° son adresse ; | 3° l'objet de la demande.
10. Payment is due at once. | 11. Interest runs from the next day. | 12. The rate is fixed each year.
9. Dispositions finales | 10. Entrée en vigueur | 11. Signatures
1. Valve pressure/must stay below/5.5 bar at all times. | 2. Oil level/must reach 3 mm.
1) la pression doit rester/sous 5,5 bars ; | 2) le niveau doit atteindre/3 mm.
• the pressure has to stay below/5.5 bar in every case | • the level has to reach/3 mm
- le délai est de/30 jours | - le prix est de/12 500 €
a) the deposit amounts to/1,250 euros and is returned | b) the rent is due on the/3 March of each year
1. In 2019 the club moved. | 2. In 2021 it moved again. | 3. Since then it has stayed.
Steps | 1. Insert the card. | 2. Enter the code. | 3. Take the receipt.
Étapes | 1. Insérez la carte. | 2. Tapez le code. | 3. Prenez le reçu.
A. General terms | B. Special terms | C. Final terms
I. Principes | II. Champ d'application | III. Entrée en vigueur
Les pièces suivantes sont exigées : | - une pièce d'identité ; | - une preuve d'adresse ; | - deux photos.
You will need the following: | 1. a screwdriver | 2. six screws | 3. a drill
The board decides on | (a) the budget, | (b) the fees, | (c) the calendar.
Le comité décide | a) du budget, | b) des cotisations, | c) du calendrier.
## Réglages | 1. Tourner la vis. | 2. Lire le manomètre.
1. Scope | 1.1 These rules bind members. | 1.2 Guests are told of them. | 2. Fees | 2.1 The fee is 50 euros.
[ ] call the plumber | [x] pay the deposit | [ ] sign the lease
5. Le remplacement est gratuit. | 6. La livraison prend 3 jours. | 7. Le retour est à votre charge.
12 Les joueurs signent. | 13 Les arbitres contresignent. | 14 Le comité archive.
"""


def templates() -> list[list[str]]:
    rows = [line for line in LISTS.splitlines() if line.strip()]
    return [[item.strip() for item in row.split(" | ") if any(c.isalnum() for c in item)] for row in rows]


def item_list(seed: int) -> tuple[str, list[str]]:
    """(text, its units): one of the lists, alone or between paragraphs, indented or not."""
    chance = random.Random(seed)
    choices = templates()
    items = choices[seed % len(choices)]
    units = [item.replace("/", " ") for item in items]
    indent = chance.choice(("", "", "  ", "    "))
    lines = []
    for item in items:
        first, *rest = item.split("/")
        hanging = chance.choice(("", "   "))
        lines += [indent + first, *(indent + hanging + line for line in rest)]
    text = "\n".join(lines)
    for place in ("before", "after"):
        prose, sentences = paragraph(1000 + seed + (place == "after"))
        if chance.random() < 0.4:
            gap = "\n\n" if place == "after" or chance.random() < 0.7 else "\n"
            text = f"{prose}{gap}{text}" if place == "before" else f"{text}{gap}{prose}"
            units = [*sentences, *units] if place == "before" else [*units, *sentences]
    return text, units
