"""Cells of a table that run on into the rows below: each of those rows says again what stands in
them, so that it can be quoted alone.
"""

from __future__ import annotations

MOST_REPEATED = 1_000  # equal cells, rows or spaces told as one; more are empty space


class MergedCells:
    """Where a table is being read, and what its cells hold that run on into the rows below."""

    def __init__(self) -> None:
        self.heading = False  # the rows being read head the others
        self.column = 0
        self.words: list[str] = []
        self._rows = 1
        self._below: dict[int, tuple[int, str]] = {}  # column -> rows left, and what stands there

    def begin(self, rows: int) -> None:
        """A cell begins that is so many rows high."""
        self.words, self._rows = [], rows

    def end(self, columns: int, *, covered: bool) -> str:
        """The cell ends; what it says again where one from above covers it."""
        at, self.column = self.column, self.column + columns
        if not covered:
            self._below.pop(at, None)
            if 1 < self._rows <= MOST_REPEATED:
                self._below[at] = (self._rows - 1, "".join(self.words))
            return ""
        left, text = self._below.get(at, (0, ""))
        if left:
            self._below[at] = (left - 1, text)
        return text if left and not "".join(self.words).strip() else ""
