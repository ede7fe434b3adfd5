"""Paragraphs whose lines stand wide apart, as those of letters and contracts do: MuPDF takes each line
for a block from one and a half type sizes on.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Container, Sequence
from itertools import pairwise

from edge.indexing.pdf.lines import PdfLine
from edge.text.list_items import is_open

_LEAST, _MOST = 1.4, 3.0  # type sizes from line to line
_STEP = 0.05  # type sizes that two pitches are apart which are no longer one
_GOES_ON = 0.25  # share of the pairs at the usual pitch in which a sentence goes on, at the least
_FEWEST = 2  # of them
_FULL = 0.75  # of the width of the text, at the least, that a line takes which is not the last
_INDENT = 3.0  # type sizes that a paragraph's first line may stand further in


def join_wide(lines: Sequence[PdfLine], taken: Container[int]) -> None:
    """Make the lines of each such paragraph one block. `taken`: places of lines of tables."""
    pairs = [
        (before, after, _pitch(before, after))
        for (at, before), (_, after) in pairwise(
            (at, line) for at, line in enumerate(lines) if at not in taken
        )
        if before.block != after.block and _may_follow(before, after)
    ]
    usual = _usual(pairs)
    if not usual or _tight(lines, usual) >= sum(abs(pitch - usual) <= _STEP for _, _, pitch in pairs):
        return  # what stands so far apart are paragraphs
    right = Counter[int]()
    for before, after, _ in pairs:
        left = round(after.box[0])
        right[left] = max(right[left], round(before.box[2]), round(after.box[2]))
    joined: dict[int, int] = {}
    for before, after, pitch in pairs:
        if abs(pitch - usual) <= _STEP and _is_full(before, right[round(after.box[0])]) and _is_rest(after):
            joined[after.block] = joined.get(before.block, before.block)
    for at, line in enumerate(lines):
        if at not in taken:
            line.block = joined.get(line.block, line.block)


def _usual(pairs: Sequence[tuple[PdfLine, PdfLine, float]]) -> float:
    """The pitch of running text, in type sizes; 0 where no text runs on from block to block."""
    pitches = Counter(round(pitch / _STEP) for _, _, pitch in pairs)
    on = Counter(round(pitch / _STEP) for before, after, pitch in pairs if _goes_on(before, after))
    for pitch, count in on.most_common(1):
        if count >= _FEWEST and count >= _GOES_ON * pitches[pitch]:
            return pitch * _STEP
    return 0.0


def _tight(lines: Sequence[PdfLine], usual: float) -> int:
    """How many lines of one block follow each other more closely."""
    return sum(
        before.block == after.block
        and before.size == after.size
        and 0.8 < _pitch(before, after) < usual - _STEP
        for before, after in pairwise(lines)
    )


def _pitch(before: PdfLine, after: PdfLine) -> float:
    return (after.base - before.base) / (after.size or 1.0)


def _may_follow(before: PdfLine, after: PdfLine) -> bool:
    if (
        before.size != after.size
        or before.bold != after.bold
        or bool(before.monospace) != bool(after.monospace)
    ):
        return False
    return (
        _LEAST <= _pitch(before, after) <= _MOST and abs(before.box[0] - after.box[0]) <= _INDENT * after.size
    )


def _goes_on(before: PdfLine, after: PdfLine) -> bool:
    return before.text[-1] not in ".!?:;" and (after.text[0].islower() or is_open(before.text))


def _is_full(line: PdfLine, right: float) -> bool:
    return line.box[2] - line.box[0] >= _FULL * (right - line.box[0])


def _is_rest(line: PdfLine) -> bool:
    """A line that may go on with the one above: it begins with a word, as no item does."""
    return line.text[0].isalnum() or line.text[0] in "«“\"‘'(["
