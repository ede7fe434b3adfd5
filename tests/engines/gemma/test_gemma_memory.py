"""Memory is asked for before a model is loaded."""

from __future__ import annotations

from pathlib import Path

import pytest

from edge.engines.gemma import gguf, memory
from edge.errors import ModelMemory


def test_a_model_larger_than_memory(tiny_gguf: Path) -> None:
    """A model that does not fit is refused with what it needs and what there is."""
    header = gguf.check(tiny_gguf)
    with pytest.raises(ModelMemory, match="30 MB are free"):
        memory.require(header, 2048, 128, free=30_000_000)


def test_need_grows_with_the_window(tiny_gguf: Path) -> None:
    """The estimate holds the file, and more for a larger window."""
    header = gguf.check(tiny_gguf)
    small, large = memory.needed(header, 512, 128), memory.needed(header, 8192, 128)
    assert header.bytes < small < large


def test_the_system_says_what_is_free() -> None:
    """Where the system tells, the figure is a number of bytes."""
    free = memory.available()
    assert free is None or free > 1_000_000
