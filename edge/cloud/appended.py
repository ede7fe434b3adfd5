"""A line at the end of a file of lines, on the disk."""

from __future__ import annotations

import os


def append_line(handle: int, line: bytes) -> int:
    """Write a line, given without its end, and wait until the disk has it; how large the file is then.

    `handle` reads and appends. What a crash left of the line before stays a line of its own. Raises OSError;
    the line may then be torn.
    """
    size = os.fstat(handle).st_size
    data = line + b"\n"
    if size and os.pread(handle, 1, size - 1) != b"\n":
        data = b"\n" + data
    written = 0
    while written < len(data):  # a disk that is nearly full takes a part
        written += os.write(handle, data[written:])
    os.fsync(handle)
    return size + len(data)
