"""On which lines of an HTML file the words of its page stand.

No parser that builds the tree as browsers do says where its texts were. So the words of the page are found
again among those of the file: words that both have once, in the same order, say where the others around them
stand ("patience diff", Bram Cohen 2010, on words instead of lines).
"""

from __future__ import annotations

import re
from bisect import bisect_left
from collections import Counter
from collections.abc import Iterator, Sequence
from html import unescape
from itertools import accumulate, islice

#: What is no text of a page: comments, scripts, menus and the like, tags. Each ends where it can, or with the
#: file.
_NO_TEXT = re.compile(
    r"<!--.*?(?:-->|\Z)|<(script|style|template|title|select|svg|nav|aside)(?![\w-]).*?(?:</\1\s*>|\Z)|<[^<>]*>",
    re.DOTALL | re.IGNORECASE,
)
_WORD = re.compile(r"[^\W_]+")
_LINE_END = re.compile(r"\r\n?|\n")
#: Of fewer of the page's words it is not known where they stand: then nothing is said.
_LEAST = 0.5
#: How often the words between two that are known are looked through again.
_DEPTH = 3


def source_lines(markup: str, text: str) -> list[tuple[int, int]]:
    """(offset into the page's text, line of the file) wherever counting line ends from the pair before would
    go wrong, as `Page.lines`; none where too few of its words are found.
    """
    seen = _NO_TEXT.sub(_line_ends, _LINE_END.sub("\n", markup))
    source, lines = _words([unescape(line) if "&" in line else line for line in seen.split("\n")])
    shown = text.split("\n")
    page, rows = _words(shown)
    places = _Alignment(page, source).places
    if len(places) - places.count(-1) < _LEAST * len(places):
        return []
    begins = [0, *accumulate(len(row) + 1 for row in shown)]
    pairs: list[tuple[int, int]] = []
    line = row = 0  # of the last word that is known
    for n, (place, here) in enumerate(zip(places, rows, strict=True)):
        if place < 0:
            continue
        told = lines[place] + 1
        if told == line and here == row:
            continue
        if not pairs:
            pairs.append((0, told))
        elif told - line != here - row:
            first = n - bisect_left(rows, here)  # what was put before it, a number, stands on its line
            at = next(islice(_WORD.finditer(shown[here]), first, None)).start() if here == row else 0
            pairs.append((begins[here] + at, told))
        line, row = told, here
    return pairs


def _line_ends(tag: re.Match[str]) -> str:
    return "\n" * tag[0].count("\n") or " "


def _words(rows: Sequence[str]) -> tuple[list[str], list[int]]:
    """The words of rows of text, and the row of each, from 0."""
    words, numbers = list[str](), list[int]()
    for number, row in enumerate(rows):
        found = _WORD.findall(row)
        words += found
        numbers += [number] * len(found)
    return words, numbers


class _Alignment:
    """`places`: of each of the page's words its number among the file's, -1 where that is not known."""

    def __init__(self, page: Sequence[str], source: Sequence[str]) -> None:
        self._page, self._source = page, source
        self.places = [-1] * len(page)
        gaps = [(0, len(page), 0, len(source))]
        for _ in range(_DEPTH):
            gaps = [gap for one in gaps for gap in self._within(*one)]
        for gap in gaps:
            self._in_turn(*gap)

    def _within(self, first: int, last: int, low: int, high: int) -> Iterator[tuple[int, int, int, int]]:
        """Match the page's words `[first, last)` with the file's `[low, high)`; what is left between them."""
        found = self._grown(_rising(self._once(first, last, low, high)), (first, last, low, high))
        at, place = first, low
        for n in found:
            if n > at and self.places[n] > place:
                yield at, n, place, self.places[n]
            at, place = n + 1, self.places[n] + 1
        if at < last and place < high:
            yield at, last, place, high

    def _in_turn(self, first: int, last: int, low: int, high: int) -> None:
        """Of words that stand there several times, each with the next of its kind."""
        of: dict[str, list[int]] = {}
        for place in range(low, high):
            of.setdefault(self._source[place], []).append(place)
        for n in range(first, last):
            places = of.get(self._page[n], [])
            if (at := bisect_left(places, low)) < len(places):
                self.places[n], low = places[at], places[at] + 1

    def _once(self, first: int, last: int, low: int, high: int) -> list[tuple[int, int]]:
        """The words that both have once there: (number on the page, number in the file)."""
        page, source = self._page[first:last], self._source[low:high]
        here, there = Counter(page), Counter(source)
        number = dict(zip(source, range(low, high), strict=True))  # of a word that is there once, its own
        return [(n, number[word]) for n, word in enumerate(page, first) if here[word] == 1 == there.get(word)]

    def _grown(self, known: Sequence[tuple[int, int]], bounds: tuple[int, int, int, int]) -> list[int]:
        """Note these, and the same words right before and behind them, which none of them is: it stands there
        once. Returns the numbers on the page, in order.
        """
        first, last, low, high = bounds
        places, page, source = self.places, self._page, self._source
        for n, place in known:
            places[n] = place
        for n, _ in known:
            at, place = n + 1, places[n] + 1
            while at < last and place < high and places[at] < 0 and page[at] == source[place]:
                places[at] = place
                at, place = at + 1, place + 1
        for n, _ in reversed(known):
            at, place = n - 1, places[n] - 1
            while at >= first and place >= low and places[at] < 0 and page[at] == source[place]:
                places[at] = place
                at, place = at - 1, place - 1
        return [n for n in range(first, last) if places[n] >= 0]


def _rising(pairs: Sequence[tuple[int, int]]) -> list[tuple[int, int]]:
    """The longest run of pairs, not all neighbours, that rises in both (Fredman 1975)."""
    tails: list[int] = []
    ends: list[int] = []
    before = [-1] * len(pairs)
    for n, (_, place) in enumerate(pairs):
        at = bisect_left(tails, place)
        before[n] = ends[at - 1] if at else -1
        tails[at : at + 1], ends[at : at + 1] = [place], [n]
    kept, n = list[tuple[int, int]](), ends[-1] if ends else -1
    while n >= 0:
        kept.append(pairs[n])
        n = before[n]
    return kept[::-1]
