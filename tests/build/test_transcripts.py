"""What README.md and docs/demo.md print is what the commands print."""

from __future__ import annotations

import subprocess
import sys

import pytest
from places import BUILD


@pytest.mark.parametrize("name", ["README.md", "docs/demo.md"])
def test_transcripts_are_current(name: str) -> None:
    """A changed sentence, figure or citation changes the transcript: run `make docs`."""
    done = subprocess.run(
        [sys.executable, str(BUILD / "transcripts.py"), "--check", name],
        capture_output=True, text=True, encoding="utf-8", check=False,
    )  # fmt: skip
    assert done.returncode == 0, done.stdout + done.stderr
