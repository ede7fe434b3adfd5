"""Lines below each other whose cells stand in the same columns, told line by line: what one more line costs
does not grow with those above it.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Iterable, Sequence
from operator import itemgetter

from edge.indexing.structure.text_lines import TextLine
from edge.text.columns import GAP
from edge.text.one_line import one_line
from edge.text.spans import Span, merged

_LEADERS = re.compile(r"\.{3,}")
_RULE = re.compile(r"[-=_+*~\s]{3,}")
_CELL = re.compile(r"\S+(?: \S+)*")
_TAB = 8

#: Two places that no row fills part columns.
_APART = 2


class AlignedLine:
    """Line number `at`: its cells where they stand in the columns of the page, or a rule."""

    def __init__(self, text: str, line: TextLine, at: int) -> None:
        self.line, self.at = line, at
        self.rule = _RULE.fullmatch(line.text) is not None
        shown = _LEADERS.sub(lambda dots: " " * len(dots[0]), text[line.start : line.end].expandtabs(_TAB))
        #: In characters of the line as it is shown.
        self.cells: list[Span] = [found.span() for found in _CELL.finditer(shown)]
        said = text[line.start : line.end].split("\t")
        parted = len(said) > 1 and not any(map(GAP.search, said))
        #: What stands between tabs, where nothing else parts it.
        self.tabbed = [one_line(cell) for cell in said] if parted else []


class AlignedRun:
    """Rows, and rules among them, each of whose cells has a column of its own: by its place (`columns`: where
    no row leaves two places blank), or by the tabs before it.
    """

    def __init__(self, lines: Iterable[AlignedLine] = ()) -> None:
        """A run of these lines, whether they fit or not: see `aligned` and `tabbed`."""
        self.lines: list[AlignedLine] = []
        self.columns: list[Span] = []
        self._apart = True  # no two cells of a row are in one column; columns only ever merge
        self._tabbed: set[int] = set()
        for line in lines:
            self._add(line)

    @property
    def aligned(self) -> bool:
        """Whether the places of its cells part the rows."""
        return self._apart and len(self.columns) > 1

    @property
    def tabbed(self) -> bool:
        """Whether all rows have as many cells between tabs."""
        return len(self._tabbed) == 1 and 0 not in self._tabbed

    def take(self, line: AlignedLine) -> bool:
        """Add a line where the run still fits with it, and say so. A run that refused one takes no more."""
        self._add(line)
        fits = self.aligned or self.tabbed
        if not fits:
            self.lines.pop()
        return fits

    def column(self, cell: Span) -> int:
        """The number of the column of a cell."""
        return _place(self.columns, cell)

    def _add(self, line: AlignedLine) -> None:
        if not line.rule:
            before, self.columns = self.columns, merged([*self.columns, *line.cells], _APART)
            self._apart = self._apart and self._are_apart(line.cells) and self._stay_apart(before)
            self._tabbed.add(len(line.tabbed))
        self.lines.append(line)

    def _are_apart(self, cells: Sequence[Span]) -> bool:
        return len({_place(self.columns, cell) for cell in cells}) == len(cells)

    def _stay_apart(self, before: Sequence[Span]) -> bool:
        """Whether the rows there are have no two cells in one column: looked at only where columns merged."""
        if self._are_apart(before):
            return True
        return all(self._are_apart(line.cells) for line in self.lines if not line.rule)


def _place(columns: Sequence[Span], cell: Span) -> int:
    return bisect_right(columns, cell[0], key=itemgetter(0)) - 1
