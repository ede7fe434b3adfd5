"""The text of an HTML mail: a line a block, cells of a row on one line, quoted blocks with "> ".

A paragraph that is all of a cell or a list item makes no line of its own: Word, Outlook and most editors put
one there.
"""

from __future__ import annotations

from collections import Counter
from typing import NamedTuple

from edge.text.html.pieces import SPACES, Html

MAX_CHARS = 2_000_000  # of markup; what follows is unread
_BLOCKS = {"address", "article", "aside", "blockquote", "body", "center", "dd", "details", "div", "dl", "dt",
           "fieldset", "figcaption", "figure", "footer", "form", "h1", "h2", "h3", "h4", "h5", "h6", "header",
           "html", "li", "main", "nav", "ol", "p", "pre", "section", "summary", "table", "tr",
           "ul"}  # fmt: skip
_SPACED = {"p", "h1", "h2", "h3", "h4", "h5", "h6", "table", "ul", "ol", "blockquote", "pre"}
#: Blocks that stand in cells and items for no other reason than to hold their text.
_WRAPPERS = {"p", "div", "center", "h1", "h2", "h3", "h4", "h5", "h6"}
_CELLS = {"td", "th"}


class HtmlText(NamedTuple):
    """The visible text, whether all of the markup was read, and how many letters style keeps back."""

    text: str
    whole: bool
    hidden: int


def read(markup: str) -> HtmlText:
    """What a person sees of an HTML mail. No other style sheet is about, so colours count."""
    parsed = Html(markup[:MAX_CHARS])
    layout = _MailLayout()
    for piece in parsed.pieces(decoration=False, colours=True):
        if piece.kind == "text":
            layout.words(piece.text)
        elif piece.kind == "start":
            layout.opens(piece.tag)
        else:
            layout.closes(piece.tag)
    return HtmlText(layout.text(), parsed.read == len(markup), parsed.hidden)


class _MailLayout:
    """Lines as they come; knows how deep in quotations and in text that keeps its line ends it stands."""

    def __init__(self) -> None:
        self._lines: list[str] = []
        self._line: list[str] = []
        self._within: Counter[str] = Counter()
        self._begun = False  # a cell or an item, and no text of it yet
        self._cell = 0  # lines there were when the last cell began
        self._due: list[str] = []  # wrappers that were closed: their line ends unless their cell does

    def opens(self, tag: str) -> None:
        if tag in ("br", "hr"):
            self._end_wrappers()
            self._end_line(blank=tag == "br")
            return
        if not (self._begun and tag in _WRAPPERS):
            self._edge(tag)
        self._within[tag] += 1
        if tag == "li":
            self._line.append("- ")
        if tag == "li" or tag in _CELLS:
            self._begun, self._cell = True, len(self._lines)

    def closes(self, tag: str) -> None:
        if tag in ("br", "hr"):
            return
        if tag not in _WRAPPERS:
            self._edge(tag)
        elif not self._begun:
            self._due.append(tag)
        self._within[tag] -= 1

    def words(self, text: str) -> None:
        if text.strip():
            self._begun = False
            self._end_wrappers()
        if self._within["pre"]:
            first, *more = text.split("\n")
            self._line.append(first)
            for line in more:
                self._end_line(blank=True)
                self._line.append(line)
        else:
            self._line.append(SPACES.sub(" ", text))

    def text(self) -> str:
        self._end_wrappers()
        self._end_line()
        return "\n".join(self._lines).strip()

    def _edge(self, tag: str) -> None:
        """The beginning or the end of an element."""
        if tag in _CELLS:
            if len(self._lines) == self._cell:
                self._due.clear()
            self._end_wrappers()
            self._line.append(" ")
        elif tag in _BLOCKS:
            self._begun = False
            self._end_wrappers()
            self._end_block(tag)

    def _end_wrappers(self) -> None:
        for tag in self._due:
            self._end_block(tag)
        self._due.clear()

    def _end_block(self, tag: str) -> None:
        self._end_line()
        if tag in _SPACED and self._lines and self._lines[-1]:
            self._lines.append("")

    def _end_line(self, *, blank: bool = False) -> None:
        """Keep the line that was begun; with `blank`, an empty one counts, once."""
        line = SPACES.sub(" ", "".join(self._line)).strip()
        self._line.clear()
        if line:
            self._lines.append("> " * min(self._within["blockquote"], 10) + line)
        elif blank and self._lines and self._lines[-1]:
            self._lines.append("")
