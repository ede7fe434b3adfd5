"""Pages whose text was recognised in a picture: the size of type is a guess there, for each line its own.

A fifth and more lies between the lines of one paragraph: as they are, every other line would be a title.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Sequence
from typing import Protocol

from edge.indexing.pdf.lines import PdfLine
from edge.indexing.pdf.scan import Scan
from edge.indexing.pdf.titles import number_depth

_FONT = "GlyphLessFont"  # of Tesseract, and of what is built on it
_LARGER = 1.22  # times the body: more than what the guesses differ by
_MOST_LINES = 2  # of a title
_LONGEST = 100  # characters
_TITLE = re.compile(r"[^\W_].*[^\W_][?!)»]?", re.DOTALL)
_WORD = re.compile(r"[^\W\d_]{3}")
_LETTERS = 0.7  # share of letters among the signs of a title, at the least
#: Sizes given to titles, times the body: by the parts of their numbers, since guesses rank them wrongly.
_BY_DEPTH = (1.6, 1.6, 1.45, 1.3)


class Recognised(Protocol):
    """A page, and whether its text was recognised."""

    recognised: bool
    lines: list[PdfLine]


def is_recognised(scan: Scan) -> bool:
    """Whether the text of a page is the invisible one that recognition lays over a picture."""
    return any(run.font.name.endswith(_FONT) for block in scan.blocks for run in block.lines[:1])


def settle_sizes(pages: Sequence[Recognised]) -> None:
    """On recognised pages, give each line the size of the body, or one of a few where it is a title: larger,
    short, on its own, in words that begin with a capital or a number.
    """
    lines = [line for page in pages if page.recognised for line in page.lines]
    sizes = sorted((line.size, len(line.text)) for line in lines)
    half = sum(length for _, length in sizes) / 2
    body = 0.0
    for size, length in sizes:
        body, half = size, half - length
        if half <= 0:
            break
    for page in pages:
        if not page.recognised:
            continue
        of_block = Counter(line.block for line in page.lines)
        for line in page.lines:
            larger = line.size > _LARGER * body and of_block[line.block] <= _MOST_LINES
            depth = min(number_depth(line.text), len(_BY_DEPTH) - 1)
            line.size = round(body * _BY_DEPTH[depth], 1) if larger and _may_be_title(line.text) else body


def _may_be_title(text: str) -> bool:
    signs = text.replace(" ", "")
    if len(text) > _LONGEST or text[0].islower() or not _TITLE.fullmatch(text) or not _WORD.search(text):
        return False
    return sum(sign.isalpha() or sign.isdecimal() for sign in signs) >= _LETTERS * len(signs)
