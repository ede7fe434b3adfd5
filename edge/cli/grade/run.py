"""A run of `edge grade` over copies: what was graded, what could not be, and the exit code."""

from __future__ import annotations

import sys
from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import Any

from edge.cli import failure
from edge.cli.terminal import output
from edge.errors import EXIT_NEEDS_PERSON, EdgeError
from edge.grade.copies import UnreadCopy
from edge.records import GradedCopy


@dataclass
class GradeRun:
    """`told`: each result is printed for people as it comes. `stop`: what ended the run before its end."""

    told: bool
    quiet: bool = False
    audit: bool = False
    kept: bool = False  # results are in a folder: only failures are remembered here
    count: int = 0
    graded: list[GradedCopy] = field(default_factory=list)
    failures: list[UnreadCopy] = field(default_factory=list)
    stop: EdgeError | KeyboardInterrupt | None = None

    def follow(self, found: Iterable[GradedCopy | UnreadCopy]) -> None:
        """Take results as they come. Raises what ends it where there is nothing to tell yet."""
        try:
            for item in found:
                self._take(item)
        except (EdgeError, KeyboardInterrupt) as error:
            if not self.count and not self.failures:
                raise
            self.stop = error

    def _take(self, item: GradedCopy | UnreadCopy) -> None:
        first = not self.count and not self.failures
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

    def document(self, *, alone: bool) -> Any:
        """What --json prints: the result of one copy (`alone`: one was named), else a list."""
        if alone and len(self.graded) == 1 and not self.failures and self.stop is None:
            return self.graded[0]
        told: dict[str, Any] = {"schema": 1, "results": self.graded, "failed": self.failures}
        if self.stop is not None:
            told["error"] = failure.detail(self.stop)
        return told

    def code(self, *, alone: bool) -> int:
        """Say what went wrong on stderr; the exit code."""
        if self.stop is not None:
            return failure.stopped(self.stop, f"{self.count} copies were graded")
        if self.failures:
            return 1
        is_open = alone and any(one.open for one in self.graded)
        return EXIT_NEEDS_PERSON if is_open else 0
