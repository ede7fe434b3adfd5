"""Currencies as they are written beside a number: signs, codes, words, each with its code of ISO 4217."""

from __future__ import annotations

import re

from edge.text.any_of import any_of
from edge.text.tokens import fold

SYMBOLS = {
    "€": "EUR", "$": "USD", "£": "GBP", "¥": "JPY", "₹": "INR", "₽": "RUB", "₺": "TRY", "₪": "ILS",
    "₩": "KRW",
    "us$": "USD", "ca$": "CAD", "c$": "CAD", "a$": "AUD", "au$": "AUD", "nz$": "NZD", "hk$": "HKD",
    "s$": "SGD",
    "r$": "BRL", "$us": "USD", "$ us": "USD", "$ca": "CAD", "$ ca": "CAD", "$can": "CAD", "$ can": "CAD",
}  # fmt: skip
#: Read only in capitals, or as the original writes them here.
_CODE_TABLE = """
    EUR USD GBP CHF CAD AUD JPY CNY SEK NOK DKK PLN CZK HUF RON BGN MAD TND DZD XOF XAF BRL MXN INR SGD HKD
    NZD ZAR RUB ILS AED SAR QAR KRW
"""
CODES = frozenset(_CODE_TABLE.split())
WORDS = {
    "euros": "EUR", "euro": "EUR", "eur": "EUR", "dollars americains": "USD", "dollars us": "USD",
    "us dollars": "USD", "dollars canadiens": "CAD", "canadian dollars": "CAD", "dollars": "USD",
    "dollar": "USD", "livres sterling": "GBP", "pounds sterling": "GBP", "francs suisses": "CHF",
    "swiss francs": "CHF", "francs cfa": "XOF", "f cfa": "XOF", "fcfa": "XOF", "f.cfa": "XOF", "francs": None,
    "dirhams": "MAD", "yens": "JPY", "yen": "JPY", "yuans": "CNY", "roupies": "INR", "rupees": "INR",
    "zl": "PLN", "quid": "GBP", "bucks": "USD", "balles": "EUR",
}  # fmt: skip
BEFORE = {"fr.": "CHF", "sfr.": "CHF", "sfr": "CHF"}


_LOWER_CODES = any_of(code.lower() for code in CODES)
#: A currency right after a number or right before one, in folded text.
AFTER = rf"(?:{any_of(SYMBOLS)}|(?:{any_of(WORDS)}|{_LOWER_CODES})(?![a-z\d]))"
IN_FRONT = rf"(?:{any_of(SYMBOLS)}|(?<![a-z])(?:{_LOWER_CODES}|{any_of(BEFORE)}))"


def code(unit: str) -> str | None:
    """ISO 4217 of a folded sign, word or code; None for one that says nothing certain ("francs")."""
    known = SYMBOLS.get(unit) or WORDS.get(unit) or BEFORE.get(unit)
    return unit.upper() if known is None and unit.upper() in CODES else known


def stated(written: str) -> str | None:
    """ISO 4217 of a field that holds a currency and nothing else: any three letters are a code."""
    plain = written.strip()
    known = code(fold(plain.rstrip(".")))
    return known or (plain.upper() if re.fullmatch(r"[A-Za-z]{3}", plain) else None)


def is_unit(folded: str, written: str) -> bool:
    """Codes are words of French and English too (mad, sek, all): they count in capitals only."""
    return folded.upper() not in CODES or folded in WORDS or written.isupper()
