"""Word documents (.docx): what a reader of the final version sees. Insertions are read, deletions and hidden
text are not; numbers of headings and lists are counted as Word shows them; a note stands behind the
paragraph that it belongs to.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from edge.indexing.readers.html.page import laid_out
from edge.indexing.readers.office.drawings import Drawings
from edge.indexing.readers.office.equations import linear
from edge.indexing.readers.office.list_depth import ListDepth
from edge.indexing.readers.office.styled_paragraph import StyledParagraph
from edge.indexing.readers.office.symbols import symbol
from edge.indexing.readers.office.table_cells import WordTable
from edge.indexing.readers.office.word_notes import notes_of
from edge.indexing.readers.office.word_styles import (
    SET_APART,
    Numbering,
    ParagraphStyle,
    RunLook,
    Styles,
    properties,
    under,
)
from edge.indexing.readers.package import Package
from edge.indexing.readers.xml import child, local, value
from edge.indexing.structure.document import Document, of_text, stated
from edge.text.html.pieces import HtmlPiece
from edge.text.one_line import one_line
from edge.text.superscript import superscript

if TYPE_CHECKING:
    from xml.etree.ElementTree import Element

#: What the reader of the final version does not see, and the second form of what was told once.
_UNSEEN = {"del", "moveFrom", "Fallback", "rPrChange", "pPrChange", "sectPr", "commentRangeStart", "rt"}
_SIGNS = {"tab": "\t", "br": "\n", "cr": "\n", "noBreakHyphen": "-", "softHyphen": "\u00ad"}
_IN_RUNS = {"t", "footnoteReference", "endnoteReference", "sym", *_SIGNS}
_READ_BY_PARENT = {
    "vanish", "rStyle", "vertAlign", "rPr", "gridSpan", "vMerge", "tblHeader", "numPr", "ilvl", "numId",
    "pStyle", "outlineLvl", *SET_APART,
}  # fmt: skip


def read(data: bytes, name: str) -> Document:
    """A Word document, headings and tables noted. Raises ReadError when it is damaged, encrypted or empty."""
    package = Package(data, ".docx")
    kinds = dict(package.related("").values())
    body = kinds.get("officeDocument", "word/document.xml")
    related = dict(package.related(body).values())
    styles = Styles(package.root(related.get("styles", "")))
    numbering = Numbering(package.root(related.get("numbering", "")))
    notes = {
        f"{kind}:{id}": text
        for kind in ("footnote", "endnote")
        for id, text in notes_of(package.root(related.get(f"{kind}s", "")), kind, styles)
    }
    core = package.root(kinds.get("core-properties", ""))
    title, author = child(core, "title"), child(core, "creator")
    told = _Body(styles, numbering, notes, Drawings(package, body))
    page = laid_out(told.pieces(package.events(body)))
    return of_text(
        "word", name, [page],
        title=stated("".join(title.itertext()) if title is not None else "") or told.title,
        author=stated("".join(author.itertext()) if author is not None else ""),
    )  # fmt: skip


class _Paragraph:
    """One paragraph being read."""

    def __init__(self) -> None:
        self.words: list[str] = []
        self.notes: list[str] = []
        self.drawn: list[HtmlPiece] = []
        self.said = ParagraphStyle()
        self.style = ""
        self.unseen = False  # its words, where they do not say otherwise
        self.joins = False  # its end was deleted: the next one goes on with it
        #: Of each run with words whether it is set apart; None: as its style.
        self.runs: list[bool | None] = []


class _Body:
    """The events of a body to pieces as those of HTML: headings, paragraphs, lists, tables. `title`: the
    first paragraph in the style of titles, once all were asked for.
    """

    def __init__(
        self, styles: Styles, numbering: Numbering, notes: dict[str, str], drawings: Drawings
    ) -> None:
        self.title = ""
        self._styles = styles
        self._numbering = numbering
        self._notes = notes
        self._drawings = drawings
        self._count = 0  # notes told
        self._open: list[_Paragraph] = []
        self._joined: _Paragraph | None = None  # one whose end was deleted
        self._tables: list[WordTable] = []  # open ones
        self._held: list[HtmlPiece] = []  # of these
        self._lists = ListDepth()
        self._look = RunLook()
        self._equations = 0  # open ones
        self._prompts: list[
            bool
        ] = []  # of the open controls: whether what they hold only asks to be filled in

    def pieces(self, events: Iterator[tuple[str, Element]]) -> Iterator[HtmlPiece]:
        """What is seen, in order. A table comes once it has ended."""
        for piece in self._told(events):
            if self._tables:
                self._held.append(piece)
            else:
                yield piece

    def _told(self, events: Iterator[tuple[str, Element]]) -> Iterator[HtmlPiece]:
        unseen = 0
        for event, element in events:
            tag = local(element.tag)
            if tag == "oMath":
                self._equations += 1 if event == "start" else -1
            if self._equations:
                continue
            if tag in _UNSEEN or (tag == "sdtContent" and any(self._prompts[-1:])):
                unseen += 1 if event == "start" else -1
            self._notes_look(event, tag, element)
            if event == "start":
                yield from self._starts(tag) if not unseen else ()
                continue
            if not unseen and not (tag in _IN_RUNS and self._hidden()):
                yield from self._ends(tag, element)
            if tag not in _READ_BY_PARENT:
                element.clear()

    def _notes_look(self, event: str, tag: str, element: Element) -> None:
        """How the run being read looks, and whether the open control holds nothing but a prompt."""
        match event, tag:
            case "start", "r":
                self._look = RunLook()
            case "end", "rPr":
                self._look = self._styles.look(element)
            case "start", "sdt":
                self._prompts.append(False)
            case "end", "sdtPr" if self._prompts:
                self._prompts[-1] = child(element, "showingPlcHdr") is not None
            case "end", "sdt":
                del self._prompts[-1:]

    def _hidden(self) -> bool:
        hidden = self._look.hidden
        return bool(self._open) and self._open[-1].unseen if hidden is None else hidden

    def _starts(self, tag: str) -> Iterator[HtmlPiece]:
        match tag:
            case "p":
                self._open.append(self._joined or _Paragraph())
                self._joined, self._open[-1].joins = None, False
            case "tbl":
                yield from self._parted()
                if not self._tables:
                    yield from self._lists.end()
                self._tables.append(WordTable(self._held))
            case "tr" if self._tables:
                self._tables[-1].row()
            case "tc" if self._tables:
                self._tables[-1].cell()

    def _ends(self, tag: str, element: Element) -> Iterator[HtmlPiece]:
        paragraph = self._open[-1] if self._open else None
        match tag:
            case "t" if paragraph:
                text = element.text or ""
                paragraph.words.append(superscript(text) if self._look.superscript else text)
                if not text.isspace():
                    paragraph.runs.append(self._look.apart)
            case "footnoteReference" | "endnoteReference" if paragraph:
                text = self._notes.get(f"{tag.removesuffix('Reference')}:{value(element, 'id')}", "")
                if text:
                    self._count += 1
                    paragraph.words.append(f" [{self._count}]")
                    paragraph.notes.append(f"[{self._count}] {text}")
            case "sym" if paragraph:
                paragraph.words.append(symbol(value(element, "font") or "", value(element, "char") or ""))
            case "oMath" if paragraph:
                paragraph.words.append(linear(element))
            case "chart" | "relIds" if paragraph:
                paragraph.drawn += self._drawings.pieces(element)
            case "pPr" if paragraph:
                self._styled(paragraph, element)
            case "p" if self._open:
                yield from self._ended(self._open.pop())
            case "body":
                yield from self._parted()
                yield from self._lists.end()
            case _ if tag in _SIGNS and paragraph:
                page_break = tag == "br" and value(element, "type") in ("page", "column")
                paragraph.words.append(" " if page_break else _SIGNS[tag])
            case _ if self._tables:
                yield from self._in_table(self._tables[-1], tag, element)

    def _in_table(self, table: WordTable, tag: str, element: Element) -> Iterator[HtmlPiece]:
        match tag:
            case "trPr":
                table.row_says(element)
            case "tcPr":
                table.cell_says(element)
            case "tc":
                yield from self._parted()
                table.end_cell()
            case "tr":
                table.end_row()
            case "tbl":
                table.end()
                self._tables.pop()
                if not self._tables:
                    held, self._held = self._held, []
                    yield from held

    def _styled(self, paragraph: _Paragraph, said: Element) -> None:
        paragraph.said = properties(said)
        paragraph.style = value(child(said, "pStyle"), "val") or ""
        paragraph.unseen = bool(self._styles.of(paragraph.style).hidden)
        mark = child(said, "rPr")
        paragraph.joins = child(mark, "del") is not None or child(mark, "moveFrom") is not None

    def _ended(self, paragraph: _Paragraph) -> Iterator[HtmlPiece]:
        if paragraph.joins and not self._open:
            self._joined = paragraph
            return
        if paragraph.style not in self._styles.contents:
            yield from self._paragraph(paragraph)
        yield from paragraph.drawn

    def _parted(self) -> Iterator[HtmlPiece]:
        """A paragraph whose end was deleted, where none follows to go on with it."""
        if self._joined is not None:
            paragraph, self._joined = self._joined, None
            yield from self._paragraph(paragraph)

    def _paragraph(self, paragraph: _Paragraph) -> Iterator[HtmlPiece]:
        text = "".join(paragraph.words)
        if not text.strip():
            return
        said = under(paragraph.said, self._styles.of(paragraph.style))
        label = (
            self._numbering.label(said.number, said.depth or 0) if said.number not in (None, "0") else None
        )
        laid = StyledParagraph(
            text, 0 if self._tables else said.level or 0, label or "", said.depth or 0,
            all(said.apart if run is None else run for run in paragraph.runs), paragraph.notes,
        )  # fmt: skip
        if laid.is_heading and not self.title and paragraph.style in self._styles.titles:
            self.title = one_line(text)
        yield from laid.pieces(None if self._tables else self._lists)
