"""One worker process for many jobs, one after another: started when it is needed, afresh when it is worn."""

from __future__ import annotations

import time
from collections.abc import Mapping
from typing import Generic, Protocol, Self, TypeVar

import msgspec

from edge.worker.process import WorkerEnded, WorkerProcess


class WorkerReply(Protocol):
    """What a warm worker sends. `spent`: memory ran out, so that the next job gets a fresh worker."""

    @property
    def spent(self) -> bool: ...


_Reply = TypeVar("_Reply", bound=WorkerReply)


class WarmWorker(Generic[_Reply]):
    """A worker that stays between jobs. After `jobs` of them the next gets a fresh one: what a library keeps
    does not add up over a long run. A job that is left half told must be followed by `end`, for its replies
    would answer the next one.
    """

    def __init__(
        self,
        module: str,
        replies: msgspec.msgpack.Decoder[_Reply],
        jobs: int,
        *,
        environment: Mapping[str, str] | None = None,
    ) -> None:
        self._module = module
        self._replies = replies
        self._most = jobs
        self._environment = environment
        self._process: WorkerProcess[_Reply] | None = None
        self._jobs = 0
        self.stopped = False

    @property
    def pid(self) -> int | None:
        """Process id of the worker, None when there is none."""
        process = self._process
        return process.pid if process else None

    def ask(self, job: msgspec.Struct, seconds: float) -> _Reply | None:
        """The one reply to a job; None when it takes longer than this. Raises WorkerEnded.

        Unless the reply came whole and left the worker sound, the worker is ended.
        """
        sound = False
        try:
            process = self.next()
            process.send(job)
            reply = process.receive(time.monotonic() + seconds)
            sound = reply is not None and not reply.spent
            return reply
        finally:
            if not sound:
                self.end()

    def next(self) -> WorkerProcess[_Reply]:
        """The process for one job more. Raises WorkerEnded once it was stopped."""
        process = self._process
        if process is None or not process.running or self._jobs >= self._most:
            self.end()
            process = self._process = WorkerProcess(
                self._module, self._replies, environment=self._environment
            )
            self._jobs = 0
        if self.stopped:
            self.end()
            raise WorkerEnded(0, "stopped")
        self._jobs += 1
        return process

    def stop(self) -> None:
        """End the worker from another thread, and start no other: what it does fails."""
        self.stopped = True
        self.end()

    def end(self) -> None:
        """End the worker, if there is one, and wait until it is gone. From any thread."""
        process, self._process = self._process, None
        if process is not None:
            process.end(kill=True)


class WorkerOwner(Generic[_Reply]):
    """Whoever has a warm worker. A context manager: leaving it ends the worker."""

    _worker: WarmWorker[_Reply]

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    @property
    def pid(self) -> int | None:
        """Process id of the worker, None when there is none."""
        return self._worker.pid

    def close(self) -> None:
        """End the worker, if there is one, and wait until it is gone."""
        self._worker.end()
