"""The macros of mdoc(7): `.Sh`, `.It`, `.Bl` and their kin. What stands in a line is `mdoc_inline`'s."""

from __future__ import annotations

from collections.abc import Iterator

from edge.indexing.readers.manual.layout import ManLayout
from edge.indexing.readers.manual.mdoc_inline import INLINE, MdocInline
from edge.indexing.readers.manual.roff import Request, Roff

_REFERENCE = {"%A", "%B", "%C", "%D", "%I", "%J", "%N", "%O", "%P", "%Q", "%R", "%T", "%U", "%V"}
_PARAGRAPHS = {"Pp", "Lp", "sp", "Rs", "Re"}
_SENTENCES = {"Fo", "Fc", "Ex", "Rv", "Nd", *_REFERENCE}
MDOC = {"Dd", "Dt", "Os", "Sh", "Ss", "Bl", "El", "It", "Bd", "Ed", "D1", "Dl", "Bk", "Ek", "br", "nf",
        "fi", "Ta", "Ud", "Bt", "TS", "TE", *INLINE, *_PARAGRAPHS, *_SENTENCES}  # fmt: skip
_TERMS = {"-tag", "-hang", "-ohang", "-inset", "-diag"}
_ITEMS = {"-bullet", "-dash", "-hyphen", "-enum"}


def lay_out_mdoc(requests: Iterator[Request], roff: Roff, layout: ManLayout) -> None:
    """Lay a page of mdoc macros out."""
    page = _MdocPage(roff, layout)
    for request in requests:
        page.lay_out(request)
    page.end_table()


class _MdocPage:
    def __init__(self, roff: Roff, layout: ManLayout) -> None:
        self._roff = roff
        self._layout = layout
        self._inline = MdocInline(roff, layout)
        self._lists: list[str] = []
        self._rows: list[list[str]] | None = None

    def lay_out(self, request: Request) -> None:
        name, words, layout = request.name, request.arguments, self._layout
        if name == "":
            self._text(request.rest)
        elif name in INLINE:
            self._inline.words([name, *words])
            if layout.in_code:
                layout.line_end()
        elif name in _PARAGRAPHS:
            layout.paragraph()
        elif name in _SENTENCES:
            self._sentence(name, words)
        elif name in ("Bl", "El"):
            self._list(name, words)
        elif name == "It":
            self._item(words)
        else:
            self._named(name, words)

    def end_table(self) -> None:
        """What was held back as rows, now laid out."""
        if self._rows is not None:
            self._layout.table(self._rows)
        self._rows = None

    def _named(self, name: str, words: list[str]) -> None:
        layout = self._layout
        match name:
            case "Dt":
                layout.name, layout.section = ([*map(self._roff.printed, words), "", ""])[:2]
                layout.name = layout.name.lower()
            case "Sh" | "Ss":
                layout.heading(1 if name == "Sh" else 2, self._inline.apart(words))
            case "Bd" | "Ed":
                layout.code(name == "Bd" and any(one in words for one in ("-literal", "-unfilled")))
                layout.paragraph()
            case "D1" | "Dl":
                layout.code(True)
                self._inline.words(words)
                layout.line_end()
                layout.code(False)
            case "nf" | "fi":
                layout.code(name == "nf")
            case "br":
                layout.line_end()

    def _sentence(self, name: str, words: list[str]) -> None:
        layout, said = self._layout, " ".join(map(self._roff.printed, words))
        match name:
            case "Nd":
                layout.word("—")
                self._inline.words(words)
            case "Fo":
                layout.word(f"{said}(", after=True)
            case "Fc":
                layout.word(")", before=True)
            case "Ex":
                who = said.removeprefix("-std").strip() or self._inline.name
                layout.word(f"The {who} utility exits 0 on success, and >0 if an error occurs.")
            case "Rv":
                who = said.removeprefix("-std").strip() or self._inline.name
                layout.word(
                    f"The {who}() function returns the value 0 if successful; otherwise the value -1 is"
                    " returned and the global variable errno is set to indicate the error."
                )
            case _:
                layout.word(f"{said},")

    def _text(self, rest: str) -> None:
        layout, text = self._layout, self._roff.printed(rest)
        if layout.in_code:
            layout.word(text, before=True, after=True)
            layout.line_end()
        elif not text.strip():
            layout.paragraph()
        elif self._rows:
            self._rows[-1][-1] += " " + text.strip()
        else:
            layout.word(text.strip(), after=rest.endswith("\\c"))

    def _list(self, name: str, words: list[str]) -> None:
        self.end_table()
        if name == "El":
            if self._lists:
                self._lists.pop()
            self._layout.paragraph()
            return
        self._lists.append(words[0] if words else "-item")
        if self._lists[-1] == "-column":
            self._rows = []

    def _item(self, words: list[str]) -> None:
        kind, layout = (self._lists or ["-item"])[-1], self._layout
        if self._rows is not None:
            line = " ".join(words)
            cells = line.split("\t") if "\t" in line else line.split(" Ta ")
            self._rows.append([self._inline.apart(cell.split()) for cell in cells])
        elif kind in _TERMS and words:
            self._inline.term(words)
        elif kind in _ITEMS:
            layout.paragraph("li")
        else:
            layout.paragraph()
            self._inline.words(words)
