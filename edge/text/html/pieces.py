"""HTML as its reader sees it: a run of starts, ends and text, without what is hidden from them.

Instructions hide in hidden elements, so they reach neither a page nor a message. selectolax builds the tree
by the standard's rules, as browsers do; it is walked once and without recursion, for tables are nested
thousands deep.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator, Mapping
from typing import TYPE_CHECKING, Literal, NamedTuple

from edge.text.html.limits import affordable
from edge.text.html.parts import Parts
from edge.text.html.style import StyleSheet, TextLook, hides, look

if TYPE_CHECKING:
    from selectolax.lexbor import LexborNode

_SKIPPED = {"script", "style", "head", "title", "template", "noscript", "svg", "math", "object", "iframe",
            "canvas", "select", "textarea", "audio", "video", "map"}  # fmt: skip
_CHARSET = re.compile(rb"<meta[^>]{0,200}charset=[\"']?\s{0,9}([A-Za-z0-9_.:-]{2,40})", re.IGNORECASE)
_SURROGATE = re.compile("[\ud800-\udfff]")
SPACES = re.compile(r"[ \t\r\n\f]+")


#: Of a list that counts in letters or backwards.
NO_NUMBERS = "-"
#: No element: from where on words stand on a line of the file, whose number it says.
LINE = "line"
#: Of a link without a host.
NEAR = "#"
_FAR = re.compile(r"(?<!\s)\s*+(?:[a-zA-Z][a-zA-Z0-9+.-]{0,30}:|//)")
_DECIMAL = re.compile(r"[0-9]{1,6}")
_SPAN = re.compile(r"\A\s*+0*+([1-9][0-9]{0,4})")
#: Elements of which a start says something.
_SAYING = {"a", "ol", "li", "td", "th"}


class HtmlPiece(NamedTuple):
    """The start or the end of a visible element, or a visible text as it stands. `text` of the start of a
    list is where its numbers begin, `NO_NUMBERS` where it counts otherwise; of an item, its own number or,
    in formats that say so, its label ("b)"); of a
    link, `NEAR` where it leads to this document or beside it; of a cell that is more than one, "2x3" for two
    rows and three columns.
    """

    kind: Literal["start", "end", "text"]
    tag: str
    text: str = ""


class Html:
    """Parsed markup. `read` characters of it were parsed: less than all only where it was made to cost."""

    def __init__(self, markup: str) -> None:
        from selectolax.lexbor import LexborHTMLParser

        self.read = affordable(markup)
        self.hidden = 0
        self._tree = LexborHTMLParser(_SURROGATE.sub("\ufffd", markup[: self.read]))

    @property
    def title(self) -> str:
        """What the document calls itself, "" when it does not."""
        title = self._tree.css_first("title")
        return title.text() if title is not None else ""

    def meta(self, name: str) -> str:
        """What a `<meta name=…>` says, "" when there is none."""
        for tag in self._tree.css("meta[name]"):
            if (tag.attributes.get("name") or "").lower() == name:
                return tag.attributes.get("content") or ""
        return ""

    def scripts(self, kind: str) -> Iterator[str]:
        """What scripts of a media type hold."""
        for script in self._tree.css("script"):
            if kind in (script.attributes.get("type") or "").lower():
                yield script.text()

    def pieces(
        self, *, skip: Collection[str] = (), decoration: bool = True, colours: bool = False
    ) -> Iterator[HtmlPiece]:
        """What is seen, in order. Elements in `skip` are left out too, by their tag or by their role (`Parts`
        knows those that only look so), and, without `decoration`, those marked as such (aria-hidden). With
        `colours`, text of the colour it stands on is hidden: only where no other style sheet can be
        about. `hidden` counts the characters that style keeps back.
        """
        self.hidden = 0
        parts = Parts(skip)
        sheet = StyleSheet([style.text() for style in self._tree.css("style")])
        opened: list[tuple[LexborNode, str, TextLook]] = []  # element, tag, how text looked around it
        seen = TextLook()
        edges: dict[str, tuple[HtmlPiece, HtmlPiece]] = {}  # one of a kind: a table has them by the million
        node = self._tree.root
        while node is not None:
            if node.is_text_node:
                text = node.text_content or ""
                if seen.shrunk or (colours and seen.unseen):
                    self.hidden += _letters(text)
                else:
                    yield HtmlPiece("text", "", text)
            elif node.is_element_node:
                tag, attributes = node.tag or "", node.attributes
                style = sheet.style(tag, attributes)
                unseen = (
                    "hidden" in attributes
                    or hides(style)
                    or (not decoration and attributes.get("aria-hidden") == "true")
                )
                if unseen and tag not in _SKIPPED:
                    self.hidden += _letters(node.text() or "")
                elif tag not in _SKIPPED and (tag := parts.named(node, tag, attributes)):
                    if tag not in edges:
                        edges[tag] = HtmlPiece("start", tag), HtmlPiece("end", tag)
                    tag = edges[tag][0].tag
                    said = _said(tag, attributes) if tag in _SAYING else ""
                    yield HtmlPiece("start", tag, said) if said else edges[tag][0]
                    child = node.first_child
                    if child is not None:
                        opened.append((node, tag, seen))
                        parts.entered(tag)
                        seen = look(tag, attributes, style, seen)
                        node = child
                        continue
                    yield edges[tag][1]
            following = node.next
            while following is None and opened:
                node, tag, seen = opened.pop()
                parts.left(tag)
                yield edges[tag][1]
                following = node.next
            node = following


def spans_of(said: str) -> tuple[int, int]:
    """How many rows and columns a cell takes, by what its start says."""
    rows, _, columns = said.partition("x")
    return int(rows or 1), int(columns or 1)


def declared_charset(data: bytes) -> str:
    """The charset that markup itself declares; "" when it declares none."""
    declared = _CHARSET.search(data, 0, 4_096)
    return declared[1].decode("ascii") if declared else ""


def _said(tag: str, attributes: Mapping[str, str | None]) -> str:
    """What the start of a numbered list, or of its item, says of numbers, that of a link of where to, that of
    a cell of its size.
    """
    if tag == "a":
        target = attributes.get("href")
        return NEAR if target and not _FAR.match(target) else ""
    if tag in ("td", "th"):
        rows, columns = (_SPAN.match(attributes.get(name) or "1") for name in ("rowspan", "colspan"))
        said = f"{rows[1] if rows else 1}x{columns[1] if columns else 1}"
        return "" if said == "1x1" else said
    if tag == "ol" and ((attributes.get("type") or "1") != "1" or "reversed" in attributes):
        return NO_NUMBERS
    said = (attributes.get("start" if tag == "ol" else "value") or "").strip()
    return said if _DECIMAL.fullmatch(said) else ""


def _letters(text: str) -> int:
    """Letters and figures: the fillers of a preview line are nothing hidden."""
    return sum(map(str.isalnum, text))
