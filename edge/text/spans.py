"""Spans of a text, `(start, end)`: joined, and asked which of them lie around or across a place."""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Iterable
from itertools import accumulate
from typing import TypeVar

Span = tuple[int, int]

_Place = TypeVar("_Place", int, float)


def merged(spans: Iterable[tuple[_Place, _Place]], gap: _Place) -> list[tuple[_Place, _Place]]:
    """The spans in order, those as one that overlap or lie less than `gap` apart."""
    found: list[tuple[_Place, _Place]] = []
    for start, end in sorted(spans):
        if found and start < found[-1][1] + gap:
            found[-1] = (found[-1][0], max(found[-1][1], end))
        else:
            found.append((start, end))
    return found


class SpanIndex:
    """Spans in the order of their beginnings; they may overlap. Asking takes the time of a look-up."""

    def __init__(self, spans: Iterable[Span]) -> None:
        given = list(spans)
        self._order = sorted(range(len(given)), key=given.__getitem__)
        self._spans = [given[at] for at in self._order]
        self._starts = [start for start, _ in self._spans]
        self._reach = list(accumulate((end for _, end in self._spans), max))  # how far any span so far goes

    def around(self, place: int) -> bool:
        """Whether a span begins before the place and ends after it."""
        at = bisect_left(self._starts, place)
        return at > 0 and self._reach[at - 1] > place

    def holds(self, place: int) -> bool:
        """Whether a span begins before the place or at it, and ends after it."""
        return self.around(place) or self.overlapping(place, place + 1) != []

    def places(self, start: int, end: int) -> list[int]:
        """Which of the spans given share something with `start:end`, in order of their beginnings."""
        first, last = bisect_right(self._reach, start), bisect_left(self._starts, end)
        return [self._order[at] for at in range(first, last) if self._spans[at][1] > start]

    def overlapping(self, start: int, end: int) -> list[Span]:
        """The spans that share something with `start:end`."""
        first, last = bisect_right(self._reach, start), bisect_left(self._starts, end)
        return [span for span in self._spans[first:last] if span[1] > start]
