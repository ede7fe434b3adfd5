"""What drawings of Office files say: charts as tables of what they were drawn from, diagrams (SmartArt) as
lists, shapes on a sheet as their words.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from edge.indexing.readers.office.list_depth import ListDepth
from edge.indexing.readers.office.number_format import formatted
from edge.indexing.readers.package import Package
from edge.indexing.readers.xml import child, children, integer, local, value
from edge.text.html.pieces import HtmlPiece
from edge.text.one_line import one_line

if TYPE_CHECKING:
    from xml.etree.ElementTree import Element

_MOST_POINTS, _MOST_SERIES = 500, 50
_MOST_DEEP = 20
#: Where the names of the points of a chart, and their values, may stand.
_NAMES, _VALUES = ("cat", "xVal"), ("val", "yVal")


class Drawings:
    """The drawings that one part of an Office file refers to."""

    def __init__(self, package: Package, part: str) -> None:
        self._package = package
        self._part = part
        self._related: dict[str, tuple[str, str]] | None = None

    def pieces(self, reference: Element) -> Iterator[HtmlPiece]:
        """What an element that refers to a chart (`c:chart`) or a diagram (`dgm:relIds`) stands for."""
        if self._related is None:
            self._related = self._package.related(self._part)
        id = next((text for key, text in reference.items() if local(key) in ("id", "dm")), "")
        kind, part = self._related.get(id, ("", ""))
        root = self._package.root(part) if kind in ("chart", "diagramData") else None
        if root is not None:
            yield from _chart(root) if kind == "chart" else _diagram(root)

    def on_sheet(self) -> Iterator[str]:
        """Words of the shapes that lie on a sheet, and the titles of its charts: what those show stands in
        cells.
        """
        for kind, part in self._package.related(self._part).values():
            root = self._package.root(part) if kind == "drawing" else None
            for body in root.iter() if root is not None else ():
                if local(body.tag) == "txBody":
                    yield "\n".join(_paragraphs(body))
            for below, chart in self._package.related(part).values() if root is not None else ():
                if below == "chart":
                    yield _title(self._package.root(chart))


def _title(root: Element | None) -> str:
    return " ".join(_paragraphs(title)) if (title := child(root, "chart", "title")) is not None else ""


def _paragraphs(body: Element) -> Iterator[str]:
    """The paragraphs in an element of DrawingML, those that say something."""
    for paragraph in body.iter():
        if local(paragraph.tag) == "p":
            text = "".join(
                " " if local(one.tag) == "br" else one.text or ""
                for one in paragraph.iter()
                if local(one.tag) in ("t", "br")
            )
            if text.strip():
                yield one_line(text)


def _block(tag: str, text: str) -> Iterator[HtmlPiece]:
    yield from (HtmlPiece("start", tag), HtmlPiece("text", "", text), HtmlPiece("end", tag))


def _chart(root: Element) -> Iterator[HtmlPiece]:
    """The title of a chart, and its series as columns."""
    if title := _title(root):
        yield from _block("p", title)
    series = [one for one in root.iter() if local(one.tag) == "ser"][:_MOST_SERIES]
    names: dict[int, str] = {}
    columns: list[tuple[str, dict[int, str]]] = []
    for one in series:
        for kind in _NAMES:
            names = names or _points(child(one, kind))
        told = next((points for kind in _VALUES if (points := _points(child(one, kind)))), {})
        columns.append((" ".join(_points(child(one, "tx")).values()), told))
    places = sorted({at for _, told in columns for at in told})[:_MOST_POINTS]
    if not places:
        return
    yield HtmlPiece("start", "table")
    head = ["", *(name for name, _ in columns)]
    rows = [[names.get(at, str(at + 1)), *(told.get(at, "") for _, told in columns)] for at in places]
    for tag, cells in [("th", head), *(("td", row) for row in rows)]:
        yield HtmlPiece("start", "tr")
        for cell in cells:
            yield from _block(tag, cell)
        yield HtmlPiece("end", "tr")
    yield HtmlPiece("end", "table")


def _points(said: Element | None) -> dict[int, str]:
    """What the file keeps of a reference to cells, by the place of each."""
    found: dict[int, str] = {}
    code = ""
    for one in said.iter() if said is not None else ():
        if local(one.tag) == "formatCode":
            code = one.text or ""
        elif local(one.tag) == "pt" and len(found) < _MOST_POINTS:
            text = one_line("".join(v.text or "" for v in one if local(v.tag) == "v"))
            found.setdefault(integer(value(one, "idx")), _number(text, code))
        elif local(one.tag) == "v" and said is not None and not found and one in list(said):
            found[0] = one_line(one.text or "")
    return found


def _number(text: str, code: str) -> str:
    try:
        number = float(text)
    except ValueError:
        return text
    return (formatted(number, code) if code else None) or f"{number:.15g}"


def _diagram(root: Element) -> Iterator[HtmlPiece]:
    """The boxes of a diagram as items, each below the one that it hangs under."""
    points = {value(one, "modelId") or "": one for one in children(root, "ptLst")}
    below: dict[str, list[tuple[int, str]]] = {}
    for link in children(root, "cxnLst"):
        if value(link, "type") in (None, "parOf"):
            place = integer(value(link, "srcOrd")), value(link, "destId") or ""
            below.setdefault(value(link, "srcId") or "", []).append(place)
    todo = [(id, -1) for id, one in points.items() if value(one, "type") == "doc"]
    lists, told = ListDepth(), set[str]()
    while todo:
        id, depth = todo.pop()
        if id in told or id not in points:
            continue
        told.add(id)
        if depth >= 0 and (text := " ".join(_paragraphs(points[id]))):
            yield from lists.item(min(depth, _MOST_DEEP))
            yield from _block("li", text)
        todo += [(other, depth + 1) for _, other in sorted(below.get(id, ()), reverse=True)]
    yield from lists.end()
