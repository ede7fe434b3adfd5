"""Telephone numbers in text, checked by the phonenumbers library."""

from __future__ import annotations

import re
from functools import cache
from types import ModuleType

from edge.errors import UsageError
from edge.text.fold import FoldedText
from edge.text.regex import regex
from edge.values import libraries
from edge.values.span import ValueSpan


class Phone(ValueSpan, frozen=True, kw_only=True):
    """`e164`: +33612345678."""

    e164: str


# A number as people write one: a prefix, then groups of figures. The library says whether there is one.
_BEGIN = r"(?<![\w.,/@=#:+-])(?<!\d )"
#: "... ext 214", "x214", "poste 12": a number inside a house, told behind its own.
_INSIDE = r"(?= ?(?:x ?|extn?\.? ?|extension |poste )\d{1,6}(?!\d))"
_GROUPS = rf"(?:[ .()/-]{{0,3}}\d){{0,16}}(?:{_INSIDE}|(?![\w]|[.,/-]\d| \d))"
_CANDIDATE = regex(rf"{_BEGIN}(?:\+ ?\d|\(\+\d|0\d|\(0\d){_GROUPS}")
#: Where national numbers do not begin with 0 (Spain, the United States).
_CANDIDATE_BARE = regex(rf"{_BEGIN}(?:\+ ?\d|\(\+\d|00\d|\(?[2-9]\d\d\)?[-. ]?\d){_GROUPS}")
_DAY = regex(r"\d\d([/.-])\d\d\1(?:19|20)\d\d(?!\d)")
#: What a number after these words is instead.
_OTHER = regex(
    r"\b(?:siret|siren|iban|bic|rib|tva|vat|ean|isbn|facture|invoice|commande|order|dossier|devis|contrat"
    r"|client|compte|account|reference|ref|numero de (?:suivi|serie|dossier|commande|client|contrat)|suivi"
    r"|tracking|serie|serial|ticket|code|id|version|matricule|nir)[^\d\n+]{0,16}$"
)
_TELEPHONE = regex(
    r"\b(?:tel|telephone|telephonique|mobile|portable|phone|fax|gsm|cell|call|appele[rz]|joindre|joignable|"
    r"whatsapp|sms|ring|text|mob|landline|fixe|reach(?:ed)?|(?:s|is|am|m|are|re|him|her|me|us"
    r"|them) on|direct line|ligne directe|duty phone|astreinte|"
    r"(?:my|his|her|their|our|new|home|work|office|duty) (?:number|line)|"
    r"(?:mon|son|notre|leur|nouveau|ma|sa|nouvelle) (?:numero|ligne)|^[tmc](?= ?:))\b[^\d\n+]{0,16}$",
    re.MULTILINE,
)


#: Grouped as telephone numbers are, and the last thing on its line: the number below a letter.
_GROUPED = regex(
    r"\+ ?\d{1,3}(?:[ .]?\(?\d{1,4}\)?){2,6}|0\d(?:[ .]\d\d){4}|0\d{2,4} \d{3} ?\d{3,4}"
    r"|\(?\d{3}\)? \d{3}-\d{4}"
)
_LINE_ENDS = regex(rf"[).]?[ \t]{{0,9}}(?:\n|$)|{_INSIDE}")


def _library() -> ModuleType:
    return libraries.load("phonenumbers", "phonenumberslite")


def find_phones(text: str, country: str = "FR") -> list[Phone]:
    """Valid telephone numbers in order of place. `country` (ISO 3166, two letters) is that of numbers without
    a prefix; French, British and most European ones then begin with 0.

    Errors: UsageError for an unknown country; EdgeError when phonenumberslite is not installed.
    """
    if sum(map(str.isdigit, text)) < 8:
        return []
    folded = FoldedText(text)
    phones: list[Phone] = []
    candidate = _CANDIDATE if _zero(country) else _CANDIDATE_BARE
    for match in candidate.finditer(folded.text):
        written = match[0]
        if _DAY.match(written) or not 8 <= sum(map(str.isdigit, written)) <= 16:
            continue
        before = folded.text[max(0, match.start() - 40) : match.start()]
        if _OTHER.search(before) and not _TELEPHONE.search(before):
            continue
        # What the text calls a telephone number, or signs with, is one, whatever its range.
        signed = _GROUPED.fullmatch(written) and _LINE_ENDS.match(folded.text, match.end())
        e164 = _e164(written, country, stated=bool(signed or _TELEPHONE.search(before)))
        if e164 is not None:
            start, end = folded.back(match.start(), match.end())
            phones.append(Phone(start=start, end=end, text=text[start:end], e164=e164))
    return phones


@cache
def _zero(country: str) -> bool:
    """National numbers begin with 0 there: nine figures without one are a SIREN sooner than a telephone."""
    library = _library()
    if country not in library.SUPPORTED_REGIONS:
        raise UsageError(
            f"extract.country is {country!r}, which is no country of telephone numbers",
            "Use two letters of ISO 3166, in capitals: FR, BE, GB, US.",
        )
    prefix = library.PhoneMetadata.metadata_for_region(country).national_prefix
    return bool(prefix == "0")


def _e164(written: str, country: str, *, stated: bool) -> str | None:
    library = _library()
    international = "+" in written or written.startswith("00")
    if written.startswith("00"):
        written = "+" + written[2:]
    try:
        parsed = library.parse(written.replace("(0)", "") if international else written, country)
    except library.NumberParseException:
        return None
    if not (library.is_valid_number(parsed) or (stated and library.is_possible_number(parsed))):
        return None
    e164: str = library.format_number(parsed, library.PhoneNumberFormat.E164)
    return e164
