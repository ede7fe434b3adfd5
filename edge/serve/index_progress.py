"""How an index run tells a client where it stands."""

from __future__ import annotations

import time

import msgspec

from edge.indexing.progress import Progress
from edge.serve.queue import Tell

#: Seconds between two signs of progress.
EVERY = 0.1


class Step(msgspec.Struct, kw_only=True):
    """Where an index run stands. `name`: reading, search, check, publish; `done` of `total`: bytes while it
    reads.
    """

    name: str
    done: int
    total: int
    document: str = ""


class ToldProgress(Progress):
    """The Progress that is told to a client, not more often than it could be looked at."""

    def __init__(self, tell: Tell) -> None:
        self._tell = tell
        self._at = Step(name="reading", done=0, total=0)
        self._last = 0.0

    def start(self, total_bytes: int, documents: int) -> None:
        self._at.total = total_bytes
        self._tell(msgspec.structs.replace(self._at))

    def document(self, name: str) -> None:
        self._at.document = name
        self._now_and_then()

    def advance(self, count: int) -> None:
        self._at.done += count
        self._now_and_then()

    def step(self, name: str, done: int, total: int) -> None:
        if name != self._at.name:
            self._last = 0.0
        self._at = Step(name=name, done=done, total=total)
        self._now_and_then()

    def _now_and_then(self) -> None:
        if time.monotonic() - self._last >= EVERY:
            self._last = time.monotonic()
            self._tell(msgspec.structs.replace(self._at))
