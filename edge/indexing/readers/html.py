"""HTML files: menus and forms dropped, headings and tables of data noted."""

from __future__ import annotations

from collections.abc import Iterable

from edge.indexing.readers.html_menus import Menus
from edge.indexing.readers.plain_text import decode
from edge.indexing.structure.document import Document, Page, of_text, stated
from edge.indexing.structure.layout import PageBuilder
from edge.indexing.structure.table_header import TableCells, table_head
from edge.records import UnreadText
from edge.text.html import NO_NUMBERS, SPACES, Html, HtmlPiece, declared_charset
from edge.text.one_line import one_line

LEFT_OUT = {"nav", "form", "aside", "footer"}
_BLOCKS = {"address", "article", "blockquote", "body", "caption", "center", "dd", "details", "div", "dl",
           "dt", "fieldset", "figcaption", "figure", "header", "hr", "html", "li", "main", "ol", "p",
           "section", "summary", "table", "tr", "ul"}  # fmt: skip
#: The question of a fold-out answer is a heading below all that are marked as such; so is a line in bold,
#: where hardly any are marked.
_STRONG = {"b", "strong", "summary"}
_STRONG_LEVEL = 7
_LONGEST_STRONG = 120
_BULLET = "- "
_LISTS = {"ol", "ul"}
_INDENT = "    "
_ANCHORS = {"#", "¶", "§", "🔗", "\uf0c1"}
_HEADINGS = {"h1", "h2", "h3", "h4", "h5", "h6"}


def read(data: bytes, name: str) -> Document:
    """An HTML file as a one-page document. Raises ReadError when it is binary or holds no text."""
    markup = decode(data, declared_charset(data))
    parsed = Html(markup)
    page = laid_out(parsed.pieces(skip=LEFT_OUT, decoration=False), marks=True)
    unread = UnreadText(cut=[1]) if parsed.read < len(markup) else None
    title, author = stated(parsed.title), stated(parsed.meta("author"))
    return of_text("html", name, [page], title=title, unread=unread, author=author)


def laid_out(pieces: Iterable[HtmlPiece], number: int = 1, *, title: str = "", marks: bool = False) -> Page:
    """Pieces of HTML, or of any format told in its elements, as a page. `marks`: the format has a mark for
    the headings of a table, so that a row without it seldom is one.
    """
    builder = PageBuilder()
    layout = _PageLayout(builder, marks=marks)
    layout.add(pieces)
    layout.flush()
    layout.end()
    return builder.page(number, title=title)


class _PageLayout:
    """Pieces to blocks. A table is held back until it shows whether it is one of data: no table inside, two
    rows and two columns at least; any other lays out the page and is read as text.
    """

    def __init__(self, builder: PageBuilder, *, marks: bool = False) -> None:
        self._builder = builder
        self._marks = marks
        self._line: list[str] = []
        self._heading = ""  # the open one
        self._inside = 0  # further headings opened in it
        self._link = -1  # where in the heading a link began
        self._verbatim = 0
        self._bold = 0
        self._folds = False  # the line that was begun is the question of a fold-out answer
        self._plain = False  # the line that was begun has words that are not bold
        self._table: list[HtmlPiece] | None = None
        self._terms: list[str] = []  # of an entry of a list of definitions, until what they are is known
        self._term = False  # inside of one
        self._lists: list[int | None] = []  # the open lists: the number of the next item, None without
        self._item = ""  # what the item that was begun begins with
        self._menus = Menus(builder)
        self._links = 0  # of the terms, those that are nothing but a link

    def add(self, pieces: Iterable[HtmlPiece]) -> None:
        for piece in pieces:
            if self._table is not None:
                self._in_table(self._table, piece)
            elif piece[:2] == ("start", "table"):
                self._table = []
            else:
                self._piece(piece)

    def flush(self) -> None:
        """End the block that was begun."""
        text = "" if self._only_marked() else "".join(self._line)
        self._line.clear()
        points, before = self._menus.ended(), self._builder.size
        strong, self._plain = not self._plain, False
        if self._verbatim:
            self.end_terms()
            self._builder.block(text, code=True)
            self._menus.placed(before, 0)
            return
        text = "\n".join(part.strip() for part in text.split("\n")).strip()
        if self._term or (self._terms and not text):
            self._terms += [text] if text else []
            self._links += points
            return
        if self._terms:  # a term above what it is, which stands further in: one block (`text/entries.py`)
            said = "".join(f"\n{_INDENT}{line}" for line in text.split("\n"))
            self._builder.block("\n".join(self._terms) + said)
            points = points and self._links == len(self._terms)
            self._terms.clear()
            self._links = 0
        elif strong and text and len(text) <= _LONGEST_STRONG and "\n" not in text and text[-1] not in ".;,:":
            name = self._builder.heading if self._folds else self._builder.bold_line
            name(_STRONG_LEVEL, text)
        else:
            self._builder.block(text)
        if text:
            self._menus.placed(before, int(points))

    def end(self) -> None:
        """End what was begun last."""
        self.end_terms()
        self._menus.page_ended()

    def end_terms(self) -> None:
        """Terms of which no text says what they are: a block of their own."""
        if self._terms:
            before = self._builder.size
            self._builder.block("\n".join(self._terms))
            self._menus.placed(before, self._links if self._links == len(self._terms) else 0)
            self._terms.clear()
            self._links = 0

    def _in_table(self, held: list[HtmlPiece], piece: HtmlPiece) -> None:
        if piece[:2] not in (("start", "table"), ("end", "table")):
            held.append(piece)
            return
        self._table = None
        rows, caption, named = _cells(held) if piece.kind == "end" else ([], None, False)
        if _is_table(rows) and not self._heading:
            self.flush()
            self.end_terms()
            heads = 1 if named else _heads(rows, bold=_is_bold(held), framed=not self._marks)
            self._builder.table(rows[0] if heads else [], rows[heads:], caption)
            self._menus.placed(0, 0)
            return
        for one in (HtmlPiece("start", "table"), *held):
            self._piece(one)
        if piece.kind == "start":
            self._table = []
        else:
            self._piece(piece)

    def _piece(self, piece: HtmlPiece) -> None:
        if piece.kind == "text" or piece.tag == "a":
            self._menus.piece(piece)
        if piece.kind == "text":
            self._plain = self._plain or (not self._bold and not piece.text.isspace())
            said = piece.text if self._verbatim else SPACES.sub(" ", piece.text)
            parted = not self._verbatim and self._line and self._line[-1].endswith(" ")
            self._line.append(said.lstrip(" ") if parted else said)
        elif piece.tag in _HEADINGS:
            self._edge_of_heading(piece)
        elif self._heading and piece.tag == "a":
            self._edge_of_link(piece)
        elif self._heading:
            self._line.append(" " if piece.tag in _BLOCKS or piece.tag == "br" else "")
        elif piece.tag in _STRONG:
            if piece.tag in _BLOCKS:
                self._folds = piece.kind == "end"
                self.flush()
                self._folds = False
            self._bold = max(0, self._bold + (1 if piece.kind == "start" else -1))
        elif piece.tag == "pre":
            if piece.kind == "start":
                self.flush()
                self._verbatim += 1
            else:
                self.flush()
                self._verbatim = max(0, self._verbatim - 1)
        elif piece.tag == "br":
            self._line.append("\n" if piece.kind == "start" else "")
        elif piece.tag in _BLOCKS:
            self._edge_of_block(piece)

    def _edge_of_block(self, piece: HtmlPiece) -> None:
        if self._only_marked() and piece.kind == "start" and piece.tag != "li" and piece.tag not in _LISTS:
            self._line = [self._item]  # a paragraph that begins an item is its line
        elif not self._verbatim:
            self.flush()
        if piece[:2] == ("end", "details"):
            self._builder.close(_STRONG_LEVEL)
        if piece.tag == "dt":
            self._term = piece.kind == "start"
        elif piece.tag == "dl" or piece[:2] == ("start", "li"):
            self.end_terms()
        if piece[:2] == ("start", "li"):
            self._item = self._mark(piece.text)
            self._line.append(self._item)
            self._plain = True
        elif piece.tag in _LISTS:
            self._edge_of_list(piece)

    def _only_marked(self) -> bool:
        """Whether nothing but its mark is there of an item that was begun."""
        return bool(self._item) and "".join(self._line).strip() == self._item.strip()

    def _edge_of_list(self, piece: HtmlPiece) -> None:
        if piece.kind == "end":
            del self._lists[-1:]
        elif piece.tag == "ol" and piece.text != NO_NUMBERS:
            self._lists.append(int(piece.text or 1))
        else:
            self._lists.append(None)

    def _mark(self, given: str) -> str:
        """What an item begins with: its number as a browser shows it, or a bullet."""
        number = self._lists[-1] if self._lists else None
        if number is None:
            return _BULLET
        number = int(given or number)
        self._lists[-1] = number + 1
        return f"{number}. "

    def _edge_of_link(self, piece: HtmlPiece) -> None:
        """Of a heading: the sign of a link to itself, as documentation tools set it, is none of its words."""
        if piece.kind == "start":
            self._link = len(self._line)
        elif self._link >= 0 and "".join(self._line[self._link :]).strip() in _ANCHORS:
            del self._line[self._link :]

    def _edge_of_heading(self, piece: HtmlPiece) -> None:
        step = 1 if piece.kind == "start" else -1
        if self._inside == 0:
            self.flush()
            self.end_terms()
            self._heading = piece.tag
        self._inside += step
        if self._inside == 0:
            self._builder.heading(int(self._heading[1]), "".join(self._line).rstrip("¶ \n"))
            self._menus.heading()
            self._line.clear()
            self._heading = ""


def _heads(rows: list[list[str]], *, bold: bool, framed: bool) -> int:
    """Whether a first row that is not marked names the columns: it is bold, or words above figures; where it
    is only `framed` as the others are, it does unless it reads like them.
    """
    width = max(map(len, rows))
    whole = [TableCells([*row, *[""] * (width - len(row))], bold and not n) for n, row in enumerate(rows)]
    return min(1, table_head(whole, ruled=framed).header_rows)


def _is_table(rows: list[list[str]]) -> bool:
    """Whether the cells of a `table` are more than a frame round a text: the first row of two has words in
    two of them, or two rows have.
    """
    words = [sum(map(bool, row)) for row in rows]
    return len(rows) >= 2 and (words[0] >= 2 or sum(count >= 2 for count in words) >= 2)


def _is_bold(pieces: list[HtmlPiece]) -> bool:
    """Whether all words of the first row of a table are bold."""
    rows = bold = 0
    words = False
    for kind, tag, text in pieces:
        if tag == "tr" and kind == "start":
            rows += 1
        elif tag in _STRONG:
            bold += 1 if kind == "start" else -1
        elif kind == "text" and rows == 1 and text.strip():
            if not bold:
                return False
            words = True
    return words


def _cells(pieces: list[HtmlPiece]) -> tuple[list[list[str]], str | None, bool]:
    """The rows of a table, its caption (None: it has none), and whether its first row is marked as heading
    the others; each text on one line.
    """
    rows: list[list[str]] = []
    marked = 0  # cells of the first row that are headings
    words: list[str] = []
    caption: str | None = None
    for kind, tag, text in pieces:
        if kind == "text":
            words.append(text)
        elif kind == "start":
            if tag == "tr":
                rows.append([])
            marked += tag == "th" and len(rows) == 1
            if tag in ("td", "th", "caption"):
                words.clear()
            elif tag in _BLOCKS or tag == "br":
                words.append(" ")
        elif tag in ("td", "th") and rows:
            rows[-1].append(one_line("".join(words)))
        elif tag == "caption":
            caption = one_line("".join(words))
        elif tag in _BLOCKS:
            words.append(" ")
    return rows, caption, bool(rows) and marked >= min(2, len(rows[0]))
