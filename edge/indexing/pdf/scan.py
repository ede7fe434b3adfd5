"""A page as MuPDF gives it: runs of text with their type and place, and boxes of what is drawn."""

from __future__ import annotations

import msgspec

#: x0, y0, x1, y1 in points from the top left corner.
Box = tuple[float, float, float, float]

#: Units of the whole numbers below in a point.
UNITS = 100


class Rectangle(msgspec.Struct, frozen=True):
    """`flags` 1: the run goes on in the line of the one before."""

    x: int
    y: int
    w: int
    h: int
    flags: int = 0


class Font(msgspec.Struct, frozen=True):
    """Of a run of text."""

    name: str
    size: int
    weight: str = "normal"


class Run(msgspec.Struct, frozen=True):
    """Text of one style on one line. `y` is its base line."""

    bbox: Rectangle
    font: Font
    y: int
    text: str


class Block(msgspec.Struct, frozen=True):
    """A block of text, or a drawing (its box only in `Scan.strokes`)."""

    type: str
    lines: list[Run] = []


class PageJson(msgspec.Struct, frozen=True):
    """A page as MuPDF writes it."""

    blocks: list[Block]


class Scan(msgspec.Struct, frozen=True):
    """One page as MuPDF gives it: blocks in the file's order, boxes of what is drawn, in points."""

    blocks: list[Block]
    strokes: list[Box]
    height: float
    width: float
