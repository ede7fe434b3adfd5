"""A day that gives way to another has been settled, in whatever words."""

from __future__ import annotations

import pytest
from mails import mail, proposal

from edge.records import Extraction


def _decisions(body: str) -> list[Extraction]:
    return [one for one in proposal(mail(body + "\n\nAnne")).extractions if one.type == "decision"]


@pytest.mark.parametrize(
    ("body", "quote"),
    [
        ("Wednesday 20 May is out for me. Let's say Friday 22 May at 10.", "Wednesday 20 May is out for me."),
        ("The visit will no longer be held on 18 May. It will now be on 21 May at 2pm.", "The visit will no"),
        ("The AGM can't go ahead on the 20th. It will be the 27th instead, 11 am.", "The AGM can't go ahead"),
        (
            "La livraison de jeudi n'est plus possible. Nous passerons vendredi 22 mai à 9h.",
            "La livraison de",
        ),
        ("Mercredi il ne peut pas, donc ce sera jeudi 21 mai à 10h30.", "Mercredi il ne peut pas, donc ce"),
        (
            "La sortie du 18 mai est annulée. Elle est reportée au 2 juin à 9h.",
            "La sortie du 18 mai est annulée.",
        ),
    ],
)
def test_a_day_moved_is_a_decision(body: str, quote: str) -> None:
    """Its quote is the sentence that takes the first day off."""
    found = _decisions(body)
    assert any(one.quote.startswith(quote) for one in found)


@pytest.mark.parametrize(
    "body",
    [
        "Can't do Saturday 23 May, sorry.",
        "The shop is shut on Thursday 21 May for stocktaking. Any other day will do.",
        "Thursday doesn't work for me, how about Friday at 3pm?",
        "Jeudi je ne peux pas. Vendredi 22 mai à 15h, ça t'irait ?",
        "Could we meet on Thursday 21 May or on Friday 22 May?",
    ],
)
def test_a_day_off_that_none_replaces_is_none(body: str) -> None:
    """Nor is one where the other day is only asked about: nobody has settled anything."""
    assert not _decisions(body)


def test_the_sentence_is_told_as_news_too() -> None:
    """That something is moved takes no fact away: the reason stands in the same sentence."""
    body = (
        "Notre camion est en panne : la livraison de jeudi n'est plus possible. Nous passerons vendredi 22."
    )
    kinds = {one.type for one in proposal(mail(body + "\n\nAnne")).extractions}
    assert {"decision", "fact"} <= kinds


def test_a_decision_that_is_told_is_not_told_twice() -> None:
    """A sentence that says so itself ("we have decided") is one decision."""
    body = "We have decided that 18 May is off and that we meet on 20 May at 9am."
    found = _decisions(body)
    assert len({one.start for one in found}) == len(found)
