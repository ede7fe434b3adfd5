"""A run of `edge grade` over copies: what was graded, what could not be, and the exit code."""

from __future__ import annotations

import sys
from dataclasses import dataclass, field

from edge.cli import failure
from edge.cli.inputs_run import InputsRun
from edge.cli.terminal import output
from edge.errors import EXIT_NEEDS_PERSON
from edge.grade.copies import UnreadCopy
from edge.records import GradedCopy


@dataclass
class GradeRun(InputsRun[GradedCopy, UnreadCopy]):
    """`audit`: what each judge said is printed too. `kept`: results are in a folder, only counted here."""

    audit: bool = False
    kept: bool = False
    count: int = 0
    graded: list[GradedCopy] = field(default_factory=list)

    @property
    def results(self) -> list[GradedCopy]:
        return self.graded

    @property
    def nothing(self) -> bool:
        return not self.count and not self.failures

    def take(self, item: GradedCopy | UnreadCopy) -> None:
        first = self.nothing
        if isinstance(item, GradedCopy):
            self.count += 1
            self.graded += [] if self.kept else [item]
        else:
            self.failures.append(item)
        if self.told or isinstance(item, UnreadCopy):
            self._show(item, first=first)

    def _show(self, item: GradedCopy | UnreadCopy, *, first: bool) -> None:
        from edge.cli.grade import rendering
        from edge.cli.terminal.style import Style, safe

        if isinstance(item, UnreadCopy):
            output.note(f"error: {safe(item.error)}")
            if item.hint:
                output.note(safe(item.hint))
            return
        style = Style(output.coloured(sys.stdout))
        if not first:
            output.text()
        for line in rendering.lines(item, style, output.width(), quiet=self.quiet, audit=self.audit):
            output.text(line)

    def code(self, *, alone: bool) -> int:
        """Say what went wrong on stderr; the exit code."""
        if self.stop is not None:
            return failure.stopped(self.stop, f"{self.count} copies were graded")
        if self.failures:
            return 1
        is_open = alone and any(one.open for one in self.graded)
        return EXIT_NEEDS_PERSON if is_open else 0
