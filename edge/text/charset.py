"""Bytes to text: the charset that was declared, unless the bytes contradict it."""

from __future__ import annotations

import codecs
import re

from edge import evident
from edge.records import Reason
from edge.text.one_line import one_line

#: Codecs of Python that are no charsets; some of them are slow on purpose-made input.
_NOT_CHARSETS = {"idna", "punycode", "unicode_escape", "raw_unicode_escape", "undefined", "mbcs", "oem"}
#: What these names mean in practice (WHATWG encodings): Windows-1252 has quotes and the euro where they have
#: control characters.
_WESTERN = {"ascii", "iso8859-1", "cp1252"}
_NAME = re.compile(r"[A-Za-z0-9][\w.:+-]{0,39}", re.ASCII)
#: Letters and signs of French and English in Windows-1252 beyond ASCII.
_USUAL = frozenset(
    "àâäæçéèêëîïôöœùûüÿÀÂÄÆÇÉÈÊËÎÏÔÖŒÙÛÜŸ€£§°©®«»‹›“”„‘’‚–—…•·²³ºª½¼¾±×÷¿¡ñÑáíóúÁÍÓÚ\u00a0\u00ad"
)
_GUESSED_FROM = 32_768  # bytes that a guess looks at


def decode(data: bytes, declared: str = "") -> tuple[str, Reason | None]:
    """The text, and a note where the declared charset was not taken at its word. Never fails:
    what fits no charset is read as Windows-1252 with U+FFFD for the holes.
    """
    name = _known(declared)
    wide = not (name or "").startswith(("utf-16", "utf-32")) and evident.codec(data)
    if wide and not evident.marked(data):  # every other byte is a zero: no charset else has that in a text
        return data.decode(wide, "replace"), _mended(declared, wide) if declared else None
    if name and name not in _WESTERN:
        text = _strict(data, name)
        if text is not None:
            return text, None
    elif data.isascii():
        return data.decode("ascii"), _mended(declared, "ascii") if declared and not name else None
    stated = name in ("iso8859-1", "cp1252")
    codec = guess(data, stated=stated) or "windows-1252"
    as_stated = codec == "windows-1252" if stated else not declared
    return data.decode(codec, "replace"), None if as_stated else _mended(declared, codec.removesuffix("-sig"))


def guess(data: bytes, *, stated: bool = False) -> str | None:
    """The charset that bytes look like; None: none. `stated`: a Western one was declared."""
    if codec := evident.codec(data):
        return codec
    text = data.decode("utf-8", "replace")
    holes = text.count("\ufffd")
    if holes == 0 or holes * 10 <= sum(character > "\x7f" for character in text[:_GUESSED_FROM]):
        return "utf-8"  # hardly any other text happens to be UTF-8
    if stated or _looks_western(data):
        return "windows-1252"
    from charset_normalizer import from_bytes

    best = from_bytes(data[:_GUESSED_FROM]).best()
    return best.encoding if best else None


def _known(declared: str) -> str | None:
    """Python's name of a charset, None for names that stand for none."""
    declared = declared.strip().strip("\"'")
    if not _NAME.fullmatch(declared):
        return None
    try:
        info = codecs.lookup(declared)
    except (LookupError, ValueError):
        return None
    text_only = getattr(info, "_is_text_encoding", True)
    return info.name if text_only and info.name.replace("-", "_") not in _NOT_CHARSETS else None


def _strict(data: bytes, codec: str) -> str | None:
    try:
        return data.decode(codec)
    except (UnicodeError, LookupError):
        return None


def _looks_western(data: bytes) -> bool:
    """Nearly all that is not ASCII is a letter or sign of French or English in Windows-1252."""
    text = data[:_GUESSED_FROM].decode("cp1252", "replace")
    beyond = [character for character in text if character > "\x7f"]
    return sum(character in _USUAL for character in beyond) >= 0.9 * len(beyond)


def _mended(declared: str, codec: str) -> Reason:
    return Reason("charset", {"declared": one_line(declared, 40), "used": codec})
