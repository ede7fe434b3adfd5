"""The outline of an ONNX file, read without a native parser: is it whole, and where is its external data?

ONNX is a protobuf message; only its length-delimited frame is walked (field numbers from onnx.proto3). A file
that passes may still be refused by ONNX Runtime; one that names data outside its folder never reaches it.
"""

from __future__ import annotations

import mmap
from collections.abc import Iterator
from pathlib import Path

from edge.errors import ModelDamaged, ModelError

_GRAPH, _NODE, _INITIALISER = 7, 1, 5  # of ModelProto; of GraphProto
_ATTRIBUTE, _TENSOR, _SUBGRAPH, _TENSORS, _SUBGRAPHS = 5, 5, 6, 10, 11  # of NodeProto; of AttributeProto
_SPARSE, _VALUES, _INDICES = 15, 1, 2  # of GraphProto; of SparseTensorProto
_EXTERNAL, _KEY, _VALUE = 13, 1, 2  # of TensorProto; of StringStringEntryProto
_DEEPEST = 16


def external_data(path: Path) -> list[Path]:
    """Files beside `path` that hold its constants, in order of first mention.

    A location must be a plain relative path inside the model's own folder: a model must not be able to read
    another file of the user's. Raises ModelDamaged, ModelError.
    """
    try:
        with path.open("rb") as file, mmap.mmap(file.fileno(), 0, access=mmap.ACCESS_READ) as data:
            names = list(dict.fromkeys(_locations(path, data)))
    except (OSError, ValueError) as error:  # ValueError: an empty file cannot be mapped
        raise ModelDamaged(f"The model {path} cannot be read: {error}.", _AGAIN) from error
    return [_inside(path, name) for name in names]


def _inside(path: Path, name: str) -> Path:
    given = Path(name)
    if not name or given.is_absolute() or ".." in given.parts or "\\" in name or ":" in name:
        raise ModelError(
            f"The model {path} reads data outside its folder: {name!r}.",
            "Do not use this file: it may be hostile.",
        )
    place = path.parent / given
    if not place.is_file():
        raise ModelError(
            f"The model {path} needs {place}, which is not there.", "Put both files into one folder."
        )
    return place


class _Damage(Exception):
    pass


def _locations(path: Path, data: mmap.mmap) -> Iterator[str]:
    try:
        graphs = [span for number, span in _fields(data, (0, len(data))) if number == _GRAPH]
        if len(graphs) != 1:
            raise _Damage("it has no graph")
        yield from _of_graph(data, graphs[0], 0)
    except _Damage as error:
        raise ModelDamaged(f"The model {path} is damaged: {error}.", _AGAIN) from error


_Span = tuple[int, int]


def _of_graph(data: mmap.mmap, span: _Span, depth: int) -> Iterator[str]:
    if depth > _DEEPEST:
        raise _Damage("its graphs are nested too deeply")
    for number, inner in _fields(data, span):
        if number == _INITIALISER:
            yield from _of_tensor(data, inner)
        elif number == _SPARSE:
            for part, tensor in _fields(data, inner):
                if part in (_VALUES, _INDICES):
                    yield from _of_tensor(data, tensor)
        elif number == _NODE:
            for part, attribute in _fields(data, inner):
                if part == _ATTRIBUTE:
                    yield from _of_attribute(data, attribute, depth)


def _of_attribute(data: mmap.mmap, span: _Span, depth: int) -> Iterator[str]:
    for number, inner in _fields(data, span):
        if number in (_TENSOR, _TENSORS):
            yield from _of_tensor(data, inner)
        elif number in (_SUBGRAPH, _SUBGRAPHS):
            yield from _of_graph(data, inner, depth + 1)


def _of_tensor(data: mmap.mmap, span: _Span) -> Iterator[str]:
    for number, entry in _fields(data, span):
        if number == _EXTERNAL:
            parts = {part: data[start:end] for part, (start, end) in _fields(data, entry)}
            if parts.get(_KEY) == b"location":
                yield parts.get(_VALUE, b"").decode("utf-8", "replace")


def _fields(data: mmap.mmap, span: _Span) -> Iterator[tuple[int, _Span]]:
    """Number and span of each length-delimited field of the message in `span`; others are stepped over."""
    at, end = span
    while at < end:
        tag, at = _varint(data, at, end)
        wire = tag & 7
        if wire == 2:
            length, at = _varint(data, at, end)
            if length > end - at:
                raise _Damage("it is cut short")
            yield tag >> 3, (at, at + length)
            at += length
        elif wire == 0:
            _, at = _varint(data, at, end)
        elif wire in (1, 5):
            at += 8 if wire == 1 else 4
        else:
            raise _Damage("it is not an ONNX file")
    if at > end:
        raise _Damage("it is cut short")


def _varint(data: mmap.mmap, at: int, end: int) -> tuple[int, int]:
    value = shift = 0
    while at < end and shift < 64:
        byte = data[at]
        value |= (byte & 127) << shift
        at, shift = at + 1, shift + 7
        if byte < 128:
            return value, at
    raise _Damage("it is not an ONNX file, or it is cut short")


_AGAIN = "Fetch it again: edge models pull, or edge models import FOLDER"
