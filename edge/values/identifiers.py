"""Registered identifiers in text whose check digits hold: the one kind of value that rules can be sure of."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Literal

from edge.text.fold import FoldedText
from edge.values import libraries
from edge.values.span import ValueSpan, apart

IdentifierKind = Literal["iban", "siret", "siren", "vat", "card", "nir"]


class Identifier(ValueSpan, frozen=True, kw_only=True):
    """`value` is the compact form, without spaces and points. `nir` is the French social security number."""

    kind: IdentifierKind
    value: str


_IBAN = re.compile(r"(?<![a-z\d])[a-z]{2}\d{2}(?:[ -]?[a-z\d]{4}){2,7}(?:[ -]?[a-z\d]{1,4})?(?![a-z\d])")
_VAT = re.compile(
    r"(?<![a-z\d])(?:at ?u|be|bg|cy|cz|de|dk|ee|el|es|fi|fr|hr|hu|ie|it|lt|lu|lv|mt|nl|pl|pt|ro|se|si|sk)"
    r"(?=[ .]?[a-z]{0,2}[ .]?\d)[ .]?[a-z\d]{2}(?:[ .]?[a-z\d]{1,4}){1,5}(?![a-z\d])"
)
_SIRET = re.compile(r"(?<![\d.,+-])\d{3}[ .]?\d{3}[ .]?\d{3}[ .]?\d{5}(?![\d]|[.,]\d)")
_SIREN = re.compile(r"(?<![\d.,+-])\d{3}[ .]?\d{3}[ .]?\d{3}(?![\d]|[.,]\d| \d{5}\b)")
_SIREN_CUE = re.compile(r"\b(?:siren|rcs|sirene)\b[^\d\n]{0,24}$")
_CARD = re.compile(
    r"(?<![\d.,+-])(?:[3456]\d{3}[ -]?\d{4}[ -]?\d{4}[ -]?\d{4}|3[47]\d\d[ -]?\d{6}[ -]?\d{5})(?![\d]|"
    r"[.,-]\d)"
)
_NIR = re.compile(
    r"(?<![\d.,+-])[12] ?\d\d ?(?:0[1-9]|1[0-2]|[2-9]\d) ?(?:\d\d|2[ab]) ?\d{3} ?\d{3} ?\d\d(?!\d)"
)


#: With letters: the pattern may take the next words with it, the check digits say where the number ends.
_LETTERED: tuple[tuple[IdentifierKind, re.Pattern[str], str], ...] = (
    ("iban", _IBAN, "iban"),
    ("vat", _VAT, "eu.vat"),
)
_FIGURES: tuple[tuple[IdentifierKind, re.Pattern[str], str], ...] = (
    ("siret", _SIRET, "fr.siret"),
    ("siren", _SIREN, "fr.siren"),
    ("card", _CARD, "luhn"),
    ("nir", _NIR, "fr.nir"),
)


def _holds(name: str, written: str) -> bool:
    valid: bool = libraries.load(f"stdnum.{name}", "python-stdnum").is_valid(written)
    return valid


def _compact(written: str) -> str:
    return re.sub(r"[^A-Z0-9]", "", written.upper())


def find_identifiers(text: str) -> list[Identifier]:
    """Identifiers in order of place, none overlapping (a SIREN inside a VAT number is left out).

    Errors: EdgeError when python-stdnum is not installed.
    """
    if sum(map(str.isdigit, text)) < 8:
        return []
    folded = FoldedText(text)
    identifiers = []
    for kind, first, last in _places(folded.text):
        value = _compact(folded.text[first:last])
        start, end = folded.back(first, last)
        identifiers.append(Identifier(start=start, end=end, text=text[start:end], kind=kind, value=value))
    return apart(identifiers)


def _places(text: str) -> Iterator[tuple[IdentifierKind, int, int]]:
    """What holds its check digits, in folded text."""
    taken = 0
    for kind, pattern, library in _LETTERED:
        for match in pattern.finditer(text):
            if kind == "vat" and match.start() < taken:
                continue
            end = _longest(match, library)
            if end is not None:
                taken = end
                yield kind, match.start(), end
    for kind, pattern, library in _FIGURES:
        for match in pattern.finditer(text):
            if kind == "siren" and not _SIREN_CUE.search(text[max(0, match.start() - 40) : match.start()]):
                continue  # one in ten runs of nine figures has right check digits
            if _holds(library, _compact(match[0])):
                yield kind, match.start(), match.end()


def _longest(match: re.Match[str], name: str) -> int | None:
    """Where the number ends: the pattern may have taken the next words with it ("... 0185 merci")."""
    written = match[0]
    if sum(map(str.isdigit, written)) < 7:
        return None  # words
    ends = [len(written), *(gap.start() for gap in reversed(list(re.finditer(r"[ .-]", written))))]
    for end in ends:
        compact = _compact(written[:end])
        if len(compact) < 8:
            return None
        if _holds(name, compact):
            return match.start() + end
    return None
