"""Tables of Word: cells that run on into the rows below are told by each of those rows, and only behind the
last of them is their height known.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from edge.indexing.readers.xml import child, integer, value
from edge.text.html.pieces import HtmlPiece

if TYPE_CHECKING:
    from xml.etree.ElementTree import Element

_MOST_COLUMNS = 1_000


class WordTable:
    """A table that is being read, as pieces of HTML. `pieces` is one list for all that stand within each
    other, which are thousands deep where a file is made to cost: none is copied.
    """

    def __init__(self, pieces: list[HtmlPiece]) -> None:
        self.pieces = pieces
        self.pieces.append(HtmlPiece("start", "table"))
        self._tag = "td"
        self._column = 0
        self._begins: int | None = None  # where the cell being read begins in the pieces
        self._span = 1
        self._goes_on = False
        self._above: dict[int, tuple[int, int]] = {}  # column -> a cell's place in the pieces, and its rows

    def row(self) -> None:
        """A row begins."""
        self._column, self._tag = 0, "td"
        self.pieces.append(HtmlPiece("start", "tr"))

    def row_says(self, properties: Element) -> None:
        """What a row says of itself: that it heads the others."""
        head = child(properties, "tblHeader")
        if head is not None and value(head, "val") not in ("0", "false", "off"):
            self._tag = "th"

    def cell(self) -> None:
        """A cell begins."""
        self._begins, self._span, self._goes_on = len(self.pieces), 1, False
        self.pieces.append(HtmlPiece("start", self._tag))

    def cell_says(self, properties: Element) -> None:
        """What a cell says of its size."""
        self._span = min(max(integer(value(child(properties, "gridSpan"), "val")), 1), _MOST_COLUMNS)
        merge = child(properties, "vMerge")
        if merge is None:
            self._above.pop(self._column, None)
        elif value(merge, "val") == "restart" and self._begins is not None:
            self._above[self._column] = self._begins, 1
        else:
            self._goes_on = self._column in self._above

    def end_cell(self) -> None:
        """The cell ends: it is the lower part of the one above, or one of its own."""
        if self._begins is None:
            return
        above, rows = self._above.get(self._column, (0, 1))
        words = (self.pieces[at].kind == "text" for at in range(self._begins, len(self.pieces)))
        if self._goes_on and not any(words):
            del self.pieces[self._begins :]
            self._above[self._column] = above, rows + 1
            _, tag, said = self.pieces[above]
            self.pieces[above] = HtmlPiece("start", tag, f"{rows + 1}x{said.partition('x')[2] or 1}")
        else:
            if self._span > 1:
                self.pieces[self._begins] = HtmlPiece("start", self._tag, f"1x{self._span}")
            self.pieces.append(HtmlPiece("end", self._tag))
        self._column += self._span
        self._begins = None

    def end_row(self) -> None:
        """The row ends."""
        self.pieces.append(HtmlPiece("end", "tr"))

    def end(self) -> None:
        """The table ends."""
        self.pieces.append(HtmlPiece("end", "table"))
