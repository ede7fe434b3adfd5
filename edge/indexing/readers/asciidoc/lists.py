"""Lists of AsciiDoc, and the lines that their items and paragraphs are made of."""

from __future__ import annotations

import re

import msgspec

from edge.indexing.readers.asciidoc.attributes import Attributes, shown_lines
from edge.indexing.readers.asciidoc.inline import Inline
from edge.indexing.readers.asciidoc.titles import titles_of
from edge.indexing.readers.markup_pieces import MarkupPieces
from edge.indexing.readers.office.list_figures import figure
from edge.text.html.pieces import NO_NUMBERS, HtmlPiece

_ITEM = re.compile(
    r"\A[ \t]*+(\*{1,6}|\.{1,6}|-|\d{1,4}\.|[a-zA-Z]\.|[ivxIVX]{1,6}\)|<(?:\d{1,3}|\.)>)[ \t]+(?=\S)(.*)"
)
_TERM = re.compile(r"\A[ \t]*+((?:(?!:::?|;;)[^\n]){1,500}?)(:{2,4}|;;)(?:[ \t]+(\S.*)|[ \t]*)\Z")
_CHECK = re.compile(r"\A\[[ xX*]\][ \t]+")
_FORMS = {"loweralpha": "lowerLetter", "upperalpha": "upperLetter", "lowerroman": "lowerRoman",
          "upperroman": "upperRoman"}  # fmt: skip
_BY_DEPTH = {2: "lowerLetter", 3: "lowerRoman", 4: "upperLetter", 5: "upperRoman"}
#: What opens and closes a block.
DELIMITER = re.compile(
    r"(={4,80}|\*{4,80}|_{4,80}|-{4,80}|\.{4,80}|\+{4,80}|/{4,80}|--|[|,:!]={3,80}"
    r"|`{3,80}(?=\w{0,30}\Z))\w{0,30}[ \t]*"
)
#: A rule across the page, which ends a paragraph without an empty line above it.
_RULE = re.compile(r"'{3,80}")
#: What is said of the block below.
BOX_LINE = re.compile(
    r"\[(?!\[)([^\[\]]{0,500}(?:\[[^\[\]]{0,100}\])?[^\[\]]{0,200})\][ \t]*"
    r"|\[\[([\w:.-]{1,100})(?:,[^\[\]]{0,200})?\]\][ \t]*"
)
#: A block that is one line: another file, a picture, a formula.
BLOCK_MACRO = re.compile(r"\A(include|image|video|audio|toc|stem|latexmath)::([^\[\]]{0,500})\[(.*)\][ \t]*")


class ListLevel(msgspec.Struct):
    """A list that is open. `said`: whether its last item has words."""

    marker: str
    tag: str
    count: int = 1
    form: str = ""
    said: bool = False


class Box(msgspec.Struct):
    """A box that is open, the lists outside of it, and what is said below it."""

    delimiter: str
    lists: list[ListLevel]
    below: str


class AsciidocLists:
    """Lines to items and paragraphs. Lists within each other stand in a list, and so do boxes."""

    def __init__(self, text: str) -> None:
        lines = text.split("\n")
        self._lines = [(number, line.rstrip(" \t")) for number, line in shown_lines(lines, len(text))]
        self._at = 0
        self._attributes = Attributes(len(text))
        self._out = MarkupPieces()
        self._labels: dict[str, str] = {}
        self._inline = Inline(self._attributes, titles_of(self._lines), self._note)
        self._lists: list[ListLevel] = []
        self._boxes: list[Box] = []
        self._attached = False  # the next block belongs to the item that is open
        self._under = False  # ... which is said right below the lines of something else
        self._announcing = 0  # behind the last line that said something of the next block
        self._said: dict[str, str] = {}  # of the next block, in brackets above it
        self._caption = ""

    def _note(self, name: str, said: str) -> str:
        """The label of a note, which is kept for below the block."""
        if name and not said:
            return self._labels.get(name, name)
        label = self._out.note([HtmlPiece("text", "", said)])
        self._labels[name] = label
        return label

    def _forget(self) -> tuple[dict[str, str], str]:
        """What was said of the block, and its title: taken, they are said of nothing else."""
        said, caption = self._said, self._caption
        self._said, self._caption, self._under = {}, "", False
        return said, caption

    def _announced(self) -> None:
        """The line that was read last says something of the next block, as the one above it may."""
        if self._announcing != self._at - 1:
            self._under = self._at > 1 and bool(self._lines[self._at - 2][1])
        self._announcing = self._at

    def _begin(self, number: int, *, titled: bool = True, boxed: bool = False) -> tuple[dict[str, str], str]:
        """A block begins: in the item that is open if it is attached to it, else below the lists. What is
        said of it; its title is laid out, unless its block does that: as a line in bold, which may head what
        follows, or, where marks show how far the block goes (`boxed`), as one that does not.
        """
        if not self._attached:
            self._end_lists()
        self._attached = False
        self._out.end_block()
        said, caption = self._forget()
        if titled and caption and boxed:
            self._out.block(caption, number - 1)
        elif titled and caption:
            self._out.start("b")
            self._out.words(caption, number - 1)
            self._out.end("b")
            self._out.end_block()
        return said, caption

    def _end_lists(self, least: int = 0) -> None:
        self._out.end_block()
        while len(self._lists) > least:
            one = self._lists.pop()
            self._out.end("dd" if one.tag == "dl" else "li")
            self._out.end(one.tag)
        self._attached = False

    def _end_all(self) -> None:
        self._end_lists()
        while self._boxes:
            self._lists = self._boxes.pop().lists
            self._end_lists()

    def _item(self, line: str, number: int) -> bool:
        """Whether a line begins an item of a list, which is begun then."""
        if (found := _ITEM.match(line)) is not None and not (
            line[0] in " \t" and self._said.get("1") == "literal"
        ):
            mark = found[1]
            marker = (
                "1."
                if mark[0].isdigit()
                else "a."
                if mark[-1] == "." and mark[0].isalpha()
                else "<1>"
                if mark[0] == "<"
                else mark
            )
            tag = "ul" if mark[0] in "*-" else "ol"
            words = found[2]
        elif "::" in line or ";;" in line:
            found = _TERM.match(line)
            if found is None or found[1].startswith(("//", "http")):
                return False
            marker, tag, words = found[2], "dl", found[3] or ""
        else:
            return False
        self._open_list(marker, tag, number)
        one = self._lists[-1]
        if tag == "dl":
            self._out.start("dt")
            self._out.words(self._inline.words(found[1]), number)
            self._out.end("dt")
            self._out.start("dd")
        else:
            self._out.start("li", self._label(one, found[1]))
        self._out.fresh = True
        one.said = bool(words)
        if words:
            self._paragraph_words([(number, _CHECK.sub("", words)), *self._paragraph_lines()])
        return True

    def _open_list(self, marker: str, tag: str, number: int) -> None:
        """End what an item of this marker does not stand in; open its list where none is."""
        at = next((at for at, one in enumerate(self._lists) if one.marker == marker), -1)
        if at >= 0 and not (self._said.get("1") in _FORMS or "start" in self._said):
            self._end_lists(at + 1)
            self._out.end("dd" if tag == "dl" else "li")
            self._forget()
            return
        self._out.end_block()
        inside = self._attached or (self._under and at < 0)
        if self._lists and not inside and (self._said or self._caption):
            self._end_lists()
        if self._lists and self._lists[-1].marker == "<1>":  # nothing stands inside what explains code
            self._end_lists(len(self._lists) - 1)
        self._attached = True
        said, _ = self._begin(number)
        one = ListLevel(marker, tag)
        depth = len(marker)
        if tag == "ol" and marker != "<1>":
            one.form = _FORMS.get(
                said.get("1", ""),
                "lowerLetter" if marker == "a." else "" if marker == "1." else _BY_DEPTH.get(depth, ""),
            )
        start = said.get("start", "1")
        one.count = int(start) if start.isascii() and start.isdecimal() and len(start) < 7 else 1
        self._out.start(
            tag, (NO_NUMBERS if one.form or marker == "<1>" else str(one.count)) if tag == "ol" else ""
        )
        self._lists.append(one)

    def _label(self, one: ListLevel, mark: str) -> str:
        if one.marker == "<1>":
            label = mark if mark != "<.>" else f"<{one.count}>"
        elif one.form:
            label = f"{figure(one.count, one.form)}."
        else:
            return mark.rstrip(".") if one.marker == "1." else ""
        one.count += 1
        return label

    def _paragraph_lines(self) -> list[tuple[int, str]]:
        """The lines that go on with a paragraph, or with the words of an item, which another item ends."""
        first, inside = self._at, bool(self._lists)
        while self._at < len(self._lines):
            line = self._lines[self._at][1]
            if (
                not line.strip()
                or (line == "+" and self._lists)
                or DELIMITER.fullmatch(line)
                or BOX_LINE.fullmatch(line)
                or _RULE.fullmatch(line)
            ):
                break
            if inside and (_ITEM.match(line) or (("::" in line or ";;" in line) and _TERM.match(line))):
                break
            if BLOCK_MACRO.fullmatch(line):
                break
            self._at += 1
        return [one for one in self._lines[first : self._at] if not one[1].startswith("//")]

    def _paragraph_words(self, lines: list[tuple[int, str]]) -> None:
        """The words of a paragraph, each line on its own."""
        numbers = [number for number, _ in lines]
        told = self._inline.words("\n".join(text.strip() for _, text in lines)).split("\n")
        for at, text in enumerate(told):
            number = numbers[min(at, len(numbers) - 1)]
            if at:
                self._out.next_line(number)
            self._out.words(text, number)
