"""What people who never met the rules wrote: each rule on sentences other than those it was found by."""

from __future__ import annotations

import pytest
from mails import found, mail, proposal

from edge.extract.rules.relations import tells_who
from edge.extract.rules.sender import read_sender


@pytest.mark.parametrize(
    "text",
    [
        "Our safety officer is Nora Quill.",
        "Notre trésorier est Paul Vannier.",
        "Rosa takes over as secretary.",
        "Karim prend la relève.",
    ],
)
def test_a_role_and_a_whole_name_tell_who_somebody_is(text: str) -> None:
    """Whatever the role is called, at the head of a sentence too."""
    assert tells_who(text)


@pytest.mark.parametrize(
    "text",
    [
        "Our new restaurant is Green Garden.",
        "Our address is Mill Lane.",
        "Notre soirée est Salle Pleyel.",
        "It takes over an hour.",
    ],
)
def test_a_thing_and_its_name_do_not(text: str) -> None:
    """A place has a name too."""
    assert not tells_who(text)


@pytest.mark.parametrize(
    "sender",
    ["Ronan Le Dantec <r.ledantec@carreaux.example>", "Ada van der Zee <ada.vanderzee@acme.example>",
     "lilian <lilian.bos@mailbox.example>"],
)  # fmt: skip
def test_an_address_made_of_the_name_is_a_persons(sender: str) -> None:
    """A particle stands in houses' names as well: the address decides."""
    assert read_sender(sender).person >= 0.5


@pytest.mark.parametrize(
    "sender", ["Le Petit Journal <lettre@petitjournal.example>", "promo <promo.soldes@x.example>"]
)
def test_a_houses_address_is_not(sender: str) -> None:
    """Neither a name with an article nor a role spells a person."""
    assert read_sender(sender).person == 0.0


BILL = (
    "Bonjour,\n\nDalle 30x30 ........ 412,00 €\nSable .............. 38,50 €\nLivraison .......... 60,00 €\n"
    "Total TTC .......... 510,50 €\nAcompte versé ...... 200,00 €\nReste à payer ...... 310,50 €\n"
)


def test_of_a_bill_the_sum_that_is_due_is_kept() -> None:
    """Rows are in the sum already, and what was paid leads to what is left: that is what somebody owes."""
    assert [one.amount for one in found(BILL, "amount")] == [310.5]


def test_without_a_sum_the_rows_are_kept() -> None:
    """Two prices without a total are two things."""
    body = "Bonjour,\nvoici les tarifs :\nAdulte : 20 €\nEnfant : 12 €"
    assert {one.amount for one in found(body, "amount")} == {20.0, 12.0}


@pytest.mark.parametrize(
    ("body", "amounts"),
    [
        ("L'actif est de 9 000 € et les frais peuvent être évalués à 450 €.", {9000.0, 450.0}),
        ("Le loyer passe de 600 € à 620 €.", {620.0}),
        (
            "Il s'élèvera à 683 € (contre 671 € actuellement), auxquels s'ajoutent 55 € de charges.",
            {683.0, 55.0},
        ),
    ],
)
def test_two_sums_that_stand_beside_each_other_are_kept(body: str, amounts: set[float]) -> None:
    """A sum that replaces another is one; what each of two things costs are two, an old one is none."""
    assert {one.amount for one in found(body, "amount")} == amounts


@pytest.mark.parametrize(
    "body",
    [
        "Dr Moss is away on 14 June so we have had to move your appointment.",
        "Le docteur est absent le 14 juin, nous avons dû déplacer votre rendez-vous.",
    ],
)
def test_the_day_that_is_the_reason_is_no_appointment(body: str) -> None:
    """Nothing of the reader's is on the day for which something else was moved."""
    assert [one for one in found(body, "event") if one.date == "2026-06-14"] == []


def test_what_is_asked_before_an_event_has_its_day_as_limit() -> None:
    """The rehearsal is an event of that day, and the day before which the answer is wanted."""
    body = "Merci de me répondre avant la répétition du 22 juin."
    assert {one.type for one in proposal(mail(body)).extractions if one.date == "2026-06-22"} >= {
        "event",
        "deadline",
    }


def test_two_things_due_on_one_day_are_two_deadlines() -> None:
    """Each sentence says what is due: neither is dropped for the other's day."""
    body = (
        "Please return the signed form by Friday 22 May. Your timesheet must reach payroll by Friday 22 May."
    )
    assert [one.date for one in found(body, "deadline")] == ["2026-05-22", "2026-05-22"]


@pytest.mark.parametrize(
    "body",
    [
        "Please return the form by 22 May. As a reminder, the deadline is 22 May.",
        "Merci de rendre le dossier avant le 22 mai. Le dossier est à rendre avant le 22 mai dernier délai.",
    ],
)
def test_one_thing_said_twice_is_one_deadline(body: str) -> None:
    """A reminder of the day, or the same thing again, adds nothing."""
    assert len(found(body, "deadline")) == 1


def test_a_quarter_dates_no_decision() -> None:
    """ "L'indice du 2e trimestre" is no day on which anything was settled."""
    assert all(
        one.date is None
        for one in found("Votre loyer est révisé selon l'indice du 2e trimestre.", "decision")
    )


@pytest.mark.parametrize(
    "body",
    [
        "Vous pouvez contester dans le délai d'un mois suivant la notification.",
        "You must tell us within 14 days of delivery.",
        "Merci de prévenir au moins 24 heures à l'avance.",
    ],
)
def test_a_delay_from_something_else_is_a_deadline_without_a_day(body: str) -> None:
    """It binds the reader, though nobody can say yet when it ends."""
    (deadline,) = found(body, "deadline")
    assert deadline.date is None


def test_what_the_writer_will_do_after_something_is_no_deadline_of_the_reader() -> None:
    """The sender binds himself."""
    assert found("We'll refund you within 14 days of delivery.", "deadline") == []


@pytest.mark.parametrize(
    "body",
    [
        "Je serai en congé du 15 au 26 juin.",
        "I'll be away from 15 to 26 June.",
        "The office is closed on 15 June.",
    ],
)
def test_days_on_which_somebody_is_away_are_an_event(body: str) -> None:
    """An absence is no promise, however long it is."""
    assert [one.date for one in found(body, "event")] == ["2026-06-15"]


@pytest.mark.parametrize("body", ["Votre licence expire le 30 juin.", "Your cover ends on 30 June 2026."])
def test_that_something_ends_is_told(body: str) -> None:
    """Beside the limit that it may be."""
    assert found(body, "fact")


def test_a_polite_word_is_no_fraud() -> None:
    """Formal English says "kindly", and a fee "should stop": neither speaks for a fraud or a cold sale."""
    signals = proposal(
        mail("Kindly confirm receipt. The monthly fee should stop in June.\n\nAnne Roux")
    ).signals
    assert not {"evidence.phishing", "evidence.prospecting"} & signals.keys()
    fraud = proposal(mail("Kindly update your account details at once.", sender="x@y.example")).signals
    assert fraud["evidence.phishing"] > 0
