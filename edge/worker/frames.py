"""What a parent and its worker say to each other: MessagePack messages, each behind its length (4 bytes,
little endian). Only data crosses the pipe, never code.
"""

from __future__ import annotations

import struct
from typing import BinaryIO, TypeVar

import msgspec

_LENGTH = struct.Struct("<I")
#: No honest answer is longer (the text of a PDF); a frame that claims more is a fault.
MAX_FRAME = 1024**3

_Message = TypeVar("_Message")


def write(pipe: BinaryIO, message: msgspec.Struct) -> None:
    """Send one message. Raises OSError when the other side is gone."""
    send(pipe, pack(message))


def pack(message: msgspec.Struct) -> bytes:
    """A message as it is sent: whoever needs the memory lets go of the message itself before that."""
    return msgspec.msgpack.encode(message)


def send(pipe: BinaryIO, frame: bytes) -> None:
    """Send what `pack` made. Raises OSError when the other side is gone."""
    pipe.write(_LENGTH.pack(len(frame)))
    pipe.write(frame)
    pipe.flush()


def read(
    pipe: BinaryIO, decoder: msgspec.msgpack.Decoder[_Message], most: int = MAX_FRAME
) -> _Message | None:
    """The next message; None at the end of the pipe, also inside a frame. Raises ValueError on anything that
    is no message of at most `most` bytes.
    """
    head = pipe.read(_LENGTH.size)
    if len(head) < _LENGTH.size:
        return None
    (length,) = _LENGTH.unpack(head)
    if length > most:
        raise ValueError(f"a frame of {length} bytes")
    frame = pipe.read(length)
    return decoder.decode(frame) if len(frame) == length else None
