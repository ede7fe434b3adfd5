"""What the worker that recognises text and its parent say to each other."""

from __future__ import annotations

import msgspec


class OcrJob(msgspec.Struct, frozen=True):
    """Write to `target` the PDF in `source` with a text layer. `languages` as Tesseract has them, "eng+fra";
    `tessdata` is the folder of their files. The limits are for each page. `pages`: only these, from 1, and
    the others as they are; none: all of them.
    """

    source: bytes
    target: bytes
    languages: str
    tessdata: str
    cpu_seconds: int
    memory_bytes: int
    pages: list[int] = []


class OcrReply(msgspec.Struct, frozen=True):
    """A page is done (`more`), all are, or the reason why not."""

    more: bool = False
    reason: str = ""


jobs: msgspec.msgpack.Decoder[OcrJob] = msgspec.msgpack.Decoder(OcrJob)
replies: msgspec.msgpack.Decoder[OcrReply] = msgspec.msgpack.Decoder(OcrReply)
