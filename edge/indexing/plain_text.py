"""Plain text: any encoding, form feeds are page ends, binary is refused."""

from __future__ import annotations

import re

from edge.errors import ReadError
from edge.indexing.document import Document, Page, of_text
from edge.text import charset
from edge.text.sanitise import clean, line_feeds

_SAMPLE = 256 * 1024  # bytes among which binary files have a NUL

_LOOKED_AT = 8 * 1024
_BINARY = re.compile(rb"[\x00-\x06\x0e-\x1a\x1c-\x1f]")


def decode(data: bytes, declared: str = "") -> str:
    """Bytes to text: the charset declared, if it fits, else the best guess. Raises ReadError for binary
    data.
    """
    if not charset.marked(data) and b"\0" in data[:_SAMPLE]:
        raise ReadError("binary: it holds NUL bytes", "Give text, Markdown, HTML, PDF or JSONL.")
    if declared:
        return charset.decode(data, declared)[0]
    codec = charset.guess(data)
    if codec is None:
        raise ReadError("binary, or in an unknown encoding", "Save it as UTF-8 text.")
    return data.decode(codec, "replace")


def is_text(beginning: bytes) -> bool:
    """A file of which these are the first bytes looks like text: no control characters, a known encoding."""
    sample = beginning[:_LOOKED_AT]
    if charset.marked(sample):
        return True
    return bool(sample) and not _BINARY.search(sample) and charset.guess(sample) is not None


def split_pages(text: str) -> list[str]:
    """Pages at form feeds. A form feed at the very end closes the last page, it does not open another."""
    pages = text.split("\f")
    while len(pages) > 1 and not pages[-1].strip():
        pages.pop()
    return pages


def read(data: bytes, name: str) -> Document:
    """A text file as a document. Raises ReadError when it is binary or holds no text."""
    pages, above = [], 1
    for number, text in enumerate(split_pages(decode(data)), start=1):
        pages.append(_page(number, clean(text), above))
        above += line_feeds(text).count("\n")
    return of_text("text", name, pages)


def _page(number: int, text: str, line: int) -> Page:
    """A page whose first line is line `line` of the file, without trailing spaces and runs of blank lines."""
    kept: list[str] = []
    pairs: list[tuple[int, int]] = []
    length, blank = 0, True
    firsts = 0  # lines kept before the last pair
    for at, raw in enumerate(text.split("\n"), start=line):
        one = raw.rstrip(" \t")
        if not one and blank:
            continue
        blank = not one
        if not pairs or pairs[-1][1] + len(kept) - firsts != at:
            pairs.append((length, at))
            firsts = len(kept)
        kept.append(one)
        length += len(one) + 1
    return Page(number=number, text="\n".join(kept).rstrip("\n"), lines=pairs)
