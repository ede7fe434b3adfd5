"""What the grammar of mail makes of days, promises, requests, code and signatures, each put in new words."""

from __future__ import annotations

import pytest
from mails import mail, proposal

from edge.extract.rules.clause_values import gather_values
from edge.extract.rules.dated_extractions import dated_extractions
from edge.extract.rules.parsed_message import parse_message
from edge.records import Extraction

MONDAY = "2026-05-11T09:00:00+02:00"


def taken(body: str, **more: str) -> list[Extraction]:
    return proposal(mail(body, **more)).extractions


def types(body: str, **more: str) -> set[str]:
    return {one.type for one in taken(body, **more)}


def days(body: str, kind: str, **more: str) -> list[str | None]:
    return [one.date for one in taken(body, **more) if one.type == kind]


@pytest.mark.parametrize(
    ("body", "day"),
    [
        (
            "Le tribunal vous accorde un délai de trois semaines à compter de ce jour pour répondre.",
            "2026-06-01",
        ),
        ("Vous disposez d'un délai de dix jours pour présenter vos observations.", "2026-05-21"),
        ("Notre devis est valable pendant deux mois.", "2026-07-11"),
        ("Our price of £40 is good for 21 days.", "2026-06-01"),
    ],
)
def test_a_stretch_that_binds_is_a_deadline(body: str, day: str) -> None:
    """A delay counted in words ends on a day, without "dans" or "within" in front of it."""
    assert days(body, "deadline", received_at=MONDAY) == [day]


def test_a_guarantee_of_years_is_no_deadline() -> None:
    """What stays good for a year asks nothing of anybody."""
    assert (
        days("Le chauffe-eau est garanti, la pièce est valable 2 ans.", "deadline", received_at=MONDAY) == []
    )


@pytest.mark.parametrize(
    ("body", "day"),
    [
        ("On se voit le week-end du 6 juin : rendez-vous dimanche matin à la gare ?", "2026-06-07"),
        ("We are there the week of 15 June, so shall we have lunch on the Wednesday?", "2026-06-17"),
    ],
)
def test_a_weekday_belongs_to_the_week_that_was_named(body: str, day: str) -> None:
    """After "the week of", a weekday is that week's."""
    assert day in days(body, "event", received_at=MONDAY)


def test_next_tuesday_said_on_a_monday_is_not_tomorrow() -> None:
    """Whoever means tomorrow says so; three days ahead, "prochain" is the next one."""
    assert days("Rendez-vous mardi prochain à 10h.", "event", received_at=MONDAY) == ["2026-05-19"]
    assert days("Rendez-vous jeudi prochain à 10h.", "event", received_at=MONDAY) == ["2026-05-14"]


def test_half_past_two_is_in_the_afternoon() -> None:
    """Hours in words up to six are of the day, unless the morning is named."""
    (event,) = [one for one in taken("Shall we meet on Friday at half past three?") if one.type == "event"]
    assert event.time == "15:30"
    assert "event" in types("The meeting starts on Friday at five o'clock in the morning.")
    assert [one.time for one in taken("Meeting on Friday at five o'clock in the morning.") if one.time] == [
        "05:00"
    ]


@pytest.mark.parametrize(
    ("body", "number"),
    [
        ("À samedi,\nPaul\n\nPaul Henry\n01 44 27 60 10", "+33144276010"),
        ("See you there,\nMary\nMary Dunn | Dunn & Co | 020 7946 0018", "+442079460018"),
        ("Questions? Give me a call on (212) 736-5000.", "+12127365000"),
    ],
)
def test_the_number_below_a_letter_is_a_contact(body: str, number: str) -> None:
    """A person's own number is kept, also where its country is not written."""
    contacts = [
        one for one in taken(body, sender="Mary Dunn <mary.dunn@mailbox.example>") if one.type == "contact"
    ]
    assert [one.data["values"] for one in contacts] == [[number]]


def test_a_newsletters_expiry_is_no_task() -> None:
    """What a mailing lets lapse is nobody's task."""
    body = "This week's picks.\n\nThe offer expires 20 May 2026: 30 % off every lamp.\n\nUnsubscribe"
    mailing = mail(
        body, sender="Lumen <news@lumen.example>", headers={"List-Unsubscribe": "<https://l.example/u>"}
    )
    assert dated_extractions(gather_values(parse_message(mailing), "FR")) == []
    letter = mail("The offer expires on 20 May 2026, Camille, so tell me.")
    assert [one.type for one in dated_extractions(gather_values(parse_message(letter), "FR"))] == ["deadline"]


PATCH = """The lock is taken twice on the error path. Release it first.

Signed-off-by: Ada Quist <ada@kern.example>
Acked-by: Bo Lind <bo@kern.example>
---
 drivers/net/probe.c | 4 ++--

diff --git a/drivers/net/probe.c b/drivers/net/probe.c
@@ -10,2 +10,2 @@
-\tplease_call(dev, 500);
+\tplease_send(dev, "EUR 500 due 3 June");
-please fix me
+# please fix it by 3 June
"""


def test_a_patch_decides_and_asks_for_nothing() -> None:
    """Trailers are no decisions; lines of a program are no requests, sums or days."""
    found = taken(PATCH, sender="Ada Quist <ada@kern.example>")
    assert {one.type for one in found} <= {"fact"}


def test_code_in_a_letter_is_left_out_and_words_stay() -> None:
    """An indented program is not read; the sentences around it are, at their own places."""
    body = "It fails:\n\n    def go():\n        return please(call)\n\nCould you add a test for it?\n\nYuki"
    message = mail(body, sender="Yuki Ono <yuki@fennel.example>")
    (request,) = [one for one in proposal(message).extractions if one.type == "request"]
    assert request.quote == "Could you add a test for it?"
    assert body[request.start : request.end] == request.quote
    assert all("please" not in clause.text for clause in parse_message(message).clauses)


def test_a_version_with_a_dollar_is_no_sum() -> None:
    """`$5.1.5` is a version; `$5.15` is money."""
    assert not [one for one in taken("It broke in $5.1.5, please look.") if one.type == "amount"]
    assert [
        one.amount
        for one in taken("The refund of $5.15 has reached my account, thank you Paul.")
        if one.type == "amount"
    ] == [5.15]


@pytest.mark.parametrize(
    "body",
    [
        "Nous réparerons la clôture avant l'hiver.",
        "Je te renvoie le tableau demain.",
        "I'll also water the tomatoes.",
        "La direction s'est engagée à publier les comptes.",
    ],
)
def test_a_promise_is_told_by_its_verb(body: str) -> None:
    """Futures of the first person bind whoever writes them, whatever the verb."""
    assert "commitment" in types(
        f"Bonjour,\n\n{body}\n\nPaul", sender="Paul Henry <paul.henry@mailbox.example>"
    )


@pytest.mark.parametrize(
    "body",
    [
        "Je serai là et je ne viendrai pas en train.",
        "Je vous remercie de tout cela.",
        "Nous vous rappelons que le parking est fermé.",
        "I will be there. We will see.",
    ],
)
def test_being_there_and_thanking_promise_nothing(body: str) -> None:
    """To be, to see, to thank and to tell are no deeds."""
    assert "commitment" not in types(body, sender="Paul Henry <paul.henry@mailbox.example>")


def test_what_others_owe_by_a_day_is_no_deadline_of_the_reader() -> None:
    """ "Le virement vous parviendra sous dix jours" is the sender's promise."""
    found = types("Le virement de 300 € vous parviendra sous dix jours.", received_at=MONDAY)
    assert "deadline" not in found
    assert "commitment" in found


@pytest.mark.parametrize(
    "body",
    [
        "If the gate is shut, phone Declan before noon.",
        "Si vous êtes absent, retournez le pouvoir signé.",
        "You are required to name the driver.",
        "Il reste à nous transmettre le relevé du compte.",
        "Seriez-vous prêt à accueillir un élève ?",
        "Any chance we could meet a day later?",
        "1. Arun to mend the gate\n2. Peg to order seeds",
    ],
)
def test_a_request_is_told_by_its_form(body: str) -> None:
    """Conditions in front, duties in the passive, polite conditionals, points with a name."""
    assert "request" in types(body, sender="Paul Henry <paul.henry@mailbox.example>")


def test_a_whole_sentence_in_marks_is_a_quotation_and_a_title_is_none() -> None:
    """Words of somebody need no verb of saying when they are a sentence; a title is none."""
    assert "quotation" in types('Mum on the phone. "I am not moving until the spring." So that is that.')
    assert "quotation" not in types("J'ai lu « Les Vagues de la mer du Nord » et j'ai aimé.")


def test_the_same_extraction_is_given_once() -> None:
    """One sentence with two days is one fact, not the same line twice."""
    body = (
        "Bonjour,\n\nÀ compter du 1er juin puis du 1er juillet, votre cotisation a été modifiée.\n\nLa caisse"
    )
    found = [(one.type, one.quote) for one in taken(body, sender="Caisse <service@caisse.example>")]
    assert len([one for one in found if one[0] == "fact"]) == 1


def days_of(body: str, kind: str) -> list[str | None]:
    sender = "Paul Henry <paul.henry@mailbox.example>"
    return [one.date for one in taken(body, sender=sender, received_at=MONDAY) if one.type == kind]


def test_what_follows_on_from_something_is_ahead() -> None:
    """ "Suite à notre échange" is over, what follows it is not; of what took place nothing is dated."""
    assert days_of("Suite à notre échange, le couvreur passe le jeudi 25 juin à 14h.", "event") == [
        "2026-06-25"
    ]
    assert days_of("Suite à la réunion du 25 juin, merci d'apporter le plan.", "event") == []


def test_who_hears_nothing_sets_the_reader_a_limit() -> None:
    """ "Sans réponse d'ici jeudi, nous suspendrons ..." is no promise of the sender's alone."""
    for body in (
        "Sans réponse de votre part d'ici jeudi, nous suspendrons le contrat.",
        "Unless we hear from you by Thursday, we will close the file.",
    ):
        assert days_of(body, "deadline") != []


def test_days_between_which_something_is_due_end_in_a_limit() -> None:
    """The last of them; days between which something takes place are an event."""
    asked = "Merci de retirer votre badge entre le 22 et le 26 juin."
    assert days_of(asked, "deadline") == ["2026-06-26"]
    assert days_of("Le salon a lieu du 22 au 26 juin.", "deadline") == []


def test_a_limit_that_is_denied_is_none() -> None:
    """ "It won't be advertised before October" sets nobody a day, and "avant" no more."""
    assert days_of("The post won't be advertised before 1 October.", "deadline") == []
    assert days_of("Le couvreur ne viendra pas avant le 25 juin.", "deadline") == []


def test_a_patch_speaks_in_imperatives_to_nobody() -> None:
    """The same words without the patch ask."""
    words = "Release it first."
    assert "request" in types(f"{words}\n", sender="Ada Quist <ada@kern.example>")
    assert "request" not in types(f"{words}\n---\n@@ -1,2 +1,2 @@\n", sender="Ada Quist <ada@kern.example>")


def test_a_duty_with_its_limit_is_the_limit() -> None:
    """ "Le talon est à remettre" asks; with a day it is a deadline, which says so already."""
    assert "request" in types("Le talon signé est à remettre au gardien.")
    found = types("Le talon signé est à remettre au gardien avant le 25 juin.", received_at=MONDAY)
    assert "deadline" in found and "request" not in found
