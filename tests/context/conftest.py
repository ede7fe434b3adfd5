"""What tests of the context share: a calendar file."""

from __future__ import annotations

from pathlib import Path

import pytest
from calendars import Write


@pytest.fixture
def write(tmp_path: Path) -> Write:
    def written(text: str, name: str = "agenda.ics") -> Path:
        path = tmp_path / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8", newline="")
        return path

    return written
