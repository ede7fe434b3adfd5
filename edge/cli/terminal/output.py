"""Where output goes: results on stdout, everything else on stderr."""

from __future__ import annotations

import os
import re
import shutil
import sys
from contextlib import suppress
from typing import Any, TextIO

from edge.text.encode import encoded

#: Colours of `Style`, then control characters, what turns the direction of writing, and half characters.
_OBEYED = re.compile(
    "(\x1b\\[(?:1|2|4|22|24|3[1-36]|39)m)|[\x00-\x08\x0b-\x1f\x7f-\x9f\u200e\u200f\u202a-\u202e"
    "\u2066-\u2069\ud800-\udfff]"
)


def document(value: Any) -> None:
    """Print a record or builtins as one line of JSON in UTF-8, whatever the terminal's encoding."""
    bytes_(encoded(value) + b"\n")


def pretty(value: Any) -> None:
    """Print a record as indented JSON when a person looks at it, as one line when a program reads it."""
    import msgspec

    line = encoded(value)
    if sys.stdout.isatty():
        line = msgspec.json.format(line, indent=2)
    bytes_(line + b"\n")


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
    """Print a remark on stderr, if anybody can have it there."""
    with suppress(OSError):
        _write(sys.stderr, line)


def visible(line: str, *, colours: bool = False) -> str:
    """The line with what a terminal would obey, or nobody could see, written out: `\\x1b`, `\\u202e`. With
    `colours` those of `Style` stay.
    """
    return _OBEYED.sub(lambda match: (colours and match[1]) or _written_out(match[0]), line)


def _written_out(characters: str) -> str:
    return characters.encode("unicode_escape").decode("ascii")


def _write(stream: TextIO, line: str) -> None:
    line = visible(line, colours=coloured(stream))
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
