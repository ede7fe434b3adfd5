"""One thread that owns the sessions, and a bounded queue before it: work is done one piece at a time, in
order.

A session belongs to one thread, and so does a model. Whoever waits for a piece of work may give it up: what
is queued is dropped, what runs is told to stop (`Edge.stopping`).
"""

from __future__ import annotations

import math
import time
from collections.abc import Callable
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import suppress
from threading import Lock
from typing import TYPE_CHECKING, Any, Generic, TypeVar

from edge.errors import Stopped
from edge.serve.refusal import Refusal

if TYPE_CHECKING:
    from edge.api import Edge
    from edge.serve.bases import Bases

T = TypeVar("T")

#: Is told of what happens on the way to a result; raises Stopped when nobody waits for it any more.
Tell = Callable[[Any], None]


def closing() -> Refusal:
    """What those are told whose work ends because the server does."""
    return Refusal(503, "closing", "The server is stopping.", "Ask again when it runs.")


class Job(Generic[T]):
    """A piece of work that waits or runs. `ahead`: how many were before it when it came."""

    def __init__(self, queue: WorkQueue, ahead: int, listener: Tell | None) -> None:
        self.ahead = ahead
        self.future: Future[T]
        self.stopped = False
        self._queue = queue
        self._listener = listener

    def tell(self, what: Any) -> None:
        """Pass on what happened; None only looks whether anybody waits. Raises Stopped."""
        if self.stopped:
            raise Stopped
        if what is not None and self._listener is not None:
            self._listener(what)

    def cancel(self) -> None:
        """Nobody waits for it any more. After its end this does nothing."""
        self._queue.cancel(self)


class WorkQueue:
    """`bases` opens sessions, in this queue's thread; at most `waiting` pieces of work wait."""

    def __init__(self, bases: Bases, waiting: int) -> None:
        self.bases = bases
        self._most = waiting
        self._lock = Lock()
        self._pool = ThreadPoolExecutor(1, thread_name_prefix="edge")
        self._open = 0
        self._closing = False
        self._running: tuple[Job[Any], Edge] | None = None
        self._mean = 0.1  # seconds of a piece of work, exponentially averaged

    def __len__(self) -> int:
        """Pieces of work that wait or run."""
        return self._open

    def submit(
        self, work: Callable[[Edge, Tell], T], *, base: str = "", listener: Tell | None = None
    ) -> Job[T]:
        """Queue work on a base's session. `listener` is called in this queue's thread. Raises Refusal (503)
        when too many wait, UsageError for an unknown base.
        """
        self.bases.check(base)
        if self._closing:
            raise closing()
        with self._lock:
            if self._open > self._most:
                seconds = min(60, max(1, math.ceil(self._open * self._mean)))
                raise Refusal(
                    503, "busy", f"{self._open} requests are before this one.", f"Try again in {seconds} s.",
                    {"Retry-After": str(seconds)}, params={"count": self._open, "seconds": seconds},
                )  # fmt: skip
            job: Job[T] = Job(self, self._open, listener)
            self._open += 1
        try:
            job.future = self._pool.submit(self._run, job, base, work)
        except RuntimeError as error:  # the pool is closed
            self._left(None)
            raise closing() from error
        job.future.add_done_callback(self._left)
        return job

    def cancel(self, job: Job[Any]) -> None:
        """See `Job.cancel`."""
        with self._lock:
            job.stopped = True
            if self._running is not None and self._running[0] is job:
                self._running[1].stopping.set()
        job.future.cancel()

    def stop(self) -> None:
        """Stop what runs, drop what waits, take on no more. Waits for nothing."""
        with self._lock:
            self._closing = True
            if self._running is not None:
                self._running[0].stopped = True
                self._running[1].stopping.set()

    def close(self) -> None:
        """As `stop`, and close the sessions."""
        self.stop()
        with suppress(RuntimeError):  # closed before
            self._pool.submit(self.bases.close)
        self._pool.shutdown(wait=True)

    def _run(self, job: Job[T], base: str, work: Callable[[Edge, Tell], T]) -> T:
        began = time.monotonic()
        if self._closing:
            raise Stopped
        edge = self.bases.edge(base)
        with self._lock:
            if job.stopped:
                raise Stopped
            edge.stopping.clear()
            self._running = job, edge
        try:
            return work(edge, job.tell)
        finally:
            with self._lock:
                self._running = None
                self._mean += 0.2 * (time.monotonic() - began - self._mean)

    def _left(self, _: object) -> None:
        with self._lock:
            self._open -= 1
