"""HTML as its reader sees it: a run of starts, ends and text, without what is hidden from them.

Instructions hide in hidden elements, so they reach neither a page nor a message. selectolax builds the tree
by the standard's rules, as browsers do; it is walked once and without recursion, for tables are nested
thousands deep.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator
from typing import TYPE_CHECKING, Literal, NamedTuple

from edge.text.html_limits import affordable

if TYPE_CHECKING:
    from selectolax.lexbor import LexborNode

_SKIPPED = {"script", "style", "head", "title", "template", "noscript", "svg", "math", "object", "iframe",
            "canvas", "select", "button", "textarea", "audio", "video", "map"}  # fmt: skip
_HIDING = re.compile(
    r"display\s*:\s*none|visibility\s*:\s*(?:hidden|collapse)"
    r"|(?<![\w-])(?:opacity|max-height)\s*:\s*0(?:\.0+)?(?![.\d])"
    r"|text-indent\s*:\s*-\d{3}|(?<![\w-])(?:left|top)\s*:\s*-\d{4}",
    re.IGNORECASE,
)
#: Laid-out mails set 0 around everything and a size again on each text; em and % of 0 stay 0.
_FONT_SIZE = re.compile(
    r"(?<![\w-])font-size\s*:\s*(?:([\d.]{1,10})\s*(px|pt|em|ex|rem|%|vw|)|[a-z-]+)", re.IGNORECASE
)
_CHARSET = re.compile(rb"<meta[^>]{0,200}charset=[\"']?\s{0,9}([A-Za-z0-9_.:-]{2,40})", re.IGNORECASE)
_BRACE = re.compile(r"[{}]")
_CLASS = re.compile(r"\.[\w-]{1,100}")
_SURROGATE = re.compile("[\ud800-\udfff]")
SPACES = re.compile(r"[ \t\r\n\f]+")


class HtmlPiece(NamedTuple):
    """The start or the end of a visible element, or a visible text as it stands."""

    kind: Literal["start", "end", "text"]
    tag: str
    text: str = ""


class Html:
    """Parsed markup. `read` characters of it were parsed: less than all only where it was made to cost."""

    def __init__(self, markup: str) -> None:
        from selectolax.lexbor import LexborHTMLParser

        self.read = affordable(markup)
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

    def pieces(self, *, skip: Collection[str] = (), decoration: bool = True) -> Iterator[HtmlPiece]:
        """What is seen, in order. Elements in `skip` are left out too, and, without `decoration`, those that
        are marked as such (aria-hidden).
        """
        hidden_classes = {
            name for style in self._tree.css("style") for name in _classes_hidden_by(style.text())
        }
        opened: list[tuple[LexborNode, str, bool]] = []  # element, tag, its text has no size
        shrunk = False
        edges: dict[str, tuple[HtmlPiece, HtmlPiece]] = {}  # one of a kind: a table has them by the million
        node = self._tree.root
        while node is not None:
            if node.is_text_node:
                if not shrunk:
                    yield HtmlPiece("text", "", node.text_content or "")
            elif node.is_element_node:
                tag, attributes = node.tag or "", node.attributes
                style = attributes.get("style") or ""
                hidden = (
                    tag in _SKIPPED
                    or tag in skip
                    or "hidden" in attributes
                    or (style and _HIDING.search(style) is not None)
                    or (not decoration and attributes.get("aria-hidden") == "true")
                    or not hidden_classes.isdisjoint((attributes.get("class") or "").split())
                )
                if not hidden:
                    if tag not in edges:
                        edges[tag] = HtmlPiece("start", tag), HtmlPiece("end", tag)
                    tag = edges[tag][0].tag
                    yield edges[tag][0]
                    child = node.first_child
                    if child is not None:
                        opened.append((node, tag, shrunk))
                        shrunk = _has_no_size(style, shrunk)
                        node = child
                        continue
                    yield edges[tag][1]
            following = node.next
            while following is None and opened:
                node, tag, shrunk = opened.pop()
                yield edges[tag][1]
                following = node.next
            node = following


def declared_charset(data: bytes) -> str:
    """The charset that markup itself declares; "" when it declares none."""
    declared = _CHARSET.search(data, 0, 4_096)
    return declared[1].decode("ascii") if declared else ""


def _has_no_size(style: str, inherited: bool) -> bool:
    size = _FONT_SIZE.search(style) if style else None
    if size is None:
        return inherited
    number, unit = size[1], (size[2] or "").lower()
    if number is None:
        return False
    return not number.strip("0.") or (inherited and unit in ("em", "ex", "%"))


def _classes_hidden_by(sheet: str) -> set[str]:
    """Names of classes that a style sheet hides everywhere; rules for some screens only do not count."""
    hidden: set[str] = set()
    depth = begin = body = 0
    selectors = ""
    for brace in _BRACE.finditer(sheet, 0, 200_000):
        if brace[0] == "{":
            if depth == 0:
                selectors, body = sheet[begin : brace.start()].strip(), brace.end()
            depth += 1
        elif depth:
            depth -= 1
            if depth == 0:
                begin = brace.end()
                if not selectors.startswith("@") and _HIDING.search(sheet[body : brace.start()]):
                    hidden.update(
                        part.strip()[1:] for part in selectors.split(",") if _CLASS.fullmatch(part.strip())
                    )
    return hidden
