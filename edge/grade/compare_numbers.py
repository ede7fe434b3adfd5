"""The numbers of an answer beside those that are expected: right, without a unit, with another, or others."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from functools import lru_cache

from edge.grade.parsed_text import ParsedText
from edge.records import Reason
from edge.values.measures import Measure

#: Of amounts that are written behind their currency.
_CURRENCIES = {"GBP": "£", "USD": "$"}
#: Scales of temperature to °C.
_CELSIUS: dict[str, Callable[[float], float]] = {
    "celsius": lambda value: value,
    "kelvin": lambda value: value - 273.15,
    "fahrenheit": lambda value: (value - 32) * 5 / 9,
}
#: What may stand between a number and the sign behind which its result is: 36 km / 2 h = 18 km/h.
_TO_RESULT = re.compile(
    r"(?:(?!\b(?:and|et|or|ou|so|then|donc|puis|alors)\b|[,.]\s)[^=;:?!\n]){0,60}+=(?!=)", re.IGNORECASE
)


@lru_cache(maxsize=1_024)
def asked_for(expected: ParsedText, asked: ParsedText) -> tuple[Measure, ...]:
    """The numbers of a model answer that an answer must give: not those that lead up to a result (36 / 2 =),
    nor those that stand in the question, with their unit or without.
    """
    results = [it for it in expected.measures if not _TO_RESULT.match(expected.written, it.end)]
    return tuple(
        it
        for it in results
        if not any(it.same(one) or (not it.dimension and it.same_figures(one)) for one in asked.measures)
    )


@dataclass(frozen=True, slots=True)
class NumbersCompared:
    """Of the expected numbers: how many are there, how many without their unit (worth a half), and what is
    said in the place of others.
    """

    wanted: int
    right: int
    bare: int = 0
    wrong: tuple[Reason, ...] = ()
    missing: tuple[Reason, ...] = ()

    @property
    def share(self) -> float:
        return (self.right + self.bare / 2) / self.wanted if self.wanted else 1.0


def compare_numbers(
    expected: Sequence[Measure], answer: ParsedText, tolerance: float, known: Iterable[Measure] = ()
) -> NumbersCompared:
    """Expected numbers against those of an answer. Another number of the same kind, the same number with
    another unit, or a choice between it and another is wrong; none at all, or only what is `known` (what the
    question gives, what is expected elsewhere), is only missing.
    """
    right, bare, wrong, missing = 0, 0, list[Reason](), list[Reason]()
    given = [it for it in known if it not in expected]
    spare = [
        it
        for it in answer.measures
        if not any(_says(it, one, tolerance) for one in expected) and not any(it.same(one) for one in given)
    ]
    lacking: list[Measure] = []
    for one in expected:
        if there := [it for it in answer.measures if _says(it, one, tolerance)]:
            # Who offers another number beside it does not say which it is.
            if other := next((it for said in there for it in _beside(said, answer) if it in spare), None):
                wrong.append(_instead(one, other))
            else:
                right += 1
            continue
        alike = [it for it in spare if it.dimension != one.dimension and it.same_figures(one, tolerance)]
        if any(not it.dimension for it in alike):
            bare += 1
            missing.append(Reason("grade.unit_missing", {"expected": _shown(one)}))
        elif alike:
            said = _shown(alike[0])
            wrong.append(Reason("grade.unit_wrong", {"expected": _shown(one), "said": said}))
        elif other := next((it for it in spare if it.dimension == one.dimension), None):
            wrong.append(_instead(one, other))
        else:
            lacking.append(one)
    if lacking:
        united = any(it.dimension for it in lacking)
        missing.append(Reason("grade.number_missing" if united else "grade.figure_missing"))
    return NumbersCompared(len(expected), right, bare, tuple(wrong), tuple(missing))


def _says(said: Measure, expected: Measure, tolerance: float) -> bool:
    """The same quantity. Temperatures on other scales are compared in °C, within half a degree; where one is
    asked for, bare degrees are its own; where money is, so are pounds. Of a number without a unit anything
    may be counted.
    """
    if not expected.dimension and said.same_figures(expected, tolerance):
        return True
    if expected.dimension == "money GBP" and said.dimension == "mass" and said.unit.startswith("pound"):
        return said.same_figures(expected, tolerance)
    if expected.dimension in _CELSIUS and said.dimension in ("angle", *_CELSIUS):
        if said.dimension == "angle":
            return said.same_figures(expected, tolerance)
        if said.dimension != expected.dimension:
            ours, theirs = map(_celsius, (said, expected))
            return any(abs(one - two) <= max(0.5, tolerance * abs(two)) for one in ours for two in theirs)
    return said.same(expected, tolerance)


def _celsius(one: Measure) -> list[float]:
    return [_CELSIUS[one.dimension](float(value)) for value in one.values]


def _beside(said: Measure, answer: ParsedText) -> list[Measure]:
    """The numbers that an answer offers beside one."""
    return [it for pair in answer.offered if said in pair for it in pair if it != said]


def _instead(expected: Measure, said: Measure) -> Reason:
    return Reason("grade.number_wrong", {"expected": _shown(expected), "said": _shown(said)})


def _shown(one: Measure) -> str:
    sign = _CURRENCIES.get(one.unit)
    return f"{sign}{one.text}" if sign else f"{one.text} {one.unit}".strip()
