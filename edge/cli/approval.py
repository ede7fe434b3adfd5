"""Asking the person whether something may leave this device."""

from __future__ import annotations

from edge.cloud.approval import CloudApproval


def for_run(*, allowed: bool, dry_run: bool) -> CloudApproval:
    """The approval for this run. Nobody is asked where there is no terminal to ask at."""
    from edge.cli import output
    from edge.cli import question as person

    def show(body: bytes) -> None:
        output.bytes_(body + b"\n")

    return CloudApproval(
        allowed=allowed, confirm=_confirmed if person.can_ask() else None, dry_run=show if dry_run else None
    )


def _confirmed(question: str) -> bool:
    from edge.cli import output
    from edge.cli import question as person

    output.note(question)
    return person.yes("Send it?")
