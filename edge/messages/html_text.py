"""The text of an HTML mail as its reader sees it. Hidden elements are left out: instructions hide there."""

from __future__ import annotations

import re
from collections import Counter

from edge.messages.html_tags import tokens

MAX_CHARS = 2_000_000  # of markup; what follows is unread
_SKIPPED = {"script", "style", "head", "title", "template", "noscript", "svg", "math", "object", "iframe",
            "canvas", "select", "button", "textarea", "audio", "video", "map"}  # fmt: skip
_VOID = {"area", "base", "br", "col", "embed", "hr", "img", "input", "link", "meta", "source", "track", "wbr"}
_BLOCKS = {"address", "article", "aside", "blockquote", "body", "center", "dd", "details", "div", "dl", "dt",
           "fieldset", "figcaption", "figure", "footer", "form", "h1", "h2", "h3", "h4", "h5", "h6", "header",
           "hr", "html", "li", "main", "nav", "ol", "p", "pre", "section", "summary", "table", "tr",
           "ul"}  # fmt: skip
_SPACED = {"p", "h1", "h2", "h3", "h4", "h5", "h6", "table", "ul", "ol", "blockquote", "pre", "hr"}
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
_SPACES = re.compile(r"[ \t\r\n\f]+")


def text_of(markup: str) -> str:
    """The visible text: a line a block, cells of a table row on one line, quoted blocks with "> "."""
    reader = _TextExtractor()
    for token in tokens(markup[:MAX_CHARS]):
        if token.kind == "text":
            reader.words(token.text)
        elif token.kind == "start":
            reader.opens(token.name, token.attributes)
        elif token.kind == "end":
            reader.closes(token.name)
        elif token.name == "style":
            reader.styled(token.text)
    return reader.text()


def declared_charset(data: bytes) -> str:
    """The charset that the markup itself declares; "" when it declares none."""
    found = _CHARSET.search(data, 0, 4_096)
    return found[1].decode("ascii") if found else ""


class _TextExtractor:
    """A stack of our own for open elements: mails nest tables thousands deep, and recursion would fail."""

    def __init__(self) -> None:
        self._lines: list[str] = []
        self._line: list[str] = []
        self._open: list[tuple[str, bool, bool]] = []  # tag, hides what is in it, has no font size
        self._count: Counter[str] = Counter()
        self._hidden = 0
        self._quoted = 0
        self._hiding_classes: set[str] = set()

    def opens(self, tag: str, attributes: dict[str, str]) -> None:
        if tag in _VOID:
            if not self._hidden and tag in ("br", "hr"):
                self._end_line(blank=tag == "br")
            return
        if tag in ("p", "li", "tr", "td", "th") and self._open and self._open[-1][0] == tag:
            self.closes(tag)  # left open, as HTML allows
        style = attributes.get("style", "")
        hides = tag in _SKIPPED or self._hides(attributes, style)
        self._open.append((tag, hides, self._shrinks(style)))
        self._count[tag] += 1
        self._hidden += hides
        if self._hidden:
            return
        self._edge(tag)
        if tag == "blockquote":
            self._quoted += 1
        elif tag == "li":
            self._line.append("- ")

    def closes(self, tag: str) -> None:
        if not self._count[tag]:
            return
        while self._open:
            name, hides, _ = self._open.pop()
            self._count[name] -= 1
            if not self._hidden:
                self._edge(name)
                self._quoted -= name == "blockquote"
            self._hidden -= hides
            if name == tag:
                return

    def styled(self, sheet: str) -> None:
        self._hiding_classes.update(_classes_hidden_by(sheet))

    def words(self, data: str) -> None:
        if self._hidden or (self._open and self._open[-1][2]):
            return
        if self._count["pre"]:
            first, *more = data.split("\n")
            self._line.append(first)
            for line in more:
                self._end_line(blank=True)
                self._line.append(line)
        else:
            self._line.append(_SPACES.sub(" ", data))

    def text(self) -> str:
        self._end_line()
        return "\n".join(self._lines).strip()

    def _hides(self, attributes: dict[str, str], style: str) -> bool:
        if "hidden" in attributes or (style and _HIDING.search(style)):
            return True
        return bool(self._hiding_classes) and not self._hiding_classes.isdisjoint(
            attributes.get("class", "").split()
        )

    def _shrinks(self, style: str) -> bool:
        inherited = bool(self._open) and self._open[-1][2]
        size = _FONT_SIZE.search(style) if style else None
        if size is None:
            return inherited
        number, unit = size[1], (size[2] or "").lower()
        if number is None:
            return False
        if not number.strip("0."):
            return True
        return inherited and unit in ("em", "ex", "%")

    def _edge(self, tag: str) -> None:
        """The beginning or the end of an element."""
        if tag in _BLOCKS:
            self._end_line()
            if tag in _SPACED and self._lines and self._lines[-1]:
                self._lines.append("")
        elif tag in ("td", "th"):
            self._line.append(" ")

    def _end_line(self, *, blank: bool = False) -> None:
        """Keep the line that was begun; with `blank`, an empty one counts, once."""
        line = _SPACES.sub(" ", "".join(self._line)).strip()
        self._line.clear()
        if line:
            self._lines.append("> " * min(self._quoted, 10) + line)
        elif blank and self._lines and self._lines[-1]:
            self._lines.append("")


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
