"""Numbers with their units: 9,81 m/s², 3 km, 25 %, 6,02 × 10²³, twelve volts. 3 km and 3000 m are the same.

Figures are read by `text.numbers`; units are those of `assets/units.toml`. A number without a unit is a
measure too, of no dimension.
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterable
from decimal import Decimal
from functools import cache
from itertools import pairwise

import msgspec

from edge import paths
from edge.text import number_words, numbers
from edge.text.any_of import any_of
from edge.text.tokens import fold
from edge.values.amounts import Amount, find_amounts
from edge.values.span import ValueSpan

_SUPERSCRIPTS = str.maketrans("⁰¹²³⁴⁵⁶⁷⁸⁹⁻⁺", "0123456789-+")
_SIGNS = str.maketrans({"−": "-", "‐": "-", "‑": "-", "–": "-", "μ": "µ", "·": ".", "⋅": ".", "∙": "."})
#: 6,02 × 10²³, 3.0*10^8, 3e8.
_SCIENTIFIC = re.compile(
    r"(?P<sign>(?<![\w.,)-])-)?(?P<mantissa>\d{1,15}(?:[.,]\d{1,15})?)"
    r"(?:\s?[x×*.]\s?10\s?(?:\^\s?)?(?P<power>[-+]?\d{1,3}|[⁻⁺]?[⁰¹²³⁴⁵⁶⁷⁸⁹]{1,3})|[eE](?P<e>[-+]?\d{1,3}))"
    r"(?![\d\w])"
)
_FRACTION = re.compile(r"(\d{1,4})/(\d{1,4})")
_PLURAL = re.compile(r"(?<=[a-z])[sx](?![a-z])")
_WORD = re.compile(r"[^\W\d_]+")
#: Too much like an article or a pronoun to be a number.
_NOT_NUMBERS = frozenset({"a", "an", "un", "une", "one", "second", "and", "et", "de", "d"})
_LONGEST = 40


class Measure(ValueSpan, frozen=True, kw_only=True):
    """`values` in the first unit of `dimension` (several where the figures are ambiguous, none where they are
    no number: then only the same figures are the same); `figures` are the values as written, before the
    unit. `unit` as it is written, "" for none.
    """

    values: tuple[Decimal, ...]
    figures: tuple[Decimal, ...] = ()
    dimension: str = ""
    unit: str = ""

    def same(self, other: Measure, tolerance: float = 0.0) -> bool:
        """Whether both say the same quantity, within a share of the larger one."""
        if not self.values or not other.values:
            return (self.dimension, self.text) == (other.dimension, other.text)
        return self.dimension == other.dimension and _near(self.values, other.values, tolerance)

    def same_figures(self, other: Measure, tolerance: float = 0.0) -> bool:
        """The same number as written, whatever the units."""
        return _near(self.figures, other.figures, tolerance)


def _near(ours: tuple[Decimal, ...], theirs: tuple[Decimal, ...], tolerance: float) -> bool:
    slack = Decimal(str(max(tolerance, 1e-6)))
    return any(abs(one - two) <= slack * max(abs(one), abs(two)) for one in ours for two in theirs)


def find_measures(text: str, language: str = "und") -> list[Measure]:
    """All of them in order of place, numbers in words included (`one` and `un` are words, not numbers)."""
    plain = text.translate(_SIGNS)
    found: list[Measure] = []
    blanked = plain
    for match in _SCIENTIFIC.finditer(plain):
        power = int((match["power"] or match["e"]).translate(_SUPERSCRIPTS))
        value = Decimal(match["mantissa"].replace(",", ".")).scaleb(power) * (-1 if match["sign"] else 1)
        found.append(_measure(text, plain, match.start(), match.end(), (value,)))
        blanked = blanked[: match.start()] + " " * len(match[0]) + blanked[match.end() :]
    money = find_amounts(text)
    for number in numbers.find(blanked, language):
        values = number.values
        if not values and (fraction := _FRACTION.fullmatch(number.figures)) and int(fraction[2]):
            values = (Decimal(fraction[1]) / Decimal(fraction[2]),)
        start, end = number.start, number.end
        said = _measure(text, plain, start, end, values)
        paid = _paid(said, money)
        if paid is not said or not _is_formula(plain, start, end):
            found.append(paid)
    found += [_paid(one, money) for one in _in_words(text, plain)]
    return sorted(found, key=lambda it: (it.start, it.end))


def missing(claims: Iterable[Measure], known: list[Measure], tolerance: float = 0.0) -> list[Measure]:
    """The claims that no known measure says."""
    return [one for one in claims if not any(one.same(other, tolerance) for other in known)]


def _paid(said: Measure, money: Iterable[Amount]) -> Measure:
    """The measure, as money where it stands in an amount."""
    amount = next((it for it in money if it.start <= said.start and said.end <= it.end), None)
    if amount is None:
        return said
    currency = amount.currency or "money"
    return msgspec.structs.replace(said, values=said.figures, dimension=f"money {currency}", unit=currency)


def _is_formula(text: str, start: int, end: int) -> bool:
    """Figures that touch letters on their left are part of a name: H2O, CO2, Q3."""
    return start > 0 and text[start - 1].isalpha() and text[start].isdigit()


def _measure(text: str, plain: str, start: int, end: int, values: tuple[Decimal, ...]) -> Measure:
    symbols, words, symbol_pattern, word_pattern = _units()
    after = plain[end : end + _LONGEST].translate(_SUPERSCRIPTS).replace("^", "")
    unit, dimension, factor = "", "", Decimal(1)
    symbol, word = symbol_pattern.match(after), word_pattern.match(fold(after))
    if word and (symbol is None or len(word[1]) > len(symbol[1])):  # "cm carrés" is no "cm"
        unit = word[1]
        dimension, factor = words[_PLURAL.sub("", unit) if _PLURAL.sub("", unit) in words else unit]
    elif symbol:
        unit = symbol[1]
        dimension, factor = symbols[unit]
    return Measure(
        start=start, end=end, text=text[start:end], figures=values,
        values=tuple(value * factor for value in values), dimension=dimension, unit=unit,
    )  # fmt: skip


def _in_words(text: str, plain: str) -> list[Measure]:
    """Runs of words that say a number: twelve volts, deux cents."""
    found: list[Measure] = []
    run: list[tuple[int, int, str]] = []
    words = [(match.start(), match.end(), fold(match[0])) for match in _WORD.finditer(plain)]
    for word, following in pairwise([*words, (len(plain), len(plain), "")]):
        joined = not run or not plain[run[-1][1] : word[0]].strip(" -")
        says = word[2] not in _NOT_NUMBERS or (bool(run) and joined)
        if says and joined and number_words.value_of([*(part[2] for part in run), word[2]]) is not None:
            run.append(word)
            if following[2] and not plain[word[1] : following[0]].strip(" -"):
                continue
        found += _spoken(text, plain, run)
        run = []
        # A word that ended a run may begin the next.
        if says and not joined and number_words.value_of([word[2]]) is not None:
            run = [word]
    return found + _spoken(text, plain, run)


def _spoken(text: str, plain: str, run: list[tuple[int, int, str]]) -> list[Measure]:
    while run and run[-1][2] in _NOT_NUMBERS:
        run = run[:-1]
    value = number_words.value_of([part[2] for part in run]) if run else None
    if value is None:
        return []
    return [_measure(text, plain, run[0][0], run[-1][1], (Decimal(value),))]


_Units = dict[str, tuple[str, Decimal]]


@cache
def _units() -> tuple[_Units, _Units, re.Pattern[str], re.Pattern[str]]:
    """(symbols, words, a pattern of each for what stands right behind a number)."""
    table = tomllib.loads(paths.asset("units.toml").read_text(encoding="utf-8"))
    symbols, words = (
        {
            unit: (dimension, Decimal(str(factor)))
            for dimension, units in table[kind].items()
            for unit, factor in units.items()
        }
        for kind in ("symbols", "words")
    )
    symbol = re.compile(rf"[ \u00a0\u202f]?({any_of(symbols)})(?![\w/])(?!-\d)")
    plural = any_of(words).replace("\\ ", "[sx]? ")
    word = re.compile(rf"[ \u00a0\u202f-]?(?:d'|de )?({plural}[sx]?)(?![a-z])")
    return symbols, words, symbol, word
