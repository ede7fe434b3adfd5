"""The seal at the end of a finished knowledge base: its manifest, and a hash of every block before it.

    database, as SQLite wrote it | 16 bytes for each block of 64 KiB | manifest, JSON | footer

The footer says how long the parts are and holds the sha256 of hashes and manifest. So one file can be copied,
checked and replaced by one rename; opening it costs the same whatever its size, and each block is compared
with its hash when SQLite first reads it. SQLite itself takes no notice of what follows its last page: other
programs open the file as any database.
"""

from __future__ import annotations

import hashlib
import os
import struct
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

import msgspec

from edge.errors import KnowledgeDamaged
from edge.records import Manifest
from edge.search import vfs

if TYPE_CHECKING:
    import apsw

#: What is hashed together. Larger: fewer hashes; smaller: less read for a page that is asked for alone.
BLOCK = 64 * 1024

_DIGEST = 16
_MAGIC = b"edgeseal"
_FOOTER = struct.Struct("<8sQQ32s")  # magic, bytes of the database, bytes of the manifest, sha256
_MOST_MANIFEST = 1 << 20
_VFS = "edge-sealed"

REBUILD = "Copy it again, or move it away and build it again: edge index FOLDER --knowledge FILE"


class Seal(NamedTuple):
    """What a file says of itself. `hashes`: 16 bytes a block."""

    manifest: Manifest
    size: int  # of the database, in bytes
    hashes: bytes

    def holds(self, block: int, data: bytes) -> bool:
        """Whether `data` is what the block held when it was sealed."""
        return _hash(data) == self.hashes[block * _DIGEST : (block + 1) * _DIGEST]


def _hash(data: bytes) -> bytes:
    return hashlib.blake2b(data, digest_size=_DIGEST).digest()


def write_seal(path: Path, manifest: Manifest) -> None:
    """Append the seal to a finished database and sync it."""
    with path.open("r+b") as file:
        hashes, size = [], 0
        while data := file.read(BLOCK):
            hashes.append(_hash(data))
            size += len(data)
        # Without its name: a copy under another name is the same file.
        nameless = msgspec.structs.replace(manifest, file="")
        body = b"".join(hashes) + msgspec.json.encode(nameless)
        footer = _FOOTER.pack(_MAGIC, size, len(body) - len(hashes) * _DIGEST, hashlib.sha256(body).digest())
        file.write(body + footer)
        file.flush()
        os.fsync(file.fileno())


def read_seal(path: Path) -> Seal:
    """The seal of a file. Raises KnowledgeDamaged where there is none, or it is not whole."""
    with path.open("rb") as file:
        size = file.seek(0, os.SEEK_END)

        def read(count: int, at: int) -> bytes:
            file.seek(at)
            return file.read(count)

        return _parse(read, size, str(path))


def check_blocks(path: Path, seal: Seal) -> int | None:
    """Compare every block with its hash: the first that differs, None when all are whole."""
    with path.open("rb") as file:
        for block in range(len(seal.hashes) // _DIGEST):
            if not seal.holds(block, file.read(min(BLOCK, seal.size - block * BLOCK))):
                return block
    return None


def damaged(path: str, block: int) -> KnowledgeDamaged:
    """A block is not what was sealed."""
    return KnowledgeDamaged(f"{path} is damaged: block {block} (64 KiB each) has changed.", REBUILD)


def sealed_vfs() -> str:
    """The name of the VFS that checks each block as it is read; registered once."""
    return vfs.registered(_VFS, _make)


def _parse(read: Callable[[int, int], bytes], size: int, name: str) -> Seal:
    broken = KnowledgeDamaged(f"{name} is damaged: its seal is missing or not whole.", REBUILD)
    if size < _FOOTER.size:
        raise broken
    magic, database, manifest, digest = _FOOTER.unpack(read(_FOOTER.size, size - _FOOTER.size))
    blocks = -(-database // BLOCK)
    body = blocks * _DIGEST + manifest
    if magic != _MAGIC or manifest > _MOST_MANIFEST or database + body + _FOOTER.size != size:
        raise broken
    data: bytes = read(body, database)
    if hashlib.sha256(data).digest() != digest:
        raise broken
    try:
        content = msgspec.json.decode(data[blocks * _DIGEST :], type=Manifest)
    except (msgspec.MsgspecError, UnicodeDecodeError) as error:
        raise broken from error
    return Seal(content, database, data[: blocks * _DIGEST])


def _make() -> type[apsw.VFSFile]:
    import apsw

    class SealedFile(apsw.VFSFile):
        """A sealed database, read block by block. Shows SQLite the database alone."""

        def __init__(self, name: apsw.URIFilename | str, flags: list[int]) -> None:
            super().__init__("", name, flags)
            self._name = name.filename() if isinstance(name, apsw.URIFilename) else str(name)
            self._seal = _parse(super().xRead, super().xFileSize(), self._name)
            self._whole = bytearray(len(self._seal.hashes) // _DIGEST)

        def xFileSize(self) -> int:
            return self._seal.size

        def xRead(self, amount: int, offset: int) -> bytes:
            amount = max(0, min(amount, self._seal.size - offset))
            last = (offset + max(amount, 1) - 1) // BLOCK
            for block in range(offset // BLOCK, min(last + 1, len(self._whole))):
                if not self._whole[block]:
                    self._check(block)
            return super().xRead(amount, offset)

        def _check(self, block: int) -> None:
            start = block * BLOCK
            if not self._seal.holds(block, super().xRead(min(BLOCK, self._seal.size - start), start)):
                raise damaged(self._name, block)
            self._whole[block] = 1

    return SealedFile
