"""Markdown as its reader sees it: marks are dropped, headings and tables are noted.

One file is one page, unless form feeds or `<!-- page N -->` comments say where pages begin. Other
comments are dropped: nobody who reads the page can see them.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache
from typing import TYPE_CHECKING

from edge.indexing.document import Document, Page, of_text
from edge.indexing.layout import PageBuilder
from edge.indexing.plain_text import decode
from edge.text.one_line import one_line

if TYPE_CHECKING:
    from markdown_it import MarkdownIt
    from markdown_it.token import Token

_BREAK = re.compile(r"\f|<!--[ \t]*page[ \t]+(\d{1,6})[ \t]*-->", re.IGNORECASE)
_FRONT_MATTER = re.compile(r"\A---[ \t]*\n(.*?\n)?---[ \t]*(?:\n|\Z)", re.DOTALL)
_TITLE = re.compile(r"^title[ \t]*:[ \t]*(.+)$", re.MULTILINE)
_COMMENT = re.compile(r"<!--.*?(?:-->|\Z)", re.DOTALL)
_TAG = re.compile(r"<[^<>]*>")


@cache
def _parser() -> MarkdownIt:
    from markdown_it import MarkdownIt

    return MarkdownIt("commonmark").enable("table")


def read(data: bytes, name: str) -> Document:
    """A Markdown file as a document. Raises ReadError when it is binary or holds no text."""
    text = decode(data).replace("\r\n", "\n").replace("\r", "\n")
    title = ""
    front = _FRONT_MATTER.match(text)
    if front:
        stated = _TITLE.search(front[1] or "")
        title = one_line(stated[1]).strip("\"'") if stated else ""
        text = text[front.end() :]
    pages = [_page(part, number) for number, part in _parts(text)]
    return of_text("markdown", name, pages, title=title)


def _parts(text: str) -> Iterator[tuple[int, str]]:
    """(page number, Markdown) in order. Numbers rise: a marker that goes back is taken as "next page"."""
    number, start = 1, 0
    first = True
    for match in _BREAK.finditer(text):
        part = text[start : match.start()]
        if not first or part.strip():
            yield number, part
            number += 1
        first = False
        number = max(number, int(match[1])) if match[1] else number
        start = match.end()
    if first or text[start:].strip():
        yield number, text[start:]


def _page(markdown: str, number: int) -> Page:
    builder = PageBuilder()
    tokens = _parser().parse(markdown)
    at = 0
    lists: list[int | None] = []  # open lists: the next number, or None for bullets
    item: list[str] = []  # lines of the outermost list being collected
    mark = ""
    while at < len(tokens):
        token = tokens[at]
        match token.type:
            case "heading_open":
                builder.heading(int(token.tag[1]), _inline(tokens[at + 1]))
                at += 2
            case "table_open":
                at = _table(tokens, at, builder)
            case "bullet_list_open":
                lists.append(None)
            case "ordered_list_open":
                lists.append(int(token.attrs.get("start", 1)))
            case "bullet_list_close" | "ordered_list_close":
                lists.pop()
                if not lists:
                    builder.block("\n".join(item))
                    item = []
            case "list_item_open":
                mark = "- " if lists[-1] is None else f"{lists[-1]}. "
                if lists[-1] is not None:
                    lists[-1] += 1
            case "inline" | "fence" | "code_block" | "html_block":
                text = _inline(token) if token.type == "inline" else _verbatim(token)
                if lists and text.strip():
                    indent = "  " * (len(lists) - 1)
                    item.append(f"{indent}{mark}{text}")
                    mark = "  " if mark else ""
                else:
                    builder.block(text)
        at += 1
    return builder.page(number)


def _table(tokens: list[Token], at: int, builder: PageBuilder) -> int:
    """Add the table that opens at `at`; returns the index of its closing token."""
    rows: list[list[str]] = []
    while tokens[at].type != "table_close":
        if tokens[at].type == "tr_open":
            rows.append([])
        elif tokens[at].type == "inline":
            rows[-1].append(_inline(tokens[at]))
        at += 1
    builder.table(rows[0], rows[1:])
    return at


def _inline(token: Token) -> str:
    """The words of an inline token: marks, addresses and comments dropped, the text of images kept."""
    parts = []
    for child in token.children or []:
        if child.type in {"text", "code_inline", "image"}:
            parts.append(child.content)
        elif child.type in {"softbreak", "hardbreak"}:
            parts.append("\n")
    return "".join(parts)


def _verbatim(token: Token) -> str:
    if token.type == "html_block":
        return _TAG.sub(" ", _COMMENT.sub("", token.content)).strip()
    return token.content
