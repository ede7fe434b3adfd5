"""A line at the end of a file of lines, on the disk."""

from __future__ import annotations

import os
from pathlib import Path

from edge import durable


def open_lines(path: Path) -> int:
    """A handle that reads and appends bytes as they are, of a file that only its owner may read. Raises
    OSError.
    """
    return os.open(path, os.O_RDWR | os.O_APPEND | os.O_CREAT | durable.BINARY, 0o600)


def append_line(handle: int, line: bytes) -> int:
    """Write a line, given without its end, and wait until the disk has it; how large the file is then.

    `handle` is one of `open_lines`. What a crash left of the line before stays a line of its own. Raises
    OSError; the line may then be torn.
    """
    size = os.fstat(handle).st_size
    data = line + b"\n"
    if size:
        os.lseek(handle, size - 1, os.SEEK_SET)  # what is written goes to the end all the same
        if os.read(handle, 1) != b"\n":
            data = b"\n" + data
    durable.write_all(handle, data)
    os.fsync(handle)
    return size + len(data)
