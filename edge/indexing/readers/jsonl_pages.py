"""JSONL of pages: a line each, {"source", "page", "text"[, "title", "section", "headings"]}.

Lines without "page" are pieces of a text that has no pages, in the order in which they come.

Every `source` in the file becomes a source of its own. A bad line costs its own source (which would have
a page missing), not the file; if it does not even say which source it belongs to, it is reported under the
file's name and line number.
"""

from __future__ import annotations

import hashlib
import re
from collections.abc import Iterator

import msgspec

from edge.errors import ReadError
from edge.indexing.readers.plain_text import decode
from edge.indexing.structure.document import Document, Heading, Page
from edge.text.one_line import one_line
from edge.text.sanitise import clean

_SOME_PAGES = "some of its lines have `page` and some have not"
_SOURCE = re.compile(rb'"source"\s*:\s*("(?:[^"\\]|\\.)*")')
#: Page numbers are kept in four bytes.
_LAST_PAGE = 2**31 - 1


class PageLine(msgspec.Struct, frozen=True):
    """One line of the file."""

    source: str
    text: str
    page: int | None = None
    title: str = ""
    section: str = ""
    headings: list[str] = []


class PagesSource(msgspec.Struct, frozen=True):
    """One source of the file: its document, or why it cannot be read."""

    name: str
    sha256: str
    size: int
    document: Document | None
    reason: str = ""


def looks_like_pages(first_bytes: bytes) -> bool:
    """Is the first line of this file a page record? (A folder may hold JSONL of other things.)"""
    for line in first_bytes.splitlines():
        if line.strip():
            return all(key in line for key in (b'"source"', b'"text"'))
    return False


def read(data: bytes, name: str) -> list[PagesSource]:
    """The sources of a JSONL file, by name. Raises ReadError when no line at all is a page."""
    if data.startswith((b"\xff\xfe", b"\xfe\xff", b"\xef\xbb\xbf")):
        data = decode(data).encode("utf-8")
    lines: dict[str, list[PageLine]] = {}
    faults: dict[str, str] = {}
    seen: set[tuple[str, int]] = set()
    for number, raw in enumerate(data.split(b"\n"), start=1):
        if not raw.strip():
            continue
        try:
            line = msgspec.json.decode(raw, type=PageLine)
            _check(line, seen)
        except (msgspec.MsgspecError, UnicodeDecodeError, RecursionError, ReadError) as error:
            faults.setdefault(_named(raw) or f"{name}:{number}", f"line {number}: {error}")
        else:
            lines.setdefault(_source_name(line.source), []).append(line)
    if not lines:
        first = next(iter(faults.values()), "it is empty")
        raise ReadError(f"no pages: {first}", 'Each line must be {"source": …, "page": 1, "text": …}.')
    return sorted(_sources(lines, faults), key=lambda source: source.name)


def _sources(lines: dict[str, list[PageLine]], faults: dict[str, str]) -> Iterator[PagesSource]:
    for source, reason in faults.items():
        records = lines.pop(source, [])
        yield PagesSource(source, _digest(records), _size(records), None, reason)
    for source, records in lines.items():
        counted = [line.page for line in records if line.page is not None]
        if counted and len(counted) < len(records):
            yield PagesSource(source, _digest(records), _size(records), None, _SOME_PAGES)
            continue
        records.sort(key=lambda line: line.page or 0)
        title = next((one_line(line.title) for line in records if line.title.strip()), "")
        pages = [_page(line, number) for number, line in enumerate(records, start=1)]
        if any(page.text.strip() for page in pages):
            document = Document("pages", title or source, pages, paged=bool(counted))
            yield PagesSource(source, _digest(records), _size(records), document)
        else:
            yield PagesSource(source, _digest(records), 0, None, "empty: it holds no text")


def _check(line: PageLine, seen: set[tuple[str, int]]) -> None:
    if not line.source.strip():
        raise ReadError("`source` is empty")
    if line.page is None:
        return
    if not 1 <= line.page <= _LAST_PAGE:
        raise ReadError(f"`page` is {line.page}; pages count from 1 to {_LAST_PAGE:,}")
    if (_source_name(line.source), line.page) in seen:
        raise ReadError(f"page {line.page} of {line.source} comes twice")
    seen.add((_source_name(line.source), line.page))


def _page(line: PageLine, number: int) -> Page:
    text = clean(line.text)
    headings, position = [], 0
    for heading in map(one_line, line.headings):
        start = _line_start(text, heading, position)
        if start >= 0:
            headings.append(Heading(start, 1, heading))
            position = start + len(heading)
    return Page(
        number=line.page or number,
        text=text,
        title=one_line(line.title),
        section=one_line(line.section),
        headings=headings,
    )


def _line_start(text: str, heading: str, position: int) -> int:
    """Where `heading` opens a line at or after `position`, or -1."""
    if not heading:
        return -1
    match = re.compile(rf"^[ \t]*({re.escape(heading)})", re.MULTILINE).search(text, position)
    return match.start(1) if match else -1


def _named(raw: bytes) -> str:
    """The source a bad line claims to belong to, as far as can be told."""
    match = _SOURCE.search(raw)
    if not match:
        return ""
    try:
        return _source_name(msgspec.json.decode(match[1], type=str))
    except (msgspec.MsgspecError, UnicodeDecodeError):
        return ""


def _source_name(name: str) -> str:
    return one_line(name.replace("\\", "/"))


def _digest(lines: list[PageLine]) -> str:
    return hashlib.sha256(msgspec.json.encode(lines)).hexdigest()


def _size(lines: list[PageLine]) -> int:
    return sum(len(line.text.encode("utf-8", "replace")) for line in lines)
