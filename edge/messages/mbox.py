"""Mailboxes (RFC 4155): many messages in one file, read as they come, one in memory at a time."""

from __future__ import annotations

import re
from collections.abc import Iterator
from io import BufferedIOBase

#: A sender, a time of day and a year: "From 1 March 2026 the rent is due" is a sentence.
FROM = re.compile(rb"From \S(?=.{0,300}\d:\d\d).{0,300}\d{4}\b")
_QUOTED = ord(">")
_ESCAPED = re.compile(rb"^>+From ")
_STATUS = re.compile(rb"^(?:X-Mozilla-Status: ([0-9A-Fa-f]{4})|X-Status: (\S*D\S*))\s*$", re.MULTILINE)
_HEAD = 16_384  # bytes of a message in which its state is looked for
_LINE = 1024 * 1024  # bytes read at once of a line without an end


def messages(stream: BufferedIOBase, limit: int) -> Iterator[bytes | None]:
    """Each message without its "From " line, ">From " unescaped (mboxrd); None for one of more than `limit`
    bytes, which is passed over.
    """
    lines: list[bytes] = []
    size = 0
    begun = False
    blank = line_start = True
    while line := stream.readline(_LINE):
        if line_start and blank and FROM.match(line):
            if begun:
                yield _whole(lines) if size <= limit else None
            lines, size, begun = [], 0, True
        else:
            begun = begun or bool(line.strip())
            size += len(line)
            if size <= limit:
                lines.append(line[1:] if line_start and line[0] == _QUOTED and _ESCAPED.match(line) else line)
            else:
                lines.clear()
        blank = line_start and not line.strip()
        line_start = line.endswith(b"\n")
    if begun:
        yield _whole(lines) if size <= limit else None


def is_deleted(message: bytes) -> bool:
    """Whether the person deleted it, and the mail program has not packed the mailbox since: Thunderbird's
    X-Mozilla-Status, and the X-Status of others.
    """
    end = message.find(b"\n\n")
    head = message[: min(end, _HEAD) if end > 0 else _HEAD].replace(b"\r", b"")
    found = _STATUS.search(head)
    return found is not None and (int(found[1], 16) & 8 > 0 if found[1] else b"D" in found[2])


def _whole(lines: list[bytes]) -> bytes:
    """The blank line before the next "From " belongs to the mailbox."""
    if lines and not lines[-1].strip():
        lines = lines[:-1]
    return b"".join(lines)
