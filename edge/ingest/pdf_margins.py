"""Running headers and footers: lines that most pages repeat at their top or bottom."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Sequence
from typing import Protocol

_DIGITS = re.compile(r"\d+")
_EDGE_LINES = 3  # lines looked at, from the top and from the bottom
_MARGIN = 0.1  # of the page height: where a chapter's running title may stand
_LEAST_PAGES = 3

Box = tuple[float, float, float, float]


class Sized(Protocol):
    """Anything that knows its height in points."""

    height: float


def running_lines(pages: Sequence[Sequence[tuple[str, Box]]], sizes: Sequence[Sized]) -> list[set[int]]:
    """For each page, the indices of its running lines.

    A line is running when its text, digits masked, opens or closes more than half of the pages; or when it
    stands in the margin at a height where more than half of the pages have a line, and is repeated on another
    page (a chapter's title) or is only a number.
    """
    edges = [_edges(page) for page in pages]
    texts: Counter[tuple[str, str]] = Counter()
    heights: Counter[tuple[str, int]] = Counter()
    for page, zones in zip(pages, edges, strict=True):
        texts.update({(zone, _masked(page[at][0])) for at, zone in zones.items()})
        heights.update({(zone, round(page[at][1][1] / 2)) for at, zone in zones.items()})
    most = max(_LEAST_PAGES, len(pages) // 2 + 1)
    result: list[set[int]] = []
    for page, zones, size in zip(pages, edges, sizes, strict=True):
        gone = set()
        for at, zone in zones.items():
            text, box = page[at]
            masked = _masked(text)
            in_margin = box[3] < size.height * _MARGIN or box[1] > size.height * (1 - _MARGIN)
            regular = in_margin and heights[zone, round(box[1] / 2)] >= most
            repeated = texts[zone, masked] >= 2 or not any(sign.isalpha() for sign in text)
            if texts[zone, masked] >= most or (regular and repeated):
                gone.add(at)
        result.append(gone)
    return result


def _edges(page: Sequence[tuple[str, Box]]) -> dict[int, str]:
    """Index -> "top" or "bottom" of the lines at either end of the page, by height on the page."""
    order = sorted(range(len(page)), key=lambda at: page[at][1][1])
    zones = dict.fromkeys(order[-_EDGE_LINES:], "bottom")
    return zones | {
        at: "top" for at in order[:_EDGE_LINES] if at not in zones or len(order) > 2 * _EDGE_LINES
    }


def _masked(text: str) -> str:
    return _DIGITS.sub("#", text).casefold()
