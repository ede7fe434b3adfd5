"""What tests of engines and of model files share."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from edge import paths


@pytest.fixture
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """A user's data folder of the test's own."""
    monkeypatch.setenv("EDGE_HOME", str(tmp_path / "home"))
    paths.home.cache_clear()
    yield tmp_path / "home"
    paths.home.cache_clear()
