"""What the page worker and its parent say to each other."""

from __future__ import annotations

import msgspec

from edge.indexing.pdf.scan import Box


class PageJob(msgspec.Struct, frozen=True):
    """One page of a file that must have this SHA-256. `width`: draw it so many pixels across, 0: do not.
    `text[start:end]`: words of the page's text whose place is wanted, where `end` is larger.
    """

    path: bytes
    sha256: str
    page: int
    width: int
    most_pixels: int
    text: str
    start: int
    end: int
    cpu_seconds: int
    memory_bytes: int


class PageReply(msgspec.Struct, frozen=True):
    """The page: size in points, its picture (PNG), boxes in points and the share of the words in them. Or
    `why` there is none: `gone`, `changed`, `unreadable`; `spent`: memory ran out, start a fresh worker.
    """

    width: float = 0.0
    height: float = 0.0
    picture: bytes = b""
    boxes: list[Box] = []
    share: float = 0.0
    why: str = ""
    detail: str = ""
    spent: bool = False


jobs: msgspec.msgpack.Decoder[PageJob] = msgspec.msgpack.Decoder(PageJob)
replies: msgspec.msgpack.Decoder[PageReply] = msgspec.msgpack.Decoder(PageReply)
