"""Registered identifiers: what holds its check digits is read, whatever stands around it."""

from __future__ import annotations

import builtins
from collections.abc import Sequence
from typing import Any

import pytest

from edge.errors import EdgeError
from edge.values.identifiers import find_identifiers

FOUND = [
    (
        "IBAN : FR76 3000 6000 0112 3456 7890 189 merci",
        "FR76 3000 6000 0112 3456 7890 189", "iban", "FR7630006000011234567890189",
    ),
    ("fr7630006000011234567890189", "fr7630006000011234567890189", "iban", "FR7630006000011234567890189"),
    ("(DE89 3704 0044 0532 0130 00)", "DE89 3704 0044 0532 0130 00", "iban", "DE89370400440532013000"),
    ("SIRET 732 829 320 00074", "732 829 320 00074", "siret", "73282932000074"),
    ("siret:73282932000074.", "73282932000074", "siret", "73282932000074"),
    ("SIREN 732 829 320 RCS Paris", "732 829 320", "siren", "732829320"),
    ("RCS Nanterre B 732 829 320", "732 829 320", "siren", "732829320"),
    ("TVA FR 40 303 265 045", "FR 40 303 265 045", "vat", "FR40303265045"),
    ("N° TVA : FR40303265045, merci", "FR40303265045", "vat", "FR40303265045"),
    ("USt-IdNr. DE136695976", "DE136695976", "vat", "DE136695976"),
    ("carte 4111 1111 1111 1111", "4111 1111 1111 1111", "card", "4111111111111111"),
    ("NIR 2 95 10 99 126 111 93", "2 95 10 99 126 111 93", "nir", "295109912611193"),
]  # fmt: skip

NOT_FOUND = [
    "FR76 3000 6000 0112 3456 7890 188",  # a check digit is wrong
    "SIRET 732 829 320 00075",
    "732 829 320",  # no word says that it is a SIREN
    "facture 732829320",
    "FR 41 303 265 045",
    "4111 1111 1111 1112",
    "Tél. 06 12 34 56 78",
    "+33 6 12 34 56 78",
    "commande 20260121061927",
    "de mardi dernier 12 au 14",
]


@pytest.mark.parametrize(("text", "written", "kind", "value"), FOUND)
def test_an_identifier_is_read(text: str, written: str, kind: str, value: str) -> None:
    """Its span is what is written, its value the compact form."""
    (found,) = find_identifiers(text)
    assert (found.text, found.kind, found.value) == (written, kind, value)
    assert text[found.start : found.end] == written


@pytest.mark.parametrize("text", NOT_FOUND)
def test_what_fails_its_check_is_none(text: str) -> None:
    """Wrong check digits, or figures that might be anything, give nothing."""
    assert find_identifiers(text) == []


def test_a_missing_library_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    """Without python-stdnum the error names it and the pip command."""
    real = builtins.__import__

    def refuse(name: str, *args: Any, **kwargs: Any) -> Any:
        if name.startswith("stdnum"):
            raise ImportError(name)
        return real(name, *args, **kwargs)

    def missing(name: str, package: str | None = None, wanted: Sequence[str] = ()) -> None:
        raise ImportError(name)

    monkeypatch.setattr("importlib.import_module", missing)
    monkeypatch.setattr(builtins, "__import__", refuse)
    with pytest.raises(EdgeError, match="python-stdnum") as error:
        find_identifiers("SIRET 732 829 320 00074")
    assert error.value.hint == "pip install 'edge-answers[extract]'"
