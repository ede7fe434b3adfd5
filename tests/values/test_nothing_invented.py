"""Prose and figures that hold no date and no amount: nothing may be read from them."""

from __future__ import annotations

from datetime import datetime, timedelta, timezone

import pytest

from edge.values.amounts import find_amounts
from edge.values.dates import find_dates

RECEIVED = datetime(2026, 1, 21, 9, 30, tzinfo=timezone(timedelta(hours=1)))

PHRASES = """
Je vous en prie
We counted 4 in the morning and 9 in the afternoon.
Merci beaucoup pour votre aide
Durée : 12 mois
You have 25 days of leave
Sam 3 a perdu
the sun 2 hours later
Vous avez 3 semaines de congés
You have three years of experience
within 14 days of receipt of the goods
Contrat de 3 ans renouvelable
Version 2.1.14 disponible
Mettre à jour vers la v1.12.2026
Serveur 192.168.10.12 redémarré
Facture N° 2026-001
Commande 2026-03-15-001
Réf. 12-05-26
N° de suivi : LP652319748FR
Tél. : 06 12 05 20 26
Votre code de vérification est : 226407
ouvert 24/7
24h/24 et 7j/7
Il reste 1/2 baguette
3/4 des voix
Le ratio est de 16:9
Score 21:15 au troisième set
+12,5 % par rapport à la prévision
-80% SUR TOUT
Nous étions sept personnes
Les sept nains et un dragon
Il a acheté une barre Mars
La planète Mars est rouge
On the planet Mars
You may reply to this message
Section 5 may apply to you
They march every day
The sun is out
The band will march on
Merci April, à bientôt
Photo by April Jones
Joyeux Noël à tous
Bon week-end !
Bonne journée
Bonne soirée et à bientôt
Have a nice weekend
La réunion dure 45 minutes
Un trajet de 2h
Forfait de 35 heures
45 min de marche
Fibre 5 G
25 km
3 M
12 millions d'habitants
10 k abonnés
Le T3 est au troisième étage
Q3: comment faire ?
Le premier rue à gauche
le 15 rue de la Paix
prendre le 3
the 3rd floor
Tous les lundis
chaque vendredi
every Monday
Black Friday deals
du lundi au vendredi
Monday to Friday
Learn Python in 10 minutes
dès que possible
as soon as possible
à bientôt
Maintenant ou jamais
the second half was better
Un second avis serait utile
Sam 3 amis et moi
Jean 3:16
chapitre 12, page 2026
Dossier 20260121
100 000 visiteurs
SIRET 732 829 320 00074
FR76 3000 6000 0112 3456 7890 189
deux livres de poche
une livre de beurre
$PATH et $HOME
50 pounds lighter
10.5 kg de pommes
1 284 pages
0,5 point de plus
https://example.org/2026/03/14/lundi-14h
facture-2026-03-14.pdf
jean.mars@example.org
à ce jour, rien
Le temps passe vite
This week's top stories
https://a.example/?d=2026-03-14
Il fait 14 degrés
Salle 14, bâtiment 3
14 personnes à 3 tables
AutoCAD 2026
CAD 2026 est sorti
Windows 11 et Office 2024
30 jours à compter de la réception
dans un délai de 14 jours à compter de la réception
within 14 days of purchase
30 jours fin de mois
de 3 à 5 personnes
pages 3-5
note de 15/20
un T2 meublé
S1E3 disponible
le 1er prix
le 15e arrondissement
le 5 de chaque mois
10/10/10
la règle des 50/30/20
2026 sera une bonne année
Paris 2024
appelez le 15
Le 112 est le numéro d'urgence
une journée de 8h
à 2h de Paris
2 h 30 de route
3 jours plus tard
every 2 weeks
the other day
les années 90
après sept mois sans courir
jusqu'à aujourd'hui
L'année suivante, tout changea
ten times its weight in a day
a Christmas tree
in august company
Ticket MAR-12
Il a 40 ans
la 2e édition
"""

ROWS = [line for line in PHRASES.splitlines() if line]


@pytest.mark.parametrize("phrase", ROWS)
def test_no_date_is_invented(phrase: str) -> None:
    """No date and no time comes from prose, numbers, names, addresses or lengths of time."""
    assert find_dates(phrase, RECEIVED) == []


@pytest.mark.parametrize("phrase", ROWS)
def test_no_amount_is_invented(phrase: str) -> None:
    """A number without a currency is no amount."""
    assert find_amounts(phrase) == []


def test_the_list_is_long_enough() -> None:
    """The issue's gate is zero on fifty phrases."""
    assert len(ROWS) >= 60
