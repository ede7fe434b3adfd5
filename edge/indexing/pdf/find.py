"""Where words of a page's text stand on the drawn page: the way back from what was read to where it was set.

The text of a page is not its characters in their order: divided words are joined, cells stand between bars,
footnote marks in brackets, columns one after the other. So letters and digits are compared, folded, and
nothing else. A run that stands there unbroken is taken whole; any other is put together from its longest
pieces. What is not found is not marked: `share` tells how much was.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from functools import lru_cache
from itertools import islice

import msgspec

from edge.indexing.pdf.scan import Box
from edge.text.tokens import fold

#: Of a page: past this it is a bomb, or a map whose every name is a word.
MOST_GLYPHS = 60_000
#: Folded characters of context that tell two equal runs apart.
_CONTEXT = 240
#: Equal runs that are looked at.
_MOST_PLACES = 400
#: A piece shorter than this says nothing by itself: it counts beside a longer one only.
_TELLING = 12
#: Points from the longest piece within which a short one belongs to it.
_NEAR = 40.0
_PIECE = re.compile(r"[^\s|]+")


class Glyph(msgspec.Struct, frozen=True):
    """One character as it is set: the number of its line on the page, and its box in points."""

    text: str
    line: int
    box: Box


class FoundPlace(msgspec.Struct, frozen=True):
    """Boxes, one a line; `share` of the letters and digits that lie in them, 0 to 1."""

    boxes: list[Box] = []
    share: float = 0.0


def find(text: str, start: int, end: int, glyphs: Sequence[Glyph]) -> FoundPlace:
    """Where `text[start:end]` of a page stands among its glyphs."""
    wanted = _stream(text, start, end)
    if not wanted or len(glyphs) > MOST_GLYPHS:
        return FoundPlace()
    page = _Page(glyphs)
    whole = page.unbroken(wanted, _stream(text, 0, start), _stream(text, end, len(text)))
    runs = [whole] if whole else list(page.pieces(text[start:end]))
    share = sum(last - first for first, last in runs) / len(wanted)
    ends = _marks(text[start:end]) if whole else ("", "")
    return FoundPlace(page.boxes(runs, *ends), min(1.0, share))


def _marks(quote: str) -> tuple[str, str]:
    """What stands before the first letter of a quote, and after its last."""
    at = [place for place, character in enumerate(quote) if _letters(character)]
    return quote[: at[0]].rstrip(), quote[at[-1] + 1 :].lstrip()


@lru_cache(maxsize=4096)
def _letters(character: str) -> str:
    return "".join(one for one in fold(character) if one.isalnum())


def _stream(text: str, start: int, end: int) -> str:
    return "".join(map(_letters, text[start:end]))


class _Page:
    """The folded letters of a page; of each, the glyph it comes from, and whether a word begins there."""

    def __init__(self, glyphs: Sequence[Glyph]) -> None:
        self._glyphs = glyphs
        letters: list[str] = []
        self._of: list[int] = []
        self._begins: list[bool] = []
        apart, line = True, -1
        for at, glyph in enumerate(glyphs):
            folded = _letters(glyph.text)
            apart = apart or glyph.line != line or not folded
            line = glyph.line
            for letter in folded:
                letters.append(letter)
                self._of.append(at)
                self._begins.append(apart)
                apart = False
        self._begins.append(True)
        self._letters = "".join(letters)

    def unbroken(self, wanted: str, before: str, after: str) -> tuple[int, int] | None:
        """The run that stands where `wanted` does: of several, the one whose surroundings are most alike."""
        places = list(islice(self._places(wanted), _MOST_PLACES))
        if not places:
            return None
        before, after = before[-_CONTEXT:], after[:_CONTEXT]

        def alike(place: int) -> int:
            left = self._letters[max(0, place - _CONTEXT) : place]
            right = self._letters[place + len(wanted) :][:_CONTEXT]
            return _common(left[::-1], before[::-1]) + _common(right, after)

        best = max(places, key=alike)
        return best, best + len(wanted)

    def pieces(self, quote: str) -> Iterator[tuple[int, int]]:
        """The longest runs of whole words that stand there, longest first, none twice; short ones only near
        the first.
        """
        words = [folded for word in _PIECE.findall(quote) if (folded := _stream(word, 0, len(word)))]
        runs: list[str] = []
        at = 0
        while at < len(words):
            length = 0
            while at + length < len(words) and self._has("".join(words[at : at + length + 1])):
                length += 1
            if length:
                runs.append("".join(words[at : at + length]))
            at += max(1, length)
        taken: list[tuple[int, int]] = []
        for run in sorted(runs, key=len, reverse=True):
            free = [
                (place, place + len(run))
                for place in islice(self._places(run, whole=True), _MOST_PLACES)
                if not any(place < last and first < place + len(run) for first, last in taken)
            ]
            if not free or (not taken and len(run) < _TELLING and len(free) > 1):
                continue
            best = min(free, key=lambda span: self._distance(taken, span))
            if taken and len(run) < _TELLING and self._distance(taken, best) > _NEAR:
                continue
            taken.append(best)
            yield best

    def boxes(self, runs: Sequence[tuple[int, int]], before: str, after: str) -> list[Box]:
        """One box for what of the runs stands side by side on a line. `before` and `after`: the marks around
        the letters of a run, taken in where they are set there.
        """
        taken = {
            at
            for first, last in runs
            for at in range(self._of[first], self._of[last - 1] + 1)
            if not self._glyphs[at].text.isspace()
        }
        if taken:
            taken |= self._run_of(before[::-1], min(taken), -1) | self._run_of(after, max(taken), 1)
        made: list[tuple[int, int, Box]] = []
        for at in sorted(taken):
            glyph = self._glyphs[at]
            if made and made[-1][0] == glyph.line and self._joined(made[-1][1], at):
                made[-1] = (glyph.line, at, _around(made[-1][2], glyph.box))
            else:
                made.append((glyph.line, at, glyph.box))
        return [box for _, _, box in made]

    def _run_of(self, marks: str, at: int, step: int) -> set[int]:
        """The glyphs beside one that are these marks, on its line."""
        line, found = self._glyphs[at].line, set[int]()
        for mark in marks:
            at += step
            if not 0 <= at < len(self._glyphs):
                break
            glyph = self._glyphs[at]
            if glyph.text != mark or glyph.line != line:
                break
            found.add(at)
        return found

    def _joined(self, before: int, after: int) -> bool:
        """Is there nothing but marks and spaces between two glyphs?"""
        return not any(_letters(glyph.text) for glyph in self._glyphs[before + 1 : after])

    def _places(self, wanted: str, *, whole: bool = False) -> Iterator[int]:
        at = self._letters.find(wanted)
        while at >= 0:
            if not whole or (self._begins[at] and self._begins[at + len(wanted)]):
                yield at
            at = self._letters.find(wanted, at + 1)

    def _has(self, wanted: str) -> bool:
        return next(self._places(wanted, whole=True), None) is not None

    def _distance(self, taken: Sequence[tuple[int, int]], span: tuple[int, int]) -> float:
        """Points up or down from the nearest piece that is placed already."""
        y = self._middle(span)
        return min((abs(y - self._middle(other)) for other in taken), default=0.0)

    def _middle(self, span: tuple[int, int]) -> float:
        box = self._glyphs[self._of[span[0]]].box
        return (box[1] + box[3]) / 2


def _common(one: str, other: str) -> int:
    """Characters that both begin with."""
    length = 0
    for left, right in zip(one, other, strict=False):
        if left != right:
            break
        length += 1
    return length


def _around(one: Box, other: Box) -> Box:
    return min(one[0], other[0]), min(one[1], other[1]), max(one[2], other[2]), max(one[3], other[3])
