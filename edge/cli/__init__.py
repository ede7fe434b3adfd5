"""The command line. No logic: parse, call, print, exit code."""

from __future__ import annotations

import gc
import os
import sys
from collections.abc import Sequence


def main(arguments: Sequence[str] | None = None) -> int:
    """Run one command and return its exit code. `arguments` default to the process's own."""
    # One command is one query: numpy starting a thread per core costs it more than it could save (40 ms).
    os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")
    from edge.cli.run import run

    if arguments is not None:
        return run(arguments)
    # What a command loads lives to its end: to look for cycles in it every 700 objects takes 20 ms of an
    # `ask`, and to do so three times over while Python ends another 60.
    gc.set_threshold(200_000, 50, 100)
    code = run(sys.argv[1:])
    gc.freeze()
    return code
