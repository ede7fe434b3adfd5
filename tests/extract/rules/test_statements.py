"""Plain statements: told by their build, and a fact only where a message tells nothing else."""

from __future__ import annotations

import pytest
from mails import mail, proposal
from msgspec.structs import replace

from edge.extract.rules.statements import is_statement
from edge.records import Machine
from edge.text.word_tokens import tokens


@pytest.mark.parametrize(
    "sentence",
    [
        "Le grenier prend l'eau par temps d'orage.",
        "Malheureusement notre chaudière ne marche plus.",
        "Mes voisins déménagent la semaine prochaine.",
        "Il y a une fuite sous l'évier.",
        "Je suis coincé à Limoges.",
        "Personne ne répond au standard.",
        "The back door won't shut properly.",
        "Sadly our cat lost his collar.",
        "Mum says the soup is cold.",
        "There's a wasp nest above the porch.",
        "I'm stuck in Crewe again.",
        "Everybody left before the rain.",
    ],
)
def test_a_thing_and_what_it_does_is_a_statement(sentence: str) -> None:
    """A noun with its determiner, or somebody, and then a verb."""
    assert is_statement(tokens(sentence).words)


@pytest.mark.parametrize(
    "sentence",
    [
        "Le grand jardin de derrière.",
        "Merci pour tout, à bientôt.",
        "Tu es là ?",
        "Le pain est",  # too short to tell
        "The old shed behind the house.",
        "Thanks again for lunch yesterday.",
        "Could you shut the gate?",
        "Off to bed now then.",
        "",
    ],
)
def test_a_courtesy_a_question_or_a_heading_is_none(sentence: str) -> None:
    """Without a verb behind a noun, or with too few words, nothing is stated."""
    assert not is_statement(tokens(sentence).words)


def facts(body: str, **more: object) -> list[str]:
    return [one.quote for one in proposal(mail(body, **more)).extractions if one.type == "fact"]


@pytest.mark.parametrize(
    ("body", "fact"),
    [
        ("Le clavier du salon marche mal. Tu veux que je le nettoie ?", "Le clavier du salon marche mal."),
        ("My umbrella stays at yours for now. Could you keep it dry?", "My umbrella stays at yours for now."),
    ],
)
def test_a_statement_is_the_fact_beside_what_is_asked(body: str, fact: str) -> None:
    """Where a message only asks, what it states is what it tells."""
    assert facts(body) == [fact]


@pytest.mark.parametrize(
    "body",
    [
        "Le cours de poterie a lieu le mardi 19 mai à 18h. Le four tient bien la chaleur.",
        "We have decided to keep the van. The seats are blue and grey.",
        "Votre part du repas : 42,50 €. La salle compte vingt chaises.",
    ],
)
def test_beside_an_appointment_a_sum_or_a_decision_it_is_a_detail(body: str) -> None:
    """What the message tells is told already."""
    assert facts(body) == []


def test_a_mailing_states_nothing() -> None:
    """What is said to everybody is no fact of the reader's; the same from somebody who answers is."""
    message = mail("Our new boots are made of cork. Could you lend me yours?", sender="Boots <b@b.example>")
    for machine, told in ((Machine(bulk=True), False), (Machine(bulk=True, reply=True), True)):
        found = proposal(replace(message, machine=machine)).extractions
        assert any(one.type == "fact" for one in found) is told
