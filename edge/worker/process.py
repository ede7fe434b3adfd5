"""The parent's side of a worker: start it, talk to it with a deadline, notice its death, end it."""

from __future__ import annotations

import contextlib
import os
import queue
import signal
import subprocess
import sys
import tempfile
import threading
import time
import weakref
from collections.abc import Mapping
from pathlib import Path
from typing import IO, BinaryIO, Generic, TypeVar, cast

import msgspec

from edge.worker import frames

#: How long a worker that was told to stop may take before it is killed. Normally milliseconds.
GRACE = 3.0

_Reply = TypeVar("_Reply")


class WorkerEnded(Exception):
    """The worker is gone: its exit code (minus the signal that ended it), and its last line on stderr."""

    def __init__(self, code: int, last_line: str) -> None:
        super().__init__(f"{describe_exit(code)}: {last_line}" if last_line else describe_exit(code))
        self.code = code
        self.last_line = last_line

    @property
    def out_of_time(self) -> bool:
        """Whether it had used up the processor time that it was given (`edge.worker.limits`)."""
        return bool(self.code) and self.code == -getattr(signal, "SIGXCPU", 0)


class WorkerProcess(Generic[_Reply]):
    """`python -m module` and the two pipes to it. It dies with its parent, and with this object."""

    def __init__(
        self,
        module: str,
        replies: msgspec.msgpack.Decoder[_Reply],
        *,
        most: int = frames.MAX_FRAME,
        environment: Mapping[str, str] | None = None,
    ) -> None:
        # It finds this very package, wherever that was imported from.
        root = str(Path(__file__).resolve().parents[2])
        path = os.pathsep.join(filter(None, (root, os.environ.get("PYTHONPATH", ""))))
        self._stderr = tempfile.TemporaryFile()  # noqa: SIM115  as long as the worker
        self._process = subprocess.Popen(
            # -P: a module of the user's current folder is never imported.
            [sys.executable, "-P", "-m", module],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=self._stderr,
            env={**os.environ, **(environment or {}), "PYTHONPATH": path},
            start_new_session=os.name == "posix",  # Ctrl-C is ours to handle, not the worker's
        )
        self._inbox: queue.SimpleQueue[_Reply | None] = queue.SimpleQueue()
        # A function, not a method: the thread must not keep this object alive.
        listening = (self._process.stdout, replies, most, self._inbox)
        threading.Thread(target=_listen, args=listening, daemon=True).start()
        self._finalizer = weakref.finalize(self, _stop, self._process, self._stderr, True)

    @property
    def pid(self) -> int:
        """Its process id."""
        return self._process.pid

    @property
    def running(self) -> bool:
        """False once it is gone."""
        return self._process.poll() is None

    def send(self, message: msgspec.Struct) -> None:
        """Raises WorkerEnded when it is gone."""
        try:
            frames.write(cast(BinaryIO, self._process.stdin), message)
        except (OSError, ValueError):  # ValueError: its pipe is closed already
            raise self._ended() from None

    def receive(self, deadline: float) -> _Reply | None:
        """Its next message, or None at the deadline (of `time.monotonic`). Raises WorkerEnded."""
        try:
            reply = self._inbox.get(timeout=max(deadline - time.monotonic(), 0.0))
        except queue.Empty:
            return None
        if reply is None:
            raise self._ended()
        return reply

    def end(self, *, kill: bool = False) -> None:
        """Wait until it is gone: it leaves when its pipe closes, or is killed at once."""
        if self._finalizer.detach():
            _stop(self._process, self._stderr, kill)

    def _ended(self) -> WorkerEnded:
        try:
            self._process.wait(timeout=GRACE)
        except subprocess.TimeoutExpired:
            self._process.kill()
            self._process.wait()
        last = ""
        if not self._stderr.closed:
            size = self._stderr.seek(0, os.SEEK_END)
            self._stderr.seek(max(size - 600, 0))
            lines = self._stderr.read().decode("utf-8", "replace").strip().splitlines()
            last = lines[-1] if lines else ""
        self.end(kill=True)
        return WorkerEnded(self._process.returncode, last)


def describe_exit(code: int) -> str:
    """ "SIGKILL" or "exit code 3"."""
    if code >= 0:
        return f"exit code {code}"
    try:
        return signal.Signals(-code).name
    except ValueError:
        return f"signal {-code}"


def _listen(
    pipe: BinaryIO,
    replies: msgspec.msgpack.Decoder[_Reply],
    most: int,
    inbox: queue.SimpleQueue[_Reply | None],
) -> None:
    """Replies into a queue until the pipe closes; then None. A broken frame counts as the end."""
    with contextlib.suppress(OSError, ValueError, MemoryError, msgspec.MsgspecError):
        while (reply := frames.read(pipe, replies, most)) is not None:
            inbox.put(reply)
    inbox.put(None)
    pipe.close()


def _stop(process: subprocess.Popen[bytes], stderr: IO[bytes], kill: bool) -> None:
    if kill:
        process.kill()
    if process.stdin is not None:
        with contextlib.suppress(OSError):
            process.stdin.close()  # the worker leaves when its stdin closes
    try:
        process.wait(timeout=GRACE)
    except subprocess.TimeoutExpired:
        process.kill()
        process.wait()
    stderr.close()
