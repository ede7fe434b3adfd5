"""A paragraph of a word processor as pieces of HTML: a heading, an item or text, with its notes behind it."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import NamedTuple

from edge.indexing.readers.office.list_depth import ListDepth
from edge.text.html.pieces import HtmlPiece

#: The label of an item that is not counted.
BULLET = "•"

_LONGEST_HEADING = 300  # characters: beyond, a paragraph that is styled as one is text
#: "2.1": a clause of a text, not an item that stands further in.
_CLAUSE = re.compile(r"\w{1,4}\.\w")


class StyledParagraph(NamedTuple):
    """What a paragraph says and is. `level`: of the headings that its style is of, from 1, or 0; `label`:
    what its numbering puts before it, BULLET, or nothing; `depth`: of its list, from 0; `bold`: all words.
    """

    text: str
    level: int
    label: str
    depth: int
    bold: bool
    notes: Sequence[str]

    @property
    def is_heading(self) -> bool:
        """Whether it is one, not only styled as one."""
        return self.level > 0 and len(self.text) <= _LONGEST_HEADING

    def pieces(self, lists: ListDepth | None) -> Iterator[HtmlPiece]:
        """`lists`: those that are open where it stands; None in a table, whose items stand in no list."""
        bullet, heading = self.label == BULLET, self.is_heading
        apart = self.bold and not heading
        tag = f"h{min(self.level, 6)}" if heading else "li" if bullet else "p"
        if lists is not None:
            item = self.label and not heading and (bullet or not (apart or _CLAUSE.match(self.label)))
            yield from lists.item(self.depth) if item else lists.end()
        yield HtmlPiece("start", tag)
        if apart:  # most contracts and minutes have no headings but lines in bold
            yield HtmlPiece("start", "b")
        if self.label and not bullet:
            yield HtmlPiece("text", "", f"{self.label} ")
        for at, line in enumerate(self.text.split("\n")):
            if at:
                yield HtmlPiece("start", "br")
            yield HtmlPiece("text", "", line)
        if apart:
            yield HtmlPiece("end", "b")
        yield HtmlPiece("end", tag)
        for note in self.notes:
            yield from (HtmlPiece("start", "p"), HtmlPiece("text", "", note), HtmlPiece("end", "p"))
