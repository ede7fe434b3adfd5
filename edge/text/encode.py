"""Values as JSON text, for a terminal and for other programs alike."""

from __future__ import annotations

from typing import Any


def encoded(value: Any) -> bytes:
    """JSON. A file name that is no UTF-8 has U+FFFD where its bytes are none."""
    import msgspec

    try:
        return msgspec.json.encode(value)
    except UnicodeEncodeError:
        return msgspec.json.encode(_as_utf8(msgspec.to_builtins(value)))


def _as_utf8(value: Any) -> Any:
    if isinstance(value, str):
        return value.encode("utf-8", "surrogateescape").decode("utf-8", "replace")
    if isinstance(value, dict):
        return {_as_utf8(name): _as_utf8(inner) for name, inner in value.items()}
    return [_as_utf8(inner) for inner in value] if isinstance(value, list) else value
