"""A place to write into, and the user's database beside it."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from found import Found, Write

from edge.extract.export import run
from edge.records.export import ExportReport
from edge.settings import ExtractSettings


@pytest.fixture
def state(tmp_path: Path) -> Path:
    return tmp_path / "home" / "state.db"


@pytest.fixture
def write(state: Path) -> Write:
    """`write(found..., ics=..., tasks=..., notes=...)`: one run, in the zone Europe/Paris."""

    def call(
        *found: Found, dry: bool = False, undecided: bool = False, zone: str = "Europe/Paris", **places: Any
    ) -> ExportReport:
        settings = ExtractSettings(timezone=zone)
        return run.export(found, run.targets(**places), settings, state, dry=dry, undecided=undecided)

    return call
