"""Bullets that are drawn and not written, as browsers print lists: a dot or a small square left of a line."""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections import Counter
from collections.abc import Sequence

from edge.indexing.pdf.lines import PdfLine
from edge.indexing.pdf.scan import Box

_BULLET = "• "
_SMALLEST, _LARGEST = 0.15, 0.55  # type sizes
_SQUARE = 1.25  # times the shorter side of a mark that the longer one is, at the most
_NEAREST, _FURTHEST = 0.2, 2.5  # type sizes from a mark to its line
_MIDDLE = 0.3  # of a line's height that its middle is from that of the mark
_LEAST = 2  # marks below each other


def with_bullets(lines: Sequence[PdfLine], strokes: Sequence[Box]) -> None:
    """Put a bullet before each line that has one drawn, where two at least stand below each other."""
    marks = sorted(
        ((box[1] + box[3]) / 2, box) for box in strokes if _is_mark(box[2] - box[0], box[3] - box[1])
    )
    if len(marks) < _LEAST:
        return
    heights = [middle for middle, _ in marks]
    found: list[tuple[int, PdfLine]] = []
    for line in lines:
        top, bottom = line.box[1], line.box[3]
        middle, reach = (top + bottom) / 2, _MIDDLE * (bottom - top)
        for at in range(bisect_left(heights, middle - reach), bisect_right(heights, middle + reach)):
            if _belongs(marks[at][1], line):
                found.append((round(marks[at][1][0]), line))
                break
    columns = Counter(x for x, _ in found)
    prose = {x + near for x, line in found if " " in line.text for near in (-1, 0, 1)}
    for x, line in found:
        below = sum(columns[near] for near in (x - 1, x, x + 1)) >= _LEAST
        if below and x in prose and line.text[0].isalnum():  # else they are the points of a figure
            line.text = _BULLET + line.text


def _is_mark(width: float, height: float) -> bool:
    return 1 < width < 9 and 1 < height < 9 and max(width, height) <= _SQUARE * min(width, height)


def _belongs(mark: Box, line: PdfLine) -> bool:
    gap, side = line.box[0] - mark[2], mark[2] - mark[0]
    size = line.size or 1.0
    return _NEAREST * size <= gap <= _FURTHEST * size and _SMALLEST * size <= side <= _LARGEST * size
