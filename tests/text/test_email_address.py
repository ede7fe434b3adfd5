"""E-mail addresses."""

from __future__ import annotations

import pytest

from edge.text import email_address


@pytest.mark.parametrize(
    ("text", "right"),
    [("anne@acme.example", True), ("a.b+c@mail.acme.co.uk", True), ("anne@acme", False), ("@acme.fr", False),
     ("anne@acme.fr and more", False), ("anne@@acme.fr", False), ("", False)],
)  # fmt: skip
def test_a_whole_address(text: str, right: bool) -> None:
    """A text is an address or it is not."""
    assert (email_address.FOUND.fullmatch(text) is not None) == right
    # Whatever is read as an address is masked before it leaves.
    assert not right or email_address.NEARLY.fullmatch(text)
