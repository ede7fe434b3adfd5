"""Where the squares lie that a page is cut into: overlapping, so that what one cuts through stands whole in
its neighbour.
"""

from __future__ import annotations

import math
from typing import NamedTuple

#: The share of a square that its neighbour shows again, at least: two lines of handwriting on A4.
OVERLAP = 0.15
#: A page cut into more is a strip, not a page.
MOST = 32


class Square(NamedTuple):
    """Its corner and its side, in the page's own units."""

    x: float
    y: float
    side: float


def squares(width: float, height: float, across: int) -> list[Square]:
    """Squares that cover a page, `across` of them over its shorter side, in reading order: rows from the top,
    each from the left. Empty where there would be more than `MOST`.
    """
    short = min(width, height)
    side = short / (1 + (across - 1) * (1 - OVERLAP))
    columns, rows = _starts(width, side), _starts(height, side)
    if len(columns) * len(rows) > MOST:
        return []
    return [Square(x, y, side) for y in rows for x in columns]


def _starts(length: float, side: float) -> list[float]:
    """Evenly spread beginnings of runs of `side` that cover `length`."""
    step = side * (1 - OVERLAP)
    # Floating point must not ask for one more than fits exactly.
    count = max(1, 1 + math.ceil((length - side) / step - 1e-6)) if side > 0 else MOST + 1
    if count > MOST:
        return [0.0] * (MOST + 1)
    return [(length - side) * at / (count - 1) for at in range(count)] if count > 1 else [0.0]
