"""kill -9 at random moments of calls to the cloud: what left is paid and written down, and stays so."""

from __future__ import annotations

import os
import random
import subprocess
import sys
import time
from contextlib import closing
from datetime import date
from pathlib import Path

import apsw
import fault_tally
import pytest

from edge.cloud import audit
from edge.state.calls import spending
from edge.state.database import open_state

RUNS = max(8, int(os.environ.get("EDGE_FAULT_RUNS", "8")))
SEED = int(os.environ.get("EDGE_FAULT_SEED", "4"))
ROOT = Path(__file__).parents[2]
COST = 4_000_000  # billionths of a dollar: 1000 tokens in, 200 out, sonnet

pytestmark = pytest.mark.skipif(os.name == "nt", reason="kill -9 is a POSIX signal")

# Sends one message after the other. What "leaves" is a line in a file: the hash of the bytes, on the disk
# before the answer comes.
CHILD = """
import hashlib, itertools, os, sys
from pathlib import Path
from edge.cloud.gate import Gate
from edge.cloud.request import CloudRequest
from edge.cloud.reply import Reply
from edge.cloud.approval import CloudApproval
from edge.settings import CloudSettings, Settings
import apsw, filelock, edge.state.database
folder, run = Path(sys.argv[1]), sys.argv[2]
left = os.open(folder / "left", os.O_WRONLY | os.O_APPEND | os.O_CREAT, 0o600)
def post(body, **options):
    os.write(left, b"\\n" + hashlib.sha256(body).hexdigest().encode() + b"\\n")
    return Reply(text="{}", usage={"input_tokens": 1000, "output_tokens": 200})
cloud = CloudSettings(mode="auto", day_calls=10**6, day_tokens=10**9, day_usd=10**4, month_usd=10**4)
gate = Gate(Settings(cloud=cloud), folder / "state.db", CloudApproval(allowed=True), post=post,
            audit=folder / "audit.jsonl", environ={"ANTHROPIC_API_KEY": "sk-x"})
print("ready", flush=True)
sys.stdin.readline()
for n in itertools.count():
    schema = {"type": "null"}
    gate.send(CloudRequest(purpose="extract", instructions=(), schema=schema, message=f"{run} {n}"), "sonnet")
"""

Row = tuple[str, str, int, int]


def start(folder: Path, run: int) -> subprocess.Popen[bytes]:
    child = subprocess.Popen(
        [sys.executable, "-c", CHILD, str(folder), str(run)],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
        env={**os.environ, "PYTHONPATH": str(ROOT)},
    )
    assert child.stdout and child.stdout.readline() == b"ready\n"
    return child


def rows(db: apsw.Connection) -> dict[int, Row]:
    found = db.execute("SELECT id, request, outcome, reserved_nanousd, nanousd FROM calls").fetchall()
    return {int(str(key)): (str(a), str(b), int(str(c)), int(str(d))) for key, a, b, c, d in found}


def test_a_kill_at_any_moment_refunds_nothing_and_hides_nothing(tmp_path: Path) -> None:
    """After each kill: every request that left is in the audit and in the budget; one whose outcome was not
    booked stays spent at its largest cost, for ever; the audit verifies and goes on.
    """
    chooser = random.Random(SEED)
    before: dict[int, Row] = {}
    killed_midway = 0
    for run in range(RUNS):
        child = start(tmp_path, run)
        assert child.stdin and child.stdout
        child.stdin.write(b"go\n")
        child.stdin.flush()
        time.sleep(chooser.uniform(0.0, 0.15))
        child.kill()
        child.wait()
        child.stdin.close()
        child.stdout.close()
        with closing(open_state(tmp_path / "state.db")) as db:
            assert db.execute("PRAGMA integrity_check").fetchall() == [("ok",)]
            now = rows(db)
            found = audit.verify(tmp_path / "audit.jsonl", db)
        assert found.ok, found.problems
        for key, row in before.items():
            assert now[key] == row, "what an earlier run left open or settled has changed"
        for _, outcome, reserved, spent in now.values():
            assert (outcome, spent) in {("open", reserved), ("answered", COST)}
        written = {
            entry["sha256"]
            for entry in audit.entries(tmp_path / "audit.jsonl")
            if entry["event"] == "sending"
        }
        left = tmp_path / "left"
        gone = set(left.read_text(encoding="ascii").split()) if left.exists() else set()
        # A kill inside the writing of this witness leaves a part of a name: of one that is written.
        assert all(one in written or any(name.startswith(one) for name in written) for one in gone)
        assert written <= {request for request, *_ in now.values()}
        killed_midway += any(outcome == "open" for key, (_, outcome, *_) in now.items() if key not in before)
        before = now
    assert before, "no child came as far as a reservation"
    with closing(open_state(tmp_path / "state.db")) as db:
        total = sum(one.usd for one in spending(db, date(2000, 1, 1)))
    assert total == pytest.approx(sum(spent for *_, spent in before.values()) / 1e9)
    assert killed_midway, f"no kill fell between a reservation and its settlement in {RUNS} runs"
    fault_tally.count("kills while money is reserved", RUNS)
