"""Word documents (.docx): what a reader of the final version sees. Insertions are read, deletions and hidden
text are not; numbers of headings and lists are counted as Word shows them; a note stands behind the
paragraph that it belongs to.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from edge.indexing.readers.html.page import laid_out
from edge.indexing.readers.office.word_styles import (
    SET_APART,
    Numbering,
    ParagraphStyle,
    Styles,
    is_on,
    properties,
    set_apart,
    under,
)
from edge.indexing.readers.package import Package, child, local, value
from edge.indexing.structure.document import Document, of_text, stated
from edge.text.html.pieces import HtmlPiece

if TYPE_CHECKING:
    from xml.etree.ElementTree import Element

#: What the reader of the final version does not see, and the second form of what was told once.
_UNSEEN = {"del", "moveFrom", "Fallback", "rPrChange", "pPrChange", "sectPr", "commentRangeStart"}
_SIGNS = {"tab": "\t", "br": "\n", "cr": "\n", "noBreakHyphen": "-", "softHyphen": "\u00ad"}
_IN_RUNS = {"t", "footnoteReference", "endnoteReference", *_SIGNS}
_READ_BY_PARENT = {
    "vanish", "gridSpan", "vMerge", "numPr", "ilvl", "numId", "pStyle", "outlineLvl", *SET_APART,
}  # fmt: skip
_LONGEST_HEADING = 300  # characters: beyond, a paragraph that is styled as one is text


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
        for id, text in _notes(package.root(related.get(f"{kind}s", "")), kind)
    }
    core = package.root(kinds.get("core-properties", ""))
    title, author = child(core, "title"), child(core, "creator")
    pieces = _Body(styles, numbering, notes).pieces(package.events(body))
    return of_text(
        "word", name, [laid_out(pieces)],
        title=stated("".join(title.itertext()) if title is not None else ""),
        author=stated("".join(author.itertext()) if author is not None else ""),
    )  # fmt: skip


def _notes(root: Element | None, kind: str) -> Iterator[tuple[str, str]]:
    for note in root if root is not None else ():
        if local(note.tag) == kind and value(note, "type") in (None, "normal"):
            words = (one.text or "" for one in note.iter() if local(one.tag) == "t")
            yield value(note, "id") or "", "".join(words)


class _Paragraph:
    """One paragraph being read."""

    def __init__(self) -> None:
        self.words: list[str] = []
        self.notes: list[str] = []
        self.said = ParagraphStyle()
        self.style = ""
        #: Of each run with words whether it is set apart; None: as its style.
        self.runs: list[bool | None] = []


class _Body:
    """The events of a body to pieces as those of HTML: headings, paragraphs, lists, tables."""

    def __init__(self, styles: Styles, numbering: Numbering, notes: dict[str, str]) -> None:
        self._styles = styles
        self._numbering = numbering
        self._notes = notes
        self._count = 0  # notes told
        self._open: list[_Paragraph] = []
        self._cells: list[_Table] = []
        self._apart: bool | None = None

    def pieces(self, events: Iterator[tuple[str, Element]]) -> Iterator[HtmlPiece]:
        unseen = 0
        hidden, self._apart = False, None  # the run being read
        for event, element in events:
            tag = local(element.tag)
            if tag in _UNSEEN:
                unseen += 1 if event == "start" else -1
            if event == "start":
                if tag == "r":
                    hidden, self._apart = False, None
                if not unseen:
                    yield from self._starts(tag)
                continue
            if tag == "rPr":
                hidden, self._apart = is_on(child(element, "vanish")), set_apart(element)
            elif not unseen and not (hidden and tag in _IN_RUNS):
                yield from self._ends(tag, element)
            if tag not in _READ_BY_PARENT:
                element.clear()

    def _starts(self, tag: str) -> Iterator[HtmlPiece]:
        match tag:
            case "p":
                self._open.append(_Paragraph())
            case "tbl":
                self._cells.append(_Table())
                yield HtmlPiece("start", "table")
            case "tr" if self._cells:
                self._cells[-1].column = 0
                yield HtmlPiece("start", "tr")
            case "tc" if self._cells:
                self._cells[-1].begin()
                yield HtmlPiece("start", "td")

    def _ends(self, tag: str, element: Element) -> Iterator[HtmlPiece]:
        paragraph = self._open[-1] if self._open else None
        match tag:
            case "t" if paragraph:
                paragraph.words.append(element.text or "")
                if not paragraph.words[-1].isspace():
                    paragraph.runs.append(self._apart)
            case "footnoteReference" | "endnoteReference" if paragraph:
                text = self._notes.get(f"{tag.removesuffix('Reference')}:{value(element, 'id')}", "")
                if text.strip():
                    self._count += 1
                    paragraph.words.append(f" [{self._count}]")
                    paragraph.notes.append(f"[{self._count}] {text}")
            case "pPr" if paragraph:
                paragraph.said = properties(element)
                paragraph.style = value(child(element, "pStyle"), "val") or ""
            case "p" if self._open:
                yield from self._paragraph(self._open.pop())
            case "tcPr" if self._cells:
                self._cells[-1].says(element)
            case "tc" if self._cells:
                yield from self._cells[-1].end()
            case "tr" if self._cells:
                yield HtmlPiece("end", "tr")
            case "tbl" if self._cells:
                self._cells.pop()
                yield HtmlPiece("end", "table")
            case _ if tag in _SIGNS and paragraph:
                page_break = tag == "br" and value(element, "type") in ("page", "column")
                paragraph.words.append(" " if page_break else _SIGNS[tag])

    def _paragraph(self, paragraph: _Paragraph) -> Iterator[HtmlPiece]:
        text = "".join(paragraph.words)
        if not text.strip():
            return
        said = under(paragraph.said, self._styles.of(paragraph.style))
        label = (
            self._numbering.label(said.number, said.depth or 0) if said.number not in (None, "0") else None
        )
        if self._cells:
            self._cells[-1].words.append(text)
        heading = bool(said.level) and not self._cells and len(text) <= _LONGEST_HEADING
        tag = f"h{min(said.level or 1, 6)}" if heading else "li" if label == "•" else "p"
        apart = not heading and all(said.apart if run is None else run for run in paragraph.runs)
        yield HtmlPiece("start", tag)
        if apart:  # most contracts and minutes have no headings but lines in bold
            yield HtmlPiece("start", "b")
        if label and label != "•":
            yield HtmlPiece("text", "", f"{label} ")
        for at, line in enumerate(text.split("\n")):
            if at:
                yield HtmlPiece("start", "br")
            yield HtmlPiece("text", "", line)
        if apart:
            yield HtmlPiece("end", "b")
        yield HtmlPiece("end", tag)
        for note in paragraph.notes:
            yield from (HtmlPiece("start", "p"), HtmlPiece("text", "", note), HtmlPiece("end", "p"))


class _Table:
    """Where a table is being read, and what its cells hold that run on into the rows below."""

    def __init__(self) -> None:
        self.column = 0
        self.words: list[str] = []
        self._span = 1
        self._merge: str | None = None  # "restart", "continue", None: not merged
        self._above: dict[int, str] = {}

    def begin(self) -> None:
        """A cell begins."""
        self.words, self._span, self._merge = [], 1, None

    def says(self, properties: Element) -> None:
        """What the properties of the cell say of its size."""
        span = value(child(properties, "gridSpan"), "val") or "1"
        self._span = (
            min(max(int(span), 1), 1_000) if span.isascii() and span.isdigit() and len(span) < 6 else 1
        )
        merge = child(properties, "vMerge")
        self._merge = None if merge is None else value(merge, "val") or "continue"

    def end(self) -> Iterator[HtmlPiece]:
        """The cell ends: one that runs on from above says again what it says, and a wide one fills its
        columns.
        """
        if self._merge == "restart":
            self._above[self.column] = " ".join(self.words)
        elif self._merge is None:
            self._above.pop(self.column, None)
        elif not self.words and self.column in self._above:
            yield HtmlPiece("text", "", self._above[self.column])
        yield HtmlPiece("end", "td")
        for _ in range(self._span - 1):
            yield from (HtmlPiece("start", "td"), HtmlPiece("end", "td"))
        self.column += self._span
