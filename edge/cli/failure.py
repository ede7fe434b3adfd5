"""An error as the JSON of a command says it, and the end of a run over many inputs that it cut short."""

from __future__ import annotations

from typing import Any

from edge.errors import EdgeError

INTERRUPTED = 130  # 128 + SIGINT


def detail(error: EdgeError | KeyboardInterrupt) -> dict[str, Any]:
    """The `error` of a JSON document: type, message, hint, exit code."""
    kind, message, hint, code = "Interrupted", "stopped before the end", "", INTERRUPTED
    if isinstance(error, EdgeError):
        kind, message, hint, code = type(error).__name__, error.message, error.hint, error.exit_code
    return {"type": kind, "message": message, "hint": hint, "exit_code": code}


def stopped(error: EdgeError | KeyboardInterrupt, done: str) -> int:
    """Say on stderr what was done before a run ended, and what ended it; the exit code."""
    from edge.cli.terminal import output

    output.note(f"stopped: {done}")
    if not isinstance(error, EdgeError):
        return INTERRUPTED
    output.note(f"error: {error}")
    return error.exit_code
