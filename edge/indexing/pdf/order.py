"""The order in which the lines of a page are read: columns one after the other, footnotes last.

A table as wide as the page parts its columns; one inside a column belongs to it.
"""

from __future__ import annotations

from collections.abc import Container, Sequence
from itertools import accumulate, pairwise
from statistics import median

import msgspec

from edge.indexing.pdf.lines import PdfLine

_STEP = 2.0  # points between the places that are tried for a gutter
_GUTTER = 8.0  # points of white between two columns, at the least
_LEAST_LINES = 5  # of a column
_COLUMN_TEXT = 15  # characters of a column's usual line, at the least
_SPANNING = 0.25  # share of lines that may run across both columns
_ALIKE = 1.5  # times the narrowest of three columns and more that the widest is, at the most
_SMALLER = 0.3  # points: a footnote's type below that of the page


#: A line and its place in the file.
Placed = tuple[int, PdfLine]
#: Where columns are parted, in points from the left: none on a page of one.
Gutters = tuple[float, ...]


def in_order(lines: Sequence[PdfLine], gutters: Gutters, wide: Container[int] = ()) -> list[PdfLine]:
    """The lines as they are read. Nearly always that is the file's own order; it is not where the file jumps
    between columns, or back up the page without a new column (forms, stamps).

    `wide`: places of lines of tables that run across columns.
    """
    placed = list(enumerate(lines))
    if not gutters:
        placed = _sorted_if_disordered(placed)
    elif _jumps([line for at, line in placed if at not in wide], gutters):
        placed = _by_columns(placed, gutters, wide)
    return [line for _, line in _notes_last(placed)]


def find_gutters(lines: Sequence[PdfLine], width: float) -> Gutters:
    """Where columns of text are parted, from left to right: nowhere, between two, or between more that are
    about as wide as each other.
    """
    gutter = _gutter(lines, 0.0, width)
    if gutter is None:
        return ()
    left = [line for line in lines if line.box[2] <= gutter + _GUTTER / 2]
    right = [line for line in lines if line.box[0] >= gutter - _GUTTER / 2]
    start, end = min(line.box[0] for line in left), max(line.box[2] for line in right)
    found = (*_further(left, start, gutter), gutter, *_further(right, gutter, end))
    widths = [other - one for one, other in pairwise((start, *found, end))]
    return found if max(widths) <= _ALIKE * min(widths) else (gutter,)


def _further(lines: Sequence[PdfLine], start: float, end: float) -> Gutters:
    """Where a column turns out to be two and more."""
    gutter = _gutter(lines, start, end)
    if gutter is None:
        return ()
    left = [line for line in lines if line.box[2] <= gutter + _GUTTER / 2]
    right = [line for line in lines if line.box[0] >= gutter - _GUTTER / 2]
    return (*_further(left, start, gutter), gutter, *_further(right, gutter, end))


def _gutter(lines: Sequence[PdfLine], start: float, end: float) -> float | None:
    """Where two columns of text between two places are parted, or None."""
    if len(lines) < 2 * _LEAST_LINES:
        return None
    # How many lines cover each place of the middle, from where they begin and end.
    width = end - start
    first, count = start + 0.3 * width, int(0.4 * width / _STEP)
    change = [0] * (count + 2)
    for line in lines:
        start = max(0, min(count + 1, int((line.box[0] - _GUTTER / 2 - first) / _STEP) + 1))
        end = max(0, min(count + 1, int((line.box[2] + _GUTTER / 2 - first) / _STEP) + 1))
        change[start] += 1
        change[end] -= 1
    crossing = list(accumulate(change))[: count + 1]
    least = min(range(len(crossing)), key=crossing.__getitem__)
    if crossing[least] > _SPANNING * len(lines):
        return None
    best = first + least * _STEP
    left = [line for line in lines if line.box[2] <= best]
    right = [line for line in lines if line.box[0] >= best]
    if min(len(left), len(right)) < _LEAST_LINES:
        return None
    if min(median([len(line.text) for line in side]) for side in (left, right)) < _COLUMN_TEXT:
        return None
    top = max(min(line.box[1] for line in left), min(line.box[1] for line in right))
    bottom = min(max(line.box[3] for line in left), max(line.box[3] for line in right))
    return best if bottom - top > 3 * lines[0].size else None


def column_of(line: PdfLine, gutters: Gutters) -> int:
    """The column that a line is in, from 1; 0 where it runs across several."""
    for at, gutter in enumerate(gutters, start=1):
        if line.box[2] <= gutter + _GUTTER / 2:
            return at if at == 1 or line.box[0] >= gutters[at - 2] - _GUTTER / 2 else 0
    return len(gutters) + 1 if line.box[0] >= gutters[-1] - _GUTTER / 2 else 0


def _jumps(lines: Sequence[PdfLine], gutters: Gutters) -> bool:
    """Does the file's order return to a column further left, beside text of the one before?"""
    sides = [(side, line) for line in lines if (side := column_of(line, gutters))]
    back = sum(
        1
        for (before, above), (after, below) in pairwise(sides)
        if before > after and below.base - above.base < 2 * below.size
    )
    return back > 1


def _by_columns(lines: Sequence[Placed], gutters: Gutters, wide: Container[int]) -> list[Placed]:
    """Between two lines that run across: the columns from left to right."""
    ordered: list[tuple[int, Placed]] = []  # by the column that each is in
    band: list[tuple[int, Placed]] = []

    def flush() -> None:
        for side in range(1, len(gutters) + 2):
            ordered.extend(entry for entry in band if entry[0] == side)
        band.clear()

    for at, line in sorted(lines, key=lambda placed: (round(placed[1].base), placed[1].box[0])):
        side = 0 if at in wide else column_of(line, gutters)
        if side:
            band.append((side, (at, line)))
        else:
            flush()
            ordered.append((0, (at, line)))
    flush()
    result: list[Placed] = []
    block, before = -1, None
    for side, (at, line) in ordered:
        same = before is not None and before[0] == side and 0 <= line.base - before[1].base <= 1.5 * line.size
        block += not same
        before = side, line
        result.append((at, msgspec.structs.replace(line, block=block)))
    return result


def _sorted_if_disordered(lines: Sequence[Placed]) -> list[Placed]:
    """By blocks from the top when a block follows one that stands below it and not to its left."""
    blocks: list[list[Placed]] = []
    for placed in lines:
        if blocks and blocks[-1][0][1].block == placed[1].block:
            blocks[-1].append(placed)
        else:
            blocks.append([placed])
    for before, after in pairwise(blocks):
        up = after[-1][1].box[3] < before[0][1].box[1]
        to_the_right = after[0][1].box[0] >= before[0][1].box[0] + 20
        if up and not to_the_right:
            blocks.sort(key=lambda block: (round(block[0][1].box[1]), block[0][1].box[0]))
            break
    return [placed for block in blocks for placed in block]


def _notes_last(lines: Sequence[Placed]) -> list[Placed]:
    """Footnotes behind the text they interrupt, each a block of its own."""
    if not any(line.note for _, line in lines):
        return list(lines)
    usual = median([line.size for _, line in lines])
    middle = (min(line.box[1] for _, line in lines) + max(line.box[3] for _, line in lines)) / 2
    text: list[Placed] = []
    notes: list[Placed] = []
    block = max(line.block for _, line in lines)
    last: PdfLine | None = None  # of the note that is being read
    for at, line in lines:
        small = line.size <= usual - _SMALLER and line.box[1] > middle
        if line.note and small:
            block += 1
            last = line
        elif last is not None and not (
            small and 0 <= line.base - last.base <= 1.6 * line.size and abs(line.size - last.size) < 0.6
        ):
            last = None
        if last is None:
            text.append((at, line))
        else:
            last = msgspec.structs.replace(line, block=block)
            notes.append((at, last))
    return text + notes
