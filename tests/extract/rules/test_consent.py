"""Consent and refusal in few words, and what only looks like them."""

from __future__ import annotations

import pytest
from mails import found, mail, proposal


@pytest.mark.parametrize(
    "text",
    [
        "Thursday is fine.",
        "Mardi c'est parfait.",
        "Le 20 mai 10h, c'est bon pour moi.",
        "Hi Anne, yes please!",
        "Chairs yes, benches no (we have none).",
        "You can have the 14th off.",
        "The head is happy for the club to use the hall.",
        "I've resigned as treasurer.",
        "Je vous informe que je quitte le logement.",
        "The meeting is now Thursday 21st.",
        "The board agreed on Friday to match it.",
        "Paper forms will no longer be accepted.",
        "I'm not paying it until the pump works.",
        "Pour le ravalement je suis contre.",
    ],
)
def test_consent_and_refusal_settle(text: str) -> None:
    """Who may say yes or no has decided, whatever the words."""
    assert found(f"{text}\n\nAnne", "decision")


@pytest.mark.parametrize(
    "text",
    [
        "Is Thursday fine?",
        "Tuesday good news arrived.",
        "Jeudi est bon pour toi ?",
        "The duty phone is now 01856 555 019.",
        "La fermeture du four si le devis est refusé nous coûtera cher.",
        "If the offer is accepted, the work starts in June.",
        "Do you prefer the red one, or is it agreed?",
    ],
)
def test_what_is_asked_or_may_be_settles_nothing(text: str) -> None:
    """A question, a number that changes, a case that may come."""
    assert not found(f"{text}\n\nAnne", "decision")


def test_what_is_told_before_a_question_is_told() -> None:
    """A taste that stands before the question that ends the sentence."""
    assert found("Lilou ne mange plus de porc, est-ce que le cuisinier le sait ?\n\nAnne", "preference")
    assert not found("Do you prefer the red one, or the blue?\n\nAnne", "preference")


def test_a_sum_that_it_is_not_is_left_out() -> None:
    """ "£210, not £180" is of £210."""
    sums = [one.amount for one in found("We have another castle, £210 not £180.\n\nAnne", "amount")]
    assert sums == [210.0]
    kept = [one.amount for one in found("I paid the £80, and not by cheque but in cash.\n\nAnne", "amount")]
    assert kept == [80.0]


def test_a_limit_that_a_decision_sets_is_a_sum() -> None:
    """ "Up to a limit of £900" that somebody agreed to is no advertising."""
    text = "The council has agreed to replace the clutch, up to a limit of £900.\n\nAnne"
    assert [one.amount for one in found(text, "amount")] == [900.0]


def test_an_hour_without_a_day_stays_with_what_is_asked() -> None:
    """ "Call me after 18:30": the hour is kept where no day is named."""
    (asked,) = found("Pouvez-vous m'appeler après 18h30 ?\n\nAnne", "request")
    assert (asked.date, asked.time) == (None, "18:30")
    (free,) = [
        one
        for one in proposal(mail("Je suis là tous les soirs après 18h30.\n\nAnne")).extractions
        if one.time
    ]
    assert (free.type, free.time) == ("event", "18:30")
