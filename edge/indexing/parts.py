"""A document without pages, cut into parts that are searched as pages are.

A part is one section, or neighbouring short ones, or a piece of a long one. It holds at most so many words
wherever the text lets itself be cut: at headings of the highest level first, then at blank lines, then
between the rows of a table.
"""

from __future__ import annotations

import re
from bisect import bisect_left
from collections.abc import Iterator
from itertools import pairwise

import msgspec

from edge.indexing.document import Document, Heading, Page, Row, Table

Span = tuple[int, int]

_WORD = re.compile(r"\S+")
_GAP = re.compile(r"\n[ \t]*\n\s*")
_LINE = re.compile(r"\n")


def in_parts(document: Document, words: int) -> Document:
    """The document as it is searched: with pages, unchanged; without, in parts numbered from 1.

    The texts of all parts, one after the other, are the document's whole text.
    """
    if document.paged:
        return document
    parts: list[Page] = []
    start = 0
    for given in document.pages:
        page = given
        if given is not document.pages[-1]:
            page = msgspec.structs.replace(given, text=given.text.rstrip("\n") + "\n\n")
        for first, last in _cuts(page, words):
            part = _part(page, first, last)
            parts.append(msgspec.structs.replace(part, number=len(parts) + 1, start=start + first))
        start += len(page.text)
    return msgspec.structs.replace(document, pages=parts)


class _Ruler:
    """Counts the words between two places of a text."""

    def __init__(self, text: str) -> None:
        self._starts = [match.start() for match in _WORD.finditer(text)]

    def words(self, start: int, end: int) -> int:
        return bisect_left(self._starts, end) - bisect_left(self._starts, start)


def _cuts(page: Page, most: int) -> list[Span]:
    """Spans of the parts, covering the whole text."""
    ruler = _Ruler(page.text)
    spans = list(_sections(page, ruler, 0, len(page.text), most))
    return _joined(page, ruler, spans, most)


def _sections(page: Page, ruler: _Ruler, start: int, end: int, most: int) -> Iterator[Span]:
    """Cut at the highest headings inside until each piece fits; what has none, at blank lines."""
    if ruler.words(start, end) <= most:
        yield start, end
        return
    inside = [h for h in page.headings if start < h.start < end and page.text[start : h.start].strip()]
    if not inside:
        yield from _paragraphs(page, ruler, start, end, most)
        return
    top = min(heading.level for heading in inside)
    places = [start, *(h.start for h in inside if h.level == top), end]
    for first, last in pairwise(places):
        yield from _sections(page, ruler, first, last, most)


def _paragraphs(page: Page, ruler: _Ruler, start: int, end: int, most: int) -> Iterator[Span]:
    """Cut before paragraphs so that pieces are about equally long; a list stays with the line that announces
    it, a block of code is cut only between its lines when it is too long by itself.
    """
    kept = [*page.code, *((table.start, table.end) for table in page.tables)]
    places = [
        match.end()
        for match in _GAP.finditer(page.text, start, end)
        if not any(a < match.end() < b for a, b in kept)
        and page.text[: match.start()].rstrip()[-1:] != ":"
        and not any(h.start < match.start() <= h.start + len(h.text) + 2 for h in page.headings)
    ]
    for first, last in kept:
        if ruler.words(first, last) > most:
            places += [m.end() for m in _LINE.finditer(page.text, max(first, start), min(last, end))]
    places = [*sorted({place for place in places if start < place < end}), end]
    share = ruler.words(start, end) / -(-ruler.words(start, end) // most)
    begin = last_fit = start
    for place in places:
        if begin < last_fit and ruler.words(begin, place) > most:
            yield begin, last_fit
            begin = last_fit
        last_fit = place
        if ruler.words(begin, place) >= 0.95 * share and place < end:
            yield begin, place
            begin = place
    if begin < end:
        yield begin, end


def _joined(page: Page, ruler: _Ruler, spans: list[Span], most: int) -> list[Span]:
    """Neighbours that are short together become one part: a heading of two lines is found beside its own."""
    joined: list[Span] = []
    for start, end in spans:
        if joined and ruler.words(joined[-1][0], end) <= most // 2 and not _rises(page, joined[-1][0], start):
            joined[-1] = (joined[-1][0], end)
        else:
            joined.append((start, end))
    return joined


def _rises(page: Page, first: int, second: int) -> bool:
    """Whether a higher section begins at `second` than at `first`: then they are no neighbours."""
    levels = {heading.start: heading.level for heading in page.headings}
    return second in levels and levels[second] < levels.get(first, 99)


def _part(page: Page, start: int, end: int) -> Page:
    """The page between two places, its spans counted from the first."""
    return msgspec.structs.replace(
        page,
        text=page.text[start:end],
        headings=[
            Heading(heading.start - start, heading.level, heading.text)
            for heading in page.headings
            if start <= heading.start < end
        ],
        tables=[
            _table(table, start, end) for table in page.tables if table.start < end and start < table.end
        ],
        lines=_lines(page, start, end),
        code=_clipped(page.code, start, end),
        aside=_clipped(page.aside, start, end),
    )


def _clipped(spans: list[Span], start: int, end: int) -> list[Span]:
    return [
        (max(first, start) - start, min(last, end) - start)
        for first, last in spans
        if first < end and start < last
    ]


def _table(table: Table, start: int, end: int) -> Table:
    """The rows of a table that lie in a part, under the same caption and headings."""
    return Table(
        table.caption,
        max(table.start, start) - start,
        min(table.end, end) - start,
        table.header,
        [
            Row(row.cells, row.start - start, row.end - start)
            for row in table.rows
            if start <= row.start < end
        ],
    )


def _lines(page: Page, start: int, end: int) -> list[Span]:
    """The pairs (offset, line) of a part; its first stands at its beginning."""
    if not page.lines:
        return []
    at = max((i for i, (offset, _) in enumerate(page.lines) if offset <= start), default=0)
    offset, line = page.lines[at]
    first = line + page.text.count("\n", offset, start) if offset <= start else line
    inside = [(offset - start, line) for offset, line in page.lines if start < offset < end]
    return [(0, first), *inside]
