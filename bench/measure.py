"""Measuring: processor time, interleaved with its floor, and the memory of a process that has ended."""

from __future__ import annotations

import json
import os
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import Any


@dataclass(frozen=True)
class Figure:
    """One measured value and its gate."""

    name: str
    value: float
    budget: dict[str, Any]
    detail: str = ""

    @property
    def limit(self) -> str:
        if "at_most" in self.budget:
            return f"≤ {self.budget['at_most']}"
        return f"≥ {self.budget['at_least']}"

    @property
    def kept(self) -> bool:
        if "at_most" in self.budget:
            return bool(self.value <= self.budget["at_most"])
        return bool(self.value >= self.budget["at_least"])

    @property
    def short(self) -> str:
        """What was asked for, where the figure does not reach it: `asked` of the budget."""
        asked = self.budget.get("asked")
        if asked is None:
            return ""
        reached = self.value <= asked if "at_most" in self.budget else self.value >= asked
        return "" if reached else f"asked {asked}: not reached, see bench/log"

    def line(self) -> str:
        unit = self.budget.get("unit", f"× {self.budget['floor']}" if "floor" in self.budget else "")
        mark = "ok  " if self.kept else "PAST"
        told = "; ".join(part for part in (self.detail, self.short) if part)
        return f"{mark} {self.name:<24} {self.value:>9.2f}  {self.limit:<8} {unit}   {told}".rstrip()


@dataclass
class Spent:
    """Processor seconds of single calls, in order."""

    seconds: list[float] = field(default_factory=list)

    def add(self, call: Callable[[], object]) -> None:
        start = time.process_time()
        call()
        self.seconds.append(time.process_time() - start)

    @property
    def p50(self) -> float:
        return statistics.median(self.seconds)

    @property
    def p95(self) -> float:
        return sorted(self.seconds)[int(len(self.seconds) * 0.95)]


def interleaved(
    ours: Callable[[str], object], floor: Callable[[str], object], inputs: Sequence[str], rounds: int = 3
) -> tuple[Spent, Spent]:
    """Run both on each input in turn, so that a busy moment of the machine falls on both alike."""
    a, b = Spent(), Spent()
    for text in inputs[:5]:  # warm: caches filled, lazy imports done
        ours(text)
        floor(text)
    for _ in range(rounds):
        for text in inputs:
            a.add(lambda text=text: ours(text))  # type: ignore[misc]
            b.add(lambda text=text: floor(text))  # type: ignore[misc]
    return a, b


@dataclass(frozen=True)
class Process:
    """What a child process used: user+system seconds and peak resident MB."""

    cpu: float
    rss: float
    status: int


# Runs the command from a small process of its own: a child's peak memory counts what its parent held when it
# was started, and a test runner holds a lot.
_LAUNCHER = """
import json, os, sys
silent = [(os.POSIX_SPAWN_OPEN, stream, os.devnull, os.O_WRONLY, 0) for stream in (1, 2)]
child = os.posix_spawn(sys.argv[1], sys.argv[1:], os.environ, file_actions=silent)
_, status, usage = os.wait4(child, 0)
print(json.dumps([usage.ru_utime + usage.ru_stime, usage.ru_maxrss, os.waitstatus_to_exitcode(status)]))
"""


#: Where children keep compiled modules, which an installed edge has from its first start on.
_COMPILED = tempfile.TemporaryDirectory(prefix="edge-bench-")


def run(*command: str) -> Process:
    """Run a command (the first word is a path) to its end, output thrown away."""
    kept = {name: value for name, value in os.environ.items() if name != "PYTHONDONTWRITEBYTECODE"}
    launched = subprocess.run(
        [sys.executable, "-S", "-c", _LAUNCHER, *command], check=True, capture_output=True, text=True,
        env=kept | {"PYTHONPYCACHEPREFIX": _COMPILED.name},
    )  # fmt: skip
    cpu, peak, status = json.loads(launched.stdout)
    return Process(cpu, peak / (1024**2 if sys.platform == "darwin" else 1024), status)


def least(*command: str, runs: int = 7) -> Process:
    """The run with the least processor time of several: what the command costs when nothing disturbs it, and
    its modules are compiled.
    """
    return min((run(*command) for _ in range(runs)), key=lambda process: process.cpu)
