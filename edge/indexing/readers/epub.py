"""Books (.epub): the chapters of the spine in their order, as one document with their headings."""

from __future__ import annotations

from collections.abc import Iterator

from edge.errors import ReadError
from edge.indexing.readers.html.page import LEFT_OUT, laid_out
from edge.indexing.readers.package import Package, child, local, resolved
from edge.indexing.readers.plain_text import decode
from edge.indexing.structure.document import Document, of_text, stated
from edge.records import UnreadText
from edge.text.html.pieces import Html, HtmlPiece, declared_charset

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
    said = {local(one.tag): one.text or "" for one in reversed(child(book, "metadata") or ())}
    chapters = _Chapters(package, list(_spine(book, path)))
    if encryption is not None and "META-INF/rights.xml" in package.names:
        raise ReadError("protected against copying (DRM)", "edge reads books without it only.")
    page = laid_out(chapters.pieces(), marks=True)
    unread = UnreadText(other=chapters.faults) if chapters.faults else None
    title, author = stated(said.get("title", "")), stated(said.get("creator", ""))
    return of_text("epub", name, [page], title=title, author=author, unread=unread)


def _spine(book: object, path: str) -> Iterator[str]:
    """The parts that hold the chapters, in reading order."""
    folder = path.rpartition("/")[0]
    items = {
        one.get("id"): resolved(folder, one.get("href", ""))
        for one in child(book, "manifest") or ()  # type: ignore[arg-type]
        if one.get("media-type") in _MARKUP and "nav" not in one.get("properties", "").split()
    }
    for one in child(book, "spine") or ():  # type: ignore[arg-type]
        if one.get("idref") in items and one.get("linear") != "no":
            yield items[one.get("idref")]


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
                markup = decode(data, declared_charset(data))
            except ReadError as error:
                self.faults.append(f"{part}: {error.message}")
                continue
            parsed = Html(markup)
            if parsed.read < len(markup):
                self.faults.append(f"{part} could not be read to the end")
            yield HtmlPiece("start", "section")
            yield from parsed.pieces(skip=LEFT_OUT, decoration=False)
            yield HtmlPiece("end", "section")
