"""Telephone numbers in text, checked by the phonenumbers library."""

from __future__ import annotations

import re
from types import ModuleType

from edge.errors import EdgeError
from edge.values.fold import fold
from edge.values.span import Span


class Phone(Span, frozen=True, kw_only=True):
    """`e164`: +33612345678."""

    e164: str


# A number as people write one: a prefix, then groups of figures. The library then says whether there is such a one.
_CANDIDATE = re.compile(
    r"(?<![\w.,/@=#:+-])(?<!\d )(?:\+ ?\d|\(\+\d|0\d|\(0\d|\(\d{3}\) ?\d|[2-9]\d\d[-. ]\d{3}[-. ]\d{4})(?:[ .()/-]{0,3}\d){0,16}(?![\w]|[.,/-]\d| \d)"
)
_NATIONAL = re.compile(r"[1-9]")
#: What a number after these words is instead.
_OTHER = re.compile(
    r"\b(?:siret|siren|iban|bic|rib|tva|vat|ean|isbn|facture|invoice|commande|order|dossier|devis|contrat|client|compte|"
    r"account|reference|ref|numero de (?:suivi|serie|dossier|commande|client|contrat)|suivi|tracking|serie|serial|ticket|"
    r"code|id|version|matricule|nir)[^\d\n+]{0,16}$"
)
_TELEPHONE = re.compile(r"\b(?:tel|telephone|telephonique|mobile|portable|phone|fax|gsm|cell|call|appele[rz]|joindre|whatsapp|sms)\b[^\d\n+]{0,16}$")


def _library() -> ModuleType:
    try:
        import phonenumbers
    except ImportError as error:
        raise EdgeError(
            "reading telephone numbers needs the library phonenumberslite, which is not installed",
            "pip install 'edge-answers[extract]'",
        ) from error
    library: ModuleType = phonenumbers
    return library


def find_phones(text: str, country: str = "FR") -> list[Phone]:
    """Valid telephone numbers in order of place. `country` (ISO 3166, two letters) is that of numbers without a
    prefix; French, British and most European ones then begin with 0.

    Errors: EdgeError when phonenumberslite is not installed.
    """
    folded = fold(text)
    phones: list[Phone] = []
    for found in _CANDIDATE.finditer(folded.text):
        written = found[0]
        if not 8 <= sum(map(str.isdigit, written)) <= 16:
            continue
        before = folded.text[max(0, found.start() - 40) : found.start()]
        if _OTHER.search(before) and not _TELEPHONE.search(before):
            continue
        e164 = _valid(written, country)
        if e164 is not None:
            start, end = folded.place(found.start(), found.end())
            phones.append(Phone(start=start, end=end, text=text[start:end], e164=e164))
    return phones


def _valid(written: str, country: str) -> str | None:
    library = _library()
    international = "+" in written or written.startswith("00")
    if not international and written.lstrip("(")[0] != "0" and country not in library.supported_regions_for_code(1):
        return None  # nine figures are a SIREN sooner than a number without its 0
    if written.startswith("00"):
        written = "+" + written[2:]
    try:
        parsed = library.parse(written.replace("(0)", "") if international else written, country)
    except library.NumberParseException:
        return None
    if not library.is_valid_number(parsed):
        return None
    e164: str = library.format_number(parsed, library.PhoneNumberFormat.E164)
    return e164
