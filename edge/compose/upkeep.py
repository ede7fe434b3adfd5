"""What makes conversations findable beside their words: summaries and vectors, at once or beside a talk."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from threading import Event, Lock, Thread
from time import monotonic
from typing import TYPE_CHECKING

from edge.compose.embedder import ItemEmbedder
from edge.compose.summarise import SummaryWriter, summarise
from edge.compose.wanted_summaries import WINDOW
from edge.errors import EdgeError, ModelError, Stopped
from edge.state.access import Principal
from edge.state.database import open_state

if TYPE_CHECKING:
    import apsw

#: Kinds of items that have vectors here, and texts that are embedded between two looks at whether to stop.
KINDS, BATCH = ("turn", "summary"), 8
#: Seconds that the end of a talk waits for what is not summed up yet.
PARTING = 2.0


def embed(
    db: apsw.Connection, principal: Principal, embedder: ItemEmbedder, stopping: Event | None = None
) -> int:
    """Give turns and summaries the vectors that they lack; how many. Raises ModelError, StorageError."""
    made = 0
    for kind in KINDS:
        while (stopping is None or not stopping.is_set()) and (
            count := embedder.embed_missing(db, principal, kind, BATCH)
        ):
            made += count
    return made


class TalkUpkeep:
    """Upkeep in a thread with a connection of its own, while a person talks: first of what earlier talks
    left, then of each full window, at the end of the rest. It stands still while an answer is made.
    """

    def __init__(
        self,
        state: Path,
        principal: Principal,
        *,
        embedder: ItemEmbedder | None = None,
        writer: SummaryWriter | None = None,
        stopping: Event | None = None,
    ) -> None:
        """`stopping`: set while the writer is to end what it is at (with Stopped), as the model's own is."""
        self._state = state
        self._principal = principal
        self._embedder = embedder
        self._writer = writer
        self._stopping = stopping or Event()
        self._wanted = Event()
        self._working = Lock()
        self._turns = WINDOW  # what earlier talks left comes first
        self._closed = False
        self._thread = Thread(target=self._run, name="talk upkeep", daemon=True)
        #: What went wrong; the talk goes on without.
        self.error: EdgeError | None = None

    def start(self) -> None:
        """Begin."""
        self._wanted.set()
        self._thread.start()

    @contextmanager
    def answering(self) -> Iterator[None]:
        """Stand still while an answer is made."""
        self._stopping.set()
        with self._working:
            self._stopping.clear()
            yield
        self._wanted.set()

    def said(self, turns: int) -> None:
        """So many turns more were kept. While it stands still."""
        self._turns += turns

    def close(self, seconds: float = PARTING) -> None:
        """Sum up the rest for at most so many seconds, then end; what is left is made in the next talk."""
        until = monotonic() + seconds
        if self._thread.is_alive():
            self._closed = True
            self._wanted.set()
            self._thread.join(max(0.0, until - monotonic()))
        self._stopping.set()
        if self._thread.is_alive():
            self._thread.join()
        self._stopping.clear()

    def _run(self) -> None:
        try:
            db = open_state(self._state)
        except EdgeError as error:
            self.error = error
            return
        try:
            while True:
                self._wanted.wait()
                self._wanted.clear()
                last = self._closed
                with self._working, suppress(Stopped):
                    self._work(db)
                if last:
                    return
        except EdgeError as error:  # a lock, a full disk: the next talk makes it
            self.error = error
        finally:
            db.close()

    def _work(self, db: apsw.Connection) -> None:
        if self._turns >= WINDOW or (self._closed and self._turns):
            summarise(db, self._principal, self._writer, stopping=self._stopping)
            if not self._stopping.is_set():
                self._turns = 0
        if self._embedder is not None:
            try:
                embed(db, self._principal, self._embedder, self._stopping)
            except ModelError as error:  # words alone find them
                self.error, self._embedder = error, None
