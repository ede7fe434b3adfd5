"""Menus and tables of contents of HTML pages, told by their links: blocks in a row that are nothing else, and
stand before all text of the page, or after it. Between texts a list of links is one of them.
"""

from __future__ import annotations

import re

from edge.indexing.structure.page_builder import PageBuilder
from edge.text.html.pieces import NEAR, HtmlPiece

_WORD = re.compile(r"[^\W_]")
#: So many blocks of links to this document, or beside it, are a menu; fewer are a hint for further reading.
_LEAST = 3
#: Characters of text that may stand above a page's table of contents: who wrote it, and such.
_TITLES = 200


class Menus:
    """Watches what a page is laid out from, and notes its menus as asides: no quote comes from there."""

    def __init__(self, builder: PageBuilder) -> None:
        self._builder = builder
        self._near = False  # inside a link to this document or beside it
        self._linked = False  # the block that was begun has words of such links
        self._unlinked = False  # ... and others
        self._blocks: list[tuple[int, int]] = []  # the last ones, as far as they are nothing but such links
        self._text = 0  # characters of other text so far

    def piece(self, piece: HtmlPiece) -> None:
        """A text, or an edge of a link."""
        if piece.kind != "text":
            self._near = piece.kind == "start" and piece.text == NEAR
        elif _WORD.search(piece.text):
            self._linked = self._linked or self._near
            self._unlinked = self._unlinked or not self._near

    def ended(self) -> bool:
        """Whether the block that ends here is nothing but links."""
        points = self._linked and not self._unlinked
        self._linked = self._unlinked = False
        return points

    def heading(self) -> None:
        """A heading was laid out."""
        self.ended()
        if self._text < _TITLES:
            self._note()

    def placed(self, start: int, count: int) -> None:
        """What was laid out from `start` on: `count` blocks of links, or something else."""
        if count:
            self._blocks += [(start, self._builder.size)] * count
        elif self._builder.size > start:
            if self._text < _TITLES:
                self._note()
            self._blocks.clear()
            self._text += self._builder.size - start

    def page_ended(self) -> None:
        """All is laid out."""
        self._note()

    def _note(self) -> None:
        if len(self._blocks) >= _LEAST:
            self._builder.aside(self._blocks[0][0], self._blocks[-1][1])
        self._blocks.clear()
