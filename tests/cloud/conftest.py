"""What tests of the cloud share: a folder with gates in it, and a home in which rules are sure of nothing."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from cloud_gates import Place

from edge import paths
from edge.extract.rules.engine import RulesEngine


@pytest.fixture
def place(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Place]:
    monkeypatch.setattr(paths, "home", lambda: tmp_path)
    made = Place(tmp_path)
    yield made
    for gate in made.gates:
        gate.close()


@pytest.fixture
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    monkeypatch.setenv("EDGE_HOME", str(tmp_path / "home"))
    # The tiers above are what is tried: without a fit of their own, rules are sure of nothing.
    monkeypatch.setattr(RulesEngine, "calibration", lambda self, action: None)
    monkeypatch.setenv("EDGE_TEST_KEY", "sk-test-77")
    paths.home.cache_clear()
    yield tmp_path / "home"
    paths.home.cache_clear()
