"""Where output goes: results on stdout, everything else on stderr."""

from __future__ import annotations

import os
import shutil
import sys
from typing import Any, TextIO


def document(value: Any) -> None:
    """Print a record or builtins as one line of JSON in UTF-8, whatever the terminal's encoding."""
    import msgspec

    bytes_(msgspec.json.encode(value) + b"\n")


def pretty(value: Any) -> None:
    """Print a record as indented JSON when a person looks at it, as one line when a program reads it."""
    import msgspec

    encoded = msgspec.json.encode(value)
    if sys.stdout.isatty():
        encoded = msgspec.json.format(encoded, indent=2)
    bytes_(encoded + b"\n")


def bytes_(data: bytes) -> None:
    """Print bytes on stdout as they are."""
    buffer = getattr(sys.stdout, "buffer", None)
    if buffer is None:  # a replaced stdout that takes text only
        sys.stdout.write(data.decode("utf-8"))
        return
    sys.stdout.flush()
    buffer.write(data)
    buffer.flush()


def text(line: str = "") -> None:
    """Print text on stdout. Characters that the terminal cannot show are replaced, never an error."""
    _write(sys.stdout, line)


def note(line: str) -> None:
    """Print a remark on stderr."""
    _write(sys.stderr, line)


def _write(stream: TextIO, line: str) -> None:
    try:
        stream.write(line + "\n")
    except UnicodeEncodeError:
        encoding = stream.encoding or "ascii"
        line = line.replace("\N{NARROW NO-BREAK SPACE}", "\N{NO-BREAK SPACE}")
        stream.write(line.encode(encoding, "replace").decode(encoding) + "\n")
    stream.flush()


def coloured(stream: TextIO) -> bool:
    """Whether to use colour: on a terminal, unless NO_COLOR is set (https://no-color.org) or it is dumb."""
    if os.environ.get("NO_COLOR"):
        return False
    if os.environ.get("FORCE_COLOR"):
        return True
    if os.environ.get("TERM") == "dumb" or not stream.isatty():
        return False
    # The classic Windows console prints escape sequences raw unless told otherwise.
    return os.name != "nt" or bool(os.environ.get("WT_SESSION") or os.environ.get("TERM"))


def width() -> int | None:
    """Columns to wrap at, at most 100; None when stdout is no terminal: whole lines suit programs."""
    if not sys.stdout.isatty():
        return None
    return max(30, min(100, shutil.get_terminal_size().columns))
