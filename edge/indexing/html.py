"""HTML as its reader sees it: scripts, menus and hidden parts dropped, headings and tables noted."""

from __future__ import annotations

import re
import warnings
from typing import TYPE_CHECKING

from edge.errors import ReadError
from edge.indexing.document import Document
from edge.indexing.layout import PageBuilder
from edge.indexing.plain_text import decode
from edge.text.one_line import one_line

if TYPE_CHECKING:
    from bs4 import BeautifulSoup
    from bs4.element import Tag

_DROPPED = {
    "script",
    "style",
    "nav",
    "template",
    "noscript",
    "head",
    "iframe",
    "object",
    "svg",
    "math",
    "canvas",
}
_DROPPED |= {"form", "button", "select", "aside", "footer"}
_BLOCKS = {
    "address",
    "article",
    "blockquote",
    "body",
    "dd",
    "details",
    "div",
    "dl",
    "dt",
    "fieldset",
    "figure",
}
_BLOCKS |= {"figcaption", "header", "hr", "html", "li", "main", "ol", "p", "pre", "section", "summary", "ul"}
_CHARSET = re.compile(rb"<meta[^>]{0,200}charset=[\"']?\s*([A-Za-z0-9_.:-]{2,40})", re.IGNORECASE)
_HIDDEN_STYLE = re.compile(
    r"display\s*:\s*none|visibility\s*:\s*hidden|font-size\s*:\s*0(?![.\d])", re.IGNORECASE
)
_SPACES = re.compile(r"[ \t\r\n\f]+")


def read(data: bytes, name: str) -> Document:
    """An HTML file as a one-page document. Raises ReadError when it is binary or holds no text."""
    from bs4 import BeautifulSoup

    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # bs4 remarks on markup that looks like XML or like a file name
        soup = BeautifulSoup(_decode(data), "html.parser")
    builder = PageBuilder()
    _walk(soup, builder)
    page = builder.page(1)
    if not page.text.strip():
        raise ReadError("empty: it holds no text")
    first = next((heading.text for heading in page.headings if heading.level == 1), "")
    said = one_line(soup.title.get_text()) if soup.title else ""
    return Document("html", said or first or name.rpartition("/")[2].rpartition(".")[0] or name, [page])


def _decode(data: bytes) -> str:
    declared = _CHARSET.search(data[:4096])
    if declared:
        try:
            return data.decode(declared[1].decode("ascii"))
        except (LookupError, UnicodeDecodeError):
            pass  # the page is wrong about itself: guess
    return decode(data)


def _walk(soup: BeautifulSoup, builder: PageBuilder) -> None:
    """Visit the tree with a stack of our own: pages nested 10,000 deep exist, and recursion would fail."""
    from bs4.element import NavigableString, PreformattedString, Tag

    line: list[str] = []

    def flush() -> None:
        text = "".join(line)
        line.clear()
        builder.block("\n".join(part.strip() for part in text.split("\n")))

    stack: list[object] = [soup]
    while stack:
        node = stack.pop()
        if node is None:  # the end of a block element
            flush()
        elif isinstance(node, Tag):
            if _dropped(node):
                continue
            if node.name in {"h1", "h2", "h3", "h4", "h5", "h6"}:
                flush()
                builder.heading(int(node.name[1]), _words(node))
            elif node.name == "table" and _is_data(node):
                flush()
                _table(node, builder)
            elif node.name == "pre":
                flush()
                builder.block(node.get_text())
            elif node.name == "br":
                line.append("\n")
            else:
                is_block = node.name in _BLOCKS or node.name in {"table", "tr"}
                if is_block:
                    flush()
                    stack.append(None)
                if node.name == "li":
                    line.append("- ")
                stack.extend(reversed(node.contents))
        elif isinstance(node, NavigableString) and not isinstance(node, PreformattedString):
            line.append(_SPACES.sub(" ", str(node)))
    flush()


def _dropped(tag: Tag) -> bool:
    return (
        tag.name in _DROPPED
        or tag.has_attr("hidden")
        or tag.get("aria-hidden") == "true"
        or _HIDDEN_STYLE.search(str(tag.get("style", ""))) is not None
    )


def _words(tag: Tag) -> str:
    """The visible words of an element, comments left out."""
    return one_line(tag.get_text(" "))


def _is_data(table: Tag) -> bool:
    """A table of data, not one that lays out a page: no table inside, two rows and two columns at least."""
    rows = table.find_all("tr")
    return (
        table.find("table") is None
        and len(rows) >= 2
        and max(len(row.find_all(["td", "th"])) for row in rows) >= 2
    )


def _table(table: Tag, builder: PageBuilder) -> None:
    rows = [[_words(cell) for cell in row.find_all(["td", "th"])] for row in table.find_all("tr")]
    caption = table.find("caption")
    builder.table(rows[0], rows[1:], _words(caption) if caption else None)
