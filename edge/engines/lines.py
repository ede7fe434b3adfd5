"""Passages as a reader is shown them: lines in order, each under the heading and the table it stands in."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import groupby
from typing import TYPE_CHECKING, Protocol

from edge.engines.reading import read_passage
from edge.records import Passage

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray


@dataclass(frozen=True, slots=True)
class Line:
    """A sentence, row, item or block of code. `above` is what it stands under, but for the section of the
    whole passage: a nearer heading, the heads of a table, what announces a list. `candidates` are the numbers
    of what it belongs to: itself, and a list that it is an item of.
    """

    above: tuple[str, ...]
    text: str
    candidates: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Shown:
    """A passage: where it stands, and its lines."""

    head: str
    lines: list[Line]


class LineReader(Protocol):
    """What says of lines how much they speak as a question's answer: log-odds against "none of these"."""

    def read(
        self, question: str, passages: Sequence[Shown], worth: NDArray[np.float64]
    ) -> NDArray[np.float32]:
        """(candidates,), of all that the passages show; `worth` (candidates,) says what is read first."""
        ...

    def near(self, question: str, passage: Shown, line: int) -> float:
        """Of one line, read with its neighbours alone."""
        ...

    def beside(self, question: str, places: Sequence[tuple[Shown, int]]) -> NDArray[np.float32]:
        """(places,), of lines of one or several passages that are read together."""
        ...


def place(pages: Sequence[Shown], candidate: int) -> tuple[Shown, int] | None:
    """The page on which a candidate stands and the number of its line (of a list its first item's); None
    where none of its lines is shown.
    """
    numbered = ((page, at) for page in pages for at in range(len(page.lines)))
    return next(((page, at) for page, at in numbered if candidate in page.lines[at].candidates), None)


def shown(passages: Sequence[Passage]) -> list[Shown]:
    """Every passage's lines; the numbers are those of the candidates that `features.measure` finds."""
    pages, number = list[Shown](), 0
    for _, group in groupby(enumerate(passages), key=lambda pair: (pair[1].source, pair[1].page)):
        above = ""
        for index, passage in group:
            head = _head(passage.heading)
            section, lines = head.rpartition(" > ")[2], list[Line]()
            whole: tuple[int, int, int] | None = None  # the list that is open: its number, start, end
            for reading in read_passage(index, passage, above, keep_stop=False):
                above, one = reading.above, reading.candidate
                own, number = number, number + 1
                if one.kind == "list":
                    whole = (own, one.start, one.end)
                    continue
                near = above.rpartition("\n")[2]
                leads = tuple(lead for lead in (near, one.context) if lead and lead != section)
                of = (own, whole[0]) if whole and whole[1] <= one.start and one.end <= whole[2] else (own,)
                lines.append(Line(leads, one.text, of))
            if lines:
                pages.append(Shown(head, lines))
    return pages


def _head(heading: str) -> str:
    """The document's title and the section itself; what lies between says little."""
    title, _, rest = heading.partition(" > ")
    return f"{title} > {rest.rpartition(' > ')[2]}" if rest else title
