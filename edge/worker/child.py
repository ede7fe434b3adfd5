"""The worker's side: a pipe that nothing else writes to, and an end when the parent is gone."""

from __future__ import annotations

import os
import queue
import signal
import sys
import threading
from collections.abc import Callable
from typing import BinaryIO, NoReturn, TypeVar

import msgspec

from edge import offline
from edge.worker import frames

_Message = TypeVar("_Message")


def serve(decoder: msgspec.msgpack.Decoder[_Message], work: Callable[[_Message, BinaryIO], None]) -> NoReturn:
    """Do each job that comes on stdin, until the parent closes the pipe. `work` is given where answers go."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C is the parent's to handle; it ends us
    answers = private_stdout()
    todo: queue.SimpleQueue[_Message] = queue.SimpleQueue()
    listen(sys.stdin.buffer, decoder, todo.put)
    while True:
        work(todo.get(), answers)


def private_stdout() -> BinaryIO:
    """Where answers go. File descriptor 1 becomes stderr, because native code prints where it likes: call
    this before a native library is imported. No worker opens a connection: from here on none can.
    """
    offline.forbid("workers open no connections")
    answers = os.fdopen(os.dup(1), "wb")
    os.dup2(2, 1)
    sys.stdout = sys.stderr
    return answers


def listen(
    pipe: BinaryIO, decoder: msgspec.msgpack.Decoder[_Message], hear: Callable[[_Message], None]
) -> None:
    """Hand messages over from a thread of its own; leave at once when the parent is gone, whatever runs."""

    def run() -> None:
        try:
            while (message := frames.read(pipe, decoder)) is not None:
                hear(message)
        finally:
            os._exit(0)

    threading.Thread(target=run, daemon=True).start()
