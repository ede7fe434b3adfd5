"""What a group of rich text says of the text in it; a group within takes it over."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(slots=True)
class RtfState:
    """`sink`: what becomes of the text ("body", "skip", or the table or property that it fills); `fallback`:
    how many characters stand for programs that do not know the one before; `table`: how deep in tables.
    """

    sink: str = "body"
    fallback: int = 1
    font: int = -1
    hidden: bool = False
    deleted: bool = False
    bold: bool = False
    superscript: bool = False
    style: int = 0
    level: int | None = None  # of a heading, from 0; 9: none
    table: int = 0
    depth: int = 0  # of an item, from 0
    outside: str = "body"  # the sink around a text that is told in two ways
    opens: str = ""  # what begins with this very group

    def inner(self) -> RtfState:
        """What a group within begins with."""
        return RtfState(
            self.sink, self.fallback, self.font, self.hidden, self.deleted, self.bold, self.superscript,
            self.style, self.level, self.table, self.depth, self.outside,
        )  # fmt: skip

    def plain(self) -> None:
        """Characters as they are without any word about them."""
        self.hidden = self.bold = self.superscript = False
        self.font = -1

    def paragraph(self) -> None:
        """A paragraph as it is without any word about it."""
        self.style, self.level, self.table, self.depth = 0, None, 0, 0


@dataclass(slots=True)
class RtfStyle:
    """A paragraph style. `level`: of a heading, from 0."""

    level: int | None = None
    contents: bool = False
    title: bool = False
