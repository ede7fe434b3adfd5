"""A small GGUF file in plain Python: keys and tensors as they are given.

Format: https://github.com/ggml-org/ggml/blob/master/docs/gguf.md
"""

from __future__ import annotations

import struct
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path

F32, Q4_0 = 0, 2
_UINT32, _INT32, _FLOAT, _BOOL, _TEXT, _ARRAY = 4, 5, 6, 7, 8, 9
_ALIGNMENT = 32

#: A key's value; a list is of one kind, and not empty.
Value = str | bool | int | float | Sequence[str] | Sequence[int] | Sequence[float]
#: Name, dims (innermost first), ggml's number of the type, and its bytes.
Tensor = tuple[str, tuple[int, ...], int, bytes]


def write(path: Path, keys: Mapping[str, Value], tensors: Iterable[Tensor]) -> None:
    """Write the file. Raises OSError."""
    infos, data, count = b"", b"", 0
    for name, dims, kind, content in tensors:
        data += b"\0" * (-len(data) % _ALIGNMENT)
        infos += _text(name) + struct.pack(f"<I{len(dims)}QIQ", len(dims), *dims, kind, len(data))
        data += content
        count += 1
    packed = b"".join(_text(name) + _typed(value) for name, value in keys.items())
    head = b"GGUF" + struct.pack("<IQQ", 3, count, len(keys)) + packed + infos
    path.write_bytes(head + b"\0" * (-len(head) % _ALIGNMENT) + data)


def _typed(value: Value) -> bytes:
    if isinstance(value, str | bool | int | float):
        kind, content = _scalar(value)
        return struct.pack("<I", kind) + content
    items = [_scalar(one, signed=True) for one in value]
    return struct.pack("<IIQ", _ARRAY, items[0][0], len(items)) + b"".join(content for _, content in items)


def _scalar(value: str | bool | int | float, *, signed: bool = False) -> tuple[int, bytes]:
    if isinstance(value, str):
        return _TEXT, _text(value)
    if isinstance(value, bool):
        return _BOOL, struct.pack("<?", value)
    if isinstance(value, int):
        return (_INT32, struct.pack("<i", value)) if signed else (_UINT32, struct.pack("<I", value))
    return _FLOAT, struct.pack("<f", value)


def _text(value: str) -> bytes:
    data = value.encode()
    return struct.pack("<Q", len(data)) + data
