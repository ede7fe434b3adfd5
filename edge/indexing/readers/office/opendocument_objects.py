"""Objects within OpenDocument files: equations on one line, charts as tables of what they were drawn from."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from edge.indexing.readers.office.equations import linear
from edge.indexing.readers.package import Package, resolved
from edge.indexing.readers.xml import child, local
from edge.text.html.pieces import HtmlPiece
from edge.text.one_line import one_line

if TYPE_CHECKING:
    from xml.etree.ElementTree import Element

_MOST_CELLS = 20_000


class Objects:
    """The objects of a file, by the address that its text has for them."""

    def __init__(self, package: Package) -> None:
        self._package = package

    def content(self, address: str) -> tuple[str, list[HtmlPiece]]:
        """An equation ("" for what is none), and what a chart says."""
        part = f"{resolved('', address)}/content.xml"
        root = self._package.root(part) if address else None
        if root is None:
            return "", []
        if local(root.tag) == "math":
            return linear(root), []
        return "", list(_chart(child(root, "body", "chart", "chart")))


def _chart(chart: Element | None) -> Iterator[HtmlPiece]:
    title = child(chart, "title")
    if title is not None and (said := one_line("".join(title.itertext()))):
        yield from (HtmlPiece("start", "p"), HtmlPiece("text", "", said), HtmlPiece("end", "p"))
    table = child(chart, "table")
    if table is None:
        return
    left = _MOST_CELLS
    yield HtmlPiece("start", "table")
    for group in table:
        tag = "th" if local(group.tag) == "table-header-rows" else "td"
        for row in group if local(group.tag) in ("table-header-rows", "table-rows") else ():
            yield HtmlPiece("start", "tr")
            for cell in row:
                if local(cell.tag) == "table-cell" and left > 0:
                    left -= 1
                    yield from (
                        HtmlPiece("start", tag),
                        HtmlPiece("text", "", _shown(cell)),
                        HtmlPiece("end", tag),
                    )
            yield HtmlPiece("end", "tr")
    yield HtmlPiece("end", "table")


def _shown(cell: Element) -> str:
    words = " ".join("".join(one.itertext()) for one in cell if local(one.tag) == "p")
    return one_line(words) if words != "NaN" else ""
