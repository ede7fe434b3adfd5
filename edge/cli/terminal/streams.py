"""The standard streams, also where a shell has closed them (`>&-`, `<&-`) or they lead to a full disk."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterator
from io import BufferedIOBase
from typing import cast

from edge.errors import UsageError


def open_closed() -> None:
    """Put something where a standard stream is closed: the next file that is opened would get its number,
    and a library that prints would write into it. Reading and writing there go on to fail.
    """
    ways = (("stdin", os.O_WRONLY, "r"), ("stdout", os.O_RDONLY, "w"), ("stderr", os.O_WRONLY, "w"))
    for name, flags, mode in ways:
        if getattr(sys, name) is None:
            number = os.open(os.devnull, flags)  # the lowest that is free: its own
            stream = open(number, mode, encoding="utf-8", errors="replace", closefd=False)  # noqa: SIM115
            setattr(sys, name, stream)


def silence_stdout() -> None:
    """The interpreter flushes stdout once more at exit; give it somewhere to go."""
    try:
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
    except (OSError, ValueError):
        sys.stdout = None


def read(most: int) -> bytes:
    """What stdin gives, at most `most` bytes. Raises UsageError when it is closed."""
    try:
        return sys.stdin.buffer.read(most)
    except OSError as error:
        raise _unread(error) from error


def lines(longest: int) -> Iterator[bytes]:
    """The lines that stdin gives, in UTF-8 where a mark says what they are in, in pieces of at most `longest`
    bytes. Raises UsageError like `read`.
    """
    from edge.text.unmarked import unmarked  # `--help` loads no record

    try:
        given = unmarked(cast(BufferedIOBase, sys.stdin.buffer))
        while line := given.readline(longest):
            yield line
    except OSError as error:
        raise _unread(error) from error


def _unread(error: OSError) -> UsageError:
    return UsageError(f"Standard input cannot be read: {error.strerror}.", "Name a file instead.")
