"""What the worker that draws pages as pictures and its parent say to each other."""

from __future__ import annotations

import msgspec

from edge.records.picture import PagePicture


class PictureJob(msgspec.Struct, frozen=True):
    """Page `page` (from 1) of a file that must have this SHA-256, in squares of `side` pixels each way,
    `across` of them over its shorter side. `kind` is MuPDF's: pdf, png, jpeg, tiff, gif, bmp. The limits are
    for this page.
    """

    path: bytes
    sha256: str
    kind: str
    page: int
    side: int
    across: int
    cpu_seconds: int
    memory_bytes: int


class PictureReply(msgspec.Struct, frozen=True):
    """The squares of a page, none where it is blank, and how many pages the file has; or the `reason` why
    there is none. `view`: the whole page as a JPEG for people. `spent`: start a fresh worker.
    """

    pages: int = 0
    squares: list[PagePicture] = []
    view: bytes = b""
    blank: bool = False
    reason: str = ""
    spent: bool = False


jobs: msgspec.msgpack.Decoder[PictureJob] = msgspec.msgpack.Decoder(PictureJob)
replies: msgspec.msgpack.Decoder[PictureReply] = msgspec.msgpack.Decoder(PictureReply)
