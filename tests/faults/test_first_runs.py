"""The first commands of a new user, four at once in a home that does not exist yet."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
ROUNDS = 3


@pytest.mark.parametrize("turn", range(ROUNDS))
def test_four_first_runs_at_once_succeed(tmp_path: Path, small_documents: Path, turn: int) -> None:
    """Each makes what it needs of the folder, whoever comes first; none sees half of what another makes."""
    mail = tmp_path / "mail.txt"
    mail.write_text("Please pay 700 EUR by 3 March 2026.\n", encoding="utf-8")
    environment = {name: value for name, value in os.environ.items() if not name.startswith(("EDGE_", "HF_"))}
    environment |= {"EDGE_HOME": str(tmp_path / "new" / "home"), "PYTHONPATH": str(ROOT)}
    commands = (
        ["search", "rapid game"], ["extract", str(mail)], ["extract", str(mail), "--json"],
        ["index", str(small_documents), "-K", str(tmp_path / "new" / "base" / "mine.db")], ["models", "list"],
        ["queue"],
    )  # fmt: skip
    running = [
        subprocess.Popen(
            [sys.executable, "-W", "error", "-m", "edge", *words],
            env=environment, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, cwd=tmp_path,
        )
        for words in commands
    ]  # fmt: skip
    for words, process in zip(commands, running, strict=True):
        _, errors = process.communicate(timeout=300)
        assert process.returncode in ((0, 4) if words[0] == "extract" else (0,)), (words, errors)
        assert "error" not in errors, (words, errors)
