"""Plain text: any encoding, form feeds are page ends, binary is refused."""

from __future__ import annotations

import codecs

from edge.errors import ReadError
from edge.indexing.document import Document, Page
from edge.text.sanitise import tidy

_BOMS = (
    (codecs.BOM_UTF8, "utf-8-sig"),
    (codecs.BOM_UTF32_LE, "utf-32"),  # before UTF-16, whose mark begins it
    (codecs.BOM_UTF32_BE, "utf-32"),
    (codecs.BOM_UTF16_LE, "utf-16"),
    (codecs.BOM_UTF16_BE, "utf-16"),
)
_SAMPLE = 256 * 1024  # bytes looked at to guess an encoding


def decode(data: bytes) -> str:
    """Bytes to text: byte-order mark, else UTF-8, else the best guess. Raises ReadError for binary data."""
    for mark, encoding in _BOMS:
        if data.startswith(mark):
            return data.decode(encoding, errors="replace")
    if b"\0" in data[:_SAMPLE]:
        raise ReadError("binary: it holds NUL bytes", "Give text, Markdown, HTML, PDF or JSONL.")
    try:
        return data.decode("utf-8")
    except UnicodeDecodeError:
        return _guess(data)


def _guess(data: bytes) -> str:
    """The best guess among legacy encodings; Windows-1252 before anything exotic, as most such files are."""
    try:
        text = data.decode("cp1252")
        if _plausible(text):
            return text
    except UnicodeDecodeError:
        pass
    from charset_normalizer import from_bytes

    best = from_bytes(data[:_SAMPLE]).best()
    if best is None:
        raise ReadError("binary, or in an unknown encoding", "Save it as UTF-8 text.")
    return data.decode(best.encoding, errors="replace")


def _plausible(text: str) -> bool:
    """Does this read like Western text: few odd signs, and accents among mostly plain letters?"""
    high = [character for character in text if ord(character) > 127]
    odd = sum(1 for c in text if (ord(c) < 32 and c not in "\t\n\r\f\v")) + sum(
        1 for c in high if not (c.isalpha() or c in "€‚„…†‡‰‹‘’“”•–—™›«»°§¡¿©®±²³¹º½¼¾·×÷ \u00a0\u00ad")
    )
    letters = sum(1 for c in text if c.isalpha()) or 1
    return odd * 200 <= len(text) and len([c for c in high if c.isalpha()]) * 4 <= letters


def split_pages(text: str) -> list[str]:
    """Pages at form feeds. A form feed at the very end closes the last page, it does not open another."""
    pages = text.split("\f")
    while len(pages) > 1 and not pages[-1].strip():
        pages.pop()
    return pages


def read(data: bytes, name: str) -> Document:
    """A text file as a document. Raises ReadError when it is binary or holds no text."""
    pages = [
        Page(number=number, text=tidy(page)) for number, page in enumerate(split_pages(decode(data)), start=1)
    ]
    if not any(page.text.strip() for page in pages):
        raise ReadError("empty: it holds no text")
    title = name.rpartition("/")[2].rpartition(".")[0] or name
    return Document("text", title, pages)
