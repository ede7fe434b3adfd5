"""One walk over the text of a LaTeX file, without recursion: groups and environments that are open stand in
lists.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Iterator

from edge.indexing.readers.latex import commands, maths
from edge.indexing.readers.latex.environments import Environments
from edge.indexing.readers.latex.macros import Macros
from edge.indexing.readers.latex.signs import accented, ligated, sign
from edge.indexing.readers.latex.source import TOKEN, LatexSource
from edge.indexing.readers.markup_pieces import MarkupPieces, words_of
from edge.text.html.pieces import HtmlPiece


class LatexWalk(ABC):
    """Tokens to words; what commands do is said by those who know them."""

    def __init__(self, text: str, macros: Macros | None = None) -> None:
        self._sources = [LatexSource(text)]
        self._macros = macros or Macros(len(text))
        self._out = MarkupPieces()
        self._environments = Environments(self._out)
        self._groups: list[tuple[LatexSource, int, Callable[[], None] | None]] = []  # what ends with each
        self._short = 0  # groups whose words are taken aside
        self._typed = 0  # groups whose text is as it is typed
        self._ended = False
        self._line, self._counted = 1, 0  # the line of the file, and up to where lines were counted

    @abstractmethod
    def read(self) -> Iterator[HtmlPiece]:
        """The pieces of the whole text."""

    @abstractmethod
    def _command(self, name: str, source: LatexSource) -> None:
        """Do what a command says."""

    def walk(self) -> None:
        """Read the whole text."""
        token, sources = TOKEN.match, self._sources
        while sources and not self._ended:
            source = sources[-1]
            found = token(source.text, source.at)
            if found is None:
                sources.pop()
                continue
            source.at = found.end()
            kind = found.lastgroup or ""
            if kind == "text":
                self._words(found[kind] if self._typed else ligated(found[kind]))
            elif kind == "word":
                self._command(found[kind], source)
            elif kind == "sign":
                self._sign(found[kind], source)
            elif kind == "lines":
                self._lines(found[kind])
            elif kind == "mark":
                self._mark(found[kind], source)
            elif source.text.startswith("\n", source.at):  # behind a comment
                self._new_paragraph()
        while self._groups:
            self._end_group()
        self._environments.end_all()

    def _words(self, text: str) -> None:
        self._out.words(text, self._number() if self._out.fresh else 0)

    def _number(self) -> int:
        """The line of the file that is being read."""
        source = self._sources[0]
        if source.at > self._counted:
            self._line += source.text.count("\n", self._counted, source.at)
            self._counted = source.at
        return self._line

    def _plain(self, text: str) -> str:
        """The words of a short text, such as an option."""
        if not any(mark in text for mark in "\\{}$~%"):
            return ligated(text)
        return words_of(list(type(self)(text, self._macros).read()))

    def _lines(self, text: str) -> None:
        if text.count("\n") > 1:
            self._new_paragraph()
        elif self._environments.in_table or self._short:
            self._out.words(" ")
        else:
            self._out.next_line(self._number())

    def _mark(self, mark: str, source: LatexSource) -> None:
        if mark == "{":
            self._groups.append((source, -1, None))
        elif mark == "}":
            self._end_group()
            if source.text.startswith("{", source.at) and not self._out.fresh:
                self._words(" ")
        elif mark == "~":
            self._words("~" if self._typed else " ")
        elif mark == "&" and self._environments.in_table:
            self._environments.next_cell()
        elif mark in ("$", "$$") and not self._typed and source.has(mark):
            end = source.text.find(mark, source.at)
            if "\n\n" in source.text[source.at : end]:
                self._words(mark)
            else:
                self._formula(mark, source, display=mark == "$$")
        else:
            self._words(mark)

    def _until(self, end: str, source: LatexSource) -> str:
        """As `LatexSource.until`; groups that end in what is passed over are closed."""
        text = source.until(end)
        while self._groups and self._groups[-1][0] is source and 0 <= self._groups[-1][1] < source.at:
            self._end_group()
        return text

    def _group(self, source: LatexSource, end: Callable[[], None]) -> bool:
        """Enter the group that begins here; `end` is done where it closes. False: none does."""
        edges = source.opening()
        if edges is None:
            return False
        source.at = edges[0] + 1
        self._groups.append((source, edges[1], end))
        return True

    def _end_group(self) -> None:
        if self._groups and (end := self._groups.pop()[2]) is not None:
            end()

    def _aside(self, source: LatexSource, end: Callable[[list[HtmlPiece]], None]) -> None:
        """Enter the group that begins here; its words are given to `end`, on one line."""

        def leave() -> None:
            self._short -= 1
            end(self._out.taken())

        if self._group(source, leave):
            self._short += 1
            self._out.take()

    def _formula(self, end: str, source: LatexSource, *, display: bool) -> None:
        """A formula up to what ends it."""
        number = self._number()
        formula = self._until(end, source) if end else source.group() or ""
        apart = display and not self._environments.in_table
        if apart:
            self._out.end_block()
        for at, row in enumerate(maths.linear(self._macros.expanded(formula)).split("\n")):
            if at:
                self._out.next_line(number + at)
            self._out.words(row, number)
        if apart:
            self._out.end_block()

    def _sign(self, name: str, source: LatexSource) -> None:
        if name == "\\":
            source.at += source.text.startswith("*", source.at)
            source.option()
            self._new_line(name, source)
        elif name in ("(", "["):
            self._formula("\\)" if name == "(" else "\\]", source, display=name == "[")
        elif (letter := accented(name, source.text, source.at)) is not None:
            source.at = letter[1]
            self._words(letter[0])
        elif (printed := sign(name)) is not None:
            self._words(printed)

    def _skip(self, name: str, source: LatexSource) -> None:
        """What stands behind a command that nobody sees; the text of one that we do not know is read."""
        skipped = commands.SKIPPED.get(name, "")
        if not skipped and not source.text.startswith(("<", "["), source.at):  # most
            return
        source.overlay()
        for at in range(len(skipped) + 1):
            while source.option() is not None:
                pass
            if at < len(skipped):
                source.group()

    def _new_paragraph(self, name: str = "", source: LatexSource | None = None) -> None:
        if self._environments.in_table:
            self._out.words(" ")
        else:
            self._out.end_block()

    def _new_line(self, name: str, source: LatexSource) -> None:
        if self._environments.in_table:
            if name != "newline":
                self._environments.next_row()
            else:
                self._out.words(" ")
        elif self._short:
            self._out.words(" ")
        elif not source.text.startswith("\n", source.at):  # else it is the end of the line
            self._out.next_line(self._number())
