"""E-mail addresses and links, without the sentence around them."""

from __future__ import annotations

import pytest

from edge.values.addresses import find_addresses

FOUND = [
    ("Écrire à jean.dupont@Acme.Example.", [("email", "jean.dupont@acme.example")]),
    ("<a+b@c-d.co.uk>", [("email", "a+b@c-d.co.uk")]),
    ("mailto:anne@exemple.fr?subject=x", [("email", "anne@exemple.fr")]),
    ("voir https://example.org/a_(b). Puis", [("url", "https://example.org/a_(b)")]),
    ("(https://example.org/a)", [("url", "https://example.org/a")]),
    ("www.example.org, merci", [("url", "https://www.example.org")]),
    ("https://u@example.org/x?a=b#c", [("url", "https://u@example.org/x?a=b#c")]),
    ("http://localhost:8080/x", [("url", "http://localhost:8080/x")]),
    ("« https://exemple.fr/é »", [("url", "https://exemple.fr/é")]),
    ("a@b.co; c@d.fr", [("email", "a@b.co"), ("email", "c@d.fr")]),
    ("x@y", []),
    ("@anne et a@@b.fr", []),
    ("et/ou, 3.14, fichier.txt", []),
    ("https:// et www.", []),
]


@pytest.mark.parametrize(("text", "said"), FOUND)
def test_addresses_are_read(text: str, said: list[tuple[str, str]]) -> None:
    """Links keep their brackets and lose the sentence's punctuation; domains are in lower case."""
    found = find_addresses(text)
    assert [(address.kind, address.value) for address in found] == said
    assert all(text[address.start : address.end] == address.text for address in found)
