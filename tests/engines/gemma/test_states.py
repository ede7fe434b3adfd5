"""States of fixed prompts on disk: whole or not there, and nothing of a killed process stays."""

from __future__ import annotations

import os
from pathlib import Path

from edge.engines.gemma.states import read_state, write_state


def test_a_state_comes_back_and_half_of_one_goes(tmp_path: Path) -> None:
    """What a process that was killed left is removed with the next state; what is being written now stays."""
    left, living = tmp_path / ".aa.77", tmp_path / ".bb.78.part"
    for path in (left, living):
        path.write_bytes(b"half")
    os.utime(left, (0, 0))
    write_state(tmp_path, b"name", b"state")
    assert read_state(tmp_path, b"name") == b"state"
    assert {path.name for path in tmp_path.iterdir()} == {living.name, f"{b'name'.hex()}.state"}
