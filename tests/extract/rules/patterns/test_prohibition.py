"""What the reader is told not to do is asked of them."""

from __future__ import annotations

import pytest
from mails import mail, proposal


def _kinds(body: str) -> set[str]:
    return {one.type for one in proposal(mail(body + "\n\nAnne")).extractions}


@pytest.mark.parametrize(
    "body",
    [
        "Ne dis rien à Paul.",
        "Ne touche pas au robinet bleu.",
        "Ne le laisse jamais ouvert la nuit.",
        "Il faut pas sonner, le petit dort.",
        "Il ne faudra surtout pas les arroser.",
        "Faut plus passer par la cour.",
        "Ne pas déposer les cartons devant la grille.",
        "Never leave the oven on.",
        "Please never feed them bread, never give them milk.",
        "You are required under section 172 to name the driver.",
        "You are obliged by law to keep it.",
    ],
)
def test_a_prohibition_is_a_request(body: str) -> None:
    """Told by its grammar: whatever the verb, in both forms of address."""
    assert "request" in _kinds(body)


@pytest.mark.parametrize(
    "body",
    [
        "N'hésite pas à passer.",
        "Ne t'inquiète pas, tout va bien.",
        "Ne t'en fais pas.",
        "Ne vous inquiétez pas, le chat va bien.",
        "Ne sais pas encore pour samedi.",
        "Ne travaille pas demain, vive le muguet.",
        "Il ne faut pas s'inquiéter.",
        "Ne pas répondre à ce message.",
        "Never mind, we found it under the sofa.",
        "Never had the chance to thank the band.",
        "Never seen the sea so calm.",
        "Ils ne viendront pas à la fête.",
    ],
)
def test_comfort_and_statements_ask_nothing(body: str) -> None:
    """Nor does a sentence whose "je" was left out, nor what machines say of their own replies."""
    assert "request" not in _kinds(body)
