"""The command line. No logic: parse, call, print, exit code."""

from __future__ import annotations

import sys
from collections.abc import Sequence


def main(arguments: Sequence[str] | None = None) -> int:
    """Run one command and return its exit code. `arguments` default to the process's own."""
    from edge.cli.run import run

    return run(sys.argv[1:] if arguments is None else arguments)
