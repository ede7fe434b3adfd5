"""The question to the person: in the message's language, and only of what is there."""

from __future__ import annotations

import pytest

from edge.extract import clarify
from edge.records import Confidence, Conflict, Message, Proposal

PROPOSAL = Proposal(action="archive", why="a deadline")


def _asked(message: Message, stakes: list[str] | None = None, conflicts: list[Conflict] | None = None) -> str:
    return clarify.question(message, PROPOSAL, Confidence(raw=0.7), stakes or [], conflicts or [])


@pytest.mark.parametrize("stakes", [[], ["an amount of 2500 EUR"]])
def test_a_note_without_a_sender_names_none(stakes: list[str]) -> None:
    """A text file is from nobody: the sentence says nothing of a sender, in both languages."""
    french = _asked(Message(id="note.txt", body="Payer Zoé et rendre la clé"), stakes)
    english = _asked(Message(id="note.txt", body="Pay Zoe and return the key"), stakes)
    assert french.startswith("« note.txt » : l'archiver ?") and english.startswith("“note.txt”: archive it?")


def test_the_conflict_comes_before_the_stakes() -> None:
    """What the person's own calendar says is asked first, in the message's language."""
    asked = _asked(
        Message(id="m", subject="Réunion de la semaine", sender="Anne <a@x>", body="Est-ce possible ?"),
        ["an amount of 2500 EUR"],
        [Conflict(kind="duplicate", text="“Payer” was said already: Facture, 2026-03-02")],
    )
    assert asked.startswith("« Réunion de la semaine » de Anne <a@x> : « Payer » a déjà été dit : Facture")
