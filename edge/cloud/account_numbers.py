"""Account and card numbers, however they are broken up: check digits tell them from other numbers."""

from __future__ import annotations

import re
from collections.abc import Iterator

from edge.text.spans import Span

#: What may stand between two characters of one number: spaces, dashes, the walls of cells, a quoted line's
#: beginning. A few of them, so that a number ends where the text goes on.
_GAP = r"[ \n.,\-/_|>*:;()\[\]·•]{0,4}"

_IBAN = re.compile(rf"(?<![A-Za-z0-9])[A-Za-z]{_GAP}[A-Za-z](?:{_GAP}\d){{2}}(?:{_GAP}[A-Za-z0-9]){{11,30}}")
_WRITTEN_IBAN = re.compile(r"(?<![A-Za-z0-9])[A-Za-z]{2}\d{2}(?:[ .\-]?[A-Za-z0-9]){11,30}")
_RIB = re.compile(
    rf"(?<![A-Za-z0-9])\d(?:{_GAP}\d){{4}}{_GAP}\d(?:{_GAP}\d){{4}}{_GAP}[A-Za-z0-9](?:{_GAP}[A-Za-z0-9]){{10}}"
    rf"{_GAP}\d{_GAP}\d(?![A-Za-z0-9])"
)
_DIGITS = re.compile(rf"(?<![\d])\d(?:{_GAP}\d){{12,}}(?!\d)")
_GROUP = re.compile(r"\d+")
#: How the cards of the large schemes begin (ISO/IEC 7812).
_ISSUER = re.compile(r"3[0-9]|4|5[0-8]|2[2-7]|6[0-9]|1800|2131")
_CODE = re.compile(
    r"(?i)\b(?:cvv2?|cvc2?|cvn|csc|cryptogramme|code de s[ée]curit[ée]|security code|num[ée]ro au dos)"
    r"(?: (?:est|is|de la carte|visuel))*\W{0,4}(?P<value>\d{3,4})(?!\d)"
)
_EXPIRY = re.compile(
    r"(?i)\b(?:exp(?:\.|ire(?:s)?|iration|iry)?|valable jusqu['’]au|valid(?: thru| until)?)"
    r"(?: (?:le|date|on))?\W{0,3}(?P<value>(?:0[1-9]|1[0-2]) ?[/\-] ?(?:20)?\d\d)(?!\d)"
)
_LENGTHS = range(13, 20)

#: Characters of an IBAN by its country (the registry of SWIFT, release 99).
_IBAN_LENGTHS = {
    country: length
    for length, countries in {
        15: "NO", 16: "BE", 18: "DK FI FK FO GL NL SD", 19: "MK SI SO", 20: "AT BA EE KZ LT LU MN XK",
        21: "CH HR LI LV", 22: "BG BH CR DE GB GE IE ME RS VA", 23: "AE GI IL IQ OM TL",
        24: "AD CZ ES MD PK RO SA SE SK TN VG YE", 25: "LY PT ST", 26: "IS TR",
        27: "BI DJ FR GR IT MC MR SM", 28: "AL AZ BY CY DO GT HN HU LB NI PL SV", 29: "BR EG PS QA UA",
        30: "JO KW MU", 31: "MT SC", 32: "LC", 33: "RU",
    }.items()
    for country in countries.split()
}  # fmt: skip

#: RIB: letters of an account count as digits (Banque de France).
_RIB_LETTERS = str.maketrans("ABCDEFGHIJKLMNOPQRSTUVWXYZ", "12345678912345678923456789")


def ibans(plain: str) -> Iterator[Span]:
    """IBANs (ISO 13616) of their country's length with right check digits, however broken up; what is written
    as an IBAN and mostly digits, whatever its check digits; and the French RIB by its key.
    """
    for match in _IBAN.finditer(plain):
        letters = [place for place in range(*match.span()) if plain[place].isalnum()]
        length = _IBAN_LENGTHS.get((plain[letters[0]] + plain[letters[1]]).upper(), 0)
        if 0 < length <= len(letters) and _mod97("".join(plain[place] for place in letters[:length])):
            yield letters[0], letters[length - 1] + 1
    for match in _WRITTEN_IBAN.finditer(plain):
        letters = [place for place in range(*match.span()) if plain[place].isalnum()]
        letters = letters[: _IBAN_LENGTHS.get(match[0][:2].upper(), len(letters))]
        if sum(plain[place].isdigit() for place in letters) * 2 > len(letters):
            yield letters[0], letters[-1] + 1
    for match in _RIB.finditer(plain):
        if _rib("".join(c for c in match[0] if c.isalnum())):
            yield match.span()


def cards(plain: str) -> Iterator[Span]:
    """13 to 19 digits in whole groups that begin as a card does and whose Luhn digit is right (ISO/IEC 7812);
    the code and the month beside one.
    """
    found = False
    for match in _DIGITS.finditer(plain):
        groups = [(match.start() + g.start(), match.start() + g.end()) for g in _GROUP.finditer(match[0])]
        at = 0
        while at < len(groups):
            end = _card(plain, groups, at)
            if end is None:
                at += 1
                continue
            found = True
            yield groups[at][0], groups[end][1]
            at = end + 1
    for pattern in (_CODE, _EXPIRY) if found else (_CODE,):
        yield from (match.span("value") for match in pattern.finditer(plain))


def _card(plain: str, groups: list[Span], at: int) -> int | None:
    """The group that ends a card number which begins at a group."""
    digits = ""
    for end in range(at, len(groups)):
        digits += plain[slice(*groups[end])]
        if len(digits) > _LENGTHS[-1]:
            return None
        sizes = {stop - start for start, stop in groups[at : end + 1]}
        shaped = len(groups[at : end + 1]) == 1 or sizes == {1} or max(sizes) <= 6
        if len(digits) in _LENGTHS and shaped and _ISSUER.match(digits) and _luhn(digits):
            return end
    return None


def _luhn(digits: str) -> bool:
    numbers = [int(c) for c in reversed(digits)]
    doubled = (sum(divmod(2 * number, 10)) for number in numbers[1::2])
    return len(set(numbers)) > 1 and (sum(numbers[::2]) + sum(doubled)) % 10 == 0


def _mod97(characters: str) -> bool:
    moved = (characters[4:] + characters[:4]).upper()
    return moved.isascii() and int("".join(str(int(c, 36)) for c in moved)) % 97 == 1


def _rib(characters: str) -> bool:
    digits = characters.upper().translate(_RIB_LETTERS)
    bank, branch, account, key = int(digits[:5]), int(digits[5:10]), int(digits[10:21]), int(digits[21:])
    return bank > 0 and 97 - (89 * bank + 15 * branch + 3 * account) % 97 == key
