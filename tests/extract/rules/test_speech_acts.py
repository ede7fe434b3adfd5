"""Plain turns by which people ask, promise, settle, and tell who and what they are."""

from __future__ import annotations

import pytest
from mails import found, mail, proposal

TOLD = [
    ("request", "Faudrait que tu signes le cahier avant de partir."),
    ("request", "Ayez l'obligeance de nous retourner le badge."),
    ("request", "Ping me once the build is green."),
    ("request", "Remind Dad about the tyres."),
    ("request", "We're after two volunteers for the tombola."),
    ("commitment", "On vous tient au courant dès que c'est signé."),
    ("commitment", "Mon frère passera chercher la remorque."),
    ("commitment", "Consider it done."),
    ("commitment", "I'm on it."),
    ("commitment", "My husband will drop the keys round."),
    ("decision", "Je démissionne à la fin du mois."),
    ("decision", "I've handed in my notice."),
    ("decision", "Count us in for the relay."),
    ("decision", "I'll take the green one."),
    ("decision", "No swimming this afternoon, the water's dirty."),
    ("decision", "Practice is off tonight."),
    ("relation", "Mon oncle Gaston sera là aussi."),
    ("skill", "Il est très doué de ses mains."),
    ("skill", "She can read Braille."),
    ("preference", "Elle ne boit que du thé vert."),
    ("objective", "The plan is to halve our waste by 2029."),
    ("quotation", "Mamie répète toujours : « qui va doucement va loin »."),
    ("quotation", 'As my old boss used to say, "measure twice, cut once".'),
]

UNTOLD = [
    ("request", "The cat is after the birds again."),
    ("request", "The dog reminds Dad of the old one."),
    ("commitment", "Mon train passera par Lyon."),
    ("commitment", "My train will take the other line."),
    ("commitment", "Let me know when you are back."),
    ("decision", "No warning this morning, just rain."),
    ("decision", "I'll take the bus."),
    ("decision", "The milk is off."),
    ("relation", "Mon oncle est là."),
    ("skill", "She can read it tomorrow."),
    ("preference", "Il ne reste que du thé vert."),
    ("objective", "The plan is to meet at the station."),
    ("quotation", "Le ténor répète à 18 h."),
]


@pytest.mark.parametrize(("kind", "sentence"), TOLD)
def test_told(kind: str, sentence: str) -> None:
    """The turn tells the kind, whoever writes it."""
    assert found(sentence, kind) != []


@pytest.mark.parametrize(("kind", "sentence"), UNTOLD)
def test_untold(kind: str, sentence: str) -> None:
    """Words that are near to a turn tell nothing of the kind."""
    assert kind not in {one.type for one in proposal(mail(sentence)).extractions}
