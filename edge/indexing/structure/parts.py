"""A document without pages, cut into parts that are searched as pages are.

A part is one section, or neighbouring short ones, or a piece of a long one. It holds at most so many words
wherever the text lets itself be cut: at headings of the highest level first, then at blank lines, then
between the rows of a table; a text of none of these, at line ends or spaces.
"""

from __future__ import annotations

import re
from bisect import bisect_left, bisect_right
from collections.abc import Iterator
from itertools import pairwise

import msgspec

from edge.indexing.structure.document import Document, Heading, Page, Row, Table
from edge.indexing.structure.word_starts import word_starts
from edge.text.spans import Span, SpanIndex

_GAP = re.compile(r"\n[ \t]*\n\s*")
_LINE = re.compile(r"\n")
#: Characters of a part per word that it may hold: bounds one without spaces.
_LONG = 100


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
        splitter = _Splitter(page, words)
        for first, last in splitter.cuts():
            part = splitter.part(first, last)
            parts.append(msgspec.structs.replace(part, number=len(parts) + 1, start=start + first))
        start += len(page.text)
    return msgspec.structs.replace(document, pages=parts)


class _Splitter:
    """Cuts one text. Places are looked up by bisection, so the time is linear in the length."""

    def __init__(self, page: Page, most: int) -> None:
        self._page, self._most = page, most
        # Where words begin, in order.
        self._words = word_starts(page.text)
        self._headings = sorted(page.headings, key=lambda heading: heading.start)
        self._starts = [heading.start for heading in self._headings]
        self._levels = {heading.start: heading.level for heading in page.headings}
        self._titles = SpanIndex((h.start, h.start + len(h.text) + 3) for h in page.headings)
        self._tables = SpanIndex((table.start, table.end) for table in page.tables)
        self._kept = SpanIndex([*page.code, *((table.start, table.end) for table in page.tables)])
        self._code, self._aside = SpanIndex(page.code), SpanIndex(page.aside)
        self._counted = page.lines[0] if page.lines else (0, 0)  # a place, and the line of the file it is in

    def cuts(self) -> list[Span]:
        """Spans of the parts, covering the whole text."""
        return self._joined(self._sections(0, len(self._page.text)))

    def _count(self, start: int, end: int) -> int:
        """Words between two places."""
        return bisect_left(self._words, end) - bisect_left(self._words, start)

    def _fits(self, start: int, end: int) -> bool:
        """Whether what stands between is short enough for a part."""
        return self._count(start, end) <= self._most and end - start <= self._most * _LONG

    def _sections(self, start: int, end: int) -> Iterator[Span]:
        """Cut at the highest headings inside until each piece fits; what has none, at blank lines."""
        if self._fits(start, end):
            yield start, end
            return
        first = bisect_left(self._words, start)
        begun = self._words[first] if first < len(self._words) else end  # only white space before it
        inside = self._headings[bisect_right(self._starts, begun) : bisect_left(self._starts, end)]
        if not inside:
            yield from self._paragraphs(start, end)
            return
        top = min(heading.level for heading in inside)
        places = [start, *(heading.start for heading in inside if heading.level == top), end]
        for one, other in pairwise(places):
            yield from self._sections(one, other)

    def _paragraphs(self, start: int, end: int) -> Iterator[Span]:
        """Cut before paragraphs so that pieces are about equally long; a list stays with the line that
        announces it, a block of code is cut only between its lines when it is too long by itself.
        """
        text, most = self._page.text, self._most
        found = [
            match.end()
            for match in _GAP.finditer(text, start, end)
            if not self._kept.around(match.end())
            and self._before(match.start()) != ":"
            and not self._titles.around(match.start())
        ]
        for first, last in self._kept.overlapping(start, end):
            if self._count(first, last) > most:
                found += [match.end() for match in _LINE.finditer(text, max(first, start), min(last, end))]
        places = [start, *sorted({place for place in found if start < place < end}), end]
        places = [place for one, other in pairwise(places) for place in self._finer(one, other)]
        share = self._count(start, end) / max(1, -(-self._count(start, end) // most))
        begin = last_fit = start
        # Words before each of them.
        words_begin = words_last = bisect_left(self._words, start)
        for place in places:
            words = bisect_left(self._words, place)
            if begin < last_fit and not (words - words_begin <= most and place - begin <= most * _LONG):
                yield begin, last_fit
                begin, words_begin = last_fit, words_last
            last_fit, words_last = place, words
            if place < end and (words - words_begin >= 0.95 * share or place - begin >= most * _LONG // 2):
                yield begin, place
                begin, words_begin = place, words
        if begin < end:
            yield begin, end

    def _finer(self, start: int, end: int) -> Iterator[int]:
        """Where a piece without any other place to cut may end: at `end`, unless it is far too long; then at
        line ends, at spaces, and at last anywhere.
        """
        most, text = self._most, self._page.text
        if self._count(start, end) > 2 * most or end - start > most * _LONG:
            lines = [start, *(match.end() for match in _LINE.finditer(text, start, end)), end]
            for one, other in pairwise(lines):
                if not self._fits(one, other):
                    first, last = bisect_left(self._words, one), bisect_left(self._words, other)
                    words = [one, *self._words[first + most : last : most], other]
                    for near, far in pairwise(words):
                        yield from range(near + most * _LONG // 2, far, most * _LONG // 2)
                        if far < other:
                            yield far
                if one < other < end:
                    yield other
        yield end

    def _before(self, place: int) -> str:
        """The last character before a place that is not white space."""
        text = self._page.text
        while place and text[place - 1].isspace():
            place -= 1
        return text[place - 1 : place]

    def _joined(self, spans: Iterator[Span]) -> list[Span]:
        """Neighbours that are short together become one part: a heading of two lines stays beside its own."""
        joined: list[Span] = []
        for start, end in spans:
            if (
                joined
                and self._count(joined[-1][0], end) <= self._most // 2
                and end - joined[-1][0] <= self._most * _LONG
                and not self._rises(joined[-1][0], start)
            ):
                joined[-1] = (joined[-1][0], end)
            else:
                joined.append((start, end))
        return joined

    def _rises(self, first: int, second: int) -> bool:
        """Whether a higher section begins at `second` than at `first`: then they are no neighbours."""
        return second in self._levels and self._levels[second] < self._levels.get(first, 99)

    def part(self, start: int, end: int) -> Page:
        """The page between two places, its spans counted from the first. Parts are asked for in order."""
        page = self._page
        inside = self._headings[bisect_left(self._starts, start) : bisect_left(self._starts, end)]
        return msgspec.structs.replace(
            page,
            text=page.text[start:end],
            headings=[Heading(one.start - start, one.level, one.text) for one in inside],
            tables=[_table(page.tables[at], start, end) for at in self._tables.places(start, end)],
            lines=self._lines(start, end),
            code=_clipped(self._code.overlapping(start, end), start, end),
            aside=_clipped(self._aside.overlapping(start, end), start, end),
        )

    def _lines(self, start: int, end: int) -> list[Span]:
        """The pairs (offset, line) of a part; its first stands at its beginning."""
        lines = self._page.lines
        if not lines:
            return []
        at = bisect_right(lines, start, key=lambda pair: pair[0])
        if at and lines[at - 1][0] >= self._counted[0]:
            self._counted = lines[at - 1]
        offset, line = self._counted
        if offset <= start:
            self._counted = start, line + self._page.text.count("\n", offset, start)
        beyond = bisect_left(lines, end, key=lambda pair: pair[0])
        return [(0, self._counted[1]), *((place - start, line) for place, line in lines[at:beyond])]


def _clipped(spans: list[Span], start: int, end: int) -> list[Span]:
    return [(max(first, start) - start, min(last, end) - start) for first, last in spans]


def _table(table: Table, start: int, end: int) -> Table:
    """The rows of a table that lie in a part, under the same caption and headings."""
    first, last = (bisect_left(table.rows, place, key=lambda row: row.start) for place in (start, end))
    return Table(
        table.caption,
        max(table.start, start) - start,
        min(table.end, end) - start,
        table.header,
        [Row(row.cells, row.start - start, row.end - start) for row in table.rows[first:last]],
    )
