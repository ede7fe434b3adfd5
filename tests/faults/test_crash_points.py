"""Ended at every call that changes a file, with and without what a power failure loses: old or new, never a
mixture; what was acknowledged is there; the next run ends as if nothing had happened.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import fault_tally
import pytest

HERE = Path(__file__).parent
EVERY = "EDGE_CRASH_POINTS" in os.environ

#: What the ordinary suite tries.
FEW = {("index", "none"), ("update", "torn"), ("state", "dropped")}

pytestmark = pytest.mark.skipif(not sys.platform.startswith("linux"), reason="SIGKILL, fork and /proc")


@pytest.mark.parametrize("loss", ["none", "dropped", "torn", "reordered"])
@pytest.mark.parametrize(("what", "step"), [("index", 149), ("update", 157), ("state", 97)])
def test_every_point(what: str, step: int, loss: str, tmp_path: Path) -> None:
    """All points for `make faults`; in the ordinary suite a few of some."""
    if not EVERY and (what, loss) not in FEW:
        pytest.skip("many minutes: make faults")
    first, step = (1, 1) if EVERY else (step // 2 + len(loss), step)
    done = subprocess.run(
        [sys.executable, str(HERE / "crash_points.py"), what, loss, str(first), str(step), str(tmp_path)],
        capture_output=True, text=True, encoding="utf-8", cwd=HERE.parents[1], check=False,
        env={**os.environ, "PYTHONPATH": str(HERE.parents[1])},
    )  # fmt: skip
    points = [json.loads(line) for line in done.stdout.splitlines()]
    assert done.returncode == 0, (points[-1:], done.stderr[-1500:])
    assert [one for one in points if not all(value for key, value in one.items() if key != "ended")] == []
    assert [one["ended"] for one in points] == [-9] * (len(points) - 1) + [0]
    assert len(points) > (20 if EVERY else 1)
    fault_tally.count(f"crash points, what is not synced {loss}", len(points) - 1)
