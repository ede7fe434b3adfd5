"""What a reader of markup tells, as pieces of HTML: each block with the line of the file on which it begins,
notes below the block that has their mark, references as the title of what they lead to.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Literal

from edge.text.html.pieces import NEAR, HtmlPiece
from edge.text.one_line import one_line

_REFERENCE = "reference"
_LISTS = {"ul", "ol", "dl"}
_HEADING = re.compile(r"\Ah[1-9]\Z")


class MarkupPieces:
    """Pieces in reading order. Words that go elsewhere (a note, a caption, a title) are taken aside."""

    def __init__(self) -> None:
        self._taken: list[list[HtmlPiece]] = [[]]
        self._run: list[
            str
        ] = []  # words in a row, of the innermost: one piece, for pieces cost more than words
        self._before: list[bool] = []  # whether a block had begun where each of them was taken aside
        self._notes: list[tuple[str, list[HtmlPiece]]] = []
        self._titles: dict[str, str] = {}
        self._noted = 0
        self._inside = 0  # lists and tables that are open
        self.fresh = True  # the next words begin a block

    @property
    def aside(self) -> bool:
        """Whether words are taken aside."""
        return len(self._taken) > 1

    def words(self, text: str, line: int = 0) -> None:
        """Words of the block that is open, or of a new one, which begins on this line."""
        if self.fresh:
            text = text.lstrip(" \t\n")
            if not text:
                return
            self.begin(line)
        self._run.append(text)

    def begin(self, line: int = 0) -> None:
        """A block begins on this line, unless one is open."""
        if self.fresh:
            self.fresh = False
            self._line(line)

    def verbatim(self, text: str, line: int = 0) -> None:
        """A block that stands as it is."""
        self.end_block()
        if text.strip():
            self._add("start", "pre")
            self._line(line)
            self._add("text", "", text)
            self._add("end", "pre")

    def next_line(self, line: int = 0) -> None:
        """The block goes on, on another line."""
        if not self.fresh:
            self._add("start", "br")
            self._add("end", "br")
            self._line(line)

    def start(self, tag: str, said: str = "") -> None:
        """An element begins; `said`: what its start says (`HtmlPiece.text`)."""
        if tag in _LISTS or tag == "table":
            self.end_block()
            self._inside += 1
        self._add("start", tag, said)

    def end(self, tag: str) -> None:
        """An element ends."""
        self._add("end", tag)
        if tag in _LISTS or tag == "table":
            self._inside -= 1
            self.fresh = True
            self.end_block()

    def end_block(self) -> None:
        """What was said so far is a block; below it stand the notes that it has marks of."""
        if not self.fresh:
            self._add("end", "p")
        self.fresh = True
        if self._notes and not self._inside and not self.aside:
            notes, self._notes = self._notes, []
            for label, said in notes:
                self.open.extend([HtmlPiece("start", "p"), HtmlPiece("text", "", f"[{label}] "), *said])
                self._add("end", "p")

    def block(self, text: str, line: int = 0, tag: str = "p") -> None:
        """A block of its own: a heading, a paragraph."""
        self.end_block()
        self._add("start", tag)
        self._line(line)
        self._add("text", "", text)
        self._add("end", tag)

    def named(self, file: str, line: int = 0) -> None:
        """Another file that stands here, which is a document of its own."""
        if file.strip():
            self.end_block()
            self._add("start", "a", NEAR)
            self.words(file.strip(), line)
            self._add("end", "a")
            self.end_block()

    def take(self) -> None:
        """What follows goes elsewhere, until `taken`."""
        self._end_run()
        self._taken.append([])
        self._before.append(self.fresh)
        self.fresh = True

    def taken(self) -> list[HtmlPiece]:
        """What was said since `take`."""
        if not self.aside:
            return []
        self.fresh = self._before.pop()
        self._end_run()
        return self._taken.pop()

    def put(self, pieces: list[HtmlPiece]) -> None:
        """What was taken aside, here."""
        self.open.extend(pieces)

    @property
    def open(self) -> list[HtmlPiece]:
        """The pieces that are being collected."""
        self._end_run()
        return self._taken[-1]

    def note(self, said: list[HtmlPiece], label: str = "") -> str:
        """Keep a note for below the block. Returns its label, which its mark says: the next number."""
        self._noted += 1
        label = label or str(self._noted)
        self._notes.append((label, said))
        return label

    def refer(self, key: str, line: int = 0) -> None:
        """A reference: the title of what has this label, else the label in brackets."""
        self.begin(line)
        self._add("text", _REFERENCE, key)

    def label(self, key: str, title: str) -> None:
        """What a label leads to."""
        self._titles.setdefault(key, one_line(title))

    def pieces(self, top: int = 0, marks: tuple[str, str] = ("“", "”")) -> Iterator[HtmlPiece]:
        """All of them. `top`: the level that the highest heading below the first `top` - 1 gets. `marks`:
        what titles that are referred to stand between.
        """
        while self.aside:
            self.put(self.taken())
        self.end_block()
        levels = [int(tag[1]) for kind, tag, _ in self.open if kind == "start" and _HEADING.match(tag)]
        up = min((level for level in levels if level >= top), default=top) - top if top else 0
        for piece in self.open:
            kind, tag, text = piece
            if tag == _REFERENCE:
                title = self._titles.get(text, "")
                yield HtmlPiece("text", "", f"{marks[0]}{title}{marks[1]}" if title else f"[{text}]")
            elif up and _HEADING.match(tag) and int(tag[1]) >= top:
                yield HtmlPiece(kind, f"h{int(tag[1]) - up}", text)
            else:
                yield piece

    def _line(self, line: int) -> None:
        if line:
            self._add("start", "line", str(line))

    def _add(self, kind: Literal["start", "end", "text"], tag: str, text: str = "") -> None:
        self.open.append(HtmlPiece(kind, tag, text))

    def _end_run(self) -> None:
        if self._run:
            self._taken[-1].append(HtmlPiece("text", "", "".join(self._run)))
            self._run.clear()


def words_of(pieces: list[HtmlPiece]) -> str:
    """The words of pieces on one line."""
    apart = {"br", "p"}
    return one_line(
        "".join(text if kind == "text" else " " * (tag in apart) for kind, tag, text in pieces), 2_000
    )
