"""The charset that bytes show by themselves, whatever is said of them: a mark at their beginning, or UTF-16
without one.
"""

from __future__ import annotations

import codecs
import re
from pathlib import Path

#: Bytes that are looked at for UTF-16 without a mark.
SAMPLE = 4096
_MARKS = (
    (codecs.BOM_UTF8, "utf-8-sig"),
    (codecs.BOM_UTF32_LE, "utf-32"),  # before UTF-16, whose mark begins it
    (codecs.BOM_UTF32_BE, "utf-32"),
    (codecs.BOM_UTF16_LE, "utf-16"),
    (codecs.BOM_UTF16_BE, "utf-16"),
)
#: In no text: control characters, and what is no character.
_NO_TEXT = re.compile("[\x00-\x08\x0e-\x1a\x1c-\x1f\x7f\ufffe\uffff]")


def codec(data: bytes) -> str:
    """Python's name of the charset that bytes show, "" where they show none. Looks at the first `SAMPLE`."""
    return marked(data) or _utf16(data[:SAMPLE])


def text(data: bytes, errors: str = "strict") -> str:
    """Bytes in the charset that they show, else UTF-8, without a mark. Raises UnicodeDecodeError where
    `errors` is "strict".
    """
    return data.decode(codec(data) or "utf-8", errors)


def beginning(path: Path, characters: int) -> str:
    """The first characters of a file, its line ends as Python's; what is no text is replaced. Raises
    OSError.
    """
    with path.open("rb") as file:
        shown = codec(file.read(SAMPLE))
    with path.open(encoding=shown or "utf-8", errors="replace") as opened:
        return opened.read(characters)


def marked(data: bytes) -> str:
    """The charset that a byte-order mark tells, "" without one."""
    return next((name for mark, name in _MARKS if data.startswith(mark)), "")


def begins_mark(data: bytes) -> bool:
    """Whether bytes are a byte-order mark, or the beginning of one."""
    return any(mark.startswith(data) for mark, _ in _MARKS)


def _utf16(sample: bytes) -> str:
    """UTF-16 without a mark: of Latin text every second byte is zero, all of it or half, and of the others
    next to none; and it decodes to text.
    """
    units = len(sample) // 2
    if units < 2 or b"\0" not in sample:
        return ""
    even, odd = sample[0 : 2 * units : 2].count(0), sample[1 : 2 * units : 2].count(0)
    few, many = sorted((even, odd))
    if 2 * many < units or 8 * few > many:
        return ""
    name = "utf-16-le" if odd > even else "utf-16-be"
    try:
        decoded = codecs.getincrementaldecoder(name)().decode(sample)
    except UnicodeDecodeError:
        return ""
    return "" if _NO_TEXT.search(decoded) else name
