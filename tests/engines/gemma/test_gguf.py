"""GGUF headers in plain Python."""

from __future__ import annotations

import random
import struct
from pathlib import Path

import pytest
from gemma_shared import synthesise

from edge.engines.gemma import gguf
from edge.errors import ModelDamaged, ModelError


def test_reads_what_the_file_says(tiny_gguf: Path) -> None:
    """Shape, vocabulary and every tensor come out of the header as they were written."""
    header = gguf.check(tiny_gguf)
    assert header.architecture == "gemma3"
    assert (header.number("block_count"), header.number("embedding_length")) == (4, 128)
    assert header.keys["tokenizer.ggml.tokens"] == 1024
    assert len(header.tensors) == 2 + 4 * 13
    last = max(header.tensors, key=lambda tensor: tensor.offset)
    assert header.bytes - last.bytes - last.offset < 64 * 1024  # the rest is the header


@pytest.mark.parametrize("size", [0, 3, 37])
def test_a_few_bytes_are_no_model(tmp_path: Path, size: int) -> None:
    """A file too short for any model is named as such, with its size."""
    path = tmp_path / "short.gguf"
    path.write_bytes(b"GGUF"[:size].ljust(size, b"\0"))
    with pytest.raises(ModelDamaged, match=f"{size} bytes"):
        gguf.check(path)


def test_wrong_magic(tmp_path: Path, tiny_gguf: Path) -> None:
    """A file of another kind is refused whatever its name."""
    path = tmp_path / "other.gguf"
    path.write_bytes(b"ONNX" + tiny_gguf.read_bytes()[4:])
    with pytest.raises(ModelDamaged, match="not a GGUF file"):
        gguf.check(path)


def test_missing_and_folder(tmp_path: Path) -> None:
    """A path without a file, or to a folder, is an error that says where models come from."""
    with pytest.raises(ModelError, match="no model file") as missing:
        gguf.check(tmp_path / "none.gguf")
    assert "edge models" in missing.value.hint
    with pytest.raises(ModelError):
        gguf.check(tmp_path)


def test_another_architecture(tmp_path: Path) -> None:
    """A sound file of another family is refused by name before llama.cpp sees it."""
    pytest.importorskip("gguf")
    path = synthesise(tmp_path / "llama.gguf", "--arch", "llama", "--quant", "f16")
    with pytest.raises(ModelError, match="'llama'"):
        gguf.check(path)


@pytest.mark.parametrize("seed", range(50))
def test_truncated_anywhere(tmp_path: Path, tiny_gguf: Path, seed: int) -> None:
    """A file cut at any byte is refused: tensors must lie inside it."""
    data = tiny_gguf.read_bytes()
    path = tmp_path / "cut.gguf"
    path.write_bytes(data[: random.Random(seed).randrange(len(data) - 32)])
    with pytest.raises(ModelDamaged):
        gguf.check(path)


@pytest.mark.parametrize("seed", range(50))
def test_flipped_header_ends_in_a_typed_error_or_a_header(tmp_path: Path, tiny_gguf: Path, seed: int) -> None:
    """Random bytes in the header give ModelError or a header, never another exception and never a huge
    allocation."""
    data = bytearray(tiny_gguf.read_bytes())
    rng = random.Random(seed)
    for _ in range(3):
        data[rng.randrange(4, 2_000)] = rng.randrange(256)
    path = tmp_path / "flipped.gguf"
    path.write_bytes(data)
    try:
        header = gguf.check(path)
    except ModelError as error:
        assert str(path) in error.message
    else:
        assert header.bytes == len(data)


@pytest.mark.parametrize(("offset", "value"), [(8, 2**60), (16, 2**60), (24, 2**62), (8, 10**6)])
def test_absurd_counts(tmp_path: Path, tiny_gguf: Path, offset: int, value: int) -> None:
    """Counts of tensors and keys, and lengths of names, are bounded before anything is read by them."""
    data = bytearray(tiny_gguf.read_bytes())
    data[offset : offset + 8] = struct.pack("<Q", value)
    path = tmp_path / "absurd.gguf"
    path.write_bytes(data)
    with pytest.raises(ModelDamaged):
        gguf.check(path)


def test_version_99(tmp_path: Path, tiny_gguf: Path) -> None:
    """A version that nobody knows is refused by its number."""
    data = tiny_gguf.read_bytes()
    path = tmp_path / "new.gguf"
    path.write_bytes(data[:4] + struct.pack("<I", 99) + data[8:])
    with pytest.raises(ModelDamaged, match="version 99"):
        gguf.check(path)
