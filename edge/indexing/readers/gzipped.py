"""Files that gzip packed: how they are known, how they begin, and what they hold, never beyond a limit."""

from __future__ import annotations

import gzip
import io
import zlib

from edge.errors import ReadError

SUFFIX = ".gz"
_MAGIC = b"\x1f\x8b"
#: Bytes of what a packed file begins with.
_BEGINNING = 64 * 1024


def is_gzipped(data: bytes, name: str) -> bool:
    """Whether a file is packed, by its name or by how it begins."""
    return name.lower().endswith(SUFFIX) or data.startswith(_MAGIC)


def gunzip(data: bytes, most: int) -> bytes:
    """A packed file, unpacked. Raises ReadError when it is damaged or unpacks to more than `most` bytes."""
    try:
        with gzip.GzipFile(fileobj=io.BytesIO(data)) as stream:
            unpacked = stream.read(most + 1)
    except (zlib.error, EOFError, OSError) as error:
        raise ReadError(f"damaged: {error}") from error
    if len(unpacked) > most:
        raise ReadError(f"it unpacks to more than {most // 1024**2} MB", "Unpack it first.")
    return unpacked


def beginning(data: bytes) -> bytes:
    """What a packed file begins with, of its own first bytes; b"" where it is damaged or is none."""
    try:
        return zlib.decompressobj(zlib.MAX_WBITS | 16).decompress(data, _BEGINNING)
    except zlib.error:
        return b""
