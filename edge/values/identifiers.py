"""Registered identifiers in text whose check digits hold: the one kind of value that rules may be certain of."""

from __future__ import annotations

import re
from functools import cache
from types import ModuleType
from typing import Literal

from edge.errors import EdgeError
from edge.values.fold import fold
from edge.values.span import Span, apart

IdentifierKind = Literal["iban", "siret", "siren", "vat", "card", "nir"]


class Identifier(Span, frozen=True, kw_only=True):
    """`value` is the compact form, without spaces and points. `nir` is the French social security number."""

    kind: IdentifierKind
    value: str


_IBAN = re.compile(r"(?<![a-z\d])[a-z]{2}\d{2}(?:[ -]?[a-z\d]{4}){2,7}(?:[ -]?[a-z\d]{1,4})?(?![a-z\d])")
_VAT = re.compile(
    r"(?<![a-z\d])(?:at ?u|be|bg|cy|cz|de|dk|ee|el|es|fi|fr|hr|hu|ie|it|lt|lu|lv|mt|nl|pl|pt|ro|se|si|sk)"
    r"[ .]?[a-z\d]{2}(?:[ .]?[a-z\d]{1,4}){1,5}(?![a-z\d])"
)
_SIRET = re.compile(r"(?<![\d.,+-])\d{3}[ .]?\d{3}[ .]?\d{3}[ .]?\d{5}(?![\d]|[.,]\d)")
_SIREN = re.compile(r"(?<![\d.,+-])\d{3}[ .]?\d{3}[ .]?\d{3}(?![\d]|[.,]\d| \d{5}\b)")
_SIREN_CUE = re.compile(r"\b(?:siren|rcs|sirene)\b[^\d\n]{0,24}$")
_CARD = re.compile(
    r"(?<![\d.,+-])(?:[3456]\d{3}[ -]?\d{4}[ -]?\d{4}[ -]?\d{4}|3[47]\d\d[ -]?\d{6}[ -]?\d{5})(?![\d]|[.,-]\d)"
)
_NIR = re.compile(
    r"(?<![\d.,+-])[12] ?\d\d ?(?:0[1-9]|1[0-2]|[2-9]\d) ?(?:\d\d|2[ab]) ?\d{3} ?\d{3} ?\d\d(?!\d)"
)


@cache
def _library(name: str) -> ModuleType:
    from importlib import import_module

    try:
        return import_module(f"stdnum.{name}")
    except ImportError as error:
        raise EdgeError(
            "checking identifiers needs the library python-stdnum, which is not installed",
            "pip install 'edge-answers[extract]'",
        ) from error


def _holds(name: str, written: str) -> bool:
    valid: bool = _library(name).is_valid(written)
    return valid


def _compact(written: str) -> str:
    return re.sub(r"[^A-Z0-9]", "", written.upper())


def find_identifiers(text: str) -> list[Identifier]:
    """Identifiers in order of place, none overlapping. A SIREN and a VAT number share figures: the longer is told.

    Errors: EdgeError when python-stdnum is not installed.
    """
    if sum(map(str.isdigit, text)) < 8:
        return []
    folded = fold(text)
    found: list[Identifier] = []

    def take(kind: IdentifierKind, start: int, end: int) -> None:
        start, end = folded.place(start, end)
        value = _compact(folded.text[start:end] if folded.places is None else text[start:end])
        found.append(Identifier(start=start, end=end, text=text[start:end], kind=kind, value=value))

    for match in _IBAN.finditer(folded.text):
        end = _longest(match, "iban")
        if end:
            take("iban", match.start(), end)
    for match in _VAT.finditer(folded.text):
        end = _longest(match, "eu.vat")
        if end and sum(map(str.isdigit, match[0])) >= 7:
            take("vat", match.start(), end)
    for match in _SIRET.finditer(folded.text):
        if _holds("fr.siret", _compact(match[0])):
            take("siret", match.start(), match.end())
    for match in _SIREN.finditer(folded.text):
        before = folded.text[max(0, match.start() - 40) : match.start()]
        if _SIREN_CUE.search(before) and _holds("fr.siren", _compact(match[0])):
            take("siren", match.start(), match.end())
    for match in _CARD.finditer(folded.text):
        if _holds("luhn", _compact(match[0])):
            take("card", match.start(), match.end())
    for match in _NIR.finditer(folded.text):
        if _holds("fr.nir", _compact(match[0])):
            take("nir", match.start(), match.end())
    return apart(found)


def _longest(match: re.Match[str], name: str) -> int | None:
    """Where the number ends: the pattern may have taken the next words with it ("... 0185 merci")."""
    written = match[0]
    ends = [len(written), *(gap.start() for gap in reversed(list(re.finditer(r"[ .-]", written))))]
    for end in ends:
        compact = _compact(written[:end])
        if len(compact) < 8:
            return None
        if _holds(name, compact):
            return match.start() + end
    return None
