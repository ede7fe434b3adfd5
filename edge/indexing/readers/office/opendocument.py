"""OpenDocument texts and presentations (.odt, .odp): the final version as its reader sees it, with the
numbers of headings and lists. Slides are pages; a text has none.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import NamedTuple

from edge.errors import ReadError
from edge.indexing.readers.html.page import laid_out
from edge.indexing.readers.office.merged_cells import MOST_REPEATED, MergedCells
from edge.indexing.readers.office.opendocument_lists import ListNumbers
from edge.indexing.readers.package import UNLOCK, Package, XmlPiece, local, pieces, whole
from edge.indexing.structure.document import Document, Page, of_text, stated
from edge.text.html.pieces import HtmlPiece

#: Deleted text, comments, what the program itself makes (contents, indexes), descriptions of pictures.
_UNSEEN = {"tracked-changes", "annotation", "forms", "sequence-decls", "table-of-content", "title", "desc",
           "alphabetical-index", "illustration-index", "ruby-text", "hidden-text", "hidden-paragraph",
           "note-citation", "page-thumbnail", "script", "event-listeners"}  # fmt: skip
_TAGS = {"list": "ul", "table": "table", "table-row": "tr"}
_BOLD = {"bold", "600", "700", "800", "900"}


def read(data: bytes, name: str) -> Document:
    """An OpenDocument text or presentation. Raises ReadError when it is damaged, encrypted or empty."""
    package = Package(data, "." + name.rpartition(".")[2].lower())
    for entry in package.root("META-INF/manifest.xml") or ():
        if any(local(part.tag) == "encryption-data" for part in entry):
            raise ReadError("encrypted: it asks for a password", UNLOCK)
    meta = {local(part.tag): part.text or "" for one in package.root("meta.xml") or () for part in one}
    content = _Content()
    if "styles.xml" in package.names:
        content.define(pieces(package.read("styles.xml"), "styles.xml"))
    pages = list(content.pages(pieces(package.read("content.xml"), "content.xml")))
    return of_text(
        "opendocument", name, pages, paged=content.slides > 0,
        title=stated(meta.get("title", "")),
        author=stated(meta.get("initial-creator", "") or meta.get("creator", "")),
    )  # fmt: skip


class _Open(NamedTuple):
    """An open element: its end as a piece of HTML ("": none), how often a cell stands, whether nothing of it
    is seen, whether it is bold.
    """

    tag: str
    times: int = 1
    unseen: bool = False
    bold: bool = False


class _Content:
    """What a content.xml tells, as pieces of HTML."""

    def __init__(self) -> None:
        self._hidden: set[str] = set()  # styles whose text is not shown
        self._titles = {"Title"}  # styles of titles
        self.slides = 0
        self._bold: set[str] = set()  # styles whose text is bold
        self._style = ""  # being defined
        self._lists = ListNumbers()
        self._label = ""  # what is shown before the paragraph being read
        self._item: tuple[str | None] | None = None  # one that was begun, and the number that it is given
        self._tables: list[MergedCells] = []
        self._slide_title = False
        self._notes: list[str] = []  # of the paragraph being read
        self._note: list[str] | None = None  # being read
        self._count = 0

    def define(self, told: Iterable[XmlPiece]) -> None:
        """The styles that a document keeps apart from its text; those of its running lines are not meant."""
        meant = False
        for piece in told:
            if piece.tag == "styles":
                meant = piece.kind == "start"
            elif meant and piece.kind == "start":
                self._define(piece)

    def pages(self, told: Iterable[XmlPiece]) -> Iterator[Page]:
        """The slides of a presentation; the whole of a text as one page."""
        held: list[HtmlPiece] = []
        for piece in self._told(told):
            if piece.tag != "page":
                held.append(piece)
                continue
            if piece.kind == "end":
                self.slides += 1
                yield laid_out(held, self.slides)
            held = []
        if not self.slides:
            yield laid_out(held)

    def _told(self, told: Iterable[XmlPiece]) -> Iterator[HtmlPiece]:
        within: list[_Open] = []
        unseen = 0
        body = False
        for piece in told:
            if piece.kind == "start":
                if not body:
                    self._define(piece)
                    body = piece.tag == "body"
                    within.append(_Open(""))
                    continue
                opened = self._opened(piece)
                unseen += opened.unseen
                within.append(opened)
                if not unseen:
                    yield from self._begun(piece, opened)
            elif piece.kind == "end":
                closed = within.pop()
                if body and not unseen:
                    yield from self._ended(piece.tag, closed)
                unseen -= closed.unseen
                body = body and piece.tag != "body"
            elif body and not unseen:
                if self._note is not None:
                    self._note.append(piece.text)
                elif within and within[-1].tag != "ul":
                    if self._tables:
                        self._tables[-1].words.append(piece.text)
                    if self._label and not piece.text.isspace():
                        yield HtmlPiece("text", "", f"{self._label} ")
                        self._label = ""
                    yield HtmlPiece("text", "", piece.text)

    def _define(self, piece: XmlPiece) -> None:
        """Styles of the document, before its body."""
        if piece.tag == "style":
            self._style = piece.attributes.get("name", "")
            for kept in (self._titles, self._bold, self._hidden):
                if piece.attributes.get("parent-style-name") in kept:
                    kept.add(self._style)
        elif piece.tag == "text-properties":
            if piece.attributes.get("display") == "none":
                self._hidden.add(self._style)
            weight = piece.attributes.get("font-weight")
            if weight in _BOLD:
                self._bold.add(self._style)
            elif weight:
                self._bold.discard(self._style)
        else:
            self._lists.define(piece)

    def _opened(self, piece: XmlPiece) -> _Open:
        tag, said = piece.tag, piece.attributes
        unseen = tag in _UNSEEN or said.get("display") == "none" or said.get("style-name") in self._hidden
        if tag == "h":
            return _Open(f"h{min(max(whole(said.get('outline-level')), 1), 6)}", unseen=unseen)
        if tag == "p":
            heading = said.get("style-name") in self._titles or self._slide_title
            self._slide_title = False
            return _Open("h1" if heading else "p", unseen=unseen, bold=said.get("style-name") in self._bold)
        if tag == "span":
            return _Open("", unseen=unseen, bold=said.get("style-name") in self._bold)
        if tag == "list-item":
            return _Open("li" if self._lists.bulleted() else "", unseen=unseen)
        if tag in ("table-cell", "covered-table-cell"):
            named = bool(self._tables) and self._tables[-1].heading
            return _Open("th" if named else "td", _times(said, "number-columns-repeated"), unseen)
        if tag == "frame":
            self._slide_title = said.get("class") == "title"
        return _Open(_TAGS.get(tag, "page" if tag == "page" else ""), unseen=unseen)

    def _begun(self, piece: XmlPiece, opened: _Open) -> Iterator[HtmlPiece]:
        if self._note is None and opened.tag:
            yield HtmlPiece("start", opened.tag)
        said = piece.attributes
        if self._note is None:
            self._counts(piece)
            if opened.bold:
                yield HtmlPiece("start", "b")
        match piece.tag:
            case "s":
                yield HtmlPiece("text", "", " " * _times(said, "c"))
            case "tab":
                yield HtmlPiece("text", "", "\t")
            case "line-break":
                yield from (HtmlPiece("start", "br"), HtmlPiece("end", "br"))
            case "note-body":
                self._note = []

    def _counts(self, piece: XmlPiece) -> None:
        """Lists, headings and merged cells as far as they have come."""
        said = piece.attributes
        match piece.tag:
            case "list":
                self._lists.begin_list(said)
            case "list-item":
                self._item = (said.get("start-value"),)
            case "list-header":
                self._item = None
            case "p" | "h" if self._item is not None:
                self._label = self._lists.item(self._item[0])
                self._item = None
            case "h" if not self._lists.open and said.get("is-list-header") != "true":
                start = said.get("start-value") if said.get("restart-numbering") == "true" else None
                self._label = self._lists.heading(whole(said.get("outline-level")), start)
            case "table":
                self._tables.append(MergedCells())
            case "table-header-rows" if self._tables:
                self._tables[-1].heading = True
            case "table-row" if self._tables:
                self._tables[-1].column = 0
            case "table-cell" | "covered-table-cell" if self._tables:
                self._tables[-1].begin(whole(said.get("number-rows-spanned", "1")))

    def _ended(self, tag: str, closed: _Open) -> Iterator[HtmlPiece]:
        if tag == "note-body" and self._note is not None:
            self._count += 1
            yield HtmlPiece("text", "", f" [{self._count}]")
            self._notes.append(f"[{self._count}] {''.join(self._note)}")
            self._note = None
        if self._note is not None:
            return
        if closed.bold:
            yield HtmlPiece("end", "b")
        if tag == "table-header-rows" and self._tables:
            self._tables[-1].heading = False
        if tag == "list":
            self._lists.end_list()
            self._item = None
        if not closed.tag:
            return
        if self._tables and tag in ("table-cell", "covered-table-cell"):
            yield HtmlPiece("text", "", self._tables[-1].end(closed.times, covered=tag != "table-cell"))
        yield HtmlPiece("end", closed.tag)
        if tag == "table":
            del self._tables[-1:]
        if closed.tag in ("td", "th"):
            for _ in range(closed.times - 1):
                yield from (HtmlPiece("start", closed.tag), HtmlPiece("end", closed.tag))
        if tag in ("p", "h"):
            self._label = ""
            notes, self._notes = self._notes, []
            for note in notes:
                yield from (HtmlPiece("start", "p"), HtmlPiece("text", "", note), HtmlPiece("end", "p"))


def _times(said: Mapping[str, str], name: str) -> int:
    """How often something stands; what stands more often than honest content does fills the sheet: once."""
    times = whole(said.get(name, "1"))
    return times if 1 <= times <= MOST_REPEATED else 1
