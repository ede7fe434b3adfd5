"""Content-Transfer-Encoding: bytes of a part as they were before they were packed for the way."""

from __future__ import annotations

import binascii
import re

_NOT_BASE64 = re.compile(rb"[^A-Za-z0-9+/=]")


def unpacked(raw: bytes, encoding: str) -> tuple[bytes, str]:
    """The decoded bytes, and a note where the encoding was broken (else "")."""
    if encoding == "base64":
        try:
            return binascii.a2b_base64(raw), ""
        except binascii.Error:
            kept = _NOT_BASE64.sub(b"", raw).rstrip(b"=")
            kept = kept[: len(kept) - (len(kept) % 4 == 1)]
            try:
                return binascii.a2b_base64(kept + b"=" * (-len(kept) % 4)), "broken base64 was mended"
            except binascii.Error:
                return b"", "broken base64 could not be read"
    if encoding == "quoted-printable":
        return binascii.a2b_qp(raw), ""
    return raw, ""


def size(data: bytes, start: int, end: int, encoding: str) -> int:
    """Bytes that `data[start:end]` decodes to, without decoding it: exact for base64, else about."""
    span = end - start
    if encoding != "base64":
        return span
    breaks = data.count(b"\n", start, end) + data.count(b"\r", start, end)
    padding = data.count(b"=", max(start, end - 6), end)
    return max(0, (span - breaks - padding) * 3 // 4)
