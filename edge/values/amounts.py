"""Amounts of money in French and English text: 1 284 €, 25k€, $10k, 1,5 million d'euros, CHF 250.-

A number counts only beside a currency. Suffixes (k, M, Md, bn, million) are read here; the marks inside a
number by price-parser.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator
from decimal import Decimal
from functools import cache

from edge.errors import EdgeError
from edge.values.fold import fold
from edge.values.number_words import words_before
from edge.values.span import Span, apart


class Amount(Span, frozen=True, kw_only=True):
    """`value` in units of `currency` (ISO 4217; None where the word does not say which, as in "francs")."""

    value: float
    currency: str | None = None


_SYMBOLS = {
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
_CODES = frozenset(_CODE_TABLE.split())
_WORDS = {
    "euros": "EUR", "euro": "EUR", "eur": "EUR", "dollars americains": "USD", "dollars us": "USD",
    "us dollars": "USD", "dollars canadiens": "CAD", "canadian dollars": "CAD", "dollars": "USD",
    "dollar": "USD", "livres sterling": "GBP", "pounds sterling": "GBP", "francs suisses": "CHF",
    "swiss francs": "CHF", "francs cfa": "XOF", "f cfa": "XOF", "fcfa": "XOF", "f.cfa": "XOF", "francs": None,
    "dirhams": "MAD", "yens": "JPY", "yen": "JPY", "yuans": "CNY", "roupies": "INR", "rupees": "INR",
    "zl": "PLN",
}  # fmt: skip
_BEFORE = {"fr.": "CHF", "sfr.": "CHF", "sfr": "CHF"}

_SCALES = {
    "k": 1e3, "m": 1e6, "mio": 1e6, "md": 1e9, "mds": 1e9, "mrd": 1e9, "bn": 1e9, "b": 1e9, "mille": 1e3,
    "millier": 1e3, "milliers": 1e3, "thousand": 1e3, "million": 1e6, "millions": 1e6, "milliard": 1e9,
    "milliards": 1e9, "billion": 1e9, "mn": 1e6, "cents": 1e2, "hundred": 1e2,
}  # fmt: skip


def _any(names: Iterable[str]) -> str:
    return "(?:" + "|".join(map(re.escape, sorted(names, key=lambda name: (-len(name), name)))) + ")"


_NUMBER = r"(?:\d{1,3}(?:[ .,']\d{3})+(?!\d)(?:[.,]\d{1,2}(?!\d))?|\d+(?:[.,]\d{1,3}(?!\d))?)"
_SCALE = rf"(?: ?(?P<scale>{_any(_SCALES)})(?![a-z\d])|(?P<tight>k|m|md|mds|bn)(?=[€$£¥]|eur|usd|chf|gbp))?"
_UNIT_AFTER = rf"(?:{_any(_SYMBOLS)}|(?:{_any(_WORDS)}|{_any(code.lower() for code in _CODES)})(?![a-z\d]))"
_UNIT_BEFORE = rf"(?:{_any(_SYMBOLS)}|(?<![a-z])(?:{_any(code.lower() for code in _CODES)}|{_any(_BEFORE)}))"
_START = r"(?<![\w.,/])"
_SIGN = r"(?P<sign>(?<![\w€$£-])-)?"
_RANGE = rf"(?:(?P<low>{_NUMBER}) ?(?P<lowscale>k|m)?(?P<to> ?- ?| a | to | et | and | ou | or ))?"

_AFTER = re.compile(
    rf"{_START}{_SIGN}{_RANGE}(?P<number>{_NUMBER})(?:[,.]-{{1,2}}(?!\d))?{_SCALE} ?(?:d'|de |"
    rf"of )?(?P<unit>{_UNIT_AFTER})(?P<cents>\d\d(?!\d))?"
)
_FRONT = re.compile(rf"{_SIGN}(?P<unit>{_UNIT_BEFORE}) ?(?P<number>{_NUMBER}){_SCALE}(?:\.-|,-)?(?![a-z\d%])")
#: A column's or field's heading names the currency: Total TTC (EUR) : 1 250,00.
_LABELLED = re.compile(
    rf"(?:\((?P<unit>{_UNIT_AFTER})\)|\ben (?P<word>euros|dollars|eur)) ?[:=] {{0,3}}"
    rf"(?P<number>{_NUMBER})(?![\w%])"
)
#: One of these is in every text that holds an amount; codes are sought as they are written, in capitals.
_MARKS = ("€", "$", "£", "¥", "₹", "₽", "₺", "₪", "₩", "euro", "eur", "dollar", "franc", "sterling", "cfa",
          "dirham", "yen", "yuan", "roupie", "rupee", "fr.", "sfr", " zl")  # fmt: skip
_CODE = re.compile(_any(_CODES))
_YEAR = re.compile(r"(?:19|20)\d\d")
_WORD_UNIT = re.compile(
    rf"(?<![a-z])(?:d')?(?P<unit>{_any(name for name in _WORDS if len(name) > 3)})(?![a-z])"
)


@cache
def _parser() -> Callable[[str], Decimal | None]:
    try:
        from price_parser.parser import parse_number
    except ImportError as error:
        raise EdgeError(
            "reading amounts needs the library price-parser, which is not installed",
            "pip install 'edge-answers[extract]'",
        ) from error
    parse: Callable[[str], Decimal | None] = parse_number
    return parse


def number(written: str) -> float | None:
    """The value of a number with French, English, German or Swiss marks inside; three figures after a single
    mark are thousands, except after a leading zero.
    """
    plain = written.replace("'", " ")
    if re.fullmatch(r"0[.,]\d+", plain):
        return float(plain.replace(",", "."))
    value = _parser()(plain)
    return None if value is None else float(value)


def find_amounts(text: str) -> list[Amount]:
    """Amounts in order of place, none overlapping. Bare numbers, percentages and measures are none.

    Errors: EdgeError when price-parser is not installed.
    """
    folded = fold(text)
    if not any(mark in folded.text for mark in _MARKS) and not _CODE.search(text):
        return []

    def amount(start: int, end: int, value: float, currency: str | None) -> Amount:
        start, end = folded.place(start, end)
        return Amount(start=start, end=end, text=text[start:end], value=value, currency=currency)

    def read() -> Iterator[Amount]:
        for pattern in (_AFTER, _FRONT):
            for found in pattern.finditer(folded.text):
                start, end = folded.place(found.start("unit"), found.end("unit"))
                unit = found["unit"]
                if unit.upper() in _CODES and unit not in _WORDS and not text[start:end].isupper():
                    continue
                if pattern is _FRONT and unit in ("cad", "mad", "ron") and _YEAR.fullmatch(found["number"]):
                    continue  # CAD 2026: drawing software
                if pattern is _FRONT and unit in ("sfr", "fr.") and not text[start].isupper():
                    continue
                yield from (amount(*one) for one in _values(found))
        for found in _LABELLED.finditer(folded.text):
            unit, value = found["unit"] or found["word"], number(found["number"])
            if value is not None:
                yield amount(*found.span("number"), _round(value), _currency(unit))
        for found in _WORD_UNIT.finditer(folded.text):
            spoken = words_before(folded.text, found.start())
            if spoken is not None:
                yield amount(spoken[0], found.end(), spoken[1], _WORDS[found["unit"]])

    return apart(read())


def _values(found: re.Match[str]) -> Iterator[tuple[int, int, float, str | None]]:
    """One match as (start, end, value, currency); both ends of "10 à 15 k€"."""
    currency = _currency(found["unit"])
    value = number(found["number"])
    if value is None:
        return
    scale = _SCALES[found["scale"] or found["tight"]] if found["scale"] or found["tight"] else 1.0
    groups = found.groupdict()
    if groups.get("cents") and value.is_integer():
        value += int(groups["cents"]) / 100  # 12€50
    start = found.start()
    low = number(groups["low"]) if groups.get("low") else None
    if low is not None:
        start = found.start("number")
        low *= _SCALES[found["lowscale"]] if found["lowscale"] else scale
        if value * scale / 5 <= low <= value * scale and (
            (" et " not in found["to"] and " and " not in found["to"]) or _between(found)
        ):
            yield (
                found.start("low"),
                found.end("lowscale") if found["lowscale"] else found.end("low"),
                _round(low),
                currency,
            )
    if groups.get("sign"):
        value = -value
    yield start, found.end(), _round(value * scale), currency


def _currency(unit: str) -> str | None:
    known = _SYMBOLS.get(unit) or _WORDS.get(unit) or _BEFORE.get(unit)
    return unit.upper() if known is None and unit.upper() in _CODES else known


def _between(found: re.Match[str]) -> bool:
    return found.string[max(0, found.start() - 8) : found.start()].endswith(("entre ", "between "))


def _round(value: float) -> float:
    """1.1 million is 1100000, not 1100000.0000000002."""
    return round(value, 4)
