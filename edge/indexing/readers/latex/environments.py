"""Lists, tables and floats of LaTeX that are open, and what ends with them."""

from __future__ import annotations

import re
from collections.abc import Callable

import msgspec

from edge.indexing.readers.latex.commands import LISTS, TABLES
from edge.indexing.readers.latex.source import LatexSource
from edge.indexing.readers.markup_pieces import MarkupPieces, words_of
from edge.indexing.readers.office.list_figures import figure
from edge.text.html.pieces import NO_NUMBERS, HtmlPiece

_FORMS = {"alph": "lowerLetter", "Alph": "upperLetter", "roman": "lowerRoman", "Roman": "upperRoman",
          "arabic": "", "a": "lowerLetter", "A": "upperLetter", "i": "lowerRoman", "I": "upperRoman",
          "1": ""}  # fmt: skip
#: Lists that count within each other, as the classes of LaTeX print them.
_BY_DEPTH = {2: ("(", "lowerLetter", ")"), 3: ("", "lowerRoman", "."), 4: ("", "upperLetter", ".")}
_LABEL = re.compile(r"label=\{?([^,{}\\]{0,9})\\(alph|Alph|roman|Roman|arabic)\*?([^,{}\\]{0,9})")
_SHORT_LABEL = re.compile(r"([^\w\\,={}]{0,3})([aAiI1])([^\w\\,={}]{0,3})")
_START = re.compile(r"start=(\d{1,4})")
_MOST_HEADS = 3
_COUNT = re.compile(r"\s{0,3}([1-9]\d?)\s{0,3}")


class Environment(msgspec.Struct):
    """One that is open. Of a list: how its items are counted. Of a table: where the pieces of its rows begin,
    before which of them rules stand, and how many rows further down a column still belongs to a cell.
    """

    name: str
    tag: str
    first: int = 0
    form: tuple[str, str, str] | None = None
    count: int = 1
    item: bool = False
    caption: list[HtmlPiece] | None = None
    rows: list[int] = []
    rules: set[int] = set()
    headed: int = 0
    cell: int = 0
    column: int = 0
    width: int = 1
    hanging: dict[int, int] = {}


class Environments:
    """Those that are open, the innermost last."""

    def __init__(self, out: MarkupPieces) -> None:
        self._out = out
        self._open: list[Environment] = []
        self._tables = 0

    @property
    def in_table(self) -> bool:
        """Whether the innermost one is a table."""
        return bool(self._open) and self._open[-1].tag == "table"

    @property
    def caption(self) -> str:
        """What stands above or below the innermost table or float."""
        for one in reversed(self._open[-4:]):
            if one.caption is not None:
                return words_of(one.caption)
        return ""

    def begin(self, name: str, option: str) -> None:
        """Open a list or a table."""
        if name in TABLES:
            self._out.start("table")
            one = Environment(name, "table", len(self._out.open))
            self._open.append(one)
            self._new_row(one)
            return
        tag = LISTS[name]
        one = Environment(name, tag)
        depth = sum(other.tag == "ol" for other in self._open[-8:]) + 1
        if tag == "ol":
            label = _LABEL.search(option) or _SHORT_LABEL.fullmatch(option.strip())
            if label and _FORMS[label[2]]:
                one.form = (label[1], _FORMS[label[2]], label[3])
            elif not label:
                one.form = _BY_DEPTH.get(depth)
            start = _START.search(option)
            one.count = int(start[1]) if start else 1
        self._out.start(tag, (NO_NUMBERS if one.form else str(one.count)) if tag == "ol" else "")
        self._open.append(one)

    def begin_float(self, name: str) -> None:
        """Open what has a caption."""
        self._out.end_block()
        self._out.take()
        self._open.append(Environment(name, "float"))

    def end(self, name: str) -> bool:
        """Close the innermost one of this name, and all inside it. False: none is open."""
        at = next((at for at in range(len(self._open) - 1, -1, -1) if self._open[at].name == name), -1)
        if at < 0:
            return False
        while len(self._open) > at:
            self._close(self._open.pop())
        return True

    def end_all(self) -> None:
        """The text is at its end."""
        while self._open:
            self._close(self._open.pop())

    def _close(self, one: Environment) -> None:
        if one.tag == "table":
            self._end_table(one)
        elif one.tag == "float":
            pieces = self._out.taken()
            self._out.end_block()
            self._out.put(_captioned(pieces, one.caption))
            self._out.end_block()
        else:
            self._end_item(one)
            self._out.end(one.tag)

    def captioned(self, caption: list[HtmlPiece]) -> None:
        """The caption of the innermost table or float; else a paragraph."""
        for one in reversed(self._open):
            if one.tag in ("table", "float"):
                one.caption = caption
                return
        self._out.block(words_of(caption))

    def item(self, label: str | None, number: Callable[[], int]) -> None:
        """Begin an item of the innermost list, with its own label if it has one."""
        one = self._open[-1] if self._open else None
        if one is None or one.tag not in ("ul", "ol", "dl"):
            self._out.end_block()
            self._out.words(f"{label} " if label else "- ", number())
            return
        self._end_item(one)
        one.item = True
        if one.tag == "dl":
            self._out.start("dt")
            self._out.words(label or "", number())
            self._out.end("dt")
            self._out.start("dd")
        else:
            if label is None and one.form:
                before, form, after = one.form
                label = f"{before}{figure(one.count, form)}{after}"
                one.count += 1
            self._out.start("li", label or "")
        self._out.fresh = True

    def _end_item(self, one: Environment) -> None:
        self._out.end_block()
        if one.item:
            self._out.end("dd" if one.tag == "dl" else "li")

    def next_cell(self) -> None:
        """The next cell of the row."""
        one = self._open[-1]
        self._end_cell(one)
        self._new_cell(one)

    def next_row(self) -> None:
        """The next row of the table."""
        one = self._open[-1]
        self._end_row(one)
        self._new_row(one)

    def rule(self) -> None:
        """A rule across the table, above the row that is begun."""
        if self.in_table:
            self._open[-1].rules.add(len(self._open[-1].rows) - 1)

    def repeated(self, name: str) -> None:
        """What stood so far heads the table ("endfirsthead", "endhead"), or is said on its other pages."""
        one = self._open[-1]
        done = len(one.rows) - 1
        if name in ("endfirsthead", "endhead") and not one.headed:
            one.headed = done
            return
        del self._out.open[one.rows[one.headed] :]
        del one.rows[one.headed :]
        self._new_row(one)

    def spans(self, name: str, source: LatexSource) -> None:
        """A cell that is several columns wide, or rows high; its text follows."""
        source.option()
        found = _COUNT.fullmatch(source.group() or "")
        source.option()
        source.group()
        source.option()
        if not (found and self.in_table):
            return
        one, count = self._open[-1], int(found[1])
        high, wide = 1, 1
        if name == "multirow":
            high = one.hanging[one.column] = count
        else:
            wide = one.width = count
        self._out.open[one.cell] = HtmlPiece("start", "td", f"{high}x{wide}")

    def _new_row(self, one: Environment) -> None:
        one.rows.append(len(self._out.open))
        one.column = 0
        self._out.start("tr")
        self._new_cell(one)

    def _new_cell(self, one: Environment) -> None:
        one.cell, one.width = len(self._out.open), 1
        self._out.start("td")
        self._out.fresh = True

    def _end_cell(self, one: Environment) -> None:
        self._out.fresh = True
        spanned = self._out.open[one.cell].text if one.cell < len(self._out.open) else ""
        if one.hanging.get(one.column, 0) and not spanned and not _words(self._out.open, one.cell):
            del self._out.open[one.cell :]  # the one above goes on here
        else:
            self._out.end("td")
        one.column += one.width

    def _end_row(self, one: Environment) -> None:
        self._end_cell(one)
        self._out.end("tr")
        if not _words(self._out.open, one.rows[-1]) and not one.hanging:
            del self._out.open[one.rows.pop() :]  # of a caption, or of nothing
        one.hanging = {column: left - 1 for column, left in one.hanging.items() if left > 1}

    def _end_table(self, one: Environment) -> None:
        self._end_row(one)
        heads = one.headed or self._heads(one)
        if 0 < heads <= _MOST_HEADS and heads < len(one.rows):
            for at in range(one.rows[0], one.rows[heads]):
                piece = self._out.open[at]
                if piece[:2] == ("start", "td"):
                    self._out.open[at] = piece._replace(tag="th")
        if one.caption:
            self._out.open[one.first : one.first] = _caption(one.caption)
        self._out.end("table")

    def _heads(self, one: Environment) -> int:
        """The rows above the first rule inside a table, unless rules stand everywhere."""
        inside = sorted(rule for rule in one.rules if 0 < rule < len(one.rows))
        return inside[0] if inside and 2 * len(inside) <= len(one.rows) else 0


def _words(pieces: list[HtmlPiece], start: int) -> bool:
    return any(pieces[at].kind == "text" and pieces[at].text.strip() for at in range(start, len(pieces)))


def _caption(caption: list[HtmlPiece]) -> list[HtmlPiece]:
    return [
        HtmlPiece("start", "caption"),
        HtmlPiece("text", "", words_of(caption)),
        HtmlPiece("end", "caption"),
    ]


def _captioned(pieces: list[HtmlPiece], caption: list[HtmlPiece] | None) -> list[HtmlPiece]:
    """A table under its caption; anything else above it."""
    if caption is None:
        return pieces
    for at, piece in enumerate(pieces):
        if piece[:2] == ("start", "table"):
            return [*pieces[: at + 1], *_caption(caption), *pieces[at + 1 :]]
    return [*pieces, HtmlPiece("end", "p"), HtmlPiece("text", "", words_of(caption)), HtmlPiece("end", "p")]
