"""Runs of lines in columns are told line by line, as if each time all of them were looked at."""

from __future__ import annotations

from time import process_time

from hypothesis import given
from hypothesis import strategies as st

from edge.indexing.structure.aligned_run import AlignedLine, AlignedRun
from edge.indexing.structure.aligned_tables import aligned_tables
from edge.indexing.structure.text_lines import text_lines

CELL = st.sampled_from(["a", "12", "3.5 mm", "a longer cell", "x...", ""])
PART = st.sampled_from(["  ", "   ", "\t", "\t\t", " ", "      ", "\u00a0"])
LINE = st.lists(st.tuples(CELL, PART), min_size=1, max_size=5).map(
    lambda parts: "".join(map("".join, parts))
) | st.sampled_from(["-----  ----", "====="])


@given(st.lists(LINE, min_size=1, max_size=8))
def test_a_run_is_what_its_lines_together_are(lines: list[str]) -> None:
    """Whatever the order in which columns merge: a line is taken where all lines with it fit, and leaves the
    same columns.
    """
    text = "\n".join(lines)
    made = [AlignedLine(text, line, at) for at, line in enumerate(text_lines(text))]
    if not made or made[0].rule:
        return
    run = AlignedRun(made[:1])
    for count, line in enumerate(made[1:], 2):
        rows = [one for one in made[:count] if not one.rule]
        places = sorted(cell for row in rows for cell in row.cells)
        starts = [
            now for before, now in zip([(0, -2), *places], places, strict=False) if _new(places, before, now)
        ]
        apart = all(len({_at(starts, cell) for cell in row.cells}) == len(row.cells) for row in rows)
        tabs = {len(row.tabbed) for row in rows}
        fits = (apart and len(starts) > 1) or (len(tabs) == 1 and 0 not in tabs)
        assert run.take(line) == fits
        if not fits:
            break
        assert [start for start, _ in run.columns] == [start for start, _ in starts]


def _new(places: list[tuple[int, int]], before: tuple[int, int], now: tuple[int, int]) -> bool:
    """Whether a column begins: two places at the least are blank before it."""
    return now != before and all(now[0] >= end + 2 for start, end in places if (start, end) < now)


def _at(starts: list[tuple[int, int]], cell: tuple[int, int]) -> int:
    return sum(start <= cell[0] for start, _ in starts)


def test_a_long_table_is_read_in_time_in_proportion() -> None:
    """A row is not compared with all rows above it: 1,200 rows took a second and a half."""
    rows = [f"part-{i:05}   {i * 7 % 100:>6}   {i % 13:>4} mm   {i * 3.5:>9.1f}" for i in range(1_200)]
    text = "\n".join(rows)
    lines = text_lines(text)
    began = process_time()
    assert len(aligned_tables(text, lines)) == 3
    assert process_time() - began < 0.5
