"""What the macros of a manual page come to: pieces of HTML, which `html.page.laid_out` makes a page of."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from edge.text.html.pieces import HtmlPiece
from edge.text.one_line import one_line

#: What stands between a word and the next.
_SPACE = " "
_LONGEST_TERM = 80


class ManLayout:
    """Blocks in the order of the page. Words are joined by a space unless one of them is `tight`."""

    def __init__(self) -> None:
        self.name = self.section = ""
        self._pieces: list[HtmlPiece] = []
        self._tight = True  # before the next word: no space
        self._code = False
        self._term = False
        self._open = ""  # the block that was begun, and where
        self._began = 0
        self._spaced = True  # words are joined by spaces
        self._owed = False  # a space before the next word, though they are not

    def pieces(self) -> Iterator[HtmlPiece]:
        """All of it."""
        self.end()
        yield from self._pieces

    @property
    def in_code(self) -> bool:
        """Lines are kept as they stand."""
        return self._code

    @property
    def in_definition(self) -> bool:
        """What comes says what a term is."""
        return self._open == "dd"

    def heading(self, level: int, text: str) -> None:
        """A heading of a section, or of one below it."""
        self.code(False)
        self.end()
        if text := one_line(text):
            self._add("start", f"h{level}")
            self._pieces.append(HtmlPiece("text", "", text))
            self._add("end", f"h{level}")

    def paragraph(self, tag: str = "p") -> None:
        """Whatever comes stands apart from what came; "li": as an item."""
        if self._code:
            self._pieces.append(HtmlPiece("text", "", "\n"))
            return
        self.end()
        self._begin(tag)

    def term(self) -> None:
        """What comes is named by the definition after it."""
        self.code(False)
        self.end()
        self._term = True
        self._begin("dt")

    def indented(self) -> None:
        """What comes stands further in: below a short line it says what that is (so DocBook sets terms)."""
        at = self._began
        said = "".join(piece.text for piece in self._pieces[at:]).strip() if self._open == "p" else ""
        if not said or len(said) > _LONGEST_TERM or said.endswith((".", ":", ";", "!", "?")):
            return
        self._pieces[at] = HtmlPiece("start", "dt")
        self._open, self._term = "dt", True
        self.definition()

    def definition(self) -> None:
        """What comes says what the term is."""
        if self._term:
            self._term = False
            self.end()
            self._begin("dd")

    def code(self, on: bool) -> None:
        """From here lines are kept as they stand, or no longer."""
        if on == self._code:
            return
        self.definition()
        if on:
            self.end()
            self._begin("pre")
        self._code = on
        if not on:
            self.end()

    def word(self, text: str, *, before: bool = False, after: bool = False) -> None:
        """A word or a run of them; `before`, `after`: it clings to what stands there."""
        if not text:
            return
        if not self._open:
            self._begin("p")
        glue = _SPACE if self._owed or (self._spaced and not self._tight and not before) else ""
        self._owed = False
        self._pieces.append(HtmlPiece("text", "", glue + text))
        self._tight = after

    def cling(self) -> None:
        """No space before the next word."""
        self._tight = True

    def spacing(self, on: bool) -> None:
        """Whether words are joined by spaces, from the word after the next on."""
        if self._spaced and not on and not self._tight:
            self._owed = True
        self._spaced = on

    def line_end(self) -> None:
        """The line ends here, in code or where one is broken."""
        if self._code:
            self._pieces.append(HtmlPiece("text", "", "\n"))
        elif self._open:
            self._add("start", "br")
            self._add("end", "br")
        self._tight = True

    def table(self, rows: Sequence[Sequence[str]]) -> None:
        """A table whose first row names its columns."""
        self.definition()
        self.code(False)
        self.end()
        self._add("start", "table")
        for row in rows:
            self._add("start", "tr")
            for cell in row:
                self._add("start", "td")
                self._pieces.append(HtmlPiece("text", "", one_line(cell)))
                self._add("end", "td")
            self._add("end", "tr")
        self._add("end", "table")

    def end(self) -> None:
        """End the block that was begun."""
        if self._open:
            self._add("end", self._open)
        self._open, self._tight, self._term = "", True, False

    def _begin(self, tag: str) -> None:
        self._began = len(self._pieces)
        self._add("start", tag)
        self._open, self._tight = tag, True

    def _add(self, kind: str, tag: str) -> None:
        self._pieces.append(HtmlPiece("start" if kind == "start" else "end", tag))
