"""The paragraphs of rich text as pieces of HTML: headings, items, tables, and what hangs on a paragraph."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field

from edge.indexing.readers.office.list_depth import ListDepth
from edge.indexing.readers.office.styled_paragraph import BULLET, StyledParagraph
from edge.indexing.readers.rtf.state import RtfState, RtfStyle
from edge.indexing.readers.rtf.table import RtfTable
from edge.text.html.pieces import HtmlPiece
from edge.text.one_line import one_line
from edge.text.superscript import superscript

_LEVELS = 9  # of headings; the number behind the last says that a paragraph is none
_MOST_DEEP = 9  # tables within tables: deeper ones are read as cells of the deepest
_HALVES = re.compile("[\ud800-\udfff]{1,1000}")


@dataclass(slots=True)
class _Paragraph:
    words: list[str] = field(default_factory=list)
    label: list[str] = field(default_factory=list)
    notes: list[str] = field(default_factory=list)
    runs: list[bool] = field(default_factory=list)  # of each run with words, whether it is bold
    boxes: list[HtmlPiece] = field(default_factory=list)  # what hangs on it


class RtfBody:
    """What is read of a body, in order. `title`: the first paragraph in the style of titles."""

    def __init__(self, styles: dict[int, RtfStyle]) -> None:
        self.title = ""
        self.pieces: list[HtmlPiece] = []
        self._styles = styles
        self._paragraph = _Paragraph()
        self._told = self.pieces  # outside of tables
        self._tables: list[RtfTable] = []  # open ones
        self._lists = ListDepth()
        #: What was being read around each open text box.
        self._around: list[tuple[_Paragraph, list[HtmlPiece], list[RtfTable], ListDepth]] = []
        self._notes: list[list[str]] = []  # open ones
        self._count = 0

    def words(self, text: str, state: RtfState) -> None:
        """Text of the paragraph, or of the note, that is being read."""
        if state.hidden or state.deleted:
            return
        said = superscript(text) if state.superscript else text
        if self._notes:
            self._notes[-1].append(said)
            return
        self._paragraph.words.append(said)
        if not text.isspace():
            self._paragraph.runs.append(state.bold)

    def label(self, text: str) -> None:
        """What a program that counts nothing shows before an item."""
        self._paragraph.label.append(text)

    def begin_note(self) -> None:
        """A footnote or an endnote begins."""
        self._notes.append([])

    def end_note(self, state: RtfState) -> None:
        """The note ends; it is told behind its paragraph."""
        text = one_line(_paired("".join(self._notes.pop())))
        if not text or state.hidden or state.deleted:
            return
        self._count += 1
        (self._notes[-1] if self._notes else self._paragraph.words).append(f" [{self._count}]")
        self._paragraph.notes.append(f"[{self._count}] {text}")

    def begin_box(self) -> bool:
        """A text box begins: what it holds stands behind the paragraph that it hangs on. False where boxes
        stand so deep within each other that this one is text of the one around it.
        """
        if len(self._around) >= _MOST_DEEP:
            return False
        self._around.append((self._paragraph, self._told, self._tables, self._lists))
        self._paragraph, self._told, self._tables, self._lists = _Paragraph(), [], [], ListDepth()
        return True

    def end_box(self, state: RtfState) -> None:
        """The text box ends."""
        self.end_paragraph(state)
        self._in_tables(0)
        held = [*self._told, *self._lists.end()]
        self._paragraph, self._told, self._tables, self._lists = self._around.pop()
        self._paragraph.boxes += held

    def end_paragraph(self, state: RtfState) -> None:
        """The paragraph ends; what it says of itself is in force now."""
        if self._notes:
            self._notes[-1].append(" ")
            return
        paragraph, self._paragraph = self._paragraph, _Paragraph()
        self._in_tables(state.table)
        style = self._styles.get(state.style, RtfStyle())
        text = _paired("".join(paragraph.words))
        if text.strip() and not style.contents:
            self._here().extend(self._laid_out(text, paragraph, state, style))
        self._here().extend(paragraph.boxes)

    def end_cell(self, state: RtfState, depth: int) -> None:
        """A cell of the table at this depth ends."""
        if not self._notes:
            self._in_tables(max(depth, 1))
            state.table = max(state.table, depth, 1)
            self.end_paragraph(state)
            self._in_tables(max(depth, 1))
            self._tables[-1].end_cell()

    def end_row(self, depth: int, merges: list[str], *, heads: bool) -> None:
        """A row of the table at this depth ends."""
        if not self._notes:
            self._in_tables(max(depth, 1))
            self._tables[-1].end_row(merges, heads=heads)

    def end(self, state: RtfState) -> None:
        """The document ends, wherever it was cut off."""
        while self._notes:
            self.end_note(state)
        while self._around:
            self.end_box(state)
        self.end_paragraph(state)
        self._in_tables(0)
        self.pieces += self._lists.end()

    def _here(self) -> list[HtmlPiece]:
        return self._tables[-1].cell if self._tables else self._told

    def _in_tables(self, depth: int) -> None:
        """Open and close tables until so many are open."""
        depth = min(depth, _MOST_DEEP)
        while len(self._tables) > depth:
            table = self._tables.pop()
            self._here().extend(table.pieces())
        while len(self._tables) < depth:
            if not self._tables:
                self._told += self._lists.end()
            self._tables.append(RtfTable())

    def _laid_out(
        self, text: str, paragraph: _Paragraph, state: RtfState, style: RtfStyle
    ) -> Iterator[HtmlPiece]:
        level = style.level if state.level is None else state.level
        if style.title and not self.title:
            self.title = one_line(text)
        label = one_line("".join(paragraph.label))
        laid = StyledParagraph(
            text, 0 if level is None or level >= _LEVELS or self._tables else level + 1,
            label if any(map(str.isalnum, label)) else BULLET if label else "", min(state.depth, _LEVELS),
            bool(paragraph.runs) and all(paragraph.runs), paragraph.notes,
        )  # fmt: skip
        yield from laid.pieces(None if self._tables else self._lists)


def _paired(text: str) -> str:
    """Halves of characters beyond the first plane, which are told one by one, as characters."""
    return _HALVES.sub(
        lambda run: run[0].encode("utf-16-le", "surrogatepass").decode("utf-16-le", "replace"), text
    )
