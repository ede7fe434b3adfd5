"""Records in a file, one JSON line each, on the disk before the next: a kill cuts the last line at most."""

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import TypeVar

import msgspec

from edge import durable
from edge.errors import StorageError
from edge.records import Record

Kept = TypeVar("Kept", bound=Record)


def read(path: Path, kind: type[Kept]) -> Iterator[tuple[int, Kept]]:
    """(offset, record) of each whole line; foreign and damaged ones are passed over. Nothing where there is
    no file. Raises OSError.
    """
    if not path.exists():
        return
    with path.open("rb") as file:
        at = 0
        while (line := file.readline()).endswith(b"\n"):
            if (one := _decoded(line, kind)) is not None:
                yield at, one
            at += len(line)


def _decoded(line: bytes, kind: type[Kept]) -> Kept | None:
    try:
        return msgspec.json.decode(line, type=kind)
    except (msgspec.MsgspecError, UnicodeError, RecursionError):
        return None


def one_at(path: Path, offset: int, kind: type[Kept]) -> Kept:
    """The record of the line that begins there."""
    with path.open("rb") as file:
        file.seek(offset)
        return msgspec.json.decode(file.readline(), type=kind)


def mend(path: Path) -> None:
    """Take away a last line that was cut off. Raises OSError."""
    if not path.exists():
        return
    with path.open("r+b") as file:
        good = 0
        while (line := file.readline()).endswith(b"\n"):
            good += len(line)
        if line:
            file.truncate(good)


def append(path: Path, records: Iterable[Record]) -> int:
    """Add records, durably when this returns; the offset of the first. Raises StorageError."""
    lines = b"".join(msgspec.json.encode(one) + b"\n" for one in records)
    try:
        with path.open("ab") as file:
            at = file.seek(0, os.SEEK_END)
            file.write(lines)
            file.flush()
            os.fsync(file.fileno())
        if not at:  # its name is new, or was never known to be on the disk
            durable.sync_folder(path.parent)
    except OSError as error:
        raise StorageError(f"{path} cannot be written: {error}.", "Make room; run it again.") from error
    return at
