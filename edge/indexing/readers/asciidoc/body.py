"""AsciiDoc to pieces of HTML, line by line."""

from __future__ import annotations

import re
from collections.abc import Iterator

from edge.indexing.readers.asciidoc import table
from edge.indexing.readers.asciidoc.header import DocumentHeader
from edge.indexing.readers.asciidoc.lists import BLOCK_MACRO, BOX_LINE, DELIMITER, AsciidocLists, Box
from edge.indexing.readers.asciidoc.titles import attributes_of, level_below, title_of
from edge.indexing.readers.latex import maths
from edge.text.html.pieces import Html, HtmlPiece

_VERBATIM = {"-": "listing", ".": "literal", "`": "listing", "+": "pass", "/": "comment"}
_BLOCK_TITLE = re.compile(r"\.(?![.\s])(\S.*)")
_ADMONITION = re.compile(r"(NOTE|TIP|WARNING|CAUTION|IMPORTANT):[ \t]+(.*)")
_RULE = re.compile(r"'{3,80}|<{3,80}|-{3}|\*{3}|- - -|\* \* \*")
_BOLD = re.compile(r"\*{1,2}(?![\s*])[^*\n]{1,120}(?<!\s)\*{1,2}")
_BOXES = {"NOTE", "TIP", "WARNING", "CAUTION", "IMPORTANT"}
_QUOTES = {"quote", "verse"}


class AsciidocBody(AsciidocLists):
    """A file as pieces. `title` and `author` are known when it has been read."""

    title = author = ""

    def read(self) -> Iterator[HtmlPiece]:
        """The pieces of the whole text."""
        header = DocumentHeader(self._attributes, self._inline)
        self._at = header.read(self._lines)
        self.title, self.author = header.title, header.author
        for text, number, tag in header.shown:
            self._out.block(text, number, tag)
        while self._at < len(self._lines):
            number, line = self._lines[self._at]
            self._block(line, number)
        self._end_all()
        return self._out.pieces()

    def _block(self, line: str, number: int) -> None:
        """Read the block that begins on a line."""
        self._at += 1
        if not line.strip():
            self._out.end_block()
        elif (line.startswith("//") and not line.startswith("////")) or self._attributes.entry(line):
            pass
        elif line == "+" and self._lists:
            self._out.end_block()
            self._attached = True
        elif (box := BOX_LINE.fullmatch(line)) is not None:
            self._out.end_block()
            self._announced()
            self._said |= attributes_of(box[1] or "")
            if self._said.get("1") == "comment":
                self._paragraph_lines()
                self._forget()
        elif (
            line.startswith(".")
            and (titled := _BLOCK_TITLE.fullmatch(line))
            and not DELIMITER.fullmatch(line)
        ):
            self._out.end_block()
            self._announced()
            self._caption = self._inline.words(titled[1])
        elif (heading := self._heading(line)) is not None:
            self._section(*heading, number)
        elif (edge := DELIMITER.fullmatch(line)) is not None:
            self._delimited(edge[1], number)
        elif (macro := BLOCK_MACRO.fullmatch(line)) is not None:
            self._macro(macro, number)
        elif _RULE.fullmatch(line):
            self._end_lists()
        elif not self._item(line, number):
            self._paragraph(line, number)

    def _heading(self, line: str) -> tuple[int, str] | None:
        """The level and the words of a title on one line, or with a line below it."""
        if (found := title_of(line)) is not None:
            return found
        if (
            self._at < len(self._lines)
            and not self._boxes
            and (level := level_below(line, self._lines[self._at][1]))
        ):
            self._at += 1
            return level, line
        return None

    def _section(self, level: int, words: str, number: int) -> None:
        self._end_all()
        self._forget()
        self._out.block(self._inline.words(words), number, f"h{min(level, 6)}")

    def _delimited(self, delimiter: str, number: int) -> None:
        kind = _VERBATIM.get(delimiter[0], "") if delimiter != "--" else ""
        if delimiter[1:4] == "===" and delimiter[0] != "=":
            said, caption = self._begin(number, titled=False)
            form = {",": "csv", ":": "dsv"}.get(delimiter[0], said.get("format", "psv"))
            lines = self._until(delimiter)
            if delimiter[0] == "!":
                lines = [(at, line.replace("!", "|")) for at, line in lines]
            self._out.put(table.pieces(lines, said | {"format": form}, self._inline.words, caption))
            self._out.fresh = False
            self._out.end_block()
        elif kind:
            self._verbatim(kind, delimiter, number)
        else:
            self._edge_of_box(delimiter, number)

    def _until(self, delimiter: str) -> list[tuple[int, str]]:
        """The lines up to the one that closes a block; all of them where none does."""
        first = self._at
        while self._at < len(self._lines) and self._lines[self._at][1] != delimiter:
            self._at += 1
        self._at += 1
        return self._lines[first : self._at - 1]

    def _verbatim(self, kind: str, delimiter: str, number: int) -> None:
        lines = self._until(delimiter)
        if kind == "comment":
            return
        said, _ = self._begin(number, boxed=True)
        style = said.get("1", "")
        text = "\n".join(_named(line) for _, line in lines)
        if "attributes" in said.get("subs", "") or said.get("subs") in ("normal", "+"):
            text = self._attributes.filled(text)
        if style in ("stem", "latexmath", "asciimath"):
            self._out.block(maths.linear(text), number + 1)
        elif kind == "pass":
            self._out.put(list(Html(text).pieces(decoration=False)))
            self._out.fresh = False
            self._out.end_block()
        elif style in _QUOTES or style in _BOXES:
            self._out.block(self._inline.words(text), number + 1)
        else:
            self._out.verbatim(text, number + 1)

    def _edge_of_box(self, delimiter: str, number: int) -> None:
        """Open a box, or close the one that this mark has opened, and all that are open in it."""
        at = next(
            (at for at in range(len(self._boxes) - 1, -1, -1) if self._boxes[at].delimiter == delimiter), -1
        )
        if at >= 0:
            self._end_lists()
            box = self._boxes[at]
            del self._boxes[at:]
            self._lists = box.lists
            if box.below:
                self._out.block(box.below)
            return
        attached = self._attached
        said, _ = self._begin(number, boxed=True)
        kind = said.get("1", "")
        if kind in _BOXES:
            self._out.block(
                f"{self._attributes.get(f'{kind.lower()}-caption') or kind.capitalize()}:", number
            )
        below = self._source(said) if kind in _QUOTES or delimiter[0] == "_" else ""
        self._boxes.append(Box(delimiter, self._lists if attached else [], below))
        self._lists = []

    def _source(self, said: dict[str, str]) -> str:
        """Who said what is quoted, and where."""
        of = ", ".join(filter(None, (said.get("2", ""), said.get("3", ""))))
        return f"— {self._inline.words(of)}" if of else ""

    def _macro(self, macro: re.Match[str], number: int) -> None:
        kind, target, said = macro.groups()
        if kind == "include":
            self._begin(number)
            self._out.named(self._attributes.filled(target), number)
        elif kind in ("stem", "latexmath"):
            self._begin(number)
            self._out.block(maths.linear(said), number)
        elif kind == "image":
            titled = bool(self._caption)
            self._begin(number)
            if not titled:
                self._out.block(self._inline.words(f"image:{target}[{said}]"), number)
        else:
            self._forget()

    def _paragraph(self, line: str, number: int) -> None:
        set_in, kind = line[0] in " \t", self._said.get("1", "")
        if self._lists and not self._lists[-1].said:
            self._attached = self._lists[-1].said = True  # the text of a term
            set_in = False
        elif self._lists and set_in:
            self._attached = True  # what is set in below an item
        said, _ = self._begin(number)
        lines = [(number, line), *self._paragraph_lines()]
        if (set_in and kind != "normal") or kind in ("source", "listing", "literal"):
            self._out.verbatim(_set_in([text for _, text in lines]), number)
            return
        if kind in ("stem", "latexmath", "asciimath"):
            self._out.block(maths.linear("\n".join(text for _, text in lines)), number)
            return
        box = _ADMONITION.fullmatch(line)
        name = box[1] if box else kind if kind in _BOXES else ""
        if name:
            caption = self._attributes.get(f"{name.lower()}-caption") or name.capitalize()
            lines[0] = (number, f"{caption}: {box[2] if box else line}")
        if len(lines) == 1 and _BOLD.fullmatch(line):
            self._out.start("b")
            self._paragraph_words(lines)
            self._out.end("b")
        else:
            self._paragraph_words(lines)
        self._out.end_block()
        if kind in _QUOTES and (source := self._source(said)):
            self._out.block(source)


def _named(line: str) -> str:
    """A line of code; of one that includes a file, the file."""
    macro = BLOCK_MACRO.fullmatch(line) if line.startswith("include::") else None
    return macro[2] if macro else line


def _set_in(lines: list[str]) -> str:
    """Lines without the spaces that all of them begin with."""
    least = min(len(line) - len(line.lstrip(" ")) for line in lines)
    return "\n".join(line[least:] for line in lines)
