"""kill -9 while a person's decisions are taken in: the same command again, and each is there once."""

from __future__ import annotations

import json
import os
import random
import signal
import subprocess
import sys
from pathlib import Path

import fault_tally
import pytest

from edge.cli import main
from edge.grade.decisions.record import NAME

RUNS = int(os.environ.get("EDGE_FAULT_RUNS", "4"))
SEED = int(os.environ.get("EDGE_FAULT_SEED", "5"))
ROOT = Path(__file__).parents[2]

pytestmark = pytest.mark.skipif(os.name == "nt", reason="kill -9 is a POSIX signal")

#: Ends itself at the n-th call that changes a file; with "torn", when half of what is written is on the disk.
CODE = """
import io, os, signal, sys
from pathlib import Path
end, torn = int(sys.argv[1]), sys.argv[2] == "torn"
count = 0
def call(half=None):
    global count
    count += 1
    if count == end:
        if half is not None:
            half()
        os.kill(os.getpid(), signal.SIGKILL)
real_open, real_replace, real_bytes, real_text = Path.open, Path.replace, Path.write_bytes, Path.write_text
def opened(self, mode="r", *rest, **named):
    file = real_open(self, mode, *rest, **named)
    if mode == "ab":
        write = file.write
        class Torn:
            def __enter__(self): return self
            def __exit__(self, *_): file.close()
            def __getattr__(self, name): return getattr(file, name)
            def write(self, data):
                def half():
                    write(data[: len(data) // 2]); file.flush()
                call(half if torn else None)
                made = write(data)
                call()
                return made
        return Torn()
    return file
def replace(self, target):
    call()
    made = real_replace(self, target)
    call()
    return made
def write_bytes(self, data):
    call((lambda: real_bytes(self, data[: len(data) // 2])) if torn else None)
    return real_bytes(self, data)
def write_text(self, text, **named):
    call()
    return real_text(self, text, **named)
Path.open, Path.replace, Path.write_bytes, Path.write_text = opened, replace, write_bytes, write_text
from edge.cli import main
code = main(sys.argv[3:])
print(count)
sys.exit(code)
"""
STUDENTS = 6


def prepared(folder: Path) -> list[str]:
    """A class of which everything is open, graded, its sheet filled in; the command."""
    (folder / "scale.toml").write_text(
        '[[questions]]\nid = "Q1"\ntext = "Why is the sky blue?"\nmax = 2\nmodel_answer = "Air scatters '
        'blue light more than red light."\n', encoding="utf-8",
    )  # fmt: skip
    lines = [f"Student {number},It mirrors the ocean {number}" for number in range(STUDENTS)]
    (folder / "class.csv").write_text("\n".join(["name,Q1", *lines]), encoding="utf-8")
    out = str(folder / "out")
    return ["grade", str(folder / "class.csv"), "--scale", str(folder / "scale.toml"), "--out", out]


def ran(command: list[str], end: int, loss: str = "whole") -> subprocess.CompletedProcess[bytes]:
    return subprocess.run(
        [sys.executable, "-c", CODE, str(end), loss, *command], cwd=ROOT, capture_output=True, check=False,
        env=os.environ | {"EDGE_HOME": str(Path(command[-1]).parent / "home")},
    )  # fmt: skip


def fill(path: Path) -> bytes:
    """A grade in each row, by the number of its student."""
    lines = path.read_text(encoding="utf-8-sig").splitlines()
    for at, line in enumerate(lines[1:], start=1):
        lines[at] = line.replace(",2,,,", f",2,{int(line.split(',')[0][-1]) % 3},word {at},")
    path.write_text("\n".join(lines), encoding="utf-8")
    return path.read_bytes()


def test_no_decision_is_lost_or_doubled(tmp_path: Path) -> None:
    """Killed at calls that change a file, drawn by chance, with whole and torn writes: afterwards the sheet
    or the record has each word, and the same command again leaves each once, in grades and totals too.
    """
    chance = random.Random(SEED)
    command = prepared(tmp_path)
    out = tmp_path / "out"
    assert main(command) == 0
    sheet = fill(out / "decisions.csv")
    before = {one: one.read_bytes() for one in out.rglob("*") if one.is_file()}
    calls = int(ran(command, 0).stdout.splitlines()[-1])
    wanted = {f"Student {number}": number % 3 for number in range(STUDENTS)}
    for at, end in enumerate([2, *chance.sample(range(1, calls + 1), min(RUNS, calls))]):
        (out / NAME).unlink(missing_ok=True)
        for path, data in before.items():
            path.write_bytes(data)
        assert (out / "decisions.csv").read_bytes() == sheet
        assert ran(command, end, ("torn", "whole")[at % 2]).returncode == -signal.SIGKILL
        assert main(command) == 0
        kept = [json.loads(line) for line in (out / NAME).read_bytes().splitlines()]
        assert {one["student"]: one["grade"] for one in kept} == wanted and len(kept) == STUDENTS
        results = json.loads((out / "grades.json").read_bytes())["results"]
        assert {one["student"]: one["total"] for one in results} == wanted
        fault_tally.count("kills while decisions are taken in")
