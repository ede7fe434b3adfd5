"""OpenDocument texts and presentations (.odt, .odp): the final version as its reader sees it, with the
numbers of headings and lists. Slides are pages; a text has none.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import NamedTuple

from edge.indexing.readers.html.page import laid_out
from edge.indexing.readers.office.opendocument_lists import ListNumbers
from edge.indexing.readers.office.opendocument_objects import Objects
from edge.indexing.readers.office.opendocument_styles import TextStyles
from edge.indexing.readers.package import Package, refuse_encrypted
from edge.indexing.readers.xml import XmlPiece, children, integer, local, pieces
from edge.indexing.structure.document import Document, Page, of_text, stated
from edge.text.html.pieces import HtmlPiece
from edge.text.one_line import one_line
from edge.text.superscript import superscript

#: Deleted text, comments, what the program itself makes (contents, indexes), descriptions of pictures.
_UNSEEN = {"tracked-changes", "annotation", "forms", "sequence-decls", "table-of-content", "title", "desc",
           "alphabetical-index", "illustration-index", "ruby-text", "hidden-text", "hidden-paragraph",
           "note-citation", "page-thumbnail", "script", "event-listeners", "covered-table-cell"}  # fmt: skip
#: Frames of a slide, or of the page of its notes, for what runs along all of them.
_RUNNING = {"page-number", "header", "footer", "date-time"}
#: What holds paragraphs of its own, and may stand in one.
_BOXES = {"text-box", "custom-shape", "rect", "ellipse", "circle", "polygon", "polyline", "path", "line",
          "connector", "caption"}  # fmt: skip
_TAGS = {"list": "ul", "table": "table", "table-row": "tr", "page": "page"}
_MOST_REPEATED = 1_000  # equal cells or spaces told as such, and cells in one; more are empty space


def read(data: bytes, name: str) -> Document:
    """An OpenDocument text or presentation. Raises ReadError when it is damaged, encrypted or empty."""
    package = Package(data, "." + name.rpartition(".")[2].lower())
    refuse_encrypted(package)
    meta = {local(part.tag): part.text or "" for one in children(package.root("meta.xml")) for part in one}
    content = _Content(Objects(package))
    if "styles.xml" in package.names:
        content.define(pieces(package.read("styles.xml"), "styles.xml"))
    pages = list(content.pages(pieces(package.read("content.xml"), "content.xml")))
    return of_text(
        "opendocument", name, pages, paged=content.slides > 0,
        title=stated(meta.get("title", "")) or content.title,
        author=stated(meta.get("initial-creator", "") or meta.get("creator", "")),
    )  # fmt: skip


class _Open(NamedTuple):
    """An open element: its end as a piece of HTML ("": none), how often a cell stands, whether nothing of it
    is seen, whether it is bold, whether it stands above the line, whether
    it is a box that a paragraph holds.
    """

    tag: str
    times: int = 1
    unseen: bool = False
    bold: bool = False
    superscript: bool = False
    box: bool = False


class _Place:
    """Where the text is being read: the body, or a box that a paragraph holds."""

    def __init__(self) -> None:
        self.label = ""  # what is shown before the paragraph being read
        self.item: tuple[str | None] | None = None  # one that was begun, and the number that it is given
        self.notes: list[str] = []  # of the paragraph being read
        self.paragraphs = 0  # open ones


class _Content:
    """What a content.xml tells, as pieces of HTML. `title`: the first paragraph in a style of titles."""

    def __init__(self, objects: Objects) -> None:
        self.title = ""
        self.slides = 0
        self._objects = objects
        self._styles = TextStyles()
        self._lists = ListNumbers()
        self._titling: list[str] | None = None  # words of the title that is being read
        self._superscript = 0  # open elements whose text stands above the line
        self._heads: list[bool] = []  # of the open tables: whether the rows being read head the others
        self._slide_title = self._slide_hidden = False
        self._note: list[str] | None = None  # being read
        self._count = 0  # notes told
        self._places = [_Place()]
        self._later: list[
            HtmlPiece
        ] = []  # what boxes and charts say, which stand in the paragraph being read

    def define(self, told: Iterable[XmlPiece]) -> None:
        """The styles that a document keeps apart from its text; those of its running lines are not meant."""
        meant = False
        for piece in told:
            if piece.tag == "styles":
                meant = piece.kind == "start"
            elif meant and piece.kind == "start":
                self._define(piece)

    def pages(self, told: Iterable[XmlPiece]) -> Iterator[Page]:
        """The slides of a presentation, hidden ones empty; the whole of a text as one page."""
        held: list[HtmlPiece] = []
        for piece in self._told(told):
            if piece.tag != "page":
                held.append(piece)
                continue
            if piece.kind == "end":
                self.slides += 1
                yield Page(self.slides, "") if self._slide_hidden else laid_out(held, self.slides)
            held = []
        if not self.slides:
            yield laid_out(held)

    def _told(self, told: Iterable[XmlPiece]) -> Iterator[HtmlPiece]:
        within: list[_Open] = []
        unseen = 0
        body = False
        for piece in told:
            boxes, said = len(self._places), list[HtmlPiece]()
            if piece.kind == "start" and not body:
                self._define(piece)
                body = piece.tag == "body"
                within.append(_Open(""))
            elif piece.kind == "start":
                opened = self._opened(piece)
                unseen += opened.unseen
                within.append(opened)
                if not unseen:
                    self._superscript += opened.superscript
                    said += self._begun(piece, opened)
            elif piece.kind == "end":
                closed = within.pop()
                if body and not unseen:
                    said += self._ended(piece.tag, closed)
                    self._superscript -= closed.superscript
                unseen -= closed.unseen
                body = body and piece.tag != "body"
            elif body and not unseen and within and within[-1].tag != "ul":
                said += self._text(piece.text)
            if max(boxes, len(self._places)) > 1:
                self._later += said
            else:
                yield from said
                if self._later and not self._places[-1].paragraphs:
                    later, self._later = self._later, []
                    yield from later

    def _define(self, piece: XmlPiece) -> None:
        """Styles of the document, before its body."""
        self._styles.define(piece)
        if piece.tag not in ("style", "text-properties"):
            self._lists.define(piece)

    def _text(self, text: str) -> Iterator[HtmlPiece]:
        text = superscript(text) if self._superscript else text
        if self._note is not None:
            self._note.append(text)
            return
        if self._titling is not None:
            self._titling.append(text)
        place = self._places[-1]
        if place.label and not text.isspace():
            yield HtmlPiece("text", "", f"{place.label} ")
            place.label = ""
        yield HtmlPiece("text", "", text)

    def _opened(self, piece: XmlPiece) -> _Open:
        tag, said, styles = piece.tag, piece.attributes, self._styles
        style = said.get("style-name", "")
        unseen = tag in _UNSEEN or said.get("display") == "none" or style in styles.hidden
        match tag:
            case "h":
                return _Open(f"h{min(max(integer(said.get('outline-level')), 1), 6)}", unseen=unseen)
            case "p":
                heading = style in styles.titles or self._slide_title
                self._slide_title = False
                return _Open(
                    "h1" if heading else "p", 1, unseen, style in styles.bold, style in styles.superscript
                )
            case "span":
                return _Open("", 1, unseen, style in styles.bold, style in styles.superscript)
            case "list-item":
                return _Open("li" if self._lists.bulleted() else "", unseen=unseen)
            case "table-cell":
                heads = bool(self._heads) and self._heads[-1]
                return _Open("th" if heads else "td", _times(said, "number-columns-repeated"), unseen)
            case "frame":
                self._slide_title = said.get("class") == "title"
                unseen = unseen or said.get("class") in _RUNNING
            case "page":
                self._slide_hidden = style in styles.hidden_slides
        box = tag in _BOXES and self._note is None and self._places[-1].paragraphs > 0
        return _Open(_TAGS.get(tag, ""), unseen=unseen, box=box and not unseen)

    def _begun(self, piece: XmlPiece, opened: _Open) -> Iterator[HtmlPiece]:
        said = piece.attributes
        if opened.box:
            self._places.append(_Place())
        if self._note is None:
            if opened.tag:
                yield HtmlPiece("start", opened.tag, _spans(said) if opened.tag in ("td", "th") else "")
            self._counts(piece)
            if opened.bold:
                yield HtmlPiece("start", "b")
        match piece.tag:
            case "s":
                yield from self._text(" " * _times(said, "c"))
            case "tab":
                yield from self._text("\t")
            case "p" | "line-break" if self._note:
                self._note.append(" ")
            case "line-break" if self._note is None:
                yield from (HtmlPiece("start", "br"), HtmlPiece("end", "br"))
            case "note-body" if self._note is None:
                self._note = []
            case "object":
                equation, drawn = self._objects.content(said.get("href", ""))
                if equation:
                    yield from self._text(equation)
                self._later += drawn

    def _counts(self, piece: XmlPiece) -> None:
        """Lists, headings, tables and paragraphs as far as they have come."""
        said, place = piece.attributes, self._places[-1]
        match piece.tag:
            case "list":
                self._lists.begin_list(said)
            case "list-item":
                place.item = (said.get("start-value"),)
            case "list-header":
                place.item = None
            case "p" | "h" if place.item is not None:
                place.label = self._lists.item(place.item[0])
                place.item = None
            case "h" if not self._lists.open and said.get("is-list-header") != "true":
                start = said.get("start-value") if said.get("restart-numbering") == "true" else None
                place.label = self._lists.heading(integer(said.get("outline-level")), start)
            case "table":
                self._heads.append(False)
            case "table-header-rows" if self._heads:
                self._heads[-1] = True
        if piece.tag in ("p", "h"):
            place.paragraphs += 1
            titled = said.get("style-name") in self._styles.titles and not self.title and not self._heads
            self._titling = [] if titled else None

    def _ended(self, tag: str, closed: _Open) -> Iterator[HtmlPiece]:
        place = self._places[-1]
        if self._note is not None:
            if tag == "note-body":
                self._count += 1
                yield HtmlPiece("text", "", f" [{self._count}]")
                place.notes.append(f"[{self._count}] {one_line(''.join(self._note))}")
                self._note = None
            return
        if closed.bold:
            yield HtmlPiece("end", "b")
        if tag == "table-header-rows" and self._heads:
            self._heads[-1] = False
        elif tag == "list":
            self._lists.end_list()
            place.item = None
        elif closed.box:
            self._places.pop()
        if not closed.tag:
            return
        yield HtmlPiece("end", closed.tag)
        if tag == "table":
            del self._heads[-1:]
        if closed.tag in ("td", "th"):
            for _ in range(closed.times - 1):
                yield from (HtmlPiece("start", closed.tag), HtmlPiece("end", closed.tag))
        if tag in ("p", "h"):
            place.label = ""
            place.paragraphs = max(0, place.paragraphs - 1)
            if self._titling is not None:
                self.title, self._titling = one_line("".join(self._titling)), None
            yield from _told_notes(place)


def _told_notes(place: _Place) -> Iterator[HtmlPiece]:
    notes, place.notes = place.notes, []
    for note in notes:
        yield from (HtmlPiece("start", "p"), HtmlPiece("text", "", note), HtmlPiece("end", "p"))


def _times(said: Mapping[str, str], name: str) -> int:
    """How often something stands; what stands more often than honest content does fills the sheet: once."""
    times = integer(said.get(name, "1"))
    return times if 1 <= times <= _MOST_REPEATED else 1


def _spans(said: Mapping[str, str]) -> str:
    """How many rows and columns a cell takes, "" for one of each."""
    rows, columns = (_times(said, f"number-{name}-spanned") for name in ("rows", "columns"))
    return "" if rows == columns == 1 else f"{rows}x{columns}"
