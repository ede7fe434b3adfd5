"""The knowledge bases that a server answers from, each under a short name; sessions are opened when first
asked.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from edge.errors import UsageError

if TYPE_CHECKING:
    from edge.api import Edge


class Bases:
    """`paths`: the first is asked where a request names none. `opened` makes a session on one of them."""

    def __init__(self, paths: Sequence[Path], opened: Callable[[Path], Edge]) -> None:
        self.paths = _named(paths)
        self._opened = opened
        self._edges: dict[str, Edge] = {}

    @property
    def names(self) -> list[str]:
        """The first is the default."""
        return list(self.paths)

    def check(self, name: str) -> str:
        """The name, "" meaning the first. Raises UsageError for an unknown base."""
        if name and name not in self.paths:
            raise UsageError(
                f"There is no knowledge base {name[:80]!r} here.", f"One of: {', '.join(self.names)}."
            )
        return name or self.names[0]

    def edge(self, name: str) -> Edge:
        """The session on a base, which reads the file that is there now. Call it in one thread only. Raises
        UsageError.
        """
        name = self.check(name)
        if name not in self._edges:
            self._edges[name] = self._opened(self.paths[name])
        self._edges[name].refresh()
        return self._edges[name]

    def close(self) -> None:
        """Close all sessions, in the thread that opened them."""
        while self._edges:
            self._edges.popitem()[1].close()


def _named(paths: Sequence[Path]) -> dict[str, Path]:
    """File names without suffix; a number after one that is there already."""
    named: dict[str, Path] = {}
    for path in dict.fromkeys(paths):
        name, number = path.stem, 1
        while name in named:
            number += 1
            name = f"{path.stem} {number}"
        named[name] = path
    return named
