"""What crosses the pipe of a worker: whole messages or nothing."""

from __future__ import annotations

import io
import struct
import sys
import time

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from edge.worker import frames
from edge.worker.process import WorkerEnded, WorkerProcess, describe_exit


class Note(msgspec.Struct):
    text: str


DECODER = msgspec.msgpack.Decoder(Note)


@given(st.lists(st.text(), max_size=5), st.integers(0, 40))
def test_whole_messages_come_back(texts: list[str], cut: int) -> None:
    """Each message as it was sent; of one that breaks off nothing, and then the end."""
    pipe = io.BytesIO()
    for text in texts:
        frames.write(pipe, Note(text))
    data = pipe.getvalue()
    broken = io.BytesIO(data + data[: min(cut, len(data) - 1)] if not texts else data[: len(data) - cut])
    seen = []
    while (note := frames.read(broken, DECODER)) is not None:
        seen.append(note.text)
    assert seen == texts[: len(seen)]
    assert cut or seen == texts


@pytest.mark.parametrize(
    "data", [struct.pack("<I", 2**31) + b"x", struct.pack("<I", 3) + b"\xc1\xc1\xc1", struct.pack("<I", 0)]
)
def test_what_is_no_message_is_an_error(data: bytes) -> None:
    """Too long by its own word, not MessagePack, or empty: never a message, never memory for it."""
    with pytest.raises((ValueError, msgspec.MsgspecError)):
        frames.read(io.BytesIO(data), DECODER, 1024)


def test_a_worker_that_ends_tells_why() -> None:
    """Its exit code and its last line come with the error, and nothing is left behind."""
    worker = WorkerProcess("edge.no_such_worker", DECODER)
    with pytest.raises(WorkerEnded) as ended:
        worker.receive(time.monotonic() + 30)
    assert ended.value.code == 1 and "no_such_worker" in ended.value.last_line
    assert not worker.running
    with pytest.raises(WorkerEnded):
        worker.send(Note("too late"))


@pytest.mark.skipif(sys.platform == "win32", reason="names of signals")
def test_exits_are_named() -> None:
    """A signal by its name, where it has one."""
    assert [describe_exit(code) for code in (0, 3, -9, -250)] == [
        "exit code 0", "exit code 3", "SIGKILL", "signal 250",
    ]  # fmt: skip
