"""Quantities that are said in two units or more: 1 h 30, 2 hours and 5 minutes, 1 m 75, 1 h et demie."""

from __future__ import annotations

import re
from collections.abc import Sequence
from decimal import Decimal

import msgspec

from edge.text.tokens import fold
from edge.values.measures import Measure

#: What may stand between two parts of one quantity, both with their unit.
_BETWEEN = re.compile(r"\s{0,2}(?:(?:et|and)\s)?")
#: 1h30, 1m75.
_WITHOUT_SPACE = re.compile(r"(?<=\d)(h|min|m)(?=\d\d(?!\w))")
_HALF = re.compile(r"\s{1,2}(?:et\s+demie?|and\s+a\s+half)(?!\w)")
#: A bare number behind such a part counts what is smaller: (dimension, the part's unit) -> the smaller one.
_SMALLER = {
    ("time", Decimal(3600)): Decimal(60), ("time", Decimal(60)): Decimal(1),
    ("length", Decimal(1)): Decimal("0.01"),
}  # fmt: skip
#: The first number that is no such part.
_MOST = {"time": 60, "length": 100}


def spaced(text: str) -> str:
    """The text with the unit apart where figures stand on both its sides, as measures are read."""
    return _WITHOUT_SPACE.sub(r" \1 ", text)


def joined(found: Sequence[Measure], text: str) -> list[Measure]:
    """The measures in order, those that are parts of one quantity as one. The larger unit comes first, and is
    the one that the figures are of.
    """
    made: list[Measure] = []
    last: Measure | None = None  # the part that the next one may belong to
    for one in found:
        more = _part(last, one, text) if last is not None else None
        if more is None:
            made.append(one)
        else:
            made[-1] = _sum(made[-1], more, one.end, text)
        last = one
    return [_with_half(one, text) for one in made]


def _part(first: Measure, second: Measure, text: str) -> Decimal | None:
    """The value of what belongs to a larger part before it; None where the two are two quantities."""
    unit = _unit(first)
    if unit is None or first.dimension not in _MOST or len(second.figures) != 1 or second.figures[0] < 0:
        return None
    between = fold(text[first.end + _width(first, text) : second.start])
    if not _BETWEEN.fullmatch(between):
        return None
    if second.dimension == first.dimension:
        smaller = _unit(second)
        return second.values[0] if smaller is not None and smaller < unit else None
    smaller = _SMALLER.get((first.dimension, unit))
    if second.dimension or smaller is None or second.figures[0] >= _MOST[first.dimension]:
        return None
    bare = second.text.isdigit() and len(second.text) == 2 and not between.strip()
    return second.figures[0] * smaller if bare else None


def _unit(one: Measure) -> Decimal | None:
    if len(one.figures) != 1 or len(one.values) != 1 or not one.figures[0]:
        return None
    return one.values[0] / one.figures[0]


def _width(one: Measure, text: str) -> int:
    """Characters of the unit, with what stands before it."""
    behind = text[one.end : one.end + len(one.unit) + 2]
    at = fold(behind).find(fold(one.unit))
    return at + len(one.unit) if at >= 0 else 0


def _sum(first: Measure, more: Decimal, end: int, text: str) -> Measure:
    unit = _unit(first)
    assert unit is not None
    value = first.values[0] + more
    return msgspec.structs.replace(
        first, end=end, text=text[first.start : end], values=(value,), figures=(value / unit,)
    )


def _with_half(one: Measure, text: str) -> Measure:
    unit = _unit(one)
    if unit is None or not one.dimension:
        return one
    match = _HALF.match(fold(text[one.end + _width(one, text) :][:24]))
    return _sum(one, unit / 2, one.end, text) if match else one
