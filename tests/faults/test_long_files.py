"""Long files of any shape: time follows their length, and memory stays bounded."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import fault_tally
import pytest
from long_files import SHAPES

pytestmark = pytest.mark.skipif(not sys.platform.startswith("linux"), reason="memory is read from /proc")

ROOT = Path(__file__).parents[2]
LONG = "EDGE_LONG_FILES" in os.environ

#: MB that edge and its workers may hold together while they index 100 MB of text, 40,000 parts, a few MB of
#: text, and a few MB of HTML, which takes a hundred times its length as a tree.
MOST, MOST_OF_PARTS, MOST_OF_LITTLE, MOST_OF_A_SHAPE = 400, 250, 250, 600


def run(shape: str, size: int, folder: Path, seconds: int = 600) -> dict[str, Any]:
    """What long_files measures, in a process that may fail or hang."""
    folder.mkdir(parents=True, exist_ok=True)
    done = subprocess.run(
        [sys.executable, str(ROOT / "tests" / "support" / "long_files.py"), shape, str(size), str(folder)],
        capture_output=True, text=True, encoding="utf-8", timeout=seconds, cwd=ROOT, check=False,
        env={**os.environ, "PYTHONPATH": str(ROOT)},
    )  # fmt: skip
    assert done.returncode == 0, done.stderr[-800:]
    measured: dict[str, Any] = json.loads(done.stdout)
    return measured


def child(shape: str, size: int, folder: Path) -> dict[str, Any]:
    """What it took to index so many bytes of a shape, and that a short text beside them came to no harm."""
    measured = run(shape, size, folder)
    assert measured["good"] == "added", measured  # whatever became of the long one
    assert measured["status"] == "added" or measured["reason"], measured
    return measured


@pytest.mark.parametrize("shape", ["one word", "headings"])
def test_time_follows_the_length(shape: str, tmp_path: Path) -> None:
    """Four times the text takes less than eight times as long."""
    short, long = (child(shape, size, tmp_path / str(size)) for size in (100_000, 400_000))
    assert long["cpu"] < 8 * max(short["cpu"], 0.2), (short, long)


@pytest.mark.parametrize("shape", ["one line", "one word", "keys"])
def test_memory_is_bounded(shape: str, tmp_path: Path) -> None:
    """4 MB without a line end, or without a space: more than one piece, and no more memory than a few pieces
    need.
    """
    measured = child(shape, 4_000_000, tmp_path)
    assert measured["status"] == "added"
    assert measured["peak"] < MOST_OF_LITTLE, measured


@pytest.mark.skipif(not LONG, reason="a minute: make faults")
def test_many_parts(tmp_path: Path) -> None:
    """40,000 parts of four hundred texts: memory follows neither the parts nor the texts."""
    measured = run("parts", 40_000, tmp_path)
    assert measured["status"] == "added" and measured["pages"] == 40_000, measured
    assert measured["peak"] < MOST_OF_PARTS, measured
    fault_tally.count("40,000 parts in at most 250 MB")


@pytest.mark.skipif(not LONG, reason="minutes: make faults")
@pytest.mark.parametrize("shape", list(SHAPES))
def test_every_shape(shape: str, tmp_path: Path) -> None:
    """1 and 4 MB of each: read, or refused by name; never slower than its length, never out of memory."""
    short, long = (child(shape, size, tmp_path / str(size)) for size in (1_000_000, 4_000_000))
    assert long["cpu"] < 8 * max(short["cpu"], 0.5), (short, long)
    assert long["peak"] < MOST_OF_A_SHAPE, long
    fault_tally.count("shapes of long files", 2)


@pytest.mark.skipif(not LONG, reason="minutes: make faults")
@pytest.mark.parametrize("shape", ["one line", "lines"])
def test_a_hundred_megabytes(shape: str, tmp_path: Path) -> None:
    """100 MB of text in one line, or in a million: at least 1 MB a CPU second and in at most 400 MB,
    edge and its workers together.
    """
    measured = child(shape, 100_000_000, tmp_path)
    assert measured["status"] == "added"
    assert measured["peak"] < MOST, measured
    assert measured["cpu"] < 100, measured
    fault_tally.count("100 MB of text in at most 400 MB")
