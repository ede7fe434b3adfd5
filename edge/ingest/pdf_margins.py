"""Running headers and footers: lines that most pages repeat at their top or bottom."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Sequence
from typing import Protocol

_DIGITS = re.compile(r"\d+")
_EDGE_LINES = 3  # lines looked at, from the top and from the bottom
_MARGIN = 0.1  # of the page height: where a running line may stand on its own account
_NEAR = 0.15  # of the page height: where it may still stand when most pages have the very same line
_LEAST_PAGES = 3

Box = tuple[float, float, float, float]


class Sized(Protocol):
    """Anything that knows its height in points."""

    height: float


def running_lines(pages: Sequence[Sequence[tuple[str, Box]]], sizes: Sequence[Sized]) -> list[set[int]]:
    """For each page, the indices of its running lines.

    A line is running when its text, digits masked, is found near the same end of more than half of the pages;
    or when it stands in the margin at a height where more than half of the pages have a line, and is repeated
    on another page (a chapter's title) or is only a number. A page that would be left without a word keeps
    what does not stand in the margin itself.
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
        gone, certain = set(), set()
        for at, zone in zones.items():
            text, box = page[at]
            masked = _masked(text)
            in_margin = _within(box, size.height, _MARGIN)
            regular = in_margin and heights[zone, round(box[1] / 2)] >= most
            repeated = texts[zone, masked] >= 2 or not _has_letter(text)
            common = texts[zone, masked] >= most and _within(box, size.height, _NEAR)
            if common or (regular and repeated):
                gone.add(at)
                if in_margin:
                    certain.add(at)
        words_left = any(_has_letter(text) for at, (text, _) in enumerate(page) if at not in gone)
        result.append(gone if words_left else certain)
    return result


def _within(box: Box, height: float, share: float) -> bool:
    """Does the line stand in the top or bottom `share` of the page?"""
    return box[3] < height * share or box[1] > height * (1 - share)


def _has_letter(text: str) -> bool:
    return any(sign.isalpha() for sign in text)


def _edges(page: Sequence[tuple[str, Box]]) -> dict[int, str]:
    """Index -> "top" or "bottom" of the lines at either end of the page, by height on the page."""
    order = sorted(range(len(page)), key=lambda at: page[at][1][1])
    zones = dict.fromkeys(order[-_EDGE_LINES:], "bottom")
    return zones | {
        at: "top" for at in order[:_EDGE_LINES] if at not in zones or len(order) > 2 * _EDGE_LINES
    }


def _masked(text: str) -> str:
    return _DIGITS.sub("#", text).casefold()
