"""Terms of a list of definitions, held until what they are is known."""

from __future__ import annotations

from collections.abc import Sequence

#: (line of the block, line of the file).
Numbers = Sequence[tuple[int, int]]


class Terms:
    """`inside`: a term has begun and not ended."""

    def __init__(self) -> None:
        self.inside = False
        self._lines: list[str] = []
        self._numbers: list[tuple[int, int]] = []
        self._links = 0  # of the terms, those that are nothing but a link

    def __len__(self) -> int:
        return len(self._lines)

    def add(self, text: str, numbers: Numbers, *, link: bool) -> None:
        """One more, "" for none that has words. `link`: it is nothing but a link."""
        if text:
            self._numbers += [(len(self._lines) + at, number) for at, number in numbers]
            self._lines.append(text)
        self._links += link

    @property
    def links(self) -> int:
        """How many terms are links, where all are; else 0."""
        return self._links if self._links == len(self._lines) else 0

    def block(self, said: str = "", numbers: Numbers = ()) -> tuple[str, list[tuple[int, int]]]:
        """All of them with what is said of them below, and the lines of the file; they are held no longer."""
        below = [(len(self._lines) + at, number) for at, number in numbers]
        made = "\n".join(self._lines) + said, self._numbers + below
        self._lines, self._numbers, self._links = [], [], 0
        return made
