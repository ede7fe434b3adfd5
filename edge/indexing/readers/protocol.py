"""What the worker that reads files (all but PDFs) and its parent say to each other."""

from __future__ import annotations

import msgspec

from edge.indexing.structure.document import Document


class FileJob(msgspec.Struct, frozen=True):
    """Read this file, or one member of this archive; of an archive without a `member`, list what it holds;
    `kind` "bytes": unpack only.

    `cpu_seconds` and `memory_bytes` are limits where the platform has them; `max_bytes` is that of a file,
    and of what is unpacked from one.
    """

    path: bytes  # as the file system spells it: names need not be UTF-8
    name: str
    kind: str
    member: str
    max_bytes: int
    cpu_seconds: int
    memory_bytes: int


class ArchiveMember(msgspec.Struct, frozen=True):
    """A file in an archive: its name there, its kind ("": no reader), its size and hash, or why it cannot be
    read.
    """

    name: str
    kind: str
    size: int
    sha256: str = ""
    reason: str = ""


class FileReply(msgspec.Struct, frozen=True):
    """A document, the members of an archive, or the reason why there is neither.

    `name` is set where a file holds several sources (a list of pages): then further replies follow while
    `more`. `sha256` and `size` are of the bytes that were read. `spent`: memory ran out, start a fresh
    worker.
    """

    document: Document | None = None
    members: list[ArchiveMember] = []
    name: str = ""
    sha256: str = ""
    size: int = 0
    reason: str = ""
    hint: str = ""
    data: bytes = b""
    more: bool = False
    spent: bool = False


jobs: msgspec.msgpack.Decoder[FileJob] = msgspec.msgpack.Decoder(FileJob)
replies: msgspec.msgpack.Decoder[FileReply] = msgspec.msgpack.Decoder(FileReply)
