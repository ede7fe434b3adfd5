"""What every reader hands over: a document as pages of exact text, with headings and tables as spans.

Offsets count code points into the page's `text`; pages count from 1.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

import msgspec

from edge.errors import ReadError
from edge.records import UnreadText
from edge.text.one_line import one_line

#: Of one document: past this it is a bomb (a thousand novels hold about 500 million).
MOST_CHARACTERS = 256_000_000
#: What programs write where nobody wrote anything.
_NOTHING_STATED = re.compile(
    r"[\W_]*|\(?(?:anonymous|untitled|unknown|unspecified|none|null|n/a|author|title|user|admin"
    r"|sans titre|anonyme|inconnu)\)?"
    r"|(?:untitled |new )?document ?\d{0,3}|(?:microsoft )?(?:word|powerpoint|excel)"
    r"(?: - .*| document| presentation)?"
    r"|(?:powerpoint )?presentation ?\d{0,3}|présentation powerpoint|untitled \w{1,20}",
    re.IGNORECASE,
)


class Heading(msgspec.Struct, frozen=True):
    """A heading that stands in the page text at `start`. `level` 1 is the highest. Without `text`, it is
    the end of what stands under headings of this level and below.
    """

    start: int
    level: int
    text: str


class Row(msgspec.Struct, frozen=True):
    """One row of a table: its cells, and its line in the page text (`text[start:end]`)."""

    cells: list[str]
    start: int
    end: int


class Table(msgspec.Struct, frozen=True):
    """A whole table. `text[start:end]` runs from its header line to its last row; `rows` has no header."""

    caption: str
    start: int
    end: int
    header: list[str]
    rows: list[Row]


class PrintedText(msgspec.Struct, frozen=True):
    """`text[start:end]` of a page is printed as `text` there: a word with the hyphen of its line end."""

    start: int
    end: int
    text: str


class Page(msgspec.Struct, frozen=True):
    """One page. `section` is set only where the reader was told it; headings give the rest.

    `lines`: (offset, line of the file) wherever counting line ends from the pair before would go wrong; none
    where the reader cannot say. `code`: blocks that are set as they stand. `aside`: tables of contents,
    indexes and the like, which point to text elsewhere. `start`: of a part, its place in the whole text.
    `printed`: where the text differs from what is printed, in order.
    """

    number: int
    text: str
    label: str = ""
    title: str = ""
    section: str = ""
    headings: list[Heading] = []
    tables: list[Table] = []
    lines: list[tuple[int, int]] = []
    code: list[tuple[int, int]] = []
    aside: list[tuple[int, int]] = []
    start: int = 0
    printed: list[PrintedText] = []


class Document(msgspec.Struct, frozen=True):
    """One source as read. `kind`: its format, mostly as `readers.formats.READERS` has it. `paged`: its pages
    are pages to those who read it; else they are only pieces of one text. `notes`: what a person should know
    of how it was read, though nothing of it is missing.
    """

    kind: str
    title: str
    pages: list[Page]
    unread: UnreadText | None = None
    paged: bool = True
    author: str = ""
    notes: list[str] = []


def of_text(
    kind: str, name: str, pages: list[Page], *, title: str = "", unread: UnreadText | None = None,
    author: str = "", notes: Sequence[str] = (), paged: bool | None = None,
) -> Document:  # fmt: skip
    """A document of text; without a title it has the heading that stands over all others, else its file's
    name. One page without a label is no page unless `paged` says so: nothing in the file said where pages
    end. Raises ReadError when it holds no text, or more than honest documents do.
    """
    if not any(page.text.strip() for page in pages):
        if unread is not None and str(unread):
            raise ReadError(f"no text of it could be read: {unread}")
        raise ReadError("empty: it holds no text")
    if sum(len(page.text) for page in pages) > MOST_CHARACTERS:
        raise ReadError(f"it holds more than {MOST_CHARACTERS:,} characters of text", "Split it.")
    paged = len(pages) > 1 or bool(pages[0].label) if paged is None else paged
    title = title or _heading_of_all(pages) or stem(name)
    return Document(kind, title, pages, unread, paged, author, list(notes))


def _heading_of_all(pages: Sequence[Page]) -> str:
    """The first heading of the highest level, if it is the only one or nothing but another heading follows
    it: the first of several articles is no title.
    """
    highest = [(page, at) for page in pages for at, one in enumerate(page.headings) if one.level == 1]
    if not highest:
        return ""
    page, at = highest[0]
    first, *below = page.headings[at : at + 2]
    end = first.start + len(first.text)
    alone = len(highest) == 1 or (below and not page.text[end : below[0].start].strip())
    return first.text if alone else ""


def stated(text: str) -> str:
    """What the properties of a file say of its title or author, "" where a program filled them in."""
    said = one_line(text, 300)
    return "" if _NOTHING_STATED.fullmatch(said) else said


def stem(name: str) -> str:
    """A file's name without its folders and its suffix; the number of a version is none: `Apache-2.0`."""
    file = name.rpartition("/")[2]
    before, _, last = file.rpartition(".")
    return file if not before or (before[-1].isdigit() and last.isdigit()) else before
