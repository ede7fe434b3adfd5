"""The macros of man(7): `.SH`, `.TP`, `.BR` and their kin. Those that only set type are left out."""

from __future__ import annotations

import re
from collections.abc import Iterator

from edge.indexing.readers.manual.layout import ManLayout
from edge.indexing.readers.manual.roff import Request, Roff

#: A line of text, words in one style, or in two by turns.
_STYLED = {"", "B", "I", "SM", "SB", "R", "CW", "C"}
_TURNS = {"BR", "RB", "BI", "IB", "IR", "RI", "CB", "CI", "CR", "IC", "RC", "BC"}
_WORDS = _STYLED | _TURNS
STYLES = _WORDS - {""}
_PARAGRAPHS = {"PP", "P", "LP", "HP", "sp", "Sp", "RS", "RE"}
_BREAKS = {"br", "ti", "ce"}
_CODE = {"nf": True, "EX": True, "Vb": True, "fi": False, "EE": False, "Ve": False, "YS": False}
_SET = {"PD", "in", "ft", "TS", "TE", "EQ", "EN"}
_LINKS = {"UR", "UE", "MT", "ME", "URL", "MTO"}
MAN = {
    "TH",
    "SH",
    "SS",
    "TP",
    "TQ",
    "IP",
    "OP",
    "SY",
    *_WORDS,
    *_PARAGRAPHS,
    *_BREAKS,
    *_CODE,
    *_SET,
    *_LINKS,
}
#: Marks of items; any other tag is a term.
_BULLET = re.compile(r"[•·○*+o–—-]")
_NUMBER = re.compile(r"\(?(?:\d{1,3}|[a-zA-Z])[.)]?")


def lay_out_man(requests: Iterator[Request], roff: Roff, layout: ManLayout) -> None:
    """Lay a page of man macros out."""
    page = _ManPage(roff, layout)
    for request in requests:
        page.lay_out(request)


class _ManPage:
    def __init__(self, roff: Roff, layout: ManLayout) -> None:
        self._roff = roff
        self._layout = layout
        self._tag = False  # the next line is the term of a definition
        self._heading = 0  # the next line is a heading of this level
        self._link = ""
        self._hung = False  # what was begun last hangs: what stands further in below may say what it is

    def lay_out(self, request: Request) -> None:
        name, layout = request.name, self._layout
        words = [self._roff.printed(word) for word in request.arguments] if name else []
        if name in _WORDS:
            self._line(request, words)
        elif name in ("TP", "TQ"):
            layout.term()
            self._tag = True
        elif name in _CODE:
            layout.code(_CODE[name])
        elif name in _BREAKS:
            layout.line_end()
        elif name in _PARAGRAPHS:
            self._hung = name == "HP"
            if name == "RS":
                layout.indented()
            elif not (self._tag and name == "sp"):
                layout.paragraph()
        elif name in _LINKS:
            self._linked(name, words)
        elif name in MAN - _SET:
            self._named(name, words)

    def _named(self, name: str, words: list[str]) -> None:
        layout = self._layout
        match name:
            case "TH":
                layout.name, layout.section = ([*words, "", ""])[:2]
            case "SH" | "SS":
                level = 1 if name == "SH" else 2
                self._heading, self._tag = 0 if words else level, False
                layout.heading(level, " ".join(words))
            case "IP":
                self._item(words[0] if words else "")
            case "OP":
                layout.word(f"[{' '.join(words)}]")
            case "SY":
                layout.paragraph()
                layout.word(" ".join(words))

    def _linked(self, name: str, words: list[str]) -> None:
        address, said, behind = ([*words, "", "", ""])[:3]
        if name in ("URL", "MTO"):
            self._layout.word(f"{said} <{address}>{behind}".strip())
        elif name in ("UR", "MT"):
            self._link = address
        else:
            self._layout.word(f"<{self._link}>" if self._link else "")
            self._layout.word(address, before=True)

    def _line(self, request: Request, words: list[str]) -> None:
        """A line of text, or of words in some style: of a heading, a term, code or prose."""
        name, rest = request
        text = self._roff.printed(rest) if name == "" else ("" if name in _TURNS else " ").join(words)
        if self._heading:
            self._layout.heading(self._heading, text)
            self._heading = 0
        elif self._layout.in_code:
            self._layout.word(text, before=True, after=True)
            if not rest.endswith("\\c"):
                self._layout.line_end()
        elif rest.endswith("\\c") and _BULLET.fullmatch(text.strip()):  # as DocBook sets them
            self._layout.paragraph("li")
        elif text.strip():
            if text[0] in " \t":
                self._layout.line_end()
            self._layout.word(text.strip(), after=rest.endswith("\\c") and not text.endswith(" "))
            if self._tag:
                self._layout.definition()
            self._tag = False
        elif name == "":
            self._layout.paragraph()

    def _item(self, tag: str) -> None:
        layout = self._layout
        if not tag.strip():
            if self._hung:  # as help2man sets terms
                layout.indented()
            if not (self._hung and layout.in_definition):
                layout.paragraph()
            self._hung = False
        elif _BULLET.fullmatch(tag):
            layout.paragraph("li")
        elif _NUMBER.fullmatch(tag):
            layout.paragraph()
            layout.word(tag if tag[-1] in ".)" else f"{tag}.")
        else:
            layout.term()
            layout.word(tag)
            layout.definition()
