"""Parts of a MIME message, found by their boundaries without copying or decoding anything.

The email package reads a message line by line, each line through every open boundary: a 30 MB attachment
becomes 400,000 lines, and a thousand nested parts end in a RecursionError. Here a boundary is one search
over the bytes, and depth and number of parts are bounded. Defects are taken as the package takes them: a
boundary that never comes makes the part plain text, one that is never closed ends with its parent.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import NamedTuple

from edge.messages import headers
from edge.messages.headers import Headers

MAX_DEPTH = 12  # parts within parts
MAX_PARTS = 400  # in one message, forwarded ones included


class MimePart(NamedTuple):
    """One part: its headers, and where its content lies in `data`."""

    data: bytes
    head: Headers
    start: int
    end: int

    @property
    def raw(self) -> bytes:
        return self.data[self.start : self.end]


def whole(data: bytes, start: int = 0, end: int | None = None) -> MimePart:
    """The message (or part) that stands at `start`, headers first."""
    stop = len(data) if end is None else end
    head, body = headers.read(data, start, stop)
    return MimePart(data, head, body, stop)


def children(part: MimePart) -> Iterator[MimePart]:
    """What a multipart holds, one at a time; nothing when its boundary is missing."""
    boundary = part.head.param("boundary").rstrip()
    if boundary and len(boundary) <= 200:
        for start, end in _between(part, boundary.encode("utf-8", "replace")):
            yield whole(part.data, start, end)


def _between(part: MimePart, boundary: bytes) -> Iterator[tuple[int, int]]:
    line = re.compile(rb"--" + re.escape(boundary) + rb"(--)?[ \t]{0,80}(?:\r?\n|\Z)")
    begin: int | None = None
    for match in line.finditer(part.data, part.start, part.end):
        at = match.start()
        if at != part.start and part.data[at - 1 : at] != b"\n":
            continue
        if begin is not None:
            yield begin, max(begin, _before_break(part.data, begin, at))
        if match[1]:
            return
        begin = match.end()
    if begin is not None and begin < part.end:
        yield begin, part.end


def _before_break(data: bytes, begin: int, at: int) -> int:
    """The line break before a boundary belongs to the boundary (RFC 2046, 5.1.1)."""
    at -= 1
    return at - 1 if at > begin and data[at - 1 : at] == b"\r" else at
