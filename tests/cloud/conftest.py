"""What tests of the cloud share: a folder with gates in it."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from cloud_gates import Place

from edge import paths


@pytest.fixture
def place(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Place]:
    monkeypatch.setattr(paths, "home", lambda: tmp_path)
    made = Place(tmp_path)
    yield made
    for gate in made.gates:
        gate.close()
