"""Digests of model files."""

from __future__ import annotations

import hashlib
import os
from pathlib import Path

import pytest

from edge.engines import digests
from edge.errors import ModelDamaged, ModelError


@pytest.fixture
def model(tmp_path: Path, home: Path) -> Path:
    path = tmp_path / "m.gguf"
    path.write_bytes(b"weights")
    return path


def test_digest_is_right_and_remembered(model: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The digest is sha256; an unchanged file is not hashed again, a changed one is."""
    expected = hashlib.sha256(b"weights").hexdigest()
    assert digests.sha256(model) == expected
    calls: list[int] = []
    real = hashlib.file_digest
    monkeypatch.setattr(hashlib, "file_digest", lambda *a: calls.append(1) or real(*a))
    assert digests.sha256(model) == expected and not calls
    model.write_bytes(b"WEIGHTS")
    os.utime(model, ns=(1, 1))
    assert digests.sha256(model) == hashlib.sha256(b"WEIGHTS").hexdigest() and calls


def test_sidecar_counts(model: Path) -> None:
    """A file that is not as the NAME.sha256 beside it says is damage, said with both values."""
    expected = hashlib.sha256(b"weights").hexdigest()
    sidecar = model.with_name("m.gguf.sha256")
    sidecar.write_text("0" * 64 + "  m.gguf\n", encoding="utf-8")
    with pytest.raises(ModelDamaged, match=f"is {expected}, and should be 0000"):
        digests.verify(model)
    sidecar.write_text(expected.upper(), encoding="utf-8")
    assert digests.verify(model) == expected


@pytest.mark.parametrize("text", ["", " \n"])
def test_an_empty_sidecar_says_nothing(model: Path, text: str) -> None:
    """A sidecar without a word in it is no digest, and no crash."""
    model.with_name("m.gguf.sha256").write_text(text, encoding="utf-8")
    assert digests.verify(model) == hashlib.sha256(b"weights").hexdigest()


def test_missing(tmp_path: Path, home: Path) -> None:
    """No file is an error with the command that lists models."""
    with pytest.raises(ModelError, match="no model file"):
        digests.verify(tmp_path / "none.gguf")


def test_a_home_that_cannot_be_written(model: Path, home: Path) -> None:
    """A data folder that is in the way costs a hash, not the answer."""
    home.write_text("not a folder", encoding="utf-8")
    assert digests.sha256(model) == hashlib.sha256(b"weights").hexdigest()


def test_asked_again_it_reads_the_bytes(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A disk can change bytes and leave size and times alone: what is remembered is for loading only."""
    monkeypatch.setattr(digests, "remembered", lambda: tmp_path / "digests.json")
    model = tmp_path / "m.gguf"
    model.write_bytes(b"weights")
    times = model.stat()
    before = digests.sha256(model)
    with model.open("r+b") as file:
        file.write(b"W")
    os.utime(model, ns=(times.st_atime_ns, times.st_mtime_ns))
    assert digests.sha256(model) == before
    assert digests.sha256(model, again=True) == hashlib.sha256(b"Weights").hexdigest()
    assert digests.sha256(model) == hashlib.sha256(b"Weights").hexdigest()
