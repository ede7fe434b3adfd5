"""Headers of a message or of one part: the email package reads the lines, values are decoded here.

Python's default policy parses each header by a grammar, which costs ten times more and raises on some
broken ones; so lines are read under `compat32` and encoded words (RFC 2047) are decoded one header at a time,
where whatever cannot be decoded stays as it is written.
"""

from __future__ import annotations

import re
from binascii import Error as Base64Error
from email.errors import HeaderParseError, MessageError
from email.header import decode_header
from email.message import Message as Lines
from email.parser import HeaderParser
from email.utils import collapse_rfc2231_value

from edge.text.charset import decode
from edge.text.one_line import one_line

MAX_HEADERS = 2_000
_MAX_HEAD = 1024 * 1024  # bytes of one block of headers
_MAX_VALUE = 16_384  # of one header: longer ones are cut, some decoders need quadratic time
_MAX_WORDS = 4_096
_TYPE = re.compile(r"^\s*([\w!#$&^.+-]{1,100})/([\w!#$&^.+-]{1,100})\s*(?:;|$)", re.ASCII)
_BLANK_LINE = re.compile(rb"\r?\n\r?\n")
_NAME = re.compile(rb"[!-9;-~]{1,80}[ \t]*:")
_UNREADABLE = (HeaderParseError, MessageError, Base64Error, UnicodeError, LookupError, ValueError, TypeError)


class Headers:
    """Headers by lower-case name, in order, values undecoded."""

    __slots__ = ("_params", "_values", "cut")

    def __init__(self, items: list[tuple[str, str]], *, cut: bool = False) -> None:
        self._values: dict[str, list[str]] = {}
        self._params: dict[str, Lines[str, str]] = {}
        self.cut = cut or len(items) > MAX_HEADERS
        for name, value in items[:MAX_HEADERS]:
            self._values.setdefault(name.strip().lower(), []).append(str(value)[:_MAX_VALUE])

    def __len__(self) -> int:
        return len(self._values)

    def __contains__(self, name: str) -> bool:
        return name in self._values

    def raw(self, name: str) -> str:
        """The first value under this name, unfolded; "" when there is none."""
        values = self._values.get(name)
        return values[0].strip() if values else ""

    def every(self, name: str) -> list[str]:
        return self._values.get(name, [])

    def text(self, name: str) -> str:
        """The first value, decoded, on one line."""
        return words(self.raw(name))

    @property
    def media_type(self) -> str:
        """`maintype/subtype` in lower case; text/plain where nothing valid is stated (RFC 2045, 5.2)."""
        match = _TYPE.match(self.raw("content-type"))
        return f"{match[1]}/{match[2]}".lower() if match else "text/plain"

    @property
    def disposition(self) -> str:
        return self.raw("content-disposition").partition(";")[0].strip().lower()

    @property
    def transfer_encoding(self) -> str:
        return self.raw("content-transfer-encoding").partition(";")[0].strip().strip("\"'").lower()

    @property
    def filename(self) -> str:
        """Name of an attachment without folders; "" when it has none."""
        name = self.param("filename", "content-disposition") or self.param("name")
        return one_line(words(name).replace("\\", "/").rpartition("/")[2], 200)

    def param(self, name: str, header: str = "content-type") -> str:
        """A parameter of a header, decoded by RFC 2231; "" when it is missing or broken."""
        value = self.raw(header)[:_MAX_WORDS]
        if name not in value.lower():
            return ""
        lines = self._params.get(header)
        if lines is None:
            lines = self._params[header] = Lines()
            lines[header] = _eight_bit(value)
        try:
            stated = lines.get_param(name, "", header)
            return collapse_rfc2231_value(stated) if stated else ""
        except _UNREADABLE:
            return ""


def read(data: bytes, start: int, end: int) -> tuple[Headers, int]:
    """Headers at `start`, and where the body begins: after the first blank line, or at the first line that
    is no header.
    """
    if data[start : start + 1] == b"\n" or data[start : start + 2] == b"\r\n":
        return Headers([]), start + (1 if data[start : start + 1] == b"\n" else 2)
    if not _NAME.match(data, start, end) and not data.startswith(b"From ", start):
        return Headers([]), start
    blank = _BLANK_LINE.search(data, start, end)
    stop, body = (blank.start(), blank.end()) if blank else (end, end)
    if stop - start > _MAX_HEAD:
        stop = data.rfind(b"\n", start, start + _MAX_HEAD) + 1 or start + _MAX_HEAD
    # One character a byte: positions stay true, and no declared charset plays a part yet.
    lines = HeaderParser().parsestr(data[start:stop].decode("latin-1") + "\n")
    rest = lines.get_payload()
    if isinstance(rest, str) and rest.strip():  # the blank line is missing: text starts among the headers
        body = stop + 1 - len(rest)
    items = [
        (name, value.encode("latin-1", "replace").decode("ascii", "surrogateescape"))
        for name, value in lines.raw_items()
    ]
    return Headers(items, cut=stop - start >= _MAX_HEAD), body


def words(value: str, limit: int = _MAX_WORDS) -> str:
    """A header's value with its encoded words decoded, on one line."""
    value = value[:limit]
    if "=?" not in value:
        return one_line(_eight_bit(value), limit)
    try:
        pieces = decode_header(value)
    except _UNREADABLE:
        return one_line(_eight_bit(value), limit)
    text = "".join(
        _eight_bit(piece) if isinstance(piece, str) else decode(piece, charset or "")[0]
        for piece, charset in pieces
    )
    return one_line(text, limit)


def _eight_bit(value: str) -> str:
    """Raw bytes in a header, which the email package keeps as surrogates."""
    if value.isascii():
        return value
    try:
        return decode(value.encode("ascii", "surrogateescape"))[0]
    except UnicodeEncodeError:  # text from elsewhere, decoded already
        return value
