"""How an index run tells what it is doing. Nothing here prints: the command line gives a bar."""

from __future__ import annotations

from collections.abc import Callable

#: What a long step calls as it goes: (units done, units in all).
ProgressFn = Callable[[int, int], None]


class Progress:
    """Receives the events of one index run, in order: start, (document, advance)*, step*, finish. This one
    says nothing; a bar overrides what it shows.

    `finish` is called however the run ends, so a bar can always give the terminal back.
    """

    def start(self, total_bytes: int, documents: int) -> None:
        """The run begins: bytes and files that will be looked at."""

    def document(self, name: str) -> None:
        """This document is being read."""

    def advance(self, count: int) -> None:
        """`count` more bytes are done (a document's size once it is stored, unchanged or failed)."""

    def step(self, name: str, done: int, total: int) -> None:
        """A step after reading: `summaries`, `vectors`, `search` (its tables), `check`, `publish`."""

    def finish(self) -> None:
        """The run is over, well or badly."""
