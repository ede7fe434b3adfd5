"""Completion as a shell asks for it: the protocol of Click, over a real process."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]


def completed(shell: str, *words: str) -> str:
    """What is offered for the last word."""
    environment = {
        **os.environ, "PYTHONPATH": str(ROOT), "_EDGE_COMPLETE": f"complete_{shell}",
        "COMP_WORDS": " ".join(["edge", *words]), "COMP_CWORD": str(len(words)),
        "_TYPER_COMPLETE_ARGS": " ".join(["edge", *words]), "_TYPER_COMPLETE_FISH_ACTION": "get-args",
    }  # fmt: skip
    done = subprocess.run(
        [sys.executable, "-m", "edge"],
        env=environment,
        capture_output=True,
        text=True,
        check=False,
        timeout=60,
    )
    assert "Traceback" not in done.stderr
    return done.stdout


@pytest.mark.parametrize("shell", ["bash", "zsh", "fish"])
def test_commands_and_options_are_offered(shell: str) -> None:
    """Commands by their beginning, commands of a family, and options of the one that is typed."""
    assert {"search", "serve"} <= set(completed(shell, "se").replace('"', " ").replace("\t", " ").split())
    assert "ask" not in completed(shell, "se").replace('"', " ").split()
    assert "verify" in completed(shell, "models", "ver")
    assert "--token-file" in completed(shell, "serve", "--tok")
    assert "--engine" in completed(shell, "ask", "--eng")


@pytest.mark.parametrize("shell", ["bash", "zsh", "fish"])
def test_the_script_for_the_shell(shell: str) -> None:
    """`edge` prints what a shell has to source; bash finds no fault in it."""
    environment = {**os.environ, "PYTHONPATH": str(ROOT), "_EDGE_COMPLETE": f"source_{shell}"}
    done = subprocess.run(
        [sys.executable, "-m", "edge"],
        env=environment,
        capture_output=True,
        text=True,
        check=False,
        timeout=60,
    )
    assert "_EDGE_COMPLETE" in done.stdout and "Traceback" not in done.stderr
    if shell == "bash":
        assert subprocess.run(["bash", "-n"], input=done.stdout, text=True, check=False).returncode == 0
