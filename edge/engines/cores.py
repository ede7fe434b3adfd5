"""How many threads a model should use here: physical cores that this process may run on."""

from __future__ import annotations

import os
from pathlib import Path


def physical() -> int:
    """Physical cores available to this process; hardware threads where the system does not tell them
    apart."""
    allowed = os.sched_getaffinity(0) if hasattr(os, "sched_getaffinity") else set(range(os.cpu_count() or 1))
    cores = set()
    for cpu in allowed:
        siblings = Path(f"/sys/devices/system/cpu/cpu{cpu}/topology/thread_siblings_list")
        try:
            cores.add(siblings.read_text(encoding="ascii"))
        except OSError:
            cores.add(str(cpu))
    return max(len(cores), 1)
