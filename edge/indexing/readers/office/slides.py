"""PowerPoint presentations (.pptx): a slide is a page, its title the heading, the speaker's notes below."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from edge.errors import ReadError
from edge.indexing.readers.html.page import laid_out
from edge.indexing.readers.package import Package, XmlPiece, child, local, pieces, value
from edge.indexing.structure.document import Document, Page, of_text, stated
from edge.text.html.pieces import HtmlPiece

if TYPE_CHECKING:
    from xml.etree.ElementTree import Element

_TITLES = ("title", "ctrTitle")
#: Running lines, not what the slide says; the picture of the slide on its page of notes.
_RUNNING = ("dt", "ftr", "sldNum", "hdr", "sldImg")
_TAGS = {"tbl": "table", "tr": "tr", "tc": "td"}
_MOST_SLIDES = 5_000


def read(data: bytes, name: str) -> Document:
    """A presentation; hidden slides keep their numbers, and are left out. Raises ReadError when it is
    damaged, encrypted or empty.
    """
    package = Package(data, ".pptx")
    kinds = dict(package.related("").values())
    main = kinds.get("officeDocument", "ppt/presentation.xml")
    related = package.related(main)
    order = child(package.root(main), "sldIdLst")
    slides = [related.get(_id(one), ("", ""))[1] for one in (order if order is not None else ())]
    if len(slides) > _MOST_SLIDES:
        raise ReadError(f"too long: {len(slides):,} slides, the limit is {_MOST_SLIDES:,}")
    core = package.root(kinds.get("core-properties", ""))
    said = {local(one.tag): one.text or "" for one in (core if core is not None else ())}
    pages = [_page(package, slide, number) for number, slide in enumerate(slides, start=1)]
    first = next((page.headings[0].text for page in pages if page.headings), "")
    return of_text(
        "slides",
        name,
        pages,
        paged=True,
        title=stated(said.get("title", "")) or first,
        author=stated(said.get("creator", "")),
    )


def _id(slide: Element) -> str:
    """The id of the relation to a slide: the attribute `id` of the relations' namespace."""
    return next((text for key, text in slide.items() if key.endswith("relationships}id")), "")


def _page(package: Package, slide: str, number: int) -> Page:
    root = package.root(slide)
    if root is None or value(root, "show") in ("0", "false"):
        return Page(number=number, text="")
    held = list(_pieces(pieces(package.read(slide), slide)))
    for kind, part in package.related(slide).values():
        if kind == "notesSlide" and part in package.names:
            held += _pieces(pieces(package.read(part), part), titles=False)
    return laid_out(held, number)


def _pieces(told: Iterator[XmlPiece], *, titles: bool = True) -> Iterator[HtmlPiece]:
    """Shapes in their order. The title comes first whatever its place in the file: it is the heading."""
    slide = _Slide(titles)
    for piece in told:
        slide.add(piece)
    if slide.title:
        yield HtmlPiece("start", "h1")
        yield HtmlPiece("text", "", " ".join(slide.title))
        yield HtmlPiece("end", "h1")
    yield from slide.body


class _Slide:
    """What the shapes of a slide, or of the page of its notes, say."""

    def __init__(self, titles: bool) -> None:
        self.title: list[str] = []
        self.body: list[HtmlPiece] = []
        self._titles = titles
        self._role = ""  # of the shape being read
        self._unseen = 0
        self._words = 0  # elements of text that are open

    def add(self, piece: XmlPiece) -> None:
        """Take the next piece of the file."""
        tag, start = piece.tag, piece.kind == "start"
        if tag == "Fallback":
            self._unseen += 1 if start else -1
        elif tag == "sp":
            self._role = "" if start else self._role
        elif tag == "ph" and start:
            self._role = piece.attributes.get("type", "body")
        elif tag == "t":
            self._words += 1 if start else -1
        elif not self._unseen and self._role not in _RUNNING:
            self._seen(piece)

    def _seen(self, piece: XmlPiece) -> None:
        in_title = self._titles and self._role in _TITLES
        if piece.tag in _TAGS:
            self._role = ""
            self.body.append(HtmlPiece(piece.kind, _TAGS[piece.tag]))
        elif piece.kind == "text" and self._words:
            if in_title:
                self.title.append(piece.text)
            else:
                self.body.append(HtmlPiece("text", "", piece.text))
        elif not in_title and piece.tag in ("p", "br"):
            self.body.append(HtmlPiece(piece.kind, piece.tag))
