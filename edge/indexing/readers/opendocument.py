"""OpenDocument texts and presentations (.odt, .odp): the final version as its reader sees it. Slides are
pages; a text has none.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import NamedTuple

from edge.errors import ReadError
from edge.indexing.readers.html import laid_out
from edge.indexing.readers.package import UNLOCK, Package, XmlPiece, local, pieces, whole
from edge.indexing.structure.document import Document, Page, of_text, stated
from edge.text.html import HtmlPiece

#: Deleted text, comments, what the program itself makes (contents, indexes), descriptions of pictures.
_UNSEEN = {"tracked-changes", "annotation", "forms", "sequence-decls", "table-of-content", "title", "desc",
           "alphabetical-index", "illustration-index", "ruby-text", "hidden-text", "hidden-paragraph",
           "note-citation", "page-thumbnail", "script", "event-listeners"}  # fmt: skip
_TAGS = {"list": "ul", "list-item": "li", "table": "table", "table-row": "tr"}
_MOST_REPEATED = 1_000  # equal cells, rows or spaces told as one; more are empty space


def read(data: bytes, name: str) -> Document:
    """An OpenDocument text or presentation. Raises ReadError when it is damaged, encrypted or empty."""
    package = Package(data, "." + name.rpartition(".")[2].lower())
    for entry in package.root("META-INF/manifest.xml") or ():
        if any(local(part.tag) == "encryption-data" for part in entry):
            raise ReadError("encrypted: it asks for a password", UNLOCK)
    meta = {local(part.tag): part.text or "" for one in package.root("meta.xml") or () for part in one}
    content = _Content()
    pages = list(content.pages(pieces(package.read("content.xml"), "content.xml")))
    return of_text(
        "opendocument", name, pages, paged=content.slides > 0,
        title=stated(meta.get("title", "")),
        author=stated(meta.get("initial-creator", "") or meta.get("creator", "")),
    )  # fmt: skip


class _Open(NamedTuple):
    """An open element: its end as a piece of HTML ("": none), how often a cell stands, whether nothing of it
    is seen.
    """

    tag: str
    times: int = 1
    unseen: bool = False


class _Content:
    """What a content.xml tells, as pieces of HTML."""

    def __init__(self) -> None:
        self._hidden: set[str] = set()  # styles whose text is not shown
        self._titles = {"Title"}  # styles of titles
        self.slides = 0
        self._style = ""  # being defined
        self._slide_title = False
        self._notes: list[str] = []  # of the paragraph being read
        self._note: list[str] | None = None  # being read
        self._count = 0

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
                    yield HtmlPiece("text", "", piece.text)

    def _define(self, piece: XmlPiece) -> None:
        """Styles of the document, before its body."""
        if piece.tag == "style":
            self._style = piece.attributes.get("name", "")
            if piece.attributes.get("parent-style-name") in self._titles:
                self._titles.add(self._style)
        elif piece.tag == "text-properties" and piece.attributes.get("display") == "none":
            self._hidden.add(self._style)

    def _opened(self, piece: XmlPiece) -> _Open:
        tag, said = piece.tag, piece.attributes
        unseen = tag in _UNSEEN or said.get("display") == "none" or said.get("style-name") in self._hidden
        if tag == "h":
            return _Open(f"h{min(max(whole(said.get('outline-level')), 1), 6)}", unseen=unseen)
        if tag == "p":
            heading = said.get("style-name") in self._titles or self._slide_title
            self._slide_title = False
            return _Open("h1" if heading else "p", unseen=unseen)
        if tag in ("table-cell", "covered-table-cell"):
            return _Open("td", _times(said, "number-columns-repeated"), unseen)
        if tag == "frame":
            self._slide_title = said.get("class") == "title"
        return _Open(_TAGS.get(tag, "page" if tag == "page" else ""), unseen=unseen)

    def _begun(self, piece: XmlPiece, opened: _Open) -> Iterator[HtmlPiece]:
        if self._note is None and opened.tag:
            yield HtmlPiece("start", opened.tag)
        match piece.tag:
            case "s":
                yield HtmlPiece("text", "", " " * _times(piece.attributes, "c"))
            case "tab":
                yield HtmlPiece("text", "", "\t")
            case "line-break":
                yield from (HtmlPiece("start", "br"), HtmlPiece("end", "br"))
            case "note-body":
                self._note = []

    def _ended(self, tag: str, closed: _Open) -> Iterator[HtmlPiece]:
        if tag == "note-body" and self._note is not None:
            self._count += 1
            yield HtmlPiece("text", "", f" [{self._count}]")
            self._notes.append(f"[{self._count}] {''.join(self._note)}")
            self._note = None
        if self._note is not None or not closed.tag:
            return
        yield HtmlPiece("end", closed.tag)
        if closed.tag == "td":
            for _ in range(closed.times - 1):
                yield from (HtmlPiece("start", "td"), HtmlPiece("end", "td"))
        if tag in ("p", "h"):
            notes, self._notes = self._notes, []
            for note in notes:
                yield from (HtmlPiece("start", "p"), HtmlPiece("text", "", note), HtmlPiece("end", "p"))


def _times(said: Mapping[str, str], name: str) -> int:
    """How often something stands; what stands more often than honest content does fills the sheet: once."""
    times = whole(said.get(name, "1"))
    return times if 1 <= times <= _MOST_REPEATED else 1
