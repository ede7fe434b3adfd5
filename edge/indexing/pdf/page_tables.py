"""The lines of a page in reading order and its tables, which on a page of two columns decide each other."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from itertools import pairwise

import msgspec

from edge.indexing.pdf.columns import aligned_tables
from edge.indexing.pdf.grid import FoundTable, ruled_tables
from edge.indexing.pdf.lines import PdfLine
from edge.indexing.pdf.order import find_gutter, in_order, side_of
from edge.indexing.pdf.scan import Box

_BACK = 0.1  # share of a table's cells that may stand before the one to their left in the file


def lines_in_order(lines: Sequence[PdfLine], width: float, strokes: Sequence[Box]) -> list[PdfLine]:
    """The lines as they are read."""
    ruled = ruled_tables(lines, strokes)
    gutter = _gutter(lines, width, ruled)
    wide = _members(_wide_tables(lines, strokes, ruled, gutter)) if gutter is not None else ()
    return in_order(lines, gutter, wide)


def tables_of(lines: Sequence[PdfLine], width: float, strokes: Sequence[Box]) -> list[FoundTable]:
    """The tables of lines in reading order: ruled ones, then those set in columns. On a page of two columns
    those that run across them, then those of each.
    """
    ruled = ruled_tables(lines, strokes)
    gutter = _gutter(lines, width, ruled)
    if gutter is None:
        return ruled + aligned_tables(lines, _members(ruled), strokes)
    tables = [*ruled, *(one for one in _wide_tables(lines, strokes, ruled, gutter) if one not in ruled)]
    taken = _members(tables)
    for side in (-1, 1):
        own = [at for at, line in enumerate(lines) if at not in taken and side_of(line, gutter) == side]
        for table in aligned_tables([lines[at] for at in own], (), strokes):
            tables.append(msgspec.structs.replace(table, members=[own[at] for at in table.members]))
    return tables


def _gutter(lines: Sequence[PdfLine], width: float, ruled: Sequence[FoundTable]) -> float | None:
    taken = _members(ruled)
    return find_gutter([line for at, line in enumerate(lines) if at not in taken], width)


def _wide_tables(
    lines: Sequence[PdfLine], strokes: Sequence[Box], ruled: Sequence[FoundTable], gutter: float
) -> list[FoundTable]:
    """The tables across the gutter: framed by rules, or written row by row. Two tables side by side are
    written one after the other.
    """
    in_columns = aligned_tables(lines, _members(ruled), strokes)
    found = [*ruled, *(table for table in in_columns if _by_rows(table.members))]
    # By their texts: the frame of a table in one column may reach into the white between them.
    return [table for table in found if len({side_of(lines[at], gutter) for at in table.members}) > 1]


def _by_rows(members: Sequence[int]) -> bool:
    return sum(after < before for before, after in pairwise(members)) <= _BACK * len(members)


def _members(tables: Collection[FoundTable]) -> set[int]:
    return {at for table in tables for at in table.members}
