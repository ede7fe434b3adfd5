"""Markdown as its reader sees it: marks are dropped, headings and tables are noted.

One file is one page, unless form feeds or `<!-- page N -->` comments say where pages begin. Other
comments are dropped: nobody who reads the page can see them.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import TYPE_CHECKING

from edge.indexing.readers import markdown_admonitions
from edge.indexing.readers.html.page import add_pieces
from edge.indexing.readers.markdown_stretches import DEEP_BLOCK, MOST_NESTED, stretches
from edge.indexing.readers.plain_text import PIECE, decode
from edge.indexing.structure.document import Document, Page, of_text, stated
from edge.indexing.structure.page_builder import PageBuilder
from edge.text.html.pieces import Html
from edge.text.one_line import one_line
from edge.text.sanitise import line_feeds
from edge.text.superscript import superscript

if TYPE_CHECKING:
    from markdown_it.token import Token

    from edge.indexing.readers.markdown_stretches import Stretch

_BREAK = re.compile(r"\f|<!--[ \t]*page[ \t]+(\d{1,6})[ \t]*-->", re.IGNORECASE)
_FRONT_MATTER = re.compile(r"\A---[ \t]*\n(.*?\n)?---[ \t]*(?:\n|\Z)", re.DOTALL)
_TITLE = re.compile(r"^title[ \t]*:[ \t]*(.+)$", re.MULTILINE)
#: One name, or several: in brackets, or each on a line of its own.
_AUTHOR = re.compile(r"^authors?[ \t]*+:[ \t]*+(\S.*|(?:\n[ \t]*-[ \t].*)+)", re.MULTILINE)
_COMMENT = re.compile(r"<!--.*?(?:-->|\Z)", re.DOTALL)
_TAG = re.compile(r"<[^<>]*>")
#: "[[Page|shown]]" of wikis; the mark of a note, and where the note begins; "{#id .class}" behind a heading.
_WIKI = re.compile(r"(!?)\[\[(?!\s)(?:([^\[\]|\n]{1,200})\|)?([^\[\]|\n]{1,200})\]\]")
_FILE = re.compile(r"\.[a-zA-Z0-9]{2,5}\Z")
#: "#Part" and "#^block" of a page that is linked to; "==words==" in colour, "%%words%%" that are not shown;
#: the name of a paragraph behind it.
_ANCHOR = re.compile(r"#(\^[\w-]{1,60}\Z)?")
_COLOURED = re.compile(r"(?<![=\w])==(?![\s=])([^=\n]{1,500})(?<!\s)==(?![=\w])")
_NOT_SHOWN = re.compile(r"(?<!%)%%[^%\n]{1,2000}%%(?![\w%])")
_BLOCK_NAME = re.compile(r"(?<!\s)[ \t]++\^(?=[\d-]{0,40}[a-zA-Z])[a-zA-Z0-9-]{3,40}\Z")
_NOTE = re.compile(r"\[\^([^\[\]\s]{1,40})\]")
_ATTRIBUTES = re.compile(r"(?<![ \t])[ \t]*+\{[#.][^{}\n]{0,100}\}\Z")
_LINE_BREAK = re.compile(r"<br\s*/?>", re.IGNORECASE)
_TABLE = re.compile(r"<table[\s>]", re.IGNORECASE)
_RAISES = re.compile(r"<sup>", re.IGNORECASE)

#: A line in bold is a heading below all that are marked as such, where these are few.
_STRONG_LEVEL = 7
_LONGEST_STRONG = 120
_DEEP = f"quotes and lists nested more than about {MOST_NESTED} deep are kept as plain text"


def read(data: bytes, name: str) -> Document:
    """A Markdown file as a document. Raises ReadError when it is binary or holds no text."""
    text = decode(data).replace("\r\n", "\n").replace("\r", "\n")
    title = author = ""
    if front := _FRONT_MATTER.match(text):
        said = _TITLE.search(front[1] or "")
        title = one_line(said[1]).strip("\"'") if said else ""
        author = _author(front[1] or "")
        text = text[front.end() :]
    before = front[0].count("\n") if front else 0  # lines of the file above the text
    text = markdown_admonitions.unboxed(text)
    notes: set[str] = set()
    parts = list(_parts(text))
    if len(parts) == 1:
        number, part, line = parts[0]
        pages = list(_pages(part, number, before + line, notes, PIECE))
        return of_text("markdown", name, pages, title=title, author=author, notes=sorted(notes), paged=False)
    pages = [page for number, part, line in parts for page in _pages(part, number, before + line, notes)]
    return of_text("markdown", name, pages, title=title, author=author, notes=sorted(notes))


def _author(front: str) -> str:
    """Who the lines above the text say wrote it; of several, all."""
    said = _AUTHOR.search(front)
    if said is None:
        return ""
    listed = said[1].strip()
    inner = listed[1:-1] if listed[:1] == "[" and listed[-1:] == "]" else ""
    names = re.split(r"\n[ \t]*-|,", inner or f"\n{listed}") if inner or "\n" in listed else [listed]
    return stated(", ".join(filter(None, (one_line(name).strip("\"'- ") for name in names))))


def add(text: str, builder: PageBuilder, notes: set[str]) -> None:
    """Add a piece of Markdown that stands alone in something else: what it leaves open ends with it. `notes`
    takes what a person should know of it.
    """
    caption = ""
    for stretch in stretches(markdown_admonitions.unboxed(line_feeds(text))):
        caption = _lay_out(stretch, stretch.above, builder, notes, caption)


def _parts(text: str) -> Iterator[tuple[int, str, int]]:
    """(page number, Markdown, lines above it) in order. Numbers rise: a marker that goes back is taken as
    "next page".
    """
    number, start, line = 1, 0, 0
    first = True
    for match in _BREAK.finditer(text):
        part = text[start : match.start()]
        if not first or part.strip():
            yield number, part, line
            number += 1
        first = False
        number = max(number, int(match[1])) if match[1] else number
        line += text.count("\n", start, match.end())
        start = match.end()
    if first or text[start:].strip():
        yield number, text[start:], line


def _pages(markdown: str, number: int, above: int, notes: set[str], most: int = 0) -> Iterator[Page]:
    """A page of Markdown; `above` lines of the file stand before it. `notes` takes what a person should know
    of it. `most`: of a text without pages, characters after which another piece is begun.
    """
    builder = PageBuilder()
    caption = ""
    for stretch in stretches(markdown):
        if most and builder.size > most:
            yield builder.page(number)
            number, builder = number + 1, PageBuilder()
        caption = _lay_out(stretch, above + stretch.above, builder, notes, caption)
    yield builder.page(number)


def _lay_out(stretch: Stretch, above: int, builder: PageBuilder, notes: set[str], caption: str) -> str:
    """Add the blocks of a stretch. `caption`: of the table that goes on in it. Returns that of its last."""
    tokens, lists = stretch.tokens, _Lists()
    at = 0
    while at < len(tokens):
        token = tokens[at]
        line = _line(token, above)
        match token.type:
            case "heading_open":
                builder.heading(int(token.tag[1]), _ATTRIBUTES.sub("", _inline(tokens[at + 1])), line)
                at += 2
            case "table_open":
                goes_on = stretch.goes_on and at == 0
                at, rows = _rows(tokens, at)
                if goes_on:
                    builder.table(rows[0], rows[1:], caption, line + 2, printed=[])
                else:
                    builder.table(rows[0], rows[1:], line=line)
                caption = builder.last_caption
            case "inline" | "fence" | "code_block" | "html_block" | "deep_block":
                if token.type == DEEP_BLOCK:
                    notes.add(_DEEP)
                _text(token, line + (token.type == "fence"), builder, lists)
            case _:
                if lists.mark(token):
                    builder.block("\n".join(lists.text), lists.lines)
                    lists = _Lists()
        at += 1
    return caption


class _Lists:
    """A list with those inside it, as it is collected: `text` a line an item, `lines` where they stand."""

    def __init__(self) -> None:
        self.text: list[str] = []
        self.lines: list[tuple[int, int]] = []
        self._numbers: list[int | None] = []  # of open lists: the next number, or None for bullets
        self._mark = ""
        self._length = 0  # lines of the text

    @property
    def open(self) -> bool:
        return bool(self._numbers)

    def mark(self, token: Token) -> bool:
        """Take in the beginning or end of a list or an item. True: the outermost list has ended."""
        if token.type == "bullet_list_open":
            self._numbers.append(None)
        elif token.type == "ordered_list_open":
            self._numbers.append(int(token.attrs.get("start", 1)))
        elif token.type in ("bullet_list_close", "ordered_list_close"):
            self._numbers.pop()
            return not self._numbers
        elif token.type == "list_item_open":
            number = self._numbers[-1]
            self._mark = "- " if number is None else f"{number}. "
            if number is not None:
                self._numbers[-1] = number + 1
        return False

    def add(self, text: str, line: int, *, verbatim: bool = False) -> None:
        """Add a paragraph or a block of an item; further blocks of it stand under its text."""
        indent = "  " * (len(self._numbers) - 1)
        self.lines.append((self._length, line))
        below = "\n" + indent + "  " if "\n" in text and verbatim else "\n"
        self.text.append(f"{indent}{self._mark}{text}".replace("\n", below))
        self._length += text.count("\n") + 1
        self._mark = "  " if self._mark else ""


def _text(token: Token, line: int, builder: PageBuilder, lists: _Lists) -> None:
    """Add a paragraph, a block of code or of HTML, to the list that is open or to the page."""
    text = _inline(token) if token.type == "inline" else _verbatim(token)
    if lists.open:
        if text.strip():
            lists.add(text.rstrip("\n"), line, verbatim=token.type != "inline")
    elif token.type == "html_block" and _TABLE.search(token.content):
        add_pieces(builder, Html(token.content).pieces(decoration=False))
    elif token.type == "inline" and _is_strong(token):
        builder.bold_line(_STRONG_LEVEL, text, line)
    elif token.type == "inline" and (above := _strong_above(token)):
        builder.bold_line(_STRONG_LEVEL, above, line)
        builder.block(text[len(above) :].lstrip("\n"), [(0, line + 1)])
    else:
        builder.block(text, [(0, line)], code=token.type in {"fence", "code_block"})


def _line(token: Token, above: int) -> int:
    """The line of the file on which a token begins, from 1."""
    return (token.map[0] if token.map else 0) + above + 1


def _is_strong(token: Token) -> bool:
    """Whether a paragraph is one short bold line, which names what follows."""
    children = [child for child in token.children or [] if child.type != "text" or child.content.strip()]
    if len(children) < 3 or children[0].type != "strong_open" or children[-1].type != "strong_close":
        return False
    inner = "".join(child.content for child in children)
    kinds = [child.type for child in children]
    return kinds.count("strong_open") == 1 and "softbreak" not in kinds and _names(inner)


def _strong_above(token: Token) -> str:
    """The first line of a paragraph, where it is all in bold: it names the lines below it. Else nothing."""
    children = [child for child in token.children or [] if child.type != "text" or child.content.strip()]
    kinds = [child.type for child in children]
    if kinds[:1] != ["strong_open"] or "strong_close" not in kinds:
        return ""
    end = kinds.index("strong_close")
    if kinds[end + 1 : end + 2] not in (["softbreak"], ["hardbreak"]) or len(kinds) <= end + 2:
        return ""
    title = "".join(child.content for child in children[:end])
    plain = all(kind in ("text", "code_inline") for kind in kinds[1:end])
    return title if plain and 0 < len(title) <= _LONGEST_STRONG and title[-1] not in ";,:" else ""


def _names(text: str) -> bool:
    """A line that can be a title: short, and no sentence unless it asks."""
    return 0 < len(text) <= _LONGEST_STRONG and not text.rstrip().endswith((".", ";", ",", ":"))


def _rows(tokens: list[Token], at: int) -> tuple[int, list[list[str]]]:
    """The index of the token that closes the table opened at `at`, and its rows."""
    rows: list[list[str]] = []
    while tokens[at].type != "table_close":
        if tokens[at].type == "tr_open":
            rows.append([])
        elif tokens[at].type == "inline":
            rows[-1].append(_inline(tokens[at]))
        at += 1
    return at, rows


def _inline(token: Token) -> str:
    """The words of an inline token: marks, addresses and comments dropped, the text of images kept."""
    parts = []
    above = False
    for child in token.children or []:
        if child.type == "text":
            text = superscript(child.content) if above else child.content
            parts.append(_plain(text))
        elif child.type in {"code_inline", "image"}:
            parts.append(child.content)
        elif child.type in {"softbreak", "hardbreak"} or _LINE_BREAK.match(child.content):
            parts.append("\n")
        elif child.type == "html_inline":
            above = _RAISES.match(child.content) is not None
    return _BLOCK_NAME.sub("", "".join(parts))


def _plain(text: str) -> str:
    """A text without the marks that wikis and notebooks add to Markdown."""
    if "[" in text:
        text = _NOTE.sub(r"[\1]", _WIKI.sub(_linked, text))
    if "==" in text:
        text = _COLOURED.sub(r"\1", text)
    return _NOT_SHOWN.sub("", text) if "%%" in text else text


def _linked(link: re.Match[str]) -> str:
    """What is shown of a link of wikis: its words, else the page and its part; nothing of a picture."""
    embedded, page, shown = link.groups()
    if embedded and _FILE.search(page or shown):
        return ""
    if page and not embedded:
        return shown
    return _ANCHOR.sub(lambda mark: "" if mark[1] else " > ", page or shown).removeprefix(" > ")


def _verbatim(token: Token) -> str:
    if token.type == "html_block":
        return _TAG.sub(" ", _COMMENT.sub("", token.content)).strip()
    return token.content
