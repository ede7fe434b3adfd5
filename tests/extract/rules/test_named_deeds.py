"""What is asked by naming the deed, in a condition, in a formula with a limit, or by a number of a thing."""

from __future__ import annotations

import pytest
from mails import found, mail, proposal

from edge.extract.rules.parsed_message import parse_message
from edge.extract.rules.relations import tells_who


@pytest.mark.parametrize(
    "text",
    [
        "1) compter les serviettes de table\n2) rappeler Mme Vial pour le four",
        "Si le papier n'est pas là, tu appelles Lyrebureau.",
        "En cas d'empêchement, merci de nous prévenir avant le 18 juin.",
        "Surtout ne clique pas sur ce lien.",
    ],
)
def test_a_deed_that_is_named_is_asked(text: str) -> None:
    """Points of a list, a present behind a condition, a formula with its day, an order behind "surtout"."""
    assert found(f"Bonjour,\n\n{text}\n\nAnne", "request")


@pytest.mark.parametrize(
    "text", ["Si vous venez à pied, vous disposez de deux heures.", "En cas d'empêchement, n'hésitez pas."]
)
def test_a_right_and_a_formula_are_not(text: str) -> None:
    """What is told of the reader, and what every office writes."""
    assert not found(f"Bonjour,\n\n{text}\n\nAnne", "request")


@pytest.mark.parametrize(
    "text", ["Two names each by half term please.", "Merci de rendre les clés avant les vacances."]
)
def test_a_season_is_a_limit(text: str) -> None:
    """By half term, avant les vacances: a limit whose day those concerned know."""
    assert found(f"{text}\n\nAnne", "deadline")


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("We got report 27-10884 today.", "27-10884"),
        ("The holding is 66/114/0032: holding 66/114/0032.", "66/114/0032"),
        ("La lettre est partie, n° 1A 204 771 3320 8.", "1A 204 771 3320 8"),
    ],
)
def test_numbers_of_papers_are_references(text: str, value: str) -> None:
    """Reports, holdings and registered letters are found again by their numbers."""
    assert value in [one.data["value"] for one in found(f"{text}\n\nAnne", "reference")]


@pytest.mark.parametrize(
    "text",
    [
        "He's my foreman.",
        "C'est le neveu de Mickael.",
        "Mélissa (maman de Lilou, CE1)",
        "Colin Babbage, our churchwarden, has the keys.",
        "He's Anne's boy.",
    ],
)
def test_who_somebody_is_to_somebody(text: str) -> None:
    """Told of one named before, beneath a letter, or between commas behind a whole name."""
    assert tells_who(text)


@pytest.mark.parametrize(
    "text", ["He's my hero.", "C'est le bureau de Mickael.", "At Mill Lane, our next stop, we ate"]
)
def test_what_is_nobody_tells_nobody(text: str) -> None:
    """A place and praise are no role."""
    assert not tells_who(text)


LETTER = "Guylaine,\n\nLa salle est fermée vendredi et lundi. Je reprends le lundi 18.\n\nColette"


def test_who_signs_behind_an_offices_address_is_a_person() -> None:
    """ "Colette Arnoult <secretariat@...>" who signs "Colette" writes as a person does, and her days are"
    " kept."""
    sender = "Colette Arnoult <secretariat@rpi.example>"
    assert parse_message(mail(LETTER, sender=sender)).sender.is_person
    assert "2026-05-18" in {one.date for one in proposal(mail(LETTER, sender=sender)).extractions}


@pytest.mark.parametrize(
    ("sender", "body"),
    [
        ("Colette Arnoult <secretariat@rpi.example>", LETTER.replace("\n\nColette", "")),
        ("Accounts Office <accounts@x.example>", "Dear client,\n\nPlease pay.\n\nAccounts Office"),
        ("Colette Arnoult <noreply@rpi.example>", LETTER),
    ],
)
def test_an_office_a_machine_and_no_signature_are_not(sender: str, body: str) -> None:
    """A name alone proves nothing, an office's own least of all."""
    assert not parse_message(mail(body, sender=sender)).sender.is_person


def test_several_marks_end_a_sentence() -> None:
    """Who ends all with "...." or forgets the capital has said two things."""
    body = "Bonjour Kevin, je comprends.... le 20 mai c'est bon. apportez les badges.\n\nAnne"
    clauses = [one.text for one in parse_message(mail(body)).clauses]
    assert clauses[:3] == ["Bonjour Kevin, je comprends....", "le 20 mai c'est bon.", "apportez les badges."]


@pytest.mark.parametrize(
    "text", ["Merci de rappeler le serv. compta avant midi.", "Mr. Hale and the dept. of works came."]
)
def test_a_word_that_is_cut_short_ends_none(text: str) -> None:
    """An abbreviation before a small letter stays inside its sentence."""
    assert parse_message(mail(f"Il est tard. Voici. {text}")).clauses[-1].text == text


@pytest.mark.parametrize(
    "text",
    [
        "Thierry les a rapportées hier.",
        "I paid on the 4th.",
        "The kitchen is not available.",
        "Il me manque deux infirmières.",
    ],
)
def test_what_is_done_or_lacking_is_news(text: str) -> None:
    """A deed with its object, a payment that was made, a thing that is not to be had."""
    assert found(f"Bonjour,\n\n{text}\n\nAnne", "fact")


@pytest.mark.parametrize(
    "text", ["Je préviens le locataire moi-même.", "Archie'll have them in for you.", "First round on me!"]
)
def test_a_deed_in_the_present_is_promised(text: str) -> None:
    """Who does it himself binds himself."""
    assert found(f"{text}\n\nAnne", "commitment")


def test_paid_is_no_imperative() -> None:
    """ "Paid the 860 last night" tells, though a verb stands first."""
    assert not found("paid the invoice last night.\n\nAnne", "request")
