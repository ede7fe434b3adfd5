"""The header of a GGUF file in plain Python: what it holds, and whether llama.cpp may see it.

llama.cpp gives no reason when a file does not load, and loads some damaged ones. This reads magic, version,
keys and the table of tensors with every count bounded, and checks that the tensors lie inside the file.
Format: https://github.com/ggml-org/ggml/blob/master/docs/gguf.md
"""

from __future__ import annotations

import mmap
import struct
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from edge.engines.gemma.prompt import FORMATS
from edge.errors import ModelDamaged, ModelError

MAX_KEYS = 10_000
MAX_TENSORS = 100_000
MAX_ELEMENTS = 4_000_000  # of one array: the largest vocabularies have 262,144
MAX_TEXT = 16 * 1024 * 1024

_SCALARS = {
    0: "<B",
    1: "<b",
    2: "<H",
    3: "<h",
    4: "<I",
    5: "<i",
    6: "<f",
    7: "<?",
    10: "<Q",
    11: "<q",
    12: "<d",
}
_STRING, _ARRAY = 8, 9
#: ggml type: (elements per block, bytes per block). Types not listed are not checked for size.
_BLOCKS = {
    0: (1, 4), 1: (1, 2), 2: (32, 18), 3: (32, 20), 6: (32, 22), 7: (32, 24), 8: (32, 34), 10: (256, 84),
    11: (256, 110), 12: (256, 144), 13: (256, 176), 14: (256, 210), 30: (1, 2),
}  # fmt: skip


@dataclass(frozen=True, slots=True)
class Tensor:
    """`kind` is ggml's number of the type, `dims` innermost first, `bytes` 0 when the type is not known
    here."""

    name: str
    kind: int
    dims: tuple[int, ...]
    offset: int
    bytes: int


@dataclass(frozen=True, slots=True)
class Header:
    """`keys` holds the scalars and texts; of an array only its length."""

    path: Path
    bytes: int
    keys: dict[str, Any]
    tensors: list[Tensor] = field(default_factory=list)

    @property
    def architecture(self) -> str:
        return str(self.keys.get("general.architecture", ""))

    def number(self, name: str, default: int = 0) -> int:
        """An integer of the architecture, e.g. `number("block_count")`."""
        value = self.keys.get(f"{self.architecture}.{name}", default)
        return value if isinstance(value, int) else default


class _GgufReader:
    def __init__(self, path: Path, data: mmap.mmap) -> None:
        self.path, self.data, self.at = path, data, 0

    def damaged(self, what: str) -> ModelDamaged:
        return ModelDamaged(
            f"The model file {self.path} is damaged: {what} (byte {self.at}).",
            "Fetch it again: edge models pull",
        )

    def scalar(self, form: str) -> Any:
        start = self.at
        self.skip(struct.calcsize(form))
        return struct.unpack_from(form, self.data, start)[0]

    def count(self, most: int, what: str) -> int:
        value = int(self.scalar("<Q"))
        if value > most:
            raise self.damaged(f"{value} {what}, more than {most}")
        return value

    def skip(self, size: int) -> None:
        if self.at + size > len(self.data):
            raise self.damaged("it ends inside its header")
        self.at += size

    def text(self) -> str:
        length = self.count(MAX_TEXT, "bytes of text")
        start = self.at
        self.skip(length)
        try:
            return self.data[start : self.at].decode("utf-8")
        except UnicodeDecodeError as error:
            raise self.damaged("a name is not UTF-8") from error

    def value(self) -> Any:
        kind = self.scalar("<I")
        if kind in _SCALARS:
            return self.scalar(_SCALARS[kind])
        if kind == _STRING:
            return self.text()
        if kind != _ARRAY:
            raise self.damaged(f"a value of the unknown type {kind}")
        inner = self.scalar("<I")
        length = self.count(MAX_ELEMENTS, "elements of an array")
        if inner in _SCALARS:
            self.skip(length * struct.calcsize(_SCALARS[inner]))
        elif inner == _STRING:
            self.texts(length)
        else:
            raise self.damaged(f"an array of the unknown type {inner}")
        return length

    def texts(self, length: int) -> None:
        """Step over an array of texts: a vocabulary has 262,144, so this loop is kept bare."""
        data, at, end, unpack = self.data, self.at, len(self.data), struct.Struct("<Q").unpack_from
        for _ in range(length):
            if at + 8 > end:
                raise self.damaged("it ends inside its header")
            at += 8 + unpack(data, at)[0]
        if at > end:
            raise self.damaged("it ends inside its header")
        self.at = at


def read(path: Path) -> Header:
    """Header of a GGUF file. Raises ModelError when there is none, ModelDamaged when it cannot be whole.

    About 0.1 s for a vocabulary of 262,144; reads no weights.
    """
    try:
        size = path.stat().st_size
        if not path.is_file():
            raise ModelError(f"{path} is not a file.", "Name a .gguf file.")
        with path.open("rb") as stream:
            head = stream.read(4)
            if size < 64 or head != b"GGUF":
                start = f"begins with {head!r}" if size >= 4 else "is empty"
                raise ModelDamaged(
                    f"{path} is not a GGUF file: it has {size} bytes and {start}.", "See: edge models list"
                )
            with mmap.mmap(stream.fileno(), 0, access=mmap.ACCESS_READ) as data:
                return _header(_GgufReader(path, data))
    except FileNotFoundError:
        raise ModelError(
            f"There is no model file {path}.", "See: edge models list; edge models pull NAME"
        ) from None
    except OSError as error:
        raise ModelError(
            f"The model file {path} cannot be read: {error}.", "Check its permissions."
        ) from error


def _header(reader: _GgufReader) -> Header:
    reader.at = 4
    version = reader.scalar("<I")
    if version not in {2, 3}:
        raise reader.damaged(f"GGUF version {version}, and 2 or 3 can be read")
    tensor_count = reader.count(MAX_TENSORS, "tensors")
    key_count = reader.count(MAX_KEYS, "keys")
    keys: dict[str, Any] = {}
    for _ in range(key_count):
        name = reader.text()
        keys[name] = reader.value()
    tensors = [_tensor(reader) for _ in range(tensor_count)]
    alignment = keys.get("general.alignment", 32)
    if not isinstance(alignment, int) or not 0 < alignment <= 1 << 20:
        raise reader.damaged(f"an alignment of {alignment!r}")
    start = -(-reader.at // alignment) * alignment
    for tensor in tensors:
        if start + tensor.offset + tensor.bytes > len(reader.data):
            missing = start + tensor.offset + tensor.bytes - len(reader.data)
            raise reader.damaged(f"{tensor.name} lies {missing} bytes past its end: it was cut")
    if not tensors:
        raise reader.damaged("it holds no tensors")
    return Header(reader.path, len(reader.data), keys, tensors)


def _tensor(reader: _GgufReader) -> Tensor:
    name = reader.text()
    depth = reader.scalar("<I")
    if not 1 <= depth <= 4:
        raise reader.damaged(f"{name} has {depth} dimensions")
    dims = tuple(int(reader.scalar("<Q")) for _ in range(depth))
    kind = reader.scalar("<I")
    offset = int(reader.scalar("<Q"))
    elements = 1
    for dim in dims:
        elements *= dim
    if not 0 < elements < 1 << 40:
        raise reader.damaged(f"{name} has {elements} elements")
    per, size = _BLOCKS.get(kind, (1, 0))
    return Tensor(name, kind, dims, offset, elements // per * size)


def check(path: Path) -> Header:
    """Header of a Gemma file that llama.cpp may load. Raises ModelError for another architecture."""
    header = read(path)
    if header.architecture not in FORMATS:
        raise ModelError(
            f"{path} holds a model of the architecture {header.architecture!r}, not a Gemma.",
            f"edge runs {', '.join(FORMATS)}: see edge models list",
        )
    for name in ("block_count", "embedding_length", "context_length"):
        if not 0 < header.number(name) < 1 << 31:
            raise ModelDamaged(
                f"The model file {path} is damaged: {header.architecture}.{name} is {header.number(name)}.",
                "Fetch it again: edge models pull",
            )
    if not header.keys.get("tokenizer.ggml.tokens"):
        raise ModelDamaged(f"The model file {path} has no vocabulary.", "Fetch it again: edge models pull")
    return header
