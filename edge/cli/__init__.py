"""The command line. No logic: parse, call, print, exit code."""

from __future__ import annotations

import os
import sys
from collections.abc import Sequence


def main(arguments: Sequence[str] | None = None) -> int:
    """Run one command and return its exit code. `arguments` default to the process's own."""
    # One command is one query: numpy starting a thread per core costs it more than it could save (40 ms).
    os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")
    from edge.cli.run import run

    return run(sys.argv[1:] if arguments is None else arguments)
