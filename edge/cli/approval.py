"""Asking the person whether something may leave this device."""

from __future__ import annotations

import sys

from edge.cloud.approval import CloudApproval


def for_run(*, allowed: bool, dry_run: bool) -> CloudApproval:
    """The approval for this run. Nobody is asked where there is no terminal to ask at."""
    from edge.cli import output

    def show(body: bytes) -> None:
        output.bytes_(body + b"\n")

    terminal = sys.stdin.isatty() and sys.stderr.isatty()
    return CloudApproval(
        allowed=allowed, confirm=_confirmed if terminal else None, dry_run=show if dry_run else None
    )


def _confirmed(question: str) -> bool:
    """One question on stderr, so that stdout stays the result's. Anything but yes is no."""
    from edge.cli import output

    output.note(question)
    sys.stderr.write("Send it? [y/N] ")
    sys.stderr.flush()
    return sys.stdin.readline().strip().lower() in {"y", "yes", "o", "oui"}
