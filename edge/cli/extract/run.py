"""A run of `edge extract` over messages: results, alarms, what could not be read or kept."""

from __future__ import annotations

import sys
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Any

from edge.cli import failure
from edge.cli.extract import alarms as extract_alarms
from edge.cli.extract.alarms import AlarmWatch
from edge.cli.inputs_run import InputsRun
from edge.cli.terminal import output
from edge.errors import EXIT_NEEDS_PERSON, EdgeError, NotKept

if TYPE_CHECKING:
    from edge.messages.read import UnreadMessage
    from edge.records import Alarm, Extracted, Message


@dataclass
class ExtractRun(InputsRun["tuple[Message, Extracted]", "UnreadMessage"]):
    """`watch`: looks at the alarms meanwhile. `unkept`: results that are in no database. `hinted`: what was
    said of failures.
    """

    watch: AlarmWatch | None = None
    alarms: list[Alarm] = field(default_factory=list)
    read: list[tuple[Message, Extracted]] = field(default_factory=list)
    unkept: list[NotKept] = field(default_factory=list)
    hinted: set[str] = field(default_factory=lambda: {""})

    def take(self, item: tuple[Message, Extracted] | UnreadMessage) -> None:
        first = self.nothing
        if isinstance(item, tuple):
            self.read.append(item)
        else:
            self.failures.append(item)
        if self.told:
            show(item, first=first, quiet=self.quiet)
            if not isinstance(item, tuple) and item.hint not in self.hinted:  # a thousand may say the same
                self.hinted.add(item.hint)
                output.note(item.hint)
        if self.watch is not None and isinstance(item, tuple):
            self._ring(self.watch.took(item[1].escalation.cost_usd))

    def end(self) -> None:
        """Look at the alarms once more when all is read."""
        if self.watch is not None and self.read:
            self._ring(self.watch.look())

    def _ring(self, alarms: list[Alarm]) -> None:
        for alarm in alarms:
            output.note(extract_alarms.line(alarm))
        self.alarms += alarms

    @property
    def nothing(self) -> bool:
        return not self.read and not self.failures

    @property
    def results(self) -> list[Extracted]:
        """What was found in each message that was read, in order."""
        return [made for _, made in self.read]

    def ended(self, error: EdgeError | KeyboardInterrupt) -> None:
        if isinstance(error, NotKept):  # of --resume, which may cost money: no further one
            self.take((error.message_read, error.result))
            self.unkept.append(error)
        else:
            super().ended(error)

    def beside(self) -> dict[str, Any]:
        return {"alarms": self.alarms} if self.alarms else {}

    def code(self, *, keep: bool, alone: bool) -> int:
        """Say what went wrong on stderr; the exit code."""
        if self.unkept:
            first = self.unkept[0]
            output.note(f"error: {len(self.unkept)} of {len(self.read)} results not kept: {first.message}")
            output.note(first.hint)
        if self.stop is not None:
            kept = f", {len(self.read) - len(self.unkept)} of them kept: see edge queue" if keep else ""
            return failure.stopped(self.stop, f"{len(self.read)} messages were read{kept}")
        if self.failures or self.unkept:
            return 1
        asked = self.single(alone=alone) and self.results[0].decision not in ("apply", "leave")
        return EXIT_NEEDS_PERSON if asked else 0


def show(item: tuple[Message, Extracted] | UnreadMessage, *, first: bool, quiet: bool) -> None:
    """Print one result for people; one that could not be read on stderr."""
    from edge.cli.extract import rendering
    from edge.cli.terminal.style import Style

    if not isinstance(item, tuple):
        name = Path(item.source).name
        why = item.reason.removeprefix(item.source).removeprefix(name).removeprefix(": ")
        output.note(f"error: {item.source}{'' if why.startswith(':') else ': '}{why}")
        return
    if not first:
        output.text()
    style = Style(output.coloured(sys.stdout))
    for line in rendering.lines(item[1], style, output.width(), quiet=quiet):
        output.text(line)
