"""What two texts share word for word, wherever it stands in them.

Source: greedy string tiling (Wise 1993), over the runs that begin at shared grams: the longest first, no word
in two runs. A gram that is natural to both (`common`) belongs to no run.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence, Set
from dataclasses import dataclass

#: Words of a gram: what is shared in shorter runs is shared by chance.
GRAM = 3
#: A gram that stands more often in one text than this begins no run: nobody writes so, but machines do.
_OFTEN = 8

Gram = tuple[str, ...]


@dataclass(frozen=True, slots=True)
class SharedRun:
    """`size` words from the `one`-th of the first text are those from the `other`-th of the second."""

    one: int
    other: int
    size: int


def grams(words: Sequence[str]) -> list[Gram]:
    """The runs of `GRAM` words, by the place of their first."""
    return list(zip(*(words[at:] for at in range(GRAM)), strict=False))


def own_words(words: Sequence[str], common: Set[Gram]) -> list[bool]:
    """Which words stand in no common gram."""
    own = [True] * len(words)
    for at, gram in enumerate(grams(words)):
        if gram in common:
            own[at : at + GRAM] = [False] * GRAM
    return own


def shared_runs(
    one: Sequence[str], other: Sequence[str], free: tuple[list[bool], list[bool]]
) -> list[SharedRun]:
    """The runs of at least `GRAM` words, by their place in the first text. `free`: which may take part."""
    # What may not take part is like nothing else.
    mine = [word if ok else f"\0{at}" for at, (word, ok) in enumerate(zip(one, free[0], strict=True))]
    yours = [word if ok else f"\1{at}" for at, (word, ok) in enumerate(zip(other, free[1], strict=True))]
    places: defaultdict[Gram, list[int]] = defaultdict(list)
    for at, gram in enumerate(grams(yours)):
        if len(places[gram]) < _OFTEN:
            places[gram].append(at)
    found = [
        (_size(mine, yours, at, there), at, there)
        for at, gram in enumerate(grams(mine))
        for there in places.get(gram, ())
        if not (at and there and mine[at - 1] == yours[there - 1])
    ]
    ours, theirs = list(free[0]), list(free[1])
    runs = []
    for size, at, there in sorted(found, key=lambda it: (-it[0], it[1], it[2])):
        for first, second, length in _left(size, at, there, ours, theirs):
            ours[first : first + length] = [False] * length
            theirs[second : second + length] = [False] * length
            runs.append(SharedRun(first, second, length))
    return sorted(runs, key=lambda run: run.one)


def _size(one: Sequence[str], other: Sequence[str], at: int, there: int) -> int:
    size = GRAM
    while at + size < len(one) and there + size < len(other) and one[at + size] == other[there + size]:
        size += 1
    return size


def _left(size: int, at: int, there: int, ours: list[bool], theirs: list[bool]) -> list[tuple[int, int, int]]:
    """What of a run longer ones have left, in pieces that are long enough."""
    pieces, length = [], 0
    for step in range(size + 1):
        if step < size and ours[at + step] and theirs[there + step]:
            length += 1
            continue
        if length >= GRAM:
            pieces.append((at + step - length, there + step - length, length))
        length = 0
    return pieces
