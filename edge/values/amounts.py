"""Amounts of money in French and English text: 1 284 €, 25k€, $10k, 1,5 million d'euros, CHF 250.-

A number counts only beside a currency; what its marks mean is read by `text.numbers`.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from edge.text import currencies, numbers
from edge.text.any_of import any_of
from edge.text.currencies import AFTER, CODES, IN_FRONT, WORDS
from edge.text.fold import FoldedText
from edge.text.number_words import NUMBERS, words_before
from edge.text.numbers import NUMBER, SCALE, SCALES
from edge.text.regex import regex
from edge.values.span import ValueSpan, apart


class Amount(ValueSpan, frozen=True, kw_only=True):
    """`value` in units of `currency` (ISO 4217; None where the word does not say which, as in "francs")."""

    value: float
    currency: str | None = None


_SCALED = rf"(?:{SCALE})?"
_START = r"(?<![\w.,/])"
_SIGN = r"(?P<sign>(?<![\w€$£-])-)?"
_RANGE = (
    rf"(?:(?P<low>{NUMBER}) ?(?P<lowscale>k|m)?(?P<to> ?- ?|(?<=\d\d)(?: / |/)| a | to | et | and | ou "
    r"| or ))?"
)

_AFTER = regex(
    rf"{_START}{_SIGN}{_RANGE}(?P<number>{NUMBER})(?:[,.]-{{1,2}}(?!\d))?{_SCALED} ?(?:d'|de |"
    rf"of )?(?P<unit>{AFTER})(?P<cents>\d\d(?!\d)|(?<=euros) \d\d(?=$|[.,;!?)\n](?!\d)))?"
)
_FRONT = regex(
    rf"{_SIGN}(?P<unit>{IN_FRONT}) ?(?P<number>{NUMBER}){_SCALED}(?:\.-|,-)?"
    rf"(?:-(?P<high>{NUMBER})(?![a-z\d%-]|[.,]\d))?(?![a-z\d%]|[.,]\d)"
)
#: A column's or field's heading names the currency: Total TTC (EUR) : 1 250,00.
_LABELLED = regex(
    rf"(?:\((?P<unit>{AFTER})\)|\ben (?P<word>euros|dollars|eur)) ?[:=] {{0,3}}"
    rf"(?P<number>{NUMBER})(?![\w%])"
)
#: One of these is in every text that holds an amount; codes are sought as they are written, in capitals.
_MARKS = ("€", "$", "£", "¥", "₹", "₽", "₺", "₪", "₩", "euro", "eur", "dollar", "franc", "sterling", "cfa",
          "dirham", "yen", "yuan", "roupie", "rupee", "fr.", "sfr", " zl",
          "quid", "bucks", "balles", "tenner", "fiver", "ht", "ttc")  # fmt: skip
_CODE = regex(any_of(CODES))
#: Before and after tax, in French: "18 400 HT", "Total TTC : 2 028,96". A line of 63 kV is HT too.
_TAXED = regex(
    rf"{_START}(?:(?P<number>{NUMBER}) ?(?:ht|ttc)(?![a-z\d])|(?<![a-z])(?:ht|ttc) ?[:=] {{0,3}}"
    rf"(?P<after>{NUMBER})(?![\w%]| ?(?:kv|v|a|kw|kwh|kva)\b))"
)
_LEAST_TAXED = 100
_YEAR = regex(r"(?:19|20)\d\d")
_WORD_UNIT = regex(rf"(?<![a-z])(?:d')?(?P<unit>{any_of(name for name in WORDS if len(name) > 3)})(?![a-z])")


#: A tenner, two fivers: notes that are sums.
_NOTES = regex(
    r"(?<![a-z-])(?:(?P<count>another|an?|one|two|three|four|five|[2-9]) )?(?P<note>tenner|fiver)s?(?![a-z])"
)
_NOTE_VALUES = {"tenner": 10.0, "fiver": 5.0}


#: Rupees: with a capital, for "rs" ends many words, and a small letter, for RS 232 is a plug.
_RUPEES = regex(rf"(?<![a-z-])rs\.? ?(?P<number>{NUMBER}){_SCALED}(?![a-z\d%]|[.,]\d)")
_RS = regex(r"\bRs\b")


def find_amounts(text: str) -> list[Amount]:
    """Amounts in order of place, none overlapping. Bare numbers, percentages and measures are none."""
    folded = FoldedText(text)
    rupees = _RS.search(text) is not None
    if not rupees and not any(mark in folded.text for mark in _MARKS) and not _CODE.search(text):
        return []

    def amount(start: int, end: int, value: float, currency: str | None) -> Amount:
        start, end = folded.back(start, end)
        return Amount(start=start, end=end, text=text[start:end], value=value, currency=currency)

    def read() -> Iterator[Amount]:
        for pattern in (_AFTER, _FRONT):
            for match in pattern.finditer(folded.text):
                start, end = folded.back(match.start("unit"), match.end("unit"))
                unit = match["unit"]
                if unit.upper() in CODES and unit not in WORDS and not text[start:end].isupper():
                    continue
                if unit == "balles" and folded.text.startswith(" de ", match.end()):
                    continue  # of tennis
                if pattern is _FRONT and unit in ("cad", "mad", "ron") and _YEAR.fullmatch(match["number"]):
                    continue  # CAD 2026: drawing software
                if pattern is _FRONT and unit in ("sfr", "fr.") and not text[start].isupper():
                    continue
                yield from (amount(*one) for one in _values(match))
        for match in _LABELLED.finditer(folded.text):
            unit, value = match["unit"] or match["word"], _number(match["number"])
            if value is not None:
                yield amount(*match.span("number"), _round(value), currencies.code(unit))
        for match in _WORD_UNIT.finditer(folded.text):
            spoken = words_before(folded.text, match.start())
            if spoken is not None:
                yield amount(spoken[0], match.end(), spoken[1], WORDS[match["unit"]])

        yield from (amount(*one, "INR") for one in (_rupees(folded, text) if rupees else ()))
        yield from (amount(*one, "EUR") for one in _taxed(folded.text))
        for match in _NOTES.finditer(folded.text):
            yield amount(*match.span(), _note_count(match["count"]) * _NOTE_VALUES[match["note"]], "GBP")

    return apart(read())


def _rupees(folded: FoldedText, text: str) -> Iterator[tuple[int, int, float]]:
    """(start, end, value) of the sums behind "Rs"."""
    for match in _RUPEES.finditer(folded.text):
        value, begin = _number(match["number"]), folded.back(match.start(), match.start() + 2)[0]
        if value is not None and text.startswith("Rs", begin):
            yield (*match.span(), _round(value * _scale(match)))


def _taxed(text: str) -> Iterator[tuple[int, int, float]]:
    """(start, end, value) of the sums before or after tax that name no currency."""
    for match in _TAXED.finditer(text):
        group = "number" if match["number"] else "after"
        value = _number(match[group])
        if value is not None and value >= _LEAST_TAXED:
            yield (*match.span(group), _round(value))


def _note_count(written: str | None) -> int:
    if written is None or written == "another":
        return 1
    return int(written) if written.isdigit() else NUMBERS[written]


def _values(match: re.Match[str]) -> Iterator[tuple[int, int, float, str | None]]:
    """One match as (start, end, value, currency); both ends of "10 à 15 k€"."""
    currency = currencies.code(match["unit"])
    value = _number(match["number"])
    if value is None:
        return
    scale = _scale(match)
    groups = match.groupdict()
    if groups.get("cents") and value.is_integer():
        value += int(groups["cents"]) / 100  # 12€50
    start = match.start()
    low = _number(groups["low"]) if groups.get("low") else None
    if low is not None:
        start = match.start("number")
        low *= SCALES[match["lowscale"]] if match["lowscale"] else scale
        if value * scale / 5 <= low <= value * scale and (
            (" et " not in match["to"] and " and " not in match["to"]) or _between(match)
        ):
            yield (
                match.start("low"),
                match.end("lowscale") if match["lowscale"] else match.end("low"),
                _round(low),
                currency,
            )
    if groups.get("sign"):
        value = -value
    high = _number(groups["high"]) if groups.get("high") else None
    if high is not None:  # £2,800-3,200
        yield start, match.start("high") - 1, _round(value * scale), currency
        if value < high <= 5 * value:
            yield *match.span("high"), _round(high * scale), currency
        return
    yield start, match.end(), _round(value * scale), currency


def _scale(match: re.Match[str]) -> float:
    return SCALES[match["scale"]] if match["scale"] else 1.0


def _number(written: str) -> float | None:
    value = numbers.decimal(written)
    return None if value is None else float(value)


def _between(match: re.Match[str]) -> bool:
    return match.string[max(0, match.start() - 8) : match.start()].endswith(("entre ", "between "))


def _round(value: float) -> float:
    """1.1 million is 1100000, not 1100000.0000000002."""
    return round(value, 4)
