"""The question to the person: in the message's language, and only of what is there."""

from __future__ import annotations

import pytest

from edge.extract import clarify
from edge.i18n import language, render
from edge.records import Confidence, Conflict, Message, Proposal, Reason, coded

PROPOSAL = Proposal(action="archive", why="a deadline")
AMOUNT = Reason("high_amount", {"amount": 2500.0, "currency": "EUR"})


def _asked(
    message: Message, stakes: list[Reason] | None = None, conflicts: list[Conflict] | None = None
) -> str:
    reason = clarify.question(message, PROPOSAL, Confidence(raw=0.7), stakes or [], conflicts or [])
    return render(reason, language(f"{message.subject}\n{message.body}"))


@pytest.mark.parametrize("stakes", [[], [AMOUNT]])
def test_a_note_without_a_sender_names_none(stakes: list[Reason]) -> None:
    """A text file is from nobody: the sentence says nothing of a sender, in both languages."""
    french = _asked(Message(id="note.txt", body="Payer Zoé et rendre la clé"), stakes)
    english = _asked(Message(id="note.txt", body="Pay Zoe and return the key"), stakes)
    assert french.startswith("«\xa0note.txt\xa0»\xa0: l’archiver\u202f?") and english.startswith(
        "“note.txt”: archive it?"
    )


def test_the_conflict_comes_before_the_stakes() -> None:
    """What the person's own calendar says is asked first, in the message's language."""
    again = Reason("said_before", {"info": "Payer", "others": ["Facture, 2026-03-02"]})
    asked = _asked(
        Message(id="m", subject="Réunion de la semaine", sender="Anne <a@x>", body="Est-ce possible ?"),
        [AMOUNT],
        [Conflict(kind="duplicate", codes=coded(text=again))],
    )
    assert asked.startswith(
        "«\xa0Réunion de la semaine\xa0» (Anne <a@x>)\xa0: «\xa0Payer\xa0» a déjà été mentionné\xa0: Facture"
    )
