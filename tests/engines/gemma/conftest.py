"""Model files made on the spot, and the engine that runs them."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from gemma_shared import every_sentence, synthesise

from edge import paths
from edge.engines.gemma.engine import GemmaEngine
from edge.settings import GemmaSettings


@pytest.fixture(scope="session")
def tiny_gguf(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A quantised Gemma of 0.4 MB with random weights: only quantised files reach llama.cpp's fast
    kernels."""
    pytest.importorskip("gguf", reason="the package gguf (test group) writes the model files")
    return synthesise(tmp_path_factory.mktemp("models") / "tiny.gguf", "--shape", "tiny", "--quant", "q4_0")


Make = Callable[..., GemmaEngine]


@pytest.fixture
def make(tiny_gguf: Path, home: Path) -> Iterator[Make]:
    """Engines on the tiny file, one thread each, ended after the test."""
    made: list[GemmaEngine] = []

    def build(
        path: Path = tiny_gguf, *, orders: int = 2, states: bool = True, **settings: object
    ) -> GemmaEngine:
        given = GemmaSettings(**{"threads": 1, "seconds": 30.0, **settings})  # type: ignore[arg-type]
        made.append(GemmaEngine(path, given, rank=every_sentence, orders=orders, states=states))
        return made[-1]

    yield build
    for engine in made:
        engine.close()


@pytest.fixture(scope="module")
def engine(tiny_gguf: Path, tmp_path_factory: pytest.TempPathFactory) -> Iterator[GemmaEngine]:
    """One engine for the tests that leave it as it was."""
    patch = pytest.MonkeyPatch()
    patch.setenv("EDGE_HOME", str(tmp_path_factory.mktemp("home")))
    paths.home.cache_clear()
    try:
        with GemmaEngine(tiny_gguf, GemmaSettings(threads=1, seconds=30.0), rank=every_sentence) as made:
            yield made
    finally:
        patch.undo()
        paths.home.cache_clear()
