"""What a process and those it started hold together, looked at again and again while it works (Linux)."""

from __future__ import annotations

import os
import threading
from pathlib import Path
from types import TracebackType

_EVERY = 0.02  # seconds


class ProcessMemory:
    """A context manager; `peak` and `workers` are MB: the most that all held at one time, and the most that
    any process but this one held alone. 0 where the system does not tell.
    """

    def __init__(self) -> None:
        self.peak = self.workers = 0.0
        self._ended = threading.Event()
        self._thread = threading.Thread(target=self._watch, daemon=True)

    def __enter__(self) -> ProcessMemory:
        self._thread.start()
        return self

    def __exit__(self, kind: type[BaseException] | None, value: object, trace: TracebackType | None) -> None:
        self._ended.set()
        self._thread.join()

    def _watch(self) -> None:
        while not self._ended.wait(_EVERY):
            own, *others = [_held(pid) for pid in _family(os.getpid())]
            self.peak = max(self.peak, own[0] + sum(now for now, _ in others))
            self.workers = max([self.workers, *(most for _, most in others)])


def _family(pid: int) -> list[int]:
    """A process and all that it and its children started."""
    found = [pid]
    for one in found:  # grows as it is walked
        try:
            for task in Path(f"/proc/{one}/task").iterdir():
                found += map(int, (task / "children").read_text(encoding="ascii").split())
        except OSError:  # gone meanwhile, or no Linux
            continue
    return found


def _held(pid: int) -> tuple[float, float]:
    """(MB now, most MB ever) of one process."""
    try:
        lines = Path(f"/proc/{pid}/status").read_text(encoding="utf-8", errors="replace").splitlines()
    except OSError:
        return 0.0, 0.0
    said = dict(line.split(":", 1) for line in lines if line.startswith(("VmRSS", "VmHWM")))
    return tuple(int(said.get(name, "0").split()[0]) / 1024 for name in ("VmRSS", "VmHWM"))  # type: ignore[return-value]
