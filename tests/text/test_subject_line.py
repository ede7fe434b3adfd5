"""Prefixes of subjects, in the languages that mail programs write."""

from __future__ import annotations

import pytest

from edge.text import subject_line


@pytest.mark.parametrize(
    ("subject", "reply", "forward", "bare"),
    [
        ("Re: Devis", True, False, "Devis"),
        ("RE[2] : Devis", True, False, "Devis"),
        ("Rép : Tr: Devis", True, False, "Devis"),
        ("Fwd: Re: Quote", False, True, "Quote"),
        ("FW: WG: Quote", False, True, "Quote"),
        ("AW: Angebot", True, False, "Angebot"),
        ("Regarding: the quote", False, False, "Regarding: the quote"),
        ("Travaux : devis", False, False, "Travaux : devis"),
        ("", False, False, ""),
    ],
)
def test_prefixes(subject: str, reply: bool, forward: bool, bare: str) -> None:
    """The first prefix says what a message is; all of them are no part of what it is called."""
    assert subject_line.is_reply(subject) == reply
    assert subject_line.is_forward(subject) == forward
    assert subject_line.without_prefixes(subject) == bare
