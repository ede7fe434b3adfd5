"""Content-Transfer-Encoding: bytes of a part as they were before they were packed for the way."""

from __future__ import annotations

import binascii
import re

from edge.records import Reason

_NOT_BASE64 = re.compile(rb"[^A-Za-z0-9+/=]")


def unpacked(raw: bytes, encoding: str) -> tuple[bytes, Reason | None]:
    """The decoded bytes, and a note where the encoding was broken."""
    if encoding == "base64":
        try:
            return binascii.a2b_base64(raw), None
        except binascii.Error:
            packed = _NOT_BASE64.sub(b"", raw).rstrip(b"=")
            packed = packed[: len(packed) - (len(packed) % 4 == 1)]
            try:
                return binascii.a2b_base64(packed + b"=" * (-len(packed) % 4)), Reason("base64_repaired")
            except binascii.Error:
                return b"", Reason("base64_lost")
    if encoding == "quoted-printable":
        return binascii.a2b_qp(raw), None
    return raw, None


def size(data: bytes, start: int, end: int, encoding: str) -> int:
    """Bytes that `data[start:end]` decodes to, without decoding it: exact for base64, else about."""
    span = end - start
    if encoding != "base64":
        return span
    breaks = data.count(b"\n", start, end) + data.count(b"\r", start, end)
    padding = data.count(b"=", max(start, end - 6), end)
    return max(0, (span - breaks - padding) * 3 // 4)
