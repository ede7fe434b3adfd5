"""A table of rich text: a row says only at its end how its cells are merged."""

from __future__ import annotations

from collections.abc import Iterator

from edge.text.html.pieces import HtmlPiece


class RtfTable:
    """A table that is being read. A cell that runs on from above is told by a row of its own."""

    def __init__(self) -> None:
        self.cell: list[HtmlPiece] = []  # the one being read
        self._row: list[list[HtmlPiece]] = []
        self._rows: list[HtmlPiece] = []
        self._above: dict[int, list[HtmlPiece]] = {}  # what runs on, by column

    def end_cell(self) -> None:
        """A cell ends."""
        self._row.append(self.cell)
        self.cell = []

    def end_row(self, merges: list[str], *, heads: bool) -> None:
        """A row ends. `merges`: of each cell the control words that say how it is merged."""
        if self.cell:
            self.end_cell()
        tag = "th" if heads else "td"
        cells: list[tuple[list[HtmlPiece], int]] = []
        for column, own in enumerate(self._row):
            cell = own
            said = merges[column] if column < len(merges) else ""
            if "clvmgf" in said:
                self._above[column] = cell
            elif "clvmrg" not in said:
                self._above.pop(column, None)
            elif not any(piece.kind == "text" for piece in cell):
                cell = self._above.get(column, cell)
            if "clmrg" in said and cells and not any(piece.kind == "text" for piece in cell):
                cells[-1] = cells[-1][0], cells[-1][1] + 1
            else:
                cells.append((cell, 1))
        self._row = []
        if cells:
            self._rows.append(HtmlPiece("start", "tr"))
            for cell, span in cells:
                self._rows.append(HtmlPiece("start", tag, f"1x{span}" if span > 1 else ""))
                self._rows += cell
                self._rows.append(HtmlPiece("end", tag))
            self._rows.append(HtmlPiece("end", "tr"))

    def pieces(self) -> Iterator[HtmlPiece]:
        """All of it, once it has ended."""
        if self.cell or self._row:
            self.end_row([], heads=False)
        yield HtmlPiece("start", "table")
        yield from self._rows
        yield HtmlPiece("end", "table")
