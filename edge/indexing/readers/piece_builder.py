"""Sections of a long text in pages of a bounded size, where its format has no pages."""

from __future__ import annotations

from edge.indexing.readers.plain_text import PIECE
from edge.indexing.structure.document import Page
from edge.indexing.structure.page_builder import PageBuilder


class PieceBuilder:
    """Pages of about `PIECE` characters, each of whole sections."""

    def __init__(self) -> None:
        self._full: list[Page] = []
        self._open = PageBuilder()

    def section(self) -> PageBuilder:
        """Where the next section goes: another page than before where that one is full."""
        if self._open.size > PIECE:
            self._full.append(self._open.page(len(self._full) + 1))
            self._open = PageBuilder()
        return self._open

    def pages(self) -> list[Page]:
        """All pages; at least one, which may be empty."""
        return [*self._full, self._open.page(len(self._full) + 1)]
