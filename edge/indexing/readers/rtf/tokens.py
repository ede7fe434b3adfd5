"""Rich text as its tokens: braces, control words with their numbers, bytes of text."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Literal, NamedTuple

_TOKEN = re.compile(
    rb"(?P<brace>[{}])|\\(?P<word>[a-zA-Z]{1,32})(?P<number>-?[0-9]{1,10})? ?"
    rb"|\\'(?P<hex>[0-9a-fA-F]{2})|\\(?P<sign>[^a-zA-Z])|[\r\n\x00]+|(?P<text>[^\\{}\r\n\x00]+)|\\"
)


class RtfToken(NamedTuple):
    """`name`: of a control word, or the sign of a control symbol; `number`: what stands behind a word, None
    without; `text`: bytes in the charset of their font.
    """

    kind: Literal["open", "close", "word", "sign", "text", "byte"]
    name: str = ""
    number: int | None = None
    text: bytes = b""


_OPEN, _CLOSE = RtfToken("open"), RtfToken("close")


def tokens(data: bytes) -> Iterator[RtfToken]:
    """All tokens, in linear time. What \\bin announces is passed over."""
    at = 0
    while match := _TOKEN.match(data, at):
        at = match.end()
        match match.lastgroup:
            case "brace":
                yield _OPEN if match[0] == b"{" else _CLOSE
            case "word" | "number":
                name = match["word"].decode("ascii")
                number = int(match["number"]) if match["number"] else None
                if name == "bin":
                    at += max(number or 0, 0)
                else:
                    yield RtfToken("word", name, number)
            case "hex":
                yield RtfToken("byte", "", None, bytes.fromhex(match["hex"].decode("ascii")))
            case "sign":
                yield RtfToken("sign", match["sign"].decode("latin-1"))
            case "text":
                yield RtfToken("text", "", None, match["text"])
