"""Running headers and footers: lines that most pages repeat at their top or bottom."""

from __future__ import annotations

import re
from bisect import bisect_left
from collections import Counter, defaultdict
from collections.abc import Sequence
from statistics import median
from typing import Protocol

from edge.indexing.pdf.outline import PdfOutline
from edge.indexing.pdf.titles import bare_key

_NUMBER = re.compile(r"\d{1,9}")
_END_NUMBER = re.compile(r"^\d{1,5}(?=\s|$)|(?<!\S)\d{1,5}$")
_PAGE_NUMBER = re.compile(r"\A\W*+(?:page\W++)?\d{1,4}(?:\s*+(?:/|of|sur|de)\s*+\d{1,4})?\W*+", re.IGNORECASE)
_ROMAN = re.compile(r"[ivxlc]{1,8}")
_EDGE_LINES = 3  # lines looked at, from the top and from the bottom
_MARGIN = 0.1  # of the page height: where a running line may stand on its own account
_NEAR = 0.15  # of the page height: where it may still stand when most pages have the very same line
_STEADY = 0.7  # share of a line's appearances whose number is the page's, or always the same
_LEAST_PAGES = 3
_LARGER = 1.2  # times the usual height of a line: a title
_LEAST_TITLE = 4  # letters and digits of a title that a running line may begin with
_LEAST_BEGUN = 8  # the same of what is left of one that is cut off
_CUT_OFF = re.compile(r"(?<!\s)\s*+(?:…|\.\.\.)")

Box = tuple[float, float, float, float]
#: Top or bottom, the text with its numbers masked, and how many: the sign that masks them may be printed.
Key = tuple[str, str, int]


class Sized(Protocol):
    """Anything that knows its height in points."""

    height: float


def running_lines(
    pages: Sequence[Sequence[tuple[str, Box]]], sizes: Sequence[Sized], contents: PdfOutline | None = None
) -> list[set[int]]:
    """For each page, the indices of its running lines. `contents`: the document's own outline.

    A line is running when it stands in the margin of more than half of the pages, its numbers constant or in
    step with the page (`Article 4`, `Article 9` on successive pages are headings). It also runs when it
    stands in the margin, in type no larger than the rest, at a height where a quarter of the pages have a
    line, and is a whole line elsewhere too (a chapter's title), stands apart and begins with a title or with
    what is left of one, has no letters, or begins or ends with the page's number. A bit further in, it runs
    when it is the very same on more than half, or has a title and the page's number both. A number alone, in
    step with the page at one height on more than half, runs wherever it stands. Of two pages only what ends
    both and counts them runs. A title that the outline has on this very page, once, is none. A page left
    without a word keeps what is not in the margin itself.
    """
    margins = _Margins(pages, sizes, contents or PdfOutline([]))
    return [margins.running_lines(number) for number in range(len(pages))]


class _Margins:
    """The lines at either end of a document's pages, and how often each stands where it does."""

    def __init__(
        self, pages: Sequence[Sequence[tuple[str, Box]]], sizes: Sequence[Sized], contents: PdfOutline
    ) -> None:
        self._pages = pages
        self._sizes = sizes
        self._edges = [_edges(page) for page in pages]
        self._exact: Counter[tuple[str, str]] = Counter()
        self._heights: Counter[tuple[str, int]] = Counter()
        entries_of: defaultdict[Key, list[tuple[int, list[int]]]] = defaultdict(list)
        for number, (page, zones) in enumerate(zip(pages, self._edges, strict=True)):
            self._exact.update({(zone, page[at][0]) for at, zone in zones.items()})
            self._heights.update({(zone, _height(page[at][1])) for at, zone in zones.items()})
            for at, zone in zones.items():
                text = page[at][0]
                entries_of[_key(zone, text)].append((number, [int(n) for n in _NUMBER.findall(text)]))
        self._steady = {key: len(entries) for key, entries in entries_of.items() if _in_step(entries)}
        self._most = max(_LEAST_PAGES, len(pages) // 2 + 1)
        self._some = max(_LEAST_PAGES, len(pages) // 4)
        self._count = _page_count(pages, self._edges, sizes, self._some)
        self._times = Counter(text.casefold() for page in pages for text, _ in page)
        self._times.update(title.casefold() for title in contents.titles)
        self._titles = _Titles(pages, contents)

    def running_lines(self, number: int) -> set[int]:
        """The indices of the running lines of a page (from 0)."""
        page = self._pages[number]
        usual = _usual_height(page)
        near: set[int] = set()
        certain: set[int] = set()
        for at, zone in self._edges[number].items():
            if self._is_page_number(zone, *page[at]):
                certain.add(at)
            elif not self._stands_within(number, at, _NEAR) or self._titles.head(number, at):
                continue
            elif not self._stands_within(number, at, _MARGIN):
                if self._runs_near_margin(number, at, zone, usual):
                    near.add(at)
            elif self._runs_in_margin(number, at, zone, usual):
                certain.add(at)
        gone = near | certain
        words_left = any(_has_letter(text) for at, (text, _) in enumerate(page) if at not in gone)
        return gone if words_left else certain

    def _is_page_number(self, zone: str, text: str, box: Box) -> bool:
        """Whether a line is a number alone, in step with the page at one height on most pages."""
        if not _PAGE_NUMBER.fullmatch(text) or self._lines_at(zone, box) < self._most:
            return False
        return self._steady.get(_key(zone, text), 0) >= self._most

    def _runs_in_margin(self, number: int, at: int, zone: str, usual: float) -> bool:
        text, box = self._pages[number][at]
        times = self._steady.get(_key(zone, text), 0)
        if times >= self._most or self._is_paired(zone, text, box):
            return True
        if not self._is_regular(zone, box, usual):
            return False
        elsewhere = times >= 2 or self._times[text.casefold()] >= 2 or not _has_letter(text)
        return elsewhere or self._is_named(number, at) or self._is_numbered(number, text)

    def _runs_near_margin(self, number: int, at: int, zone: str, usual: float) -> bool:
        text, box = self._pages[number][at]
        if self._exact[zone, text] >= self._most:
            return True
        regular = self._is_regular(zone, box, usual)
        return regular and self._is_numbered(number, text) and self._is_named(number, at)

    def _is_regular(self, zone: str, box: Box, usual: float) -> bool:
        """Whether a line is no larger than the rest, at a height where some pages have a line."""
        return box[3] - box[1] <= _LARGER * usual and self._lines_at(zone, box) >= self._some

    def _is_numbered(self, number: int, text: str) -> bool:
        """Whether a line begins or ends with the number of its page."""
        if self._count is None:
            return False
        return any(int(found) - number == self._count for found in _END_NUMBER.findall(text))

    def _is_named(self, number: int, at: int) -> bool:
        """Whether a line stands apart and begins with a title."""
        page = self._pages[number]
        return _apart(page, at) and self._titles.named_in(page[at][0])

    def _is_paired(self, zone: str, text: str, box: Box) -> bool:
        """Whether each of two pages ends with this, at one height and with its own number."""
        both = len(self._pages) == 2 == self._steady.get(_key(zone, text), 0) == self._lines_at(zone, box)
        return both and zone == "bottom" and self._exact[zone, text] == 1

    def _stands_within(self, number: int, at: int, share: float) -> bool:
        return _within(self._pages[number][at][1], self._sizes[number].height, share)

    def _lines_at(self, zone: str, box: Box) -> int:
        """How many pages have a line at this height, or a hair beside it, as scanned pages do."""
        return sum(self._heights[zone, _height(box) + beside] for beside in (-1, 0, 1))


class _Titles:
    """What heads the sections of a document: its outline, and lines in larger type."""

    def __init__(self, pages: Sequence[Sequence[tuple[str, Box]]], contents: PdfOutline) -> None:
        self._pages = pages
        self._contents = contents
        usual = _LARGER * median([_usual_height(page) for page in pages] or [0.0])
        large = [text for page in pages for text, box in page if box[3] - box[1] > usual]
        self._keys = {bare_key(title) for title in (*contents.titles, *large)}
        self._sorted = sorted(self._keys)

    def head(self, number: int, at: int) -> bool:
        """Whether the outline has this line on this page, and no other line of the page begins its words."""
        page = self._pages[number]
        text = page[at][0]
        if not self._contents.level(number + 1, text):
            return False
        key = bare_key(text)
        others = (bare_key(other) for index, (other, _) in enumerate(page) if index != at)
        return not any(len(other) >= _LEAST_TITLE and key.startswith(other) for other in others)

    def named_in(self, text: str) -> bool:
        """Whether a line begins with a title, or with a piece of one before an ellipsis."""
        cut = _CUT_OFF.search(text)
        key = bare_key(text[: cut.start()] if cut else text)
        if any(key[:length] in self._keys for length in range(_LEAST_TITLE, len(key) + 1)):
            return True
        if cut is None or len(key) < _LEAST_BEGUN:
            return False
        at = bisect_left(self._sorted, key)
        return at < len(self._sorted) and self._sorted[at].startswith(key)


def _usual_height(page: Sequence[tuple[str, Box]]) -> float:
    return median([box[3] - box[1] for _, box in page] or [0.0])


def _apart(page: Sequence[tuple[str, Box]], at: int) -> bool:
    """Whether at least a line's height is free between this line and those above and below it."""
    box = page[at][1]
    height = box[3] - box[1]
    rest = (other for index, (_, other) in enumerate(page) if index != at)
    return all(
        other[1] - box[3] >= height or box[1] - other[3] >= height or _beside(box, other) for other in rest
    )


def _beside(one: Box, other: Box) -> bool:
    return (one[2] <= other[0] or other[2] <= one[0]) and abs(one[1] - other[1]) < one[3] - one[1]


def _page_count(
    pages: Sequence[Sequence[tuple[str, Box]]],
    edges: Sequence[dict[int, str]],
    sizes: Sequence[Sized],
    least: int,
) -> int | None:
    """How far the numbers printed in the margins run ahead of the pages' own (from 0), where at least `least`
    pages agree.
    """
    steps: Counter[int] = Counter()
    for number, (page, zones, size) in enumerate(zip(pages, edges, sizes, strict=True)):
        lines = (page[at] for at in zones)
        margin = [text for text, box in lines if _within(box, size.height, _NEAR)]
        steps.update({int(found) - number for text in margin for found in _END_NUMBER.findall(text)})
    step, times = max(steps.items(), key=lambda item: (item[1], -item[0]), default=(0, 0))
    return step if times >= least else None


def _edges(page: Sequence[tuple[str, Box]]) -> dict[int, str]:
    """Index -> "top" or "bottom" of the lines at either end of the page, by height on the page."""
    order = sorted(range(len(page)), key=lambda at: page[at][1][1])
    zones = dict.fromkeys(order[-_EDGE_LINES:], "bottom")
    zones |= {at: "top" for at in order[:_EDGE_LINES] if at not in zones or _nearer_the_top(page, order, at)}
    return zones


def _nearer_the_top(page: Sequence[tuple[str, Box]], order: Sequence[int], at: int) -> bool:
    """On a page of few lines an edge line is at both ends: it counts to the one it is nearer to."""
    highest, lowest = page[order[0]][1][1], page[order[-1]][1][1]
    return page[at][1][1] - highest <= lowest - page[at][1][1]


def _in_step(entries: list[tuple[int, list[int]]]) -> bool:
    """Is each number of these lines nearly always the same, or nearly always the page's plus a constant?"""
    enough = _STEADY * len(entries)
    for at in range(len(entries[0][1])):
        values = Counter(numbers[at] for _, numbers in entries)
        steps = Counter(numbers[at] - page for page, numbers in entries)
        if max(values.most_common(1)[0][1], steps.most_common(1)[0][1]) < enough:
            return False
    return True


def _within(box: Box, height: float, share: float) -> bool:
    """Does the line stand in the top or bottom `share` of the page?"""
    return box[3] < height * share or box[1] > height * (1 - share)


def _height(box: Box) -> int:
    return round(box[1] / 2)


def _has_letter(text: str) -> bool:
    """Roman page numbers are numbers."""
    return any(sign.isalpha() for sign in text) and not _ROMAN.fullmatch(text)


def _key(zone: str, text: str) -> Key:
    masked, numbers = _NUMBER.subn("#", text)
    return zone, masked.casefold(), numbers
