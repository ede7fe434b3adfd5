"""Rich text (.rtf): what a reader of the final version sees, with headings, lists, tables and notes. Deleted
and hidden text, fields, pictures and what stands at the edges of each page are left out.
"""

from __future__ import annotations

import re

from edge.errors import ReadError
from edge.indexing.readers.html.page import laid_out
from edge.indexing.readers.rtf.body import RtfBody
from edge.indexing.readers.rtf.charset import RtfFonts
from edge.indexing.readers.rtf.state import RtfState, RtfStyle
from edge.indexing.readers.rtf.tokens import RtfToken, tokens
from edge.indexing.structure.document import Document, of_text, stated

#: Groups that are not read though programs that do not know them would.
_SKIPPED = {
    "colortbl", "filetbl", "header", "headerl", "headerr", "headerf", "footer", "footerl", "footerr",
    "footerf",
    "ftnsep", "ftnsepc", "ftncn", "aftnsep", "aftnsepc", "aftncn", "pict", "nonshppict", "nonesttables", "sp",
    "shprslt", "objdata", "objclass", "fldinst", "xe", "tc", "rxe", "bkmkstart", "bkmkend", "private",
    "pntxtb", "pntxta", "template", "revtbl", "annotation", "atnid", "atnauthor",
}  # fmt: skip
#: Groups whose text goes somewhere; that they may be ignored (\*) does not matter to us.
_SINKS = {
    "fonttbl": "font", "stylesheet": "style", "title": "title", "author": "author", "listtext": "label",
    "pntext": "label", "footnote": "note", "shptxt": "box", "dptxbxtext": "box", "info": "info",
    "upr": "upr",
}  # fmt: skip
#: Groups that only hold others: marked as if they could be ignored, but what is in them is read.
_PASSED = {"shpinst", "nesttableprops"}
_SIGNS = {
    "tab": "\t", "line": "\n", "page": " ", "column": " ", "emdash": "—", "endash": "–", "lquote": "‘",
    "rquote": "’", "ldblquote": "“", "rdblquote": "”", "bullet": "•", "emspace": " ", "enspace": " ",
    "qmspace": " ", "{": "{", "}": "}", "\\": "\\", "~": "\u00a0", "_": "-", "-": "\u00ad",
}  # fmt: skip
_MERGED = {"clmgf", "clmrg", "clvmgf", "clvmrg"}
_HEADING = re.compile(r"(?:heading|titre|title) ?([1-9])", re.IGNORECASE)
_CONTENTS = re.compile(r"(?:toc|contents|tm|table des mati[eè]res) ?\d|toc heading", re.IGNORECASE)
_MOST_MERGES = 1_000  # cells of a row


def read(data: bytes, name: str) -> Document:
    """A rich text file. Raises ReadError when it is none, or holds no text."""
    if not data.lstrip()[:5].startswith(b"{\\rtf"):
        raise ReadError("not rich text: it does not begin with {\\rtf", "Is its name right?")
    told = _Reader()
    told.read(data)
    said = {sink: stated("".join(words)) for sink, words in told.said.items()}
    page = laid_out(told.body.pieces)
    return of_text("rtf", name, [page], title=said["title"] or told.body.title, author=said["author"])


class _Reader:
    """Tokens to words of a body. Groups are a list: they nest as deep as they like."""

    def __init__(self) -> None:
        self.said: dict[str, list[str]] = {"title": [], "author": []}
        self._styles: dict[int, RtfStyle] = {}
        self.body = RtfBody(self._styles)
        self._fonts = RtfFonts()
        self._state = RtfState()
        self._outer: list[RtfState] = []
        self._bytes = bytearray()  # text of which the characters may not be whole yet
        self._left = 0  # characters of a fallback that are passed over
        self._first = False  # whether the group has only begun
        self._starred = False  # what comes next may be ignored
        self._names: list[str] = []  # of the font or style being defined
        self._merges: list[str] = []  # of the cells of a row
        self._merge: list[str] = []
        self._heads = False

    def read(self, data: bytes) -> None:
        for token in tokens(data):
            match token.kind:
                case "text" | "byte":
                    self._first = self._starred = False
                    self._text(token)
                case "open":
                    self._flush()
                    self._left = 0
                    self._outer.append(self._state)
                    self._state = self._state.inner()
                    self._first, self._starred = True, False
                case "close":
                    self._flush()
                    self._left = 0
                    self._first = self._starred = False
                    self._end_group()
                case _:
                    self._control(token)
        self._flush()
        self.body.end(self._state)

    def _text(self, token: RtfToken) -> None:
        text = token.text
        if self._left:
            passed = min(self._left, len(text))
            self._left -= passed
            text = text[passed:]
        if self._state.sink != "skip":
            self._bytes += text

    def _flush(self) -> None:
        """The bytes so far are whole characters."""
        if self._bytes:
            text = self._fonts.decoded(bytes(self._bytes), self._state.font)
            self._bytes.clear()
            self._words(text)

    def _words(self, text: str) -> None:
        match self._state.sink:
            case "body" | "note" | "box":
                self.body.words(text, self._state)
            case "label":
                self.body.label(text)
            case "font" | "style":
                self._names.append(text)
                if ";" in text:
                    self._defined()
            case "title" | "author" as sink:
                self.said[sink].append(text)

    def _end_group(self) -> None:
        ended = self._state
        if not self._outer:  # one that was never opened
            return
        self._state = self._outer.pop()
        if ended.opens == "note":
            self.body.end_note(self._state)
        elif ended.opens == "box":
            self.body.end_box(ended)
        elif not self._outer and ended.sink == "body":
            self.body.end_paragraph(ended)  # what the last one says of itself ends with it

    def _defined(self) -> None:
        """A font or a style has its name, which is the last that it says."""
        name = "".join(self._names).strip("; \t")
        self._names.clear()
        if self._state.sink == "font":
            self._fonts.name_is(self._state.font, name)
            return
        style = RtfStyle()
        if named := _HEADING.fullmatch(name):
            style.level = int(named[1]) - 1
        style.contents = _CONTENTS.fullmatch(name) is not None
        style.title = name.lower() in ("title", "titre")
        style.level = style.level if self._state.level is None else self._state.level
        self._styles[self._state.style] = style
        self._state.level, self._state.style = None, 0

    def _control(self, token: RtfToken) -> None:
        name = token.name
        if name == "*":
            self._starred = self._first
            return
        begins, starred = self._first, self._starred
        self._first = self._starred = False
        if self._left:  # a control word stands for one character
            self._left -= 1
            return
        if token.kind == "sign" and name in "\r\n":
            name = "par"
        if (begins or starred) and self._destination(name, starred=starred):
            return
        if self._state.sink == "skip":
            return
        self._flush()
        if name == "u":
            self._words(self._fonts.character(token.number or 0, self._state.font))
            self._left = self._state.fallback
        elif name in _SIGNS:
            self._words(_SIGNS[name])
        elif not (self._paragraphs(name) or self._rows(name)):
            self._property(name, token.number)

    def _destination(self, name: str, *, starred: bool) -> bool:
        """The group is one whose text is no part of the paragraph around it."""
        state = self._state
        if state.sink == "skip":
            return True
        if name == "ud":
            state.sink = state.outside
            return True
        if sink := _SINKS.get(name):
            if name == "upr":
                state.outside = state.sink
            state.sink = sink
            if sink == "note":
                state.plain()
                self.body.begin_note()
                state.opens = sink
            elif sink == "box" and self.body.begin_box():
                state.opens = sink
            return True
        if name in _SKIPPED or (starred and name not in _PASSED):
            state.sink = "skip"
            return True
        return name in _PASSED

    def _paragraphs(self, name: str) -> bool:
        """A word that ends a paragraph, or is none of one."""
        state = self._state
        if state.sink not in ("body", "note", "box"):
            return False
        match name:
            case "par" | "sect":
                self.body.end_paragraph(state)
            case "cell":
                self.body.end_cell(state, 1)
            case "nestcell":
                self.body.end_cell(state, max(state.table, 2))
            case _:
                return False
        return True

    def _rows(self, name: str) -> bool:
        """A word about the row of a table."""
        match name:
            case "trowd":
                self._merges, self._merge, self._heads = [], [], False
            case "trhdr":
                self._heads = True
            case "cellx" if len(self._merges) < _MOST_MERGES:
                self._merges.append(" ".join(self._merge))
                self._merge = []
            case "row":
                self.body.end_row(1, self._merges, heads=self._heads)
            case "nestrow":
                self.body.end_row(max(self._state.table, 2), self._merges, heads=self._heads)
            case _ if name in _MERGED:
                self._merge = [*self._merge[-3:], name]
            case _:
                return False
        return True

    def _property(self, name: str, number: int | None) -> None:
        state, on = self._state, number != 0
        match name:
            case "plain":
                state.plain()
            case "pard":
                state.paragraph()
            case "v":
                state.hidden = on
            case "deleted":
                state.deleted = on
            case "b":
                state.bold = on
            case "super" | "up" | "sub" | "dn" | "nosupersub":
                state.superscript = on and name in ("super", "up")
            case "uc":
                state.fallback = min(max(number or 0, 0), 100)
            case "f":
                state.font = number or 0
            case _:
                self._of_paragraph(name, number or 0)

    def _of_paragraph(self, name: str, number: int) -> None:
        state = self._state
        match name:
            case "s":
                state.style = number
            case "outlinelevel":
                state.level = number
            case "intbl":
                state.table = max(state.table, 1)
            case "itap":
                state.table = min(max(number, 0), 100)
            case "ilvl":
                state.depth = min(max(number, 0), 9)
            case _:
                self._charset(name, number)

    def _charset(self, name: str, number: int) -> None:
        match name:
            case "ansicpg":
                self._fonts.page_is(number)
            case "mac":
                self._fonts.page_is(10000)
            case "pc":
                self._fonts.page_is(437)
            case "pca":
                self._fonts.page_is(850)
            case "deff":
                self._fonts.default = number
            case "fcharset" if self._state.sink == "font":
                self._fonts.charset_is(self._state.font, number)
