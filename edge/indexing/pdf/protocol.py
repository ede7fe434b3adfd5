"""What the PDF worker and its parent say to each other."""

from __future__ import annotations

import msgspec

from edge.indexing.structure.document import Document


class PdfJob(msgspec.Struct, frozen=True):
    """Read this file. `cpu_seconds` and `memory_bytes` are limits where the platform has them; 0: none."""

    path: str
    name: str
    max_pages: int
    cpu_seconds: int
    memory_bytes: int


class PdfReply(msgspec.Struct, frozen=True):
    """The document, or the reason why there is none. `spent`: memory ran out, start a fresh worker."""

    document: Document | None = None
    reason: str = ""
    hint: str = ""
    spent: bool = False


jobs: msgspec.msgpack.Decoder[PdfJob] = msgspec.msgpack.Decoder(PdfJob)
replies: msgspec.msgpack.Decoder[PdfReply] = msgspec.msgpack.Decoder(PdfReply)
