"""Asking the person whether something may leave this device."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from edge.cloud.approval import CloudApproval
from edge.text.one_line import one_line


@dataclass(slots=True)
class DryRunPrinter:
    """Prints what would leave. `requests`: how many were printed."""

    requests: int = 0

    def __call__(self, body: bytes, masked: Sequence[tuple[str, str]]) -> None:
        from edge.cli.terminal import output

        self.requests += 1
        output.bytes_(body + b"\n")
        for placeholder, value in masked:
            output.note(f"{placeholder} stands for {one_line(value, 80)}")


def for_run(*, allowed: bool, dry_run: DryRunPrinter | None) -> CloudApproval:
    """The approval for this run. Nobody is asked where there is no terminal to ask at."""
    from edge.cli.terminal import question as person

    return CloudApproval(allowed=allowed, confirm=_confirmed if person.can_ask() else None, dry_run=dry_run)


def _confirmed(question: str) -> bool:
    from edge.cli.terminal import output
    from edge.cli.terminal import question as person

    output.note(question)
    return person.yes("Send it?")
