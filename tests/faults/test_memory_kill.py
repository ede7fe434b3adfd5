"""kill -9 at random moments, and several processes at once: memories are old or new, never a mixture."""

from __future__ import annotations

import os
import random
import signal
import subprocess
import sys
import time
from contextlib import closing
from pathlib import Path

import fault_tally
import pytest

from edge.state.database import open_state

RUNS = int(os.environ.get("EDGE_FAULT_RUNS", "4"))
ADDS = int(os.environ.get("EDGE_FAULT_RUNS", "4")) * 10
SEED = int(os.environ.get("EDGE_FAULT_SEED", "5"))
ROOT = Path(__file__).parents[2]

pytestmark = pytest.mark.skipif(os.name == "nt", reason="kill -9 is a POSIX signal")

_HEAD = """
import sys
from pathlib import Path
from edge.compose.conversations import ConversationStore, Turn
from edge.compose.summarise import summarise
from edge.errors import UsageError
from edge.memory.consolidate import Consolidation
from edge.memory.search import search
from edge.memory.store import MemoryStore
from edge.records.memory import MemoryContext, NewMemory
from edge.state.access import Principal
from edge.state.database import open_state
db = open_state(Path(sys.argv[1]))
me, name, count = Principal(), sys.argv[2], int(sys.argv[3])
store = MemoryStore(db, me)
def new(n, solution="Open the bypass before the valve."):
    words = ["frost", "valve", f"batch{name}x{n // 3}", f"group{name}x{n // 3}"]
    situation = f"Pump {name} {n} stops in frost."
    context = MemoryContext(situation=situation, solution=solution, trigger_keywords=words)
    return NewMemory(type="bug", title=f"Pump {name} {n}", context=context)
print("ready", flush=True)
sys.stdin.readline()
"""
# A line is an acknowledgement: it is written after COMMIT.
CHANGES = (
    _HEAD
    + """
for n in range(count):
    id = store.add(new(n)).id
    print("added", id, flush=True)
    if n % 2:
        by = store.add(new(n, "Replace the spring of the valve.")).id
        print("superseded", id, by, flush=True)
    ConversationStore(db).add(f"talk {name}", [Turn("A", f"Pump {n} stops."), Turn("B", "Again?")])
    if n % 5 == 4:
        work = Consolidation(db, me, store)
        for found in work.suggest()[:1]:
            try:
                print("pattern", work.accept(found.id).id, flush=True)
            except UsageError:  # the other writer was faster, and it is told so
                pass
        summarise(db, me)
"""
)
READS = (
    _HEAD
    + """
for n in range(count):
    for hit in search(db, me, "pump frost valve", 5).results:
        assert hit.context.situation and hit.context.solution
"""
)


def start(code: str, state: Path, name: str, count: int) -> subprocess.Popen[bytes]:
    child = subprocess.Popen(
        [sys.executable, "-c", code, str(state), name, str(count)], stdin=subprocess.PIPE,
        stdout=subprocess.PIPE, stderr=subprocess.PIPE, env={**os.environ, "PYTHONPATH": str(ROOT)},
    )  # fmt: skip
    assert child.stdout and child.stdin and child.stdout.readline() == b"ready\n"
    child.stdin.write(b"go\n")
    child.stdin.flush()
    return child


def check(state: Path, told: list[str], where: str) -> None:
    """Everything acknowledged is there, whole; what is in force is found by words, and nothing else is."""
    with closing(open_state(state)) as db:
        assert db.execute("PRAGMA integrity_check").fetchall() == [("ok",)], where
        assert db.execute("PRAGMA foreign_key_check").fetchall() == [], where
        for table, kind in (("memory", "memory"), ("turn", "turn"), ("summary", "summary")):
            wrong = (
                f"SELECT id FROM items WHERE kind = '{kind}' AND live = 1"
                f" AND id NOT IN (SELECT id FROM {table}_fts_docsize) UNION ALL"
                f" SELECT id FROM {table}_fts_docsize WHERE id NOT IN"
                f" (SELECT id FROM items WHERE kind = '{kind}' AND live = 1)"
            )
            assert db.execute(wrong).fetchall() == [], (where, table)
        half = (
            "SELECT id FROM items WHERE kind = 'memory' AND id NOT IN (SELECT item FROM memories)"
            " UNION ALL SELECT id FROM items WHERE superseded_by IS NOT NULL AND live = 1"
            " UNION ALL SELECT item FROM memories WHERE semantic AND item NOT IN (SELECT parent FROM covers)"
            " UNION ALL SELECT pattern FROM suggestions WHERE status = 'accepted' AND pattern IS NULL"
        )
        assert db.execute(half).fetchall() == [], where
        state_of = {f"m{row[0]}": row[1] for row in db.execute("SELECT id, superseded_by FROM items")}
    for line in told:
        kind, id, *by = line.split()
        assert id in state_of, f"{where}: {line} was lost"
        if kind == "superseded":
            assert f"m{state_of[id]}" == by[0], f"{where}: {line} was lost"


def test_kill_while_learning(tmp_path: Path) -> None:
    """Add, supersede, consolidate and summarise, killed at random moments: the old state or the new."""
    chooser = random.Random(SEED)
    state = tmp_path / "state.db"
    told: list[str] = []
    for number in range(RUNS):
        moment = chooser.uniform(0.02, 0.4)
        child = start(CHANGES, state, str(number), 100_000)
        assert child.stdout
        # In odd runs something is acknowledged first, however slow the machine is.
        first = child.stdout.readline() if number % 2 else b""
        time.sleep(moment)
        child.send_signal(signal.SIGKILL)
        out, _ = child.communicate()
        told += [line for line in (first + out).decode().splitlines(keepends=True) if line.endswith("\n")]
        check(state, told, f"run {number} of seed {SEED}, killed after {moment * 1000:.0f} ms")
    assert len(told) >= RUNS // 2
    fault_tally.count("kills while memories are learnt", RUNS)


def test_two_writers_and_four_readers(tmp_path: Path) -> None:
    """Nobody sees that the database is busy, and every acknowledged change is there once."""
    state = tmp_path / "state.db"
    open_state(state).close()
    children = [start(CHANGES, state, name, ADDS) for name in ("a", "b")]
    children += [start(READS, state, f"r{n}", ADDS) for n in range(4)]
    told: list[str] = []
    for child in children:
        out, err = child.communicate(timeout=600)
        assert child.returncode == 0, err.decode()[-500:]
        told += out.decode().splitlines()
    check(state, told, "two writers, four readers")
    added = [line for line in told if line.startswith("added")]
    assert len(added) == len(set(added)) == 2 * ADDS
