"""The parent's side of the Gemma worker: start, ask with a deadline, cancel, notice its death, start again.

One request at a time. A worker that dies or hangs is an error of that request (ModelDied); the next one
starts another.
"""

from __future__ import annotations

import os
import threading
import time
from collections.abc import Iterator
from typing import TypeVar, cast

import msgspec

from edge.engines.gemma import llama, protocol
from edge.errors import (
    ModelDied,
    ModelError,
    ModelMemory,
    OutputCut,
    PromptTooLong,
    SchemaError,
    Stopped,
)
from edge.worker.process import GRACE, WorkerEnded, WorkerProcess, describe_exit

#: A longer frame is not ours: the largest real ones hold a few thousand sentences.
_MAX_FRAME = 64 * 1024 * 1024

_ERRORS = {
    "prompt_too_long": (PromptTooLong, "Ask something shorter, or enlarge the window (EDGE_GEMMA_WINDOW)."),
    "grammar": (SchemaError, "Mend the schema."),
    "cancelled": (OutputCut, ""),
    "memory": (ModelMemory, "Take a smaller window (EDGE_GEMMA_WINDOW) or a smaller model."),
    "bug": (ModelDied, "Prove the installed build: edge doctor"),
}
#: Seconds between two looks at `stopping` while the model computes.
_LOOK = 0.02
#: Exit codes of an illegal instruction: POSIX, Windows.
_ILLEGAL = (-4, 0xC000001D)
_Reply = TypeVar("_Reply", bound=protocol.Reply)


class Worker:
    """A model in a process of its own. `opening` says what to load; it is loaded at the first request. While
    `stopping` is set (by another thread) every request ends with Stopped.
    """

    def __init__(
        self,
        opening: protocol.Open,
        opening_seconds: float = 120.0,
        *,
        stopping: threading.Event | None = None,
    ) -> None:
        self._stopping = stopping
        self._opening = opening
        self._opening_seconds = opening_seconds
        self._lock = threading.Lock()
        self._owner = 0
        self._n = 0
        self._process: WorkerProcess[protocol.Reply] | None = None
        self.opened: protocol.Opened | None = None

    @property
    def pid(self) -> int | None:
        """Process id of the worker while there is one."""
        return self._process.pid if self._process else None

    def ask(self, request: protocol.Request, reply: type[_Reply], seconds: float) -> _Reply:
        """The reply to a request. Raises ModelError."""
        for answer in self.stream(request, seconds):
            if isinstance(answer, reply):
                return answer
        raise ModelDied(f"The Gemma worker ended a request without a {reply.__name__}.")

    def stream(self, request: protocol.Request, seconds: float) -> Iterator[protocol.Reply]:
        """Replies as they come. Closing the iterator early cancels the request, and so does Ctrl-C.

        One request at a time: another thread waits, the same thread would wait for ever and gets ModelError.
        """
        if self._owner == threading.get_ident():
            raise ModelError("A stream of this model is still open.", "Read it to its end or close it first.")
        with self._lock:
            self._owner = threading.get_ident()
            try:
                if self._process is None:
                    self._start()
                yield from self._converse(request, seconds)
            finally:
                self._owner = 0

    def open(self) -> protocol.Opened:
        """Load the model now. Raises ModelError when it cannot be loaded."""
        with self._lock:
            if self._process is None:
                self._start()
        if self.opened is None:
            raise ModelDied("The Gemma worker did not open its model.")
        return self.opened

    def close(self) -> None:
        """End the worker."""
        with self._lock:
            self._end()

    # --- one request -----------------------------------------------------------------------------

    def _converse(self, request: protocol.Request, seconds: float) -> Iterator[protocol.Reply]:
        self._n += 1
        number = self._n
        request = msgspec.structs.replace(request, n=number)
        self._send(request)
        deadline = time.monotonic() + seconds
        finished = False
        try:
            while not finished:
                reply = self._awaited(number, deadline)
                if reply is None:
                    raise ModelDied(
                        f"Gemma did not finish in {seconds:g} seconds.",
                        "Give it more time (EDGE_GEMMA_SECONDS) or a smaller model.",
                    )
                finished = not isinstance(reply, protocol.Piece)
                if isinstance(reply, protocol.Failed):
                    kind, hint = _ERRORS.get(reply.kind, (ModelError, "See: edge models list"))
                    raise kind(f"Gemma cannot do this: {reply.message}.", hint)
                yield reply
        finally:
            # A deadline, Ctrl-C, or a stream that nobody reads on: the worker must be free for the next
            # request.
            if not finished and self._process is not None:
                self._cancel(number)

    def _awaited(self, number: int, deadline: float) -> protocol.Reply | None:
        """`_next`, given up within milliseconds when nobody waits for it any more. Raises Stopped."""
        if self._stopping is None:
            return self._next(number, deadline)
        while not self._stopping.is_set():
            until = min(deadline, time.monotonic() + _LOOK)
            if (reply := self._next(number, until)) is not None or until == deadline:
                return reply
        raise Stopped

    def _next(self, number: int, deadline: float) -> protocol.Reply | None:
        """The next reply to this request, or None at the deadline. Raises ModelDied when the worker is
        gone."""
        assert self._process is not None
        try:
            while (reply := self._process.receive(deadline)) is not None:
                if reply.n == number:
                    return reply
        except WorkerEnded as ended:
            raise self._died(ended) from None
        return None

    def _cancel(self, number: int) -> None:
        deadline = time.monotonic() + GRACE
        try:
            self._send(protocol.Cancel(number))
            while (reply := self._next(number, deadline)) is not None:
                if not isinstance(reply, protocol.Piece):
                    return
        except ModelDied:
            return
        self._end(kill=True)

    def _send(self, request: protocol.Request) -> None:
        assert self._process is not None
        try:
            self._process.send(request)
        except WorkerEnded as ended:
            raise self._died(ended) from None

    # --- the process -----------------------------------------------------------------------------

    def _start(self) -> None:
        llama.require()
        self._process = WorkerProcess(
            "edge.engines.gemma.worker",
            protocol.replies,
            most=_MAX_FRAME,
            environment={
                "GGML_NO_BACKTRACE": "1",  # else an assertion starts a debugger
                # OpenMP threads wait for each other some hundred times per token. Spinning for long, as is
                # their default, costs a factor of a hundred when other programs want the cores (measured:
                # bench/LOG.md).
                "GOMP_SPINCOUNT": os.environ.get("GOMP_SPINCOUNT", "2000"),
            },
        )
        try:
            for reply in self._converse(self._opening, self._opening_seconds):
                self.opened = cast(protocol.Opened, reply)
        except BaseException:
            self._end(kill=True)
            raise

    def _died(self, ended: WorkerEnded) -> ModelDied:
        """The worker is gone: say why, and make room for another."""
        self._end(kill=True)
        if ended.code in _ILLEGAL:
            return ModelDied(
                f"The Gemma worker ended ({describe_exit(ended.code)}): "
                "this llama.cpp was built for another processor.",
                'Build the portable one: pip install --force-reinstall "$(python build/llama_wheel.py)"',
            )
        return ModelDied(
            f"The Gemma worker ended ({ended}).",
            "The next question starts another; if it dies again: edge doctor",
        )

    def _end(self, *, kill: bool = False) -> None:
        if self._process is not None:
            self._process.end(kill=kill)
        self._process = self.opened = None
