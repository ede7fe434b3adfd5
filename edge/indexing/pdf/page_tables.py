"""The lines of a page in reading order and its tables: on a page of columns they decide each other."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from itertools import pairwise

import msgspec

from edge.indexing.pdf.columns import aligned_tables
from edge.indexing.pdf.grid import FoundTable, ruled_tables
from edge.indexing.pdf.lines import PdfLine
from edge.indexing.pdf.order import Gutters, column_of, find_gutters, in_order
from edge.indexing.pdf.scan import Box

_BACK = 0.1  # share of a table's cells that may stand before the one to their left in the file


def lines_in_order(lines: Sequence[PdfLine], width: float, strokes: Sequence[Box]) -> list[PdfLine]:
    """The lines as they are read."""
    ruled = ruled_tables(lines, strokes)
    gutters = _gutters(lines, width, ruled)
    wide = _members(_wide_tables(lines, strokes, ruled, gutters)) if gutters else ()
    return in_order(lines, gutters, wide)


def tables_of(lines: Sequence[PdfLine], width: float, strokes: Sequence[Box]) -> list[FoundTable]:
    """The tables of lines in reading order: ruled ones, then those set in columns. On a page of
    several columns those that run across them, then those of each.
    """
    ruled = ruled_tables(lines, strokes)
    gutters = _gutters(lines, width, ruled)
    if not gutters:
        return ruled + aligned_tables(lines, _members(ruled), strokes)
    tables = [*ruled, *(one for one in _wide_tables(lines, strokes, ruled, gutters) if one not in ruled)]
    taken = _members(tables)
    columns = [0 if at in taken else column_of(line, gutters) for at, line in enumerate(lines)]
    for column in range(1, len(gutters) + 2):
        own = [at for at, of_line in enumerate(columns) if of_line == column]
        for table in aligned_tables([lines[at] for at in own], (), strokes):
            tables.append(msgspec.structs.replace(table, members=[own[at] for at in table.members]))
    return tables


def _gutters(lines: Sequence[PdfLine], width: float, ruled: Sequence[FoundTable]) -> Gutters:
    taken = _members(ruled)
    return find_gutters([line for at, line in enumerate(lines) if at not in taken], width)


def _wide_tables(
    lines: Sequence[PdfLine], strokes: Sequence[Box], ruled: Sequence[FoundTable], gutters: Gutters
) -> list[FoundTable]:
    """The tables across a gutter: framed by rules, or written row by row. Two tables side by side are
    written one after the other.
    """
    in_columns = aligned_tables(lines, _members(ruled), strokes)
    found = [*ruled, *(table for table in in_columns if _by_rows(table.members))]
    # By their texts: the frame of a table in one column may reach into the white between them.
    return [table for table in found if len({column_of(lines[at], gutters) for at in table.members}) > 1]


def _by_rows(members: Sequence[int]) -> bool:
    return sum(after < before for before, after in pairwise(members)) <= _BACK * len(members)


def _members(tables: Collection[FoundTable]) -> set[int]:
    return {at for table in tables for at in table.members}
