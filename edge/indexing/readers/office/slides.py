"""PowerPoint presentations (.pptx): a slide is a page, its title the heading, the speaker's notes below."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from edge.errors import ReadError
from edge.indexing.readers.html.page import laid_out
from edge.indexing.readers.office.drawings import Drawings
from edge.indexing.readers.office.equations import linear
from edge.indexing.readers.office.list_depth import ListDepth
from edge.indexing.readers.office.slide_lists import (
    BULLET,
    NO_BULLET,
    Mark,
    Numbers,
    SlideLayout,
    mark_of,
    marks,
)
from edge.indexing.readers.package import Package
from edge.indexing.readers.xml import child, children, integer, local, value
from edge.indexing.structure.document import Document, Page, of_text, stated
from edge.text.html.pieces import HtmlPiece
from edge.text.superscript import superscript

if TYPE_CHECKING:
    from xml.etree.ElementTree import Element

_TITLES = ("title", "ctrTitle")
#: Running lines, not what the slide says; the picture of the slide on its page of notes.
_RUNNING = ("dt", "ftr", "sldNum", "hdr", "sldImg")
_MOST_SLIDES = 5_000
_MOST_NESTED = 50  # groups within each other, and their like
_MOST_COLUMNS = 1_000
_DEEPEST = 8


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
    held = list(_Slide(Drawings(package, slide), SlideLayout(package, slide)).pieces(root))
    for kind, part in package.related(slide).values():
        notes = package.root(part) if kind == "notesSlide" else None
        if notes is not None:
            held += _Slide(Drawings(package, part), None).pieces(notes)
    return laid_out(held, number)


class _Slide:
    """What the shapes of a slide say, or, without a layout, those of the page of its notes."""

    def __init__(self, drawings: Drawings, layout: SlideLayout | None) -> None:
        self._drawings = drawings
        self._layout = layout
        self._title: list[str] = []

    def pieces(self, root: Element) -> Iterator[HtmlPiece]:
        """Shapes in their order. The title comes first whatever its place in the file: it is the heading."""
        body = list(self._shapes(root, _MOST_NESTED))
        if self._title:
            yield from _block("h1", " ".join(self._title))
        yield from body

    def _shapes(self, element: Element, depth: int) -> Iterator[HtmlPiece]:
        for one in element if depth else ():
            tag = local(one.tag)
            if tag == "Fallback" or _is_hidden(one):
                continue
            if tag == "sp":
                yield from self._shape(one)
            elif tag == "tbl":
                yield from self._table(one)
            elif tag in ("chart", "relIds"):
                yield from self._drawings.pieces(one)
            else:
                yield from self._shapes(one, depth - 1)

    def _shape(self, shape: Element) -> Iterator[HtmlPiece]:
        place, body = child(shape, "nvSpPr", "nvPr", "ph"), child(shape, "txBody")
        kind = None if place is None else value(place, "type") or ""
        if kind in _RUNNING or body is None:
            return
        if kind in _TITLES and self._layout is not None:
            told = (" ".join(_words(one).split()) for one in body if local(one.tag) == "p")
            self._title += filter(None, told)
            return
        yield from self._paragraphs(body, kind, value(place, "idx") or "")

    def _paragraphs(self, body: Element, kind: str | None, index: str) -> Iterator[HtmlPiece]:
        own, numbers, lists = marks(child(body, "lstStyle")), Numbers(), ListDepth()
        for paragraph in body:
            text = _words(paragraph) if local(paragraph.tag) == "p" else ""
            if not text.strip():
                continue
            said = child(paragraph, "pPr")
            depth = min(integer(value(said, "lvl")), _DEEPEST)
            mark = mark_of([local(one.tag) for one in said], said) if said is not None else None
            mark = mark or own.get(depth)
            if mark is None and kind is not None and self._layout is not None:
                mark = self._layout.mark(kind, index, depth)
            label = numbers.label(mark or Mark(NO_BULLET), depth)
            yield from lists.item(depth) if label else lists.end()
            tag = "li" if label == BULLET else "p"
            yield from _block(tag, text if label in (BULLET, NO_BULLET) else f"{label} {text}")
        yield from lists.end()

    def _table(self, table: Element) -> Iterator[HtmlPiece]:
        yield HtmlPiece("start", "table")
        heads = value(child(table, "tblPr"), "firstRow") in ("1", "true")
        for row in table:
            if local(row.tag) != "tr":
                continue
            yield HtmlPiece("start", "tr")
            below = 1
            for cell in row:
                if local(cell.tag) != "tc" or "1" in (value(cell, "hMerge"), value(cell, "vMerge")):
                    continue
                rows, columns = (
                    min(max(integer(value(cell, name)), 1), _MOST_COLUMNS) for name in ("rowSpan", "gridSpan")
                )
                below = max(below, rows if columns == 1 else 1)
                tag = "th" if heads else "td"
                yield HtmlPiece("start", tag, "" if rows == columns == 1 else f"{rows}x{columns}")
                body = child(cell, "txBody")
                yield from self._paragraphs(body, None, "") if body is not None else ()
                yield HtmlPiece("end", tag)
            yield HtmlPiece("end", "tr")
            heads = heads and below > 1 and not _is_below(row)
        yield HtmlPiece("end", "table")


def _is_below(row: Element) -> bool:
    """Whether a row holds the lower parts of cells."""
    return any(value(cell, "vMerge") == "1" for cell in row)


def _is_hidden(shape: Element) -> bool:
    named = next((one for one in shape if local(one.tag).startswith("nv")), None)
    return value(child(named, "cNvPr"), "hidden") in ("1", "true")


def _words(paragraph: Element) -> str:
    """The words of a paragraph, its lines apart."""
    said = []
    for run in paragraph:
        tag = local(run.tag)
        if tag in ("r", "fld"):
            text = "".join(one.text or "" for one in run if local(one.tag) == "t")
            above = (value(child(run, "rPr"), "baseline") or "0")[:1] not in ("0", "-")
            said.append(superscript(text) if above else text)
        elif tag == "br":
            said.append("\n")
        elif tag == "AlternateContent":
            said += [linear(one) for one in children(run, "Choice")]
        elif tag == "m":  # an equation
            said.append(linear(run))
    return "".join(said)


def _block(tag: str, text: str) -> Iterator[HtmlPiece]:
    yield HtmlPiece("start", tag)
    for at, line in enumerate(text.split("\n")):
        if at:
            yield HtmlPiece("start", "br")
        yield HtmlPiece("text", "", line)
    yield HtmlPiece("end", tag)
