"""What the PDF worker and its parent say to each other: length-prefixed MessagePack over two pipes."""

from __future__ import annotations

import struct
from typing import BinaryIO, TypeVar

import msgspec

from edge.indexing.document import Document

_LENGTH = struct.Struct(">Q")
#: No honest PDF has this much text; a frame that claims more is a fault.
MAX_FRAME = 1024**3

T = TypeVar("T")


class Job(msgspec.Struct, frozen=True):
    """Read this file. `cpu_seconds` and `memory_bytes` are limits where the platform has them; 0: none."""

    path: str
    name: str
    max_pages: int
    cpu_seconds: int
    memory_bytes: int


class Result(msgspec.Struct, frozen=True):
    """The document, or the reason why there is none. `spent`: memory ran out, start a fresh worker."""

    document: Document | None = None
    reason: str = ""
    hint: str = ""
    spent: bool = False


def send(pipe: BinaryIO, message: msgspec.Struct) -> None:
    """Write one frame. Raises OSError when the other side is gone."""
    frame = msgspec.msgpack.encode(message)
    pipe.write(_LENGTH.pack(len(frame)))
    pipe.write(frame)
    pipe.flush()


def receive(pipe: BinaryIO, kind: type[T]) -> T | None:
    """Read one frame; None at the end of the pipe, or when it ends inside a frame."""
    head = pipe.read(_LENGTH.size)
    if len(head) < _LENGTH.size:
        return None
    (length,) = _LENGTH.unpack(head)
    if length > MAX_FRAME:
        return None
    frame = pipe.read(length)
    return msgspec.msgpack.decode(frame, type=kind) if len(frame) == length else None
