"""Parse the Markdown chapters of "The Arbiter's Handbook" into a flat list of blocks to lay out.

The chapters keep to a small dialect: title, sections, paragraphs, lists, captioned tables, bold and italic.
Anything else is refused with the file and line, so that a slip in a chapter is seen when the book is built
and not as stray punctuation on a page.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from xml.sax.saxutils import escape

from markdown_it import MarkdownIt
from markdown_it.token import Token

_CHAPTER_FILE = re.compile(r"(\d+)-.+\.md")
_CAPTION = re.compile(r"(?:Table|Tableau)\s*:\s*(.+)", re.DOTALL)
# French sets a space before these signs and inside guillemets; it must not be where a line breaks.
_FRENCH_SPACE = re.compile(r"(?<=«) | (?=[:;?!»%])")
_NOTHING = Token("", "", 0)
_INLINE_TAGS = {"strong_open": "<b>", "strong_close": "</b>", "em_open": "<i>", "em_close": "</i>"}


@dataclass(frozen=True)
class Section:
    """A `## ` heading, as plain text."""

    title: str


@dataclass(frozen=True)
class Prose:
    """A paragraph, in reportlab's inline markup."""

    markup: str


@dataclass(frozen=True)
class Item:
    """A list item; `depth` 0 is the outermost list, `marker` is a bullet or "3."."""

    depth: int
    marker: str
    markup: str
    closes_list: bool


@dataclass(frozen=True)
class CaptionedTable:
    """A table with its caption; every row has as many cells as the header."""

    caption: str
    header: list[str]
    rows: list[list[str]]
    alignments: list[str]


Block = Section | Prose | Item | CaptionedTable


@dataclass(frozen=True)
class Chapter:
    """One Markdown file: the number comes from its name, the title from its first line."""

    number: int
    title: str
    blocks: list[Block]


class ChapterError(ValueError):
    """A chapter uses something that the dialect does not have."""


def load_chapters(folder: Path, language: str) -> list[Chapter]:
    """Parse every `NN-slug.md` of `folder`, in the order of their numbers."""
    numbered: dict[int, Path] = {}
    for path in sorted(folder.glob("*.md")):
        match = _CHAPTER_FILE.fullmatch(path.name)
        if match is None:
            raise ChapterError(f"{path}: a chapter's file is named NN-slug.md")
        number = int(match[1])
        if number in numbered:
            raise ChapterError(f"{path}: chapter {number} is also {numbered[number].name}")
        numbered[number] = path
    return [_ChapterParser(path, language).parse(number) for number, path in sorted(numbered.items())]


class _ChapterParser:
    """Walks the token stream of one file."""

    def __init__(self, path: Path, language: str) -> None:
        self._path = path
        self._french = language == "fr"
        self._markdown = MarkdownIt("commonmark").enable("table")

    def parse(self, number: int) -> Chapter:
        tokens = iter(self._markdown.parse(self._path.read_text(encoding="utf-8")))
        first = next(tokens, None)
        if first is None or first.tag != "h1":
            raise ChapterError(f"{self._path}: a chapter starts with its '# ' title")
        title = self._plain(next(tokens))
        next(tokens)  # the title's closing token
        blocks: list[Block] = []
        for token in tokens:
            if token.type == "heading_open" and token.tag == "h2":
                blocks.append(Section(self._plain(next(tokens))))
                next(tokens)
            elif token.type == "paragraph_open":
                markup = self._markup(next(tokens))
                next(tokens)
                caption = _CAPTION.fullmatch(markup)
                blocks.append(self._table(caption[1], tokens) if caption else Prose(markup))
            elif token.type in {"bullet_list_open", "ordered_list_open"}:
                blocks.extend(self._items(token, tokens))
            elif token.type == "table_open":
                raise self._error(token, "a table has no 'Table: ' caption just before it")
            else:
                raise self._error(token, f"'{token.tag or token.type}' is not part of the dialect")
        return Chapter(number, title, blocks)

    def _items(self, list_open: Token, tokens: Iterator[Token], depth: int = 0) -> list[Item]:
        items: list[Item] = []
        ordered = list_open.type == "ordered_list_open"
        number = int(list_open.attrGet("start") or 1)
        for token in tokens:
            if token.type in {"bullet_list_close", "ordered_list_close"}:
                break
            if token.type == "inline":
                marker = f"{number}." if ordered else ("•" if depth == 0 else "–")
                items.append(Item(depth, marker, self._markup(token), closes_list=False))
                number += 1
            elif token.type in {"bullet_list_open", "ordered_list_open"}:
                items.extend(self._items(token, tokens, depth + 1))
            elif token.type not in {"list_item_open", "list_item_close", "paragraph_open", "paragraph_close"}:
                raise self._error(token, f"'{token.type}' inside a list is not part of the dialect")
        if items and depth == 0:
            last = items[-1]
            items[-1] = Item(last.depth, last.marker, last.markup, closes_list=True)
        return items

    def _table(self, caption: str, tokens: Iterator[Token]) -> CaptionedTable:
        if next(tokens, _NOTHING).type != "table_open":
            raise ChapterError(f"{self._path}: no table follows the caption {caption!r}")
        rows: list[list[str]] = []
        alignments: list[str] = []
        for token in tokens:
            if token.type == "table_close":
                break
            if token.type == "tr_open":
                rows.append([])
            elif token.type == "th_open":
                style = str(token.attrGet("style") or "")
                alignments.append(style.removeprefix("text-align:") or "left")
            elif token.type == "inline":
                rows[-1].append(self._markup(token))
        return CaptionedTable(caption, rows[0], rows[1:], alignments)

    def _markup(self, inline: Token) -> str:
        """Render an inline token's children as the mini-XML that reportlab's Paragraph reads."""
        parts: list[str] = []
        for child in inline.children or []:
            if child.type == "text":
                parts.append(escape(self._typography(child.content)))
            elif child.type == "softbreak":
                parts.append(" ")
            elif child.type in _INLINE_TAGS:
                parts.append(_INLINE_TAGS[child.type])
            else:
                raise self._error(inline, f"'{child.type}' is not part of the dialect")
        return "".join(parts)

    def _plain(self, inline: Token) -> str:
        if any(child.type != "text" for child in inline.children or []):
            raise self._error(inline, "a heading is plain text")
        return self._typography(inline.content)

    def _typography(self, text: str) -> str:
        # The book's font has the no-break space and hyphen, not their narrow or typographic variants.
        text = text.replace("\u202f", "\u00a0").replace("\u2011", "-")
        return _FRENCH_SPACE.sub("\u00a0", text) if self._french else text

    def _error(self, token: Token, message: str) -> ChapterError:
        line = token.map[0] + 1 if token.map else "?"
        return ChapterError(f"{self._path}:{line}: {message}")
