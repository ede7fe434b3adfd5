"""Books (.epub): the chapters of the spine in their order, as one document with their headings."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import TYPE_CHECKING

from edge.errors import ReadError
from edge.indexing.readers.html.page import laid_out
from edge.indexing.readers.package import Package, resolved
from edge.indexing.readers.plain_text import decode
from edge.indexing.readers.xml import child, children, local
from edge.indexing.structure.document import Document, of_text, stated
from edge.records import UnreadText
from edge.text.html.pieces import Html, HtmlPiece, declared_charset

if TYPE_CHECKING:
    from xml.etree.ElementTree import Element

#: A book has no form and no advertisement beside its text: boxes and notes in the margin are part of it.
_LEFT_OUT = {"nav"}
#: Where a page of the printed book begins, and the number of a note that stands in the line.
_PAGE_MARK = re.compile(
    r"<(?P<tag>span|div|a)\b[^<>]{0,300}(?:epub:type=[\"']pagebreak|role=[\"']doc-pagebreak)[^<>]{0,300}>"
    r"[^<>]{0,20}</(?P=tag)>"
)
_NOTE_MARK = re.compile(
    r"(<a\b[^<>]{0,300}(?:epub:type=[\"']noteref|role=[\"']doc-noteref)[^<>]{0,300}>)\s{0,9}(\d{1,4})\s{0,9}(?=</a>)"
)
_MARKUP = ("application/xhtml+xml", "text/html", "text/x-oeb1-document")


def read(data: bytes, name: str) -> Document:
    """A book without copy protection. Raises ReadError when it is damaged, protected or empty."""
    package = Package(data, ".epub")
    encryption = package.root("META-INF/encryption.xml")
    root = child(package.root("META-INF/container.xml"), "rootfiles", "rootfile")
    path = root.get("full-path", "") if root is not None else ""
    book = package.root(path)
    if book is None:
        raise ReadError("damaged: it does not say what it holds", "Is its name right?")
    said = {local(one.tag): one.text or "" for one in reversed(children(book, "metadata"))}
    # A part that the spine names again is no second chapter, and a small file could name one a million times.
    chapters = _Chapters(package, list(dict.fromkeys(_spine(book, path))))
    if encryption is not None and "META-INF/rights.xml" in package.names:
        raise ReadError("protected against copying (DRM)", "edge reads books without it only.")
    page = laid_out(chapters.pieces(), marks=True)
    unread = UnreadText(other=chapters.faults) if chapters.faults else None
    title, author = stated(said.get("title", "")), stated(said.get("creator", ""))
    return of_text("epub", name, [page], title=title, author=author, unread=unread)


def _spine(book: Element | None, path: str) -> Iterator[str]:
    """The parts that hold the chapters, in reading order."""
    folder = path.rpartition("/")[0]
    items = {
        one.get("id"): resolved(folder, one.get("href", ""))
        for one in children(book, "manifest")
        if one.get("media-type") in _MARKUP and "nav" not in one.get("properties", "").split()
    }
    for one in children(book, "spine"):
        if one.get("idref") in items:  # what is not linear is opened from the text: notes, answers
            yield items[one.get("idref")]


def _marked(markup: str) -> str:
    """The markup without the numbers of printed pages, and numbers of notes in brackets."""
    if "pagebreak" in markup:
        markup = _PAGE_MARK.sub("", markup)
    return _NOTE_MARK.sub(r"\1[\2]", markup) if "noteref" in markup else markup


class _Chapters:
    """Chapters one after the other; one that cannot be read is a fault, and the rest goes on."""

    def __init__(self, package: Package, parts: list[str]) -> None:
        self._package = package
        self._parts = parts
        self.faults: list[str] = []

    def pieces(self) -> Iterator[HtmlPiece]:
        for part in self._parts:
            try:
                data = self._package.read(part)
                markup = _marked(decode(data, declared_charset(data)))
            except ReadError as error:
                self.faults.append(f"{part}: {error.message}")
                continue
            parsed = Html(markup)
            if parsed.read < len(markup):
                self.faults.append(f"{part} could not be read to the end")
            yield HtmlPiece("start", "section")
            yield from parsed.pieces(skip=_LEFT_OUT, decoration=False)
            yield HtmlPiece("end", "section")
