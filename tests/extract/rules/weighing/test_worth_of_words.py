"""What keeps a message: codes of one reader and not of an offer, recalls, and word from a school."""

from __future__ import annotations

import pytest
from mails import mail

from edge.extract.rules.clause_values import gather_values
from edge.extract.rules.parsed_message import parse_message
from edge.extract.rules.weighing import score
from edge.extract.rules.weighing.score import RuleWeights, strengths

BULK = {"List-Unsubscribe": "<https://courrier.example/stop>"}


def evidence(
    body: str, *, sender: str = "Atelier Vernis <bonjour@vernis.example>", bulk: bool = True
) -> set[str]:
    """Names of the evidence in a message."""
    message = mail(body, sender=sender, headers=BULK if bulk else {})
    parsed = parse_message(message)
    return set(strengths(parsed, gather_values(parsed, "FR")))


@pytest.mark.parametrize(
    "body",
    [
        "Vernis et pinceaux à prix doux ce week-end, avec le code PINCEAU15.",
        "Entrez le code : TERRASSE-20 au moment de payer.",
        "Free postage on every lamp with code GLOW5.",
        "Show voucher LANTERN10 at the till.",
    ],
)
def test_a_code_for_everybody_identifies_nothing(body: str) -> None:
    """The catchword that a mailing gives all its readers is no number of theirs."""
    assert "identifier" not in evidence(body)


@pytest.mark.parametrize(
    ("body", "bulk"),
    [
        ("Votre colis vous attend au relais. Code de retrait : KD-70914.", True),
        ("Your parcel is in locker 9. Pickup code 558203.", True),
        ("The gate has a new code: PORTAIL15. Please close it behind you.", False),
        ("Dossier n° TRV15 : les travaux sont finis.", True),
    ],
)
def test_a_code_for_one_reader_identifies(body: str, bulk: bool) -> None:
    """What opens one reader's locker or file, or stands in no mailing, is worth keeping."""
    assert "identifier" in evidence(body, bulk=bulk)


@pytest.mark.parametrize(
    "body",
    [
        "Rappel produit : la poignée du grille-pain peut fondre.",
        "Rappel de sécurité sur nos échelles de 3 mètres. Cessez de les utiliser.",
        "Product recall: the buckle of this pushchair may open.",
        "The lamp can overheat. Stop using it and send it back.",
    ],
)
def test_a_recall_speaks_for_keeping(body: str) -> None:
    """A thing that may hurt its owner is a matter of health, whoever writes and to how many."""
    assert "health" in evidence(body)


@pytest.mark.parametrize(
    "body",
    [
        "Petit rappel : nos produits d'été partent vite.",
        "Do you recall our summer range? It is back.",
        "Once you try this pen you will not stop using ink.",
    ],
)
def test_a_reminder_is_no_recall(body: str) -> None:
    """ "Rappel" alone reminds, and "recall" alone remembers."""
    assert "health" not in evidence(body)


@pytest.mark.parametrize(
    "body",
    [
        "Votre fille Inès était absente ce matin. Merci de remplir le carnet de liaison.",
        "Les demi-pensionnaires mangeront à 11 h 30 demain.",
    ],
)
def test_word_from_a_school_speaks_for_keeping(body: str) -> None:
    """Absences and the slips that answer them are a school's business with parents."""
    assert "school" in evidence(body, sender="Vie scolaire <vie-scolaire@college-dunes.example>")


@pytest.mark.parametrize(
    "body",
    ["Une liaison en carnet : le récit d'une absence.", "La pension complète, demi-tarif pour les absents."],
)
def test_words_of_a_school_apart_are_no_school(body: str) -> None:
    """The phrases count, their words elsewhere do not."""
    assert "school" not in evidence(body)


@pytest.mark.parametrize(("word", "yours"), [("fils", True), ("fille", True), ("file", False)])
def test_a_child_is_the_readers_own(word: str, yours: bool) -> None:
    """ "Votre fils" beside a day is the reader's business, as "votre commande" is."""
    body = f"Votre {word} est attendue le 19 mai 2026 à 8h10."
    assert ("yours" in evidence(body, bulk=False)) is yours


def test_the_order_of_words_changes_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    """Words are a set, whose order differs between two runs; a message has the same weights in both."""
    body = "Une facture reste à régler avant le 3 mai, et le rendez-vous de jeudi est reporté."
    parsed = parse_message(mail(body, sender="Odile Marchand <odile.marchand@courriel.example>"))
    values = gather_values(parsed, "FR")
    known = RuleWeights(bias=0.0, evidence={}, form={}, words={"a": 0.1, "b": 0.2, "c": 0.3})
    found = []
    for order in (["a", "b", "c"], ["c", "b", "a"]):
        monkeypatch.setattr(score, "vocabulary", lambda _, order=order: order)
        found.append(score.weigh(parsed, values, known))
    assert found[0] == found[1]
