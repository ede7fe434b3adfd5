"""What people promise, refuse, ask for and can do, as they write to each other."""

from __future__ import annotations

import pytest
from mails import found, mail, proposal

from edge.extract.rules.sender import read_sender


def kinds(body: str) -> set[str]:
    return {one.type for one in proposal(mail(body)).extractions}


@pytest.mark.parametrize(
    ("body", "kind"),
    [
        ("You will have a cheque for £340 within ten days.", "commitment"),
        ("You'll get your deposit back by Friday.", "commitment"),
        ("Vous aurez le devis d'ici vendredi.", "commitment"),
        ("I promise it shall be with you before 20 May.", "commitment"),
        ("You will have 14 days to appeal.", "deadline"),
        ("You will have until 20 May to reply.", "deadline"),
        ("You'll have to send the form by 20 May.", "deadline"),
    ],
)
def test_what_the_reader_will_have_is_promised(body: str, kind: str) -> None:
    """A thing that comes to the reader by a day is the sender's limit; time that he has is his own."""
    assert kind in kinds(body)
    assert {"commitment": "deadline", "deadline": "commitment"}[kind] not in kinds(body)


@pytest.mark.parametrize(
    ("body", "settled"),
    [
        ("Nous ne repeindrons pas les volets cette fois.", True),
        ("Je ne prendrai plus de commande avant l'automne.", True),
        ("ON NE LIVRE PAS DEMAIN.", True),
        ("Je ne serai pas là lundi.", False),
        ("Je ne manquerai pas de vous écrire.", False),
        ("Nous n'oublierons pas votre accueil.", False),
        ("Je ne saurai pas avant lundi.", False),
        ("On ne voit pas demain arriver.", False),
    ],
)
def test_a_refusal_in_the_future_settles_something(body: str, settled: bool) -> None:
    """What somebody will not do is decided; what he will not be, know or forget is not."""
    assert ("decision" in kinds(body)) is settled


@pytest.mark.parametrize(
    ("body", "kind", "told"),
    [
        ("Vous m'écriviez ne pas supporter le gluten, la cuisine le sait.", "preference", True),
        ("Par virement ou par chèque, comme tu préfères.", "preference", False),
        ("Cash or card, as you prefer.", "preference", False),
        ("Merci de ne pas manger dans la salle.", "preference", False),
        ("My colleague Ines, who reads Persian, can help with the inscription.", "skill", True),
        ("Mon associé lit le grec et l'hébreu sans dictionnaire.", "skill", True),
        ("What a summer it has been!", "fact", False),
        ("Quelle semaine nous avons eue !", "fact", False),
    ],
)
def test_tastes_and_skills_are_told_and_courtesies_are_not(body: str, kind: str, told: bool) -> None:
    """A choice left to the reader is nobody's taste, and an exclamation tells no news."""
    more = " Could you ring Paul on 01632 960 955? The boiler is leaking again." if kind == "fact" else ""
    assert any(one.quote == body for one in found(body + more, kind)) is told


@pytest.mark.parametrize(
    ("body", "asked"),
    [
        ("Colonel, your sword made a fine price last week.", False),
        ("Gareth, bring the long ladder.", True),
        ("Paul, your keys are on the shelf.", False),
    ],
)
def test_who_is_called_is_no_verb(body: str, asked: bool) -> None:
    """The name before a comma is whom the sentence speaks to: what is asked begins behind it."""
    assert bool(found(body, "request")) is asked


@pytest.mark.parametrize(
    ("body", "day"),
    [
        ("Merci de nous transmettre votre offre pour vendredi.", "2026-05-15"),
        ("Peux-tu m'envoyer les plans pour le 20 ?", "2026-05-20"),
        ("Il faut rendre les clés pour la fin de la semaine prochaine.", "2026-05-22"),
        ("Please send me the figures for Friday.", None),
        ("Peux-tu réserver une table pour vendredi ?", None),
        ("Merci de m'envoyer ton menu pour le repas de vendredi.", None),
    ],
)
def test_what_is_to_be_handed_over_for_a_day_is_due_then(body: str, day: str | None) -> None:
    """ "Pour vendredi" is a limit where something is to be sent or given back; a table is booked for a day,
    and figures may be those of one.
    """
    assert {one.date for one in found(body, "deadline")} == ({day} if day else set())


def test_days_away_on_vacation_are_an_event() -> None:
    """Whoever is away promises nothing."""
    (event,) = found("I will be on vacation from 18 May to 22 May, ask Petra.", "event")
    assert event.date == "2026-05-18"
    assert found("I will be on vacation from 18 May to 22 May, ask Petra.", "commitment") == []


@pytest.mark.parametrize(
    "body",
    [
        "Not possible on 20 May, it is full. I put you on 21 May.",
        "We have preponed it from 28 May, come on Thursday 21 May.",
    ],
)
def test_a_day_that_is_not_possible_gives_way(body: str) -> None:
    """The other day stands for it."""
    assert {one.date for one in proposal(mail(body)).extractions if one.date} == {"2026-05-21"}


def test_a_person_who_writes_of_a_sale_still_names_days() -> None:
    """Words of selling keep days from a mailing, not from a letter."""
    body = "The jumble sale is still on Saturday, the prices are on the door."
    assert [one.date for one in found(body, "event")] == ["2026-05-16"]


@pytest.mark.parametrize(
    ("text", "person"),
    [
        ("Rufus Abernathy-Cole <rac@cole-and-vane.example>", True),
        ("Jean Bart <jb@bart-et-fils.example>", True),
        ("Cole & Vane <post@cole-and-vane.example>", False),
        ("Prix Carres <promo@prix-carres.example>", False),
    ],
)
def test_initials_are_a_persons_address(text: str, person: bool) -> None:
    """A partner of the house that bears his name writes from his initials."""
    assert (read_sender(text).person >= 0.5) is person


def test_a_number_of_north_america_in_french_is_a_contact() -> None:
    """Québec writes French and telephones as its neighbours do; ten figures in a row are an order."""
    (contact,) = found("Pour réserver, appelez Manon au 819 326-4411.", "contact")
    assert contact.data["values"] == ["+18193264411"]
    assert found("Votre commande 8193264411 est prête, appelez-nous.", "contact") == []


@pytest.mark.parametrize(
    ("body", "time"),
    [
        ("Je serai derrière le marché à 5h30, cherche le fourgon blanc.", "05:30"),
        ("We'll be outside the station at 6pm.", "18:00"),
        ("The kiln reaches its heat at 6pm.", None),
    ],
)
def test_where_somebody_can_be_met_is_promised_with_its_hour(body: str, time: str | None) -> None:
    """An hour alone is worth keeping where the writer says that he will be somewhere."""
    assert [one.time for one in found(body, "commitment")] == ([time] if time else [])


@pytest.mark.parametrize(
    ("body", "asked"),
    [
        ("Carnival is on. Need 2 more for water safety.", True),
        ("still need another driver for Sunday", True),
        ("They need two more weeks.", False),
    ],
)
def test_hands_that_are_needed_are_asked_for(body: str, asked: bool) -> None:
    """Who writes "need 2 more" asks his readers."""
    assert any("eed" in one.quote for one in found(body, "request")) is asked
