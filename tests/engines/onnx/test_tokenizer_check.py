"""A tokenizer of unknown origin is tried in a child: one that hangs or crashes costs only that."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from edge.engines.onnx import tokenizer_check
from edge.errors import ModelDamaged

pytest.importorskip("tokenizers", reason="the extra embed is not installed")

PLAIN: dict[str, Any] = {
    "version": "1.0", "truncation": None, "padding": None, "added_tokens": [], "normalizer": None,
    "pre_tokenizer": None, "post_processor": None, "decoder": None,
    "model": {"type": "WordLevel", "vocab": {"a": 0, "?": 1}, "unk_token": "?"},
}  # fmt: skip


def written(folder: Path, content: object) -> Path:
    path = folder / "tokenizer.json"
    path.write_text(content if isinstance(content, str) else json.dumps(content), encoding="utf-8")
    return path


def test_sound_and_merely_damaged_files_pass(tmp_path: Path) -> None:
    """What is wrong with a file that can be read to its end is told when it is opened, not here."""
    for content in (PLAIN, {"version": "1.0"}, "{", "no JSON", ""):
        tokenizer_check.check(written(tmp_path, content))


def test_a_tokenizer_that_takes_too_long_is_told(tmp_path: Path) -> None:
    """A deadline ends it, here before it can even begin."""
    with pytest.raises(ModelDamaged, match="could not be read within"):
        tokenizer_check.check(written(tmp_path, PLAIN), seconds=0.01)


def test_a_tokenizer_that_needs_all_memory_is_told(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The library ends its process where memory does: that process is not edge."""
    monkeypatch.setattr(tokenizer_check, "_MEMORY", 192 * 1024**2)
    vocabulary = {f"word{n}": n for n in range(600_000)}
    large = {**PLAIN, "model": {"type": "WordLevel", "vocab": vocabulary, "unk_token": "word0"}}
    with pytest.raises(ModelDamaged, match="ended what read it"):
        tokenizer_check.check(written(tmp_path, large))
