"""Numbers to ring, sums of the small print, days of habit: what a second set of strangers wrote."""

from __future__ import annotations

import pytest
from mails import found, mail, proposal

SHOP = "Toiture Barnel <contact@toiture-barnel.example>"


@pytest.mark.parametrize(
    "line", ["Direction commerciale, 06 33 20 81 47", "Paul Barnel, gérant - 06 33 20 81 47"]
)
def test_the_number_below_a_houses_letter_is_a_contact_where_it_says_whose(line: str) -> None:
    """A bare number in a firm's footer is none; one beside a desk or a name is how one reaches it."""
    body = f"Bonjour,\nle devis est joint.\nCordialement\n{line}"
    assert [one.data["values"] for one in found(body, "contact", sender=SHOP)] == [["+33633208147"]]


def test_a_mailing_and_its_number_are_no_contact() -> None:
    """Every newsletter has a number at its end."""
    message = mail(
        "Nos offres du mois.\nService clients, 06 33 20 81 47",
        sender=SHOP,
        headers={"List-Unsubscribe": "<https://x.example/u>"},
    )
    assert not [one for one in proposal(message).extractions if one.type == "contact"]


@pytest.mark.parametrize(
    "line",
    [
        "Banque Altène, SA au capital de 84 000 000 €, RCS Lyon 000 111 222",
        "SARL au capital social de 8 000 euros - SIRET 000 111 222 00012",
    ],
)
def test_the_capital_of_a_company_is_no_sum_of_the_mail(line: str) -> None:
    """What the law puts below a letter concerns nobody who reads it."""
    assert [one.amount for one in found(f"Votre contrat coûte 12 € par mois.\n{line}", "amount")] == [12.0]


def test_a_decision_of_a_day_gone_by_is_not_dated_next_year() -> None:
    """ "Par décision du 5 mai", said on the 12th, is of this year or of none: never a year ahead."""
    (one,) = found("Par décision du 5 mai, votre demande a été acceptée.", "decision")
    assert one.date in (None, "2026-05-05")


def test_what_applies_from_a_day_has_that_day() -> None:
    """A weekday of habit beside it dates nothing."""
    dates = {
        one.date
        for one in found("Vous ne travaillez plus le vendredi à compter du 1er septembre 2026.", "fact")
    }
    assert dates == {"2026-09-01"}


def test_who_is_not_there_before_a_day_decides_nothing() -> None:
    """What somebody will not have or get by a day is a delay."""
    assert not found("Bonsoir, je n'aurai pas la pièce avant vendredi.", "decision")


@pytest.mark.parametrize(
    ("body", "day"),
    [
        ("Pas de cours demain, je suis malade.", "2026-05-13"),
        ("Donc pas de chantier jeudi, je viens lundi à la place.", "2026-05-14"),
        ("No rehearsal on Thursday, see you next week.", "2026-05-14"),
    ],
)
def test_what_does_not_take_place_is_off(body: str, day: str) -> None:
    """ "Pas de … demain" names the day on which there is nothing: no calendar wants it."""
    events = [one for one in found(body, "event") if one.date == day]
    assert all(one.data.get("cancelled") and not one.calendar for one in events)


def test_how_long_something_takes_asks_nothing() -> None:
    """ "Il faut compter huit jours" estimates."""
    assert not found("Je commence en avril et il faut compter huit jours de travaux.", "request")


@pytest.mark.parametrize(
    "body",
    [
        "M. Varenne a rappelé que « tant que le test n'est pas fait, je ne signe rien ».",
        "Mrs Tull insisted that “nobody goes up there without a rope”.",
    ],
)
def test_words_that_somebody_recalls_are_his(body: str) -> None:
    """Who reminds, insists or points out says it too."""
    assert found(body, "quotation")


def test_who_pays_a_friend_back_is_no_fraud() -> None:
    """ "Je te rembourse" alone asks for nothing."""
    body = (
        "Zoé, j'ai abîmé ta roue hier, désolée ! Je te rembourse, ça fait 65 €. Je te le rends jeudi.\nLudi"
    )
    assert (
        proposal(mail(body, subject="ton vélo", sender="Ludivine Chastel <lulu@courriel.example>")).action
        == "archive"
    )


@pytest.mark.parametrize(
    ("body", "is_taste"), [("Can't do Saturday after all, sorry.", False), ("I can't do dairy, sorry.", True)]
)
def test_who_cannot_come_on_a_day_has_no_taste(body: str, is_taste: bool) -> None:
    """A day that one cannot do is refused; a food that one cannot do is known of somebody."""
    assert bool(found(body, "preference")) is is_taste
