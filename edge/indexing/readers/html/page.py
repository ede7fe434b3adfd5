"""HTML files: menus and forms dropped, headings and tables of data noted."""

from __future__ import annotations

import re
from collections.abc import Iterable

import msgspec

from edge.indexing.readers.html.code import without_numbers
from edge.indexing.readers.html.main_part import MainPart
from edge.indexing.readers.html.menus import Menus
from edge.indexing.readers.html.nesting import BULLET, INDENT, ITEMS, LISTS, Nesting
from edge.indexing.readers.html.source_lines import source_lines
from edge.indexing.readers.html.tables import BLOCKS, table_of
from edge.indexing.readers.html.terms import Terms
from edge.indexing.readers.plain_text import decode
from edge.indexing.structure.document import Document, Page, of_text, stated
from edge.indexing.structure.page_builder import PageBuilder
from edge.records import UnreadText
from edge.text.html.pieces import LINE, SPACES, Html, HtmlPiece, declared_charset
from edge.text.superscript import can_be_superscript, superscript

LEFT_OUT = {"nav", "form", "aside", "footer", "dialog", "tablist"}
#: The question of a fold-out answer is a heading below all that are marked as such; so is a line in bold,
#: where hardly any are marked.
_STRONG = {"b", "strong", "summary"}
_STRONG_LEVEL = 7
_LONGEST_STRONG = 120
_CELLS = {"td", "th"}
#: The mark of an item as Word writes it into HTML: a sign of its symbol type, or a number, and hard spaces.
_MARKED = re.compile(r"\A(?:[·§o\uf0a7\uf0b7]|(?P<number>\(?\w{1,4}[.)]))\xa0[\xa0 ]{2,}+")
_ANCHORS = {"#", "¶", "§", "🔗", "\uf0c1"}
#: "[edit]", "[modifier | modifier le code]" behind a heading: links in brackets.
_TOOLS = re.compile(r"\[(?=[\s|·,/]{0,40}\0)[\0\s|·,/]{1,80}\]\s*\Z")
_COSTS = "elements stand too deep in each other, or have too many attributes, to be read to the end"
_HEADINGS = {"h1", "h2", "h3", "h4", "h5", "h6"}


def read(data: bytes, name: str) -> Document:
    """An HTML file as a one-page document. Raises ReadError when it is binary or holds no text."""
    markup = decode(data, declared_charset(data))
    parsed = Html(markup)
    page = laid_out(parsed.pieces(skip=LEFT_OUT, decoration=False), marks=True)
    if not page.text.strip():  # all of it is a form
        page = laid_out(parsed.pieces(skip=LEFT_OUT - {"form"}, decoration=False), marks=True)
    page = msgspec.structs.replace(page, lines=source_lines(markup, page.text))
    unread = UnreadText(other=[_COSTS]) if parsed.read < len(markup) else None
    title, author = stated(parsed.title), stated(parsed.meta("author"))
    return of_text("html", name, [page], title=title, unread=unread, author=author)


def laid_out(pieces: Iterable[HtmlPiece], number: int = 1, *, marks: bool = False) -> Page:
    """Pieces of HTML, or of any format told in its elements, as a page. `marks`: the format has a mark for
    the headings of a table, so that a row without it seldom is one.
    """
    builder = PageBuilder()
    layout = _PageLayout(builder, marks=marks)
    layout.add(pieces)
    layout.flush()
    layout.end()
    return layout.main.site_noted(builder.page(number))


def add_pieces(builder: PageBuilder, pieces: Iterable[HtmlPiece]) -> None:
    """Add a stretch of HTML to a page of something else."""
    layout = _PageLayout(builder, marks=True)
    layout.add(pieces)
    layout.flush()
    layout.end()


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
        self._linked = False  # inside of one
        self._outside: list[str] = []  # words of the heading, each link as one sign
        self._superscript = False  # above the line
        self._cells = 0  # open ones of tables that lay out the page
        self._verbatim = 0
        self._bold = 0
        self._folds = False  # the line that was begun is the question of a fold-out answer
        self._plain = False  # the line that was begun has words that are not bold
        self._table: list[HtmlPiece] | None = None
        self._terms = Terms()
        self._nesting = Nesting()
        self._item = ""  # what the item that was begun begins with
        self._begins = False  # the line that was begun is the first of an item
        self._menus = Menus(builder)
        self.main = MainPart(builder)
        self._ends = 0  # line ends in the line that was begun
        self._numbers: list[tuple[int, int]] = []  # of it: (line of the block, line of the file)

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
        code = without_numbers(self._line, cell=self._cells > 0) if self._verbatim else ""
        self._line.clear()
        self._outside.clear()
        points, before = self._menus.ended(), self._builder.size
        strong, self._plain = not self._plain, False
        begins, self._begins = self._begins, False
        numbers, self._numbers, self._ends = self._numbers, [], 0
        if self._verbatim:
            self.end_terms()
            self._builder.block(code, numbers, code=True)
            self._menus.placed(before, 0)
            return
        if "\n" in text:
            text = "\n".join(part.strip() for part in text.split("\n"))
        text = text.strip()
        if mark := _MARKED.match(text):
            text = (f"{mark['number']} " if mark["number"] else BULLET) + text[mark.end() :]
        if self._terms.inside or (self._terms and not text):
            self._terms.add(self._nesting.hung(text), numbers, link=bool(points))
            return
        if self._terms:  # a term above what it is, which stands further in: one block (`text/entries.py`)
            further = "" if self._nesting.in_definition else INDENT
            said = "".join(f"\n{further}{line}" for line in self._nesting.hung(text).split("\n"))
            points = points and bool(self._terms.links)
            self._builder.block(*self._terms.block(said, numbers))
        elif strong and text and len(text) <= _LONGEST_STRONG and "\n" not in text and text[-1] not in ".;,:":
            name = self._builder.heading if self._folds else self._builder.bold_line
            name(_STRONG_LEVEL, text, numbers[0][1] if numbers else 0)
        else:
            self._builder.block(self._nesting.hung(text, begins=begins), numbers)
        if text:
            self._menus.placed(before, int(points))

    def end(self) -> None:
        """End what was begun last."""
        self.end_terms()
        self._menus.page_ended()

    def end_terms(self) -> None:
        """Terms of which no text says what they are: a block of their own."""
        if self._terms:
            before, links = self._builder.size, self._terms.links
            self._builder.block(*self._terms.block())
            self._menus.placed(before, links)

    def _in_table(self, held: list[HtmlPiece], piece: HtmlPiece) -> None:
        if piece[:2] not in (("start", "table"), ("end", "table")):
            held.append(piece)
            return
        self._table = None
        table = table_of(held, marks=self._marks) if piece.kind == "end" else None
        if table is not None and not self._heading:
            self.flush()
            self.end_terms()
            for line in table.above:
                self._builder.block(line)
            self._builder.table(
                table.labels, table.rows, table.caption, printed=table.printed, numbers=table.lines
            )
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
            self._linked = piece[:2] == ("start", "a") or (self._linked and piece.kind == "text")
        if piece.kind == "text":
            self._words(piece.text)
        elif piece.tag == LINE:
            self._numbers.append((self._ends, int(piece.text)))
        elif piece.tag in _HEADINGS:
            self._edge_of_heading(piece)
        elif self._heading:
            self._in_heading(piece)
        elif piece.tag in _STRONG:
            self._edge_of_strong(piece)
        elif piece.tag == "pre":
            self.flush()
            self._verbatim = max(0, self._verbatim + (1 if piece.kind == "start" else -1))
        elif piece.tag == "br":
            self._line.append("\n" if piece.kind == "start" else "")
            self._ends += piece.kind == "start"
        elif piece.tag in BLOCKS:
            self._edge_of_block(piece)
        elif piece.tag in _CELLS:
            self._edge_of_cell(piece)
        elif piece.tag == "sup":
            self._superscript = piece.kind == "start"

    def _words(self, text: str) -> None:
        self._plain = self._plain or (not self._bold and not text.isspace())
        said = text if self._verbatim else SPACES.sub(" ", text)
        if self._superscript and not self._verbatim:
            said = f"[{said.strip()}]" if self._linked and can_be_superscript(said) else superscript(said)
        if not self._verbatim and self._line and self._line[-1].endswith(" "):
            said = said.lstrip(" ")
        if said:
            if self._linked:
                self.main.linked(said)
            self._line.append(said)
            self._outside.append("\0" if self._linked else said)

    def _edge_of_strong(self, piece: HtmlPiece) -> None:
        if piece.tag in BLOCKS:
            self._folds = piece.kind == "end"
            self.flush()
            self._folds = False
        self._bold = max(0, self._bold + (1 if piece.kind == "start" else -1))

    def _edge_of_cell(self, piece: HtmlPiece) -> None:
        """Of a table that lays out the page: the words of two cells stay apart."""
        self._cells = max(0, self._cells + (1 if piece.kind == "start" else -1))
        if self._line and not self._verbatim and not self._line[-1].endswith(" "):
            self._line.append(" ")

    def _edge_of_block(self, piece: HtmlPiece) -> None:
        if self._only_marked() and piece.kind == "start" and piece.tag != "li" and piece.tag not in LISTS:
            self._line = [self._item]  # a paragraph that begins an item is its line
        elif not self._verbatim:
            self.flush()
        if piece.tag == "main":
            self.main.edge(piece.kind)
        if piece[:2] == ("end", "details"):
            self._builder.close(_STRONG_LEVEL)
        if piece.tag == "dt":
            self._terms.inside = piece.kind == "start"
        elif piece.tag == "dl" or piece[:2] == ("start", "li"):
            self.end_terms()
        if piece.tag in ITEMS:
            self._nesting.edge_of_item(piece)
        if piece[:2] == ("start", "li"):
            self._item = self._nesting.mark(piece.text)
            self._line.append(self._item)
            self._plain = self._begins = True
        elif piece.tag in LISTS:
            self._nesting.edge_of_list(piece)

    def _only_marked(self) -> bool:
        """Whether nothing but its mark is there of an item that was begun."""
        return bool(self._item) and "".join(self._line).strip() == self._item.strip()

    def _in_heading(self, piece: HtmlPiece) -> None:
        if piece.tag != "a":
            self._line.append(" " if piece.tag in BLOCKS or piece.tag == "br" else "")
            return
        if piece.kind == "start":
            self._link = len(self._line)
        elif self._link >= 0 and "".join(self._line[self._link :]).strip() in _ANCHORS:
            # The sign of a link to the heading itself, as documentation tools set it, is none of its words.
            del self._line[self._link :]

    def _edge_of_heading(self, piece: HtmlPiece) -> None:
        step = 1 if piece.kind == "start" else -1
        if self._inside == 0:
            self.flush()
            self.end_terms()
            self._heading = piece.tag
            self._outside.clear()
        self._inside += step
        if self._inside == 0:
            title = "".join(self._line)
            if _TOOLS.search("".join(self._outside)):
                title = title[: title.rindex("[")]
            if self._heading == "h1":
                self.main.titled()
            self._nesting.heading()
            number = self._numbers[0][1] if self._numbers else 0
            self._builder.heading(int(self._heading[1]), title.rstrip("¶ \n"), number)
            self._numbers, self._ends = [], 0
            self._menus.heading()
            self._line.clear()
            self._heading = ""
