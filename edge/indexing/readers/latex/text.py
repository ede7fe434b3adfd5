"""Commands of LaTeX that stand inside a paragraph: notes, references, code, quantities."""

from __future__ import annotations

import re

from edge.indexing.readers.latex import commands, maths
from edge.indexing.readers.latex.signs import unit
from edge.indexing.readers.latex.source import LatexSource
from edge.indexing.readers.latex.walk import LatexWalk
from edge.text.html.pieces import HtmlPiece

QUOTES, FRENCH_QUOTES = ("“", "”"), ("« ", " »")
_LONGEST_VERB = 1_000
_BARE_FILE = re.compile(r"[\w./-]{1,200}")
_ESCAPED = re.compile(r"\\([_%#&~])")


class LatexText(LatexWalk):
    """Those commands."""

    _french = False
    _heading = ""  # the last one

    def _verb(self, name: str, source: LatexSource) -> None:
        mark = source.text[source.at : source.at + 1]
        end = source.text.find(mark, source.at + 1, source.at + _LONGEST_VERB) if mark.strip() else -1
        if end > 0:
            self._words(source.text[source.at + 1 : end])
            source.at = end + 1

    def _code(self, name: str, source: LatexSource) -> None:
        source.option()
        if name == "mintinline":
            source.group()
        text = source.group()
        if text is None:
            self._verb(name, source)
        else:
            self._words(text)

    def _note(self, name: str, source: LatexSource) -> None:
        source.option()

        def end(pieces: list[HtmlPiece]) -> None:
            self._words(f"[{self._out.note(pieces)}]")

        self._aside(source, end)

    def _superscript(self, name: str, source: LatexSource) -> None:
        if self._group(source, lambda: self._out.end("sup")):
            self._out.start("sup")

    def _bold(self, name: str, source: LatexSource) -> None:
        source.overlay()
        if self._group(source, lambda: self._out.end("b")):
            self._out.start("b")

    def _quoted(self, name: str, source: LatexSource) -> None:
        opening, closing = FRENCH_QUOTES if self._french else QUOTES
        if self._group(source, lambda: self._words(closing)):
            self._words(opening)

    def _typed_text(self, name: str, source: LatexSource) -> None:
        def end() -> None:
            self._typed -= 1

        if self._group(source, end):
            self._typed += 1

    def _raw(self, name: str, source: LatexSource) -> None:
        self._words(_ESCAPED.sub(r"\1", source.group() or ""))

    def _hide(self, name: str, source: LatexSource) -> None:
        self._until("\\fi", source)

    def _maths(self, name: str, source: LatexSource) -> None:
        self._formula("", source, display=False)

    def _quantity(self, name: str, source: LatexSource) -> None:
        source.option()
        values = [source.group() or "" for _ in range({"SIrange": 3, "SI": 2, "qty": 2}.get(name, 1))]
        if name in ("SI", "qty", "SIrange", "si"):
            values[-1] = maths.linear(unit(values[-1]))
        text = f"{values[0]}–{values[1]} {values[2]}" if name == "SIrange" else " ".join(values)
        self._words(text + "°" * (name == "ang"))

    def _cite(self, name: str, source: LatexSource) -> None:
        options = [option for option in (source.option(), source.option()) if option]
        keys = [key.strip() for key in (source.group() or "").split(",")]
        self._words(f"[{', '.join([*filter(None, keys), *map(self._plain, options)])}]")

    def _refer(self, name: str, source: LatexSource) -> None:
        if key := (source.group() or "").strip():
            self._out.refer(key, self._number())

    def _hyperref(self, name: str, source: LatexSource) -> None:
        source.option()  # the words of the link follow

    def _file(self, name: str, source: LatexSource) -> None:
        number = self._number()
        for _ in range(commands.FILES[name]):
            source.group()
        source.option()
        file = source.group()
        if file is None and (bare := _BARE_FILE.match(source.text, source.at)):
            file, source.at = bare[0], bare.end()
        self._out.named(file or "", number)

    def _label(self, name: str, source: LatexSource) -> None:
        self._out.label((source.group() or "").strip(), self._environments.caption or self._heading)
