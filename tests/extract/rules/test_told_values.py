"""Values by how they are told: whose number it is, where a span of days ends, which of two sums counts."""

from __future__ import annotations

import pytest
from mails import ME, found, mail, proposal

HOUSE = "Lampes Orage <contact@lampes-orage.example>"


@pytest.mark.parametrize(
    ("body", "address"),
    [
        ("Pour le carrelage, vois avec Lila Brandt : lila@carreaux.example", "lila@carreaux.example"),
        ("My sister hires out marquees, write to her: nell@tents.example", "nell@tents.example"),
    ],
)
def test_an_address_that_a_person_tells_is_a_contact(body: str, address: str) -> None:
    """Somebody else's e-mail address, in a sentence of a person's letter, is worth keeping."""
    (contact,) = found(body, "contact")
    assert contact.data["values"] == [address]


@pytest.mark.parametrize(
    ("body", "sender"),
    [
        ("Écris-moi à anne.roux@acme.example quand tu veux.", ""),
        (f"I sent the photos to {ME.split('<')[1][:-1]} yesterday evening.", ""),
        ("Écrivez à prix@lampes-orage.example pour connaître nos prix.", HOUSE),
        ("Write to prices@lampes-orage.example for our winter price list.", HOUSE),
    ],
)
def test_an_address_that_is_known_or_a_houses_is_none(body: str, sender: str) -> None:
    """The sender's and the reader's own are known; a house tells everybody its own."""
    more = {"sender": sender} if sender else {}
    assert found(body, "contact", **more) == []


@pytest.mark.parametrize(
    ("body", "number"),
    [
        ("À lundi,\n\nLéonie\n06 39 98 40 17", "+33639984017"),
        ("See you on Monday.\n\nOwain\n07700 900 562", "+447700900562"),
        ("Contact on the night: Bren, +44 7700 900 145.", "+447700900145"),
    ],
)
def test_the_number_below_a_letter_is_a_contact(body: str, number: str) -> None:
    """Grouped as telephones are and last on its line, it is the writer's, whoever has its range."""
    (contact,) = found(body, "contact")
    assert contact.data["values"] == [number]


@pytest.mark.parametrize(
    ("body", "sender"),
    [
        ("Palette 06 39 98 40 17 livrée lundi matin.", ""),
        ("Pallet 07700 900 562 left the yard on Monday.", ""),
        ("Vos lampes sont prêtes.\n\nLe service client\n01 99 00 12 34", HOUSE),
    ],
)
def test_a_number_inside_a_line_or_below_a_house_is_none(body: str, sender: str) -> None:
    """Goods have numbers as well, and a shop's stands below all its mail."""
    more = {"sender": sender} if sender else {}
    assert found(body, "contact", **more) == []


@pytest.mark.parametrize(
    ("body", "day"),
    [
        ("Les créneaux sont à réserver du 19 au 22 mai à minuit.", "2026-05-22"),
        ("Please send your drawings between 18 May and 22 May, 23:59.", "2026-05-22"),
    ],
)
def test_a_span_that_ends_at_midnight_is_a_limit(body: str, day: str) -> None:
    """Midnight is the last day's end: what is asked is due by then."""
    assert [one.date for one in found(body, "deadline")] == [day]


@pytest.mark.parametrize(
    "body",
    ["Merci de venir du 18 au 20 mai à 14h.", "Le marché de nuit se tient du 18 au 20 mai à minuit."],
)
def test_a_span_with_an_hour_or_of_an_event_is_none(body: str) -> None:
    """An hour is an appointment's, and what takes place is asked of nobody."""
    assert found(body, "deadline") == []


@pytest.mark.parametrize(
    ("body", "kind"),
    [
        ("La date limite est vendredi à midi.", "deadline"),
        ("Date butoir : jeudi 21 mai à 17h.", "deadline"),
        ("Cut-off is Friday at noon.", "deadline"),
        ("Le cours est vendredi à midi.", "event"),
        ("The class is on Friday at noon.", "event"),
    ],
)
def test_a_limit_may_have_an_hour(body: str, kind: str) -> None:
    """Words of a limit make one of any hour; without them the hour is an appointment's."""
    told = {one.type for one in proposal(mail(body)).extractions}
    assert told & {"deadline", "event"} == {kind}


@pytest.mark.parametrize(
    ("body", "sums"),
    [
        ("Votre cotisation, actuellement 48 €, sera de 52 € en juin.", [52.0]),
        ("L'an dernier vous aviez payé 310,00 €. Cette année : 325,00 €.", [325.0]),
        ("Up from £31, the fee is now £34.", [34.0]),
        ("Last year's premium: £214.30. This year's premium: £231.90.", [231.9]),
        ("Le bail coûte 310,00 € et la caution 325,00 €.", [310.0, 325.0]),
    ],
)
def test_a_former_sum_is_none(body: str, sums: list[float]) -> None:
    """What was paid before is told for comparison; two sums that both hold are both told."""
    assert [one.amount for one in found(body, "amount")] == sums


@pytest.mark.parametrize(
    ("body", "sums"),
    [("We are putting the subscription up to £32 a year.", [32.0]), ("Save up to £32 on our lamps.", [])],
)
def test_a_price_that_is_put_up_is_no_offer(body: str, sums: list[float]) -> None:
    """ "Up to" behind a rise tells the new price, elsewhere an offer's best case."""
    assert [one.amount for one in found(body, "amount")] == sums


@pytest.mark.parametrize(
    ("body", "asked"),
    [
        ("Il faut signer la feuille.", True),
        ("Il faut retenir que la salle est froide.", False),
        ("Il faut comprendre les voisins.", False),
        ("Do try the soup.", True),
        ("Make sure it is dry.", True),
        ("Have a nice day.", False),
        ("Have a very good trip!", False),
        ("We'll cancel the van, please tell Rhys.", True),
        ("I'll be there at nine, so see you soon.", False),
    ],
)
def test_what_is_to_be_known_or_wished_asks_nothing(body: str, asked: bool) -> None:
    """ "Il faut" before a verb of the mind teaches, and "have a nice day" wishes."""
    assert bool(found(body, "request")) is asked
