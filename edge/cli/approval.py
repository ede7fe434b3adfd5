"""Asking the person whether something may leave this device."""

from __future__ import annotations

import sys

from edge.cloud.approval import CloudApproval


def way(*, allowed: bool, dry_run: bool) -> CloudApproval:
    """The way to the cloud for this run. Nobody is asked where there is no terminal to ask at."""
    from edge.cli import output

    def show(body: bytes) -> None:
        output.bytes_(body + b"\n")

    terminal = sys.stdin.isatty() and sys.stderr.isatty()
    return CloudApproval(
        allowed=allowed, confirm=_asked if terminal else None, dry_run=show if dry_run else None
    )


def _asked(told: str) -> bool:
    """One question on stderr, so that stdout stays the result's. Anything but yes is no."""
    from edge.cli import output

    output.note(told)
    sys.stderr.write("Send it? [y/N] ")
    sys.stderr.flush()
    return sys.stdin.readline().strip().lower() in {"y", "yes", "o", "oui"}
