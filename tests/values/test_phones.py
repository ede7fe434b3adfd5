"""Telephone numbers: those that exist are read, other numbers are left alone."""

from __future__ import annotations

import pytest

from edge.errors import UsageError
from edge.values.phones import find_phones

FOUND = [
    ("Tél. : 06 12 34 56 78.", "FR", "06 12 34 56 78", "+33612345678"),
    ("01.42.68.53.00", "FR", "01.42.68.53.00", "+33142685300"),
    ("0612345678", "FR", "0612345678", "+33612345678"),
    ("06-12-34-56-78", "FR", "06-12-34-56-78", "+33612345678"),
    ("appelez le +33 (0)1 42 68 53 00 demain", "FR", "+33 (0)1 42 68 53 00", "+33142685300"),
    ("0033612345678", "FR", "0033612345678", "+33612345678"),
    ("Mobile: +44 20 7946 0958", "FR", "+44 20 7946 0958", "+442079460958"),
    ("+1 (415) 555-2671", "FR", "+1 (415) 555-2671", "+14155552671"),
    ("Call 415-555-2671 today", "US", "415-555-2671", "+14155552671"),
    ("(212) 555-0123", "US", "(212) 555-0123", "+12125550123"),
    ("020 7946 0958", "GB", "020 7946 0958", "+442079460958"),
    ("02 511 12 34", "BE", "02 511 12 34", "+3225111234"),
    ("llama al 612 345 678", "ES", "612 345 678", "+34612345678"),
    ("N° de client, tél : 06 12 34 56 78", "FR", "06 12 34 56 78", "+33612345678"),
]

NOT_FOUND = [
    "SIRET 732 829 320 00074",
    "SIREN 732 829 320",
    "FR76 3000 6000 0112 3456 7890 189",
    "facture 0123456789",
    "Réf. 0612345678",
    "N° de suivi : 0612345678",
    "le 01/02/2026 10",
    "01.02.2026 14",
    "2026-001-0612345678",
    "version 01.02.03.04.05",
    "06 12 34 56",
    "06 12 34 56 78 90 12",
    "4111 1111 1111 1111",
    "https://example.org/0612345678",
    "1 284 000 000 €",
    "00 00 00 00 00",
]


@pytest.mark.parametrize(("text", "country", "written", "e164"), FOUND)
def test_a_number_is_read(text: str, country: str, written: str, e164: str) -> None:
    """Its span is what is written, its value the international form."""
    (phone,) = find_phones(text, country)
    assert (phone.text, phone.e164) == (written, e164)
    assert text[phone.start : phone.end] == written


@pytest.mark.parametrize("text", NOT_FOUND)
def test_other_figures_are_none(text: str) -> None:
    """Identifiers, dates, amounts and numbers that nobody can have are no telephone numbers."""
    assert find_phones(text, "FR") == []


def test_an_unknown_country_is_named() -> None:
    """A country that does not exist is a fault of the settings, and said so."""
    with pytest.raises(UsageError, match=r"extract\.country is 'XX'"):
        find_phones("06 12 34 56 78", "XX")


def test_what_the_text_calls_a_telephone_is_one() -> None:
    """A number of the right length behind "call" or "tél." is read, though no operator has its range."""
    assert [one.e164 for one in find_phones("Call 01632 960 555 at once", "GB")] == ["+441632960555"]
    assert find_phones("Lot 01632 960 555 at once", "GB") == []


def test_the_number_below_a_letter_is_one() -> None:
    """Grouped as telephone numbers are and last on its line, it is read whoever has its range."""
    assert [one.e164 for one in find_phones("Gethin 07700 900 418", "GB")] == ["+447700900418"]
    assert find_phones("Lot 07700 900 418 sold", "GB") == []
