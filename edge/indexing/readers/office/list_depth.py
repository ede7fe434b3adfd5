"""Lists within lists, where a format tells only how deep each paragraph stands."""

from __future__ import annotations

from collections.abc import Iterator

from edge.text.html.pieces import HtmlPiece


class ListDepth:
    """The open lists, by the depth that their items say they stand at."""

    def __init__(self) -> None:
        self._open: list[int] = []

    def item(self, depth: int) -> Iterator[HtmlPiece]:
        """The lists that end and begin before an item: the first of all is not further in."""
        while self._open and self._open[-1] > depth:
            self._open.pop()
            yield HtmlPiece("end", "ul")
        if not self._open or self._open[-1] < depth:
            self._open.append(depth)
            yield HtmlPiece("start", "ul")

    def end(self) -> Iterator[HtmlPiece]:
        """All lists end: what comes next is no item."""
        while self._open:
            self._open.pop()
            yield HtmlPiece("end", "ul")
