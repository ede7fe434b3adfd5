"""Plain text: any encoding, form feeds are page ends, binary is refused."""

from __future__ import annotations

import codecs
import re
from collections.abc import Iterator

from edge import evident
from edge.errors import ReadError
from edge.indexing.readers import info_file
from edge.indexing.structure import rendered_manual
from edge.indexing.structure.document import Document, Page, of_text
from edge.text import charset
from edge.text.sanitise import clean, line_feeds

_SAMPLE = 256 * 1024  # bytes among which binary files have a NUL

_LOOKED_AT = 8 * 1024
_BINARY = re.compile(rb"[\x00-\x06\x0e-\x1a\x1c-\x1f]")


def decode(data: bytes, declared: str = "") -> str:
    """Bytes to text: the charset declared, if it fits, else the best guess. Raises ReadError for binary
    data.
    """
    _refuse_binary(data)
    return charset.decode(data, declared)[0] if declared else data.decode(_codec(data), "replace")


def _refuse_binary(data: bytes) -> None:
    if not evident.codec(data) and b"\0" in data[:_SAMPLE]:
        raise ReadError("binary: it holds NUL bytes", "Give text, Markdown, HTML, PDF or JSONL.")


def _codec(data: bytes) -> str:
    _refuse_binary(data)
    codec = charset.guess(data)
    if codec is None:
        raise ReadError("binary, or in an unknown encoding", "Save it as UTF-8 text.")
    return codec


#: Characters of a long text that are read together, and bytes that are decoded at a time.
PIECE = 1 << 20
_BLOCK = 1 << 16
_GAP = re.compile(r"\n[ \t\r]*\n")
_NEXT = re.compile(r"\n|[ \t]")


def pieces(data: bytes) -> Iterator[str]:
    """A long text decoded piece by piece, each of about `PIECE` characters and up to a blank line where one
    is near, else a line end, else a space: there is never a second copy of the whole. Raises ReadError as
    `decode`.
    """
    codec = _codec(data)
    decoder = codecs.getincrementaldecoder(codec)("replace")
    held: list[str] = []
    length = 0
    for start in range(0, len(data), _BLOCK):
        held.append(decoder.decode(data[start : start + _BLOCK], start + _BLOCK >= len(data)))
        length += len(held[-1])
        if length > PIECE + _BLOCK:
            text = "".join(held)
            cut = _cut(text)
            yield text[:cut]
            held, length = [text[cut:]], len(text) - cut
    yield "".join(held)


def _cut(text: str) -> int:
    """Where a piece ends: in the last block of it, at the last place there is."""
    for places in (_GAP, _NEXT):
        if found := [match.end() for match in places.finditer(text, PIECE, PIECE + _BLOCK)]:
            return found[-1]
    return PIECE


def is_text(beginning: bytes) -> bool:
    """A file of which these are the first bytes looks like text: no control characters, a known encoding."""
    sample = beginning[:_LOOKED_AT]
    if evident.codec(sample):
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
    data, pages, above = info_file.nodes_only(data), [], 1
    # A file with form feeds has pages, which are as long as they are.
    long = len(data) > 2 * PIECE and b"\f" not in data
    for number, text in enumerate(pieces(data) if long else split_pages(decode(data)), start=1):
        pages.append(_page(number, rendered_manual.reflowed(clean(text)), above))
        above += line_feeds(text).count("\n")
    return of_text("text", name, pages, paged=False if long else None)


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
