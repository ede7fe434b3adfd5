"""Plain text: any encoding, form feeds are page ends, binary is refused."""

from __future__ import annotations

import re

from edge.errors import ReadError
from edge.indexing.document import Document, Page, of_text
from edge.text import charset
from edge.text.sanitise import tidy

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
    texts = enumerate(split_pages(decode(data)), start=1)
    return of_text("text", name, [Page(number=number, text=tidy(text)) for number, text in texts])
