"""Progress bars on stderr, and nothing at all where nobody is looking."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any

from edge.indexing.progress import Progress

if TYPE_CHECKING:
    from rich.progress import Progress as RichProgress

    from edge.bundle.carried.installation import InstallProgress

_STEPS = {"search": "search tables", "vectors": "vectors", "check": "checking", "publish": "publishing"}

_LONGEST_NAME = 20


def wanted(quiet: bool, no_progress: bool) -> bool:
    """Whether a bar would be seen and welcome."""
    return not quiet and not no_progress and sys.stderr.isatty()


def for_index(quiet: bool, no_progress: bool) -> Progress:
    """What an index run reports to: a bar, or silence."""
    return Bar() if wanted(quiet, no_progress) else Progress()


class Bar(Progress):
    """An index run as one bar: bytes, documents, rate, time left, and the document being read."""

    def __init__(self) -> None:
        self._bar = _rich(
            "{task.fields[count]}", "bytes", "rate", "left", "{task.fields[name]}"
        )  # rich is imported here, not before
        self._task: Any = None
        self._documents = 0
        self._seen = 0

    def start(self, total_bytes: int, documents: int) -> None:
        """Show the bar."""
        self._documents = documents
        self._task = self._bar.add_task("", total=max(total_bytes, 1), count=self._count(), name="")
        self._bar.start()

    def document(self, name: str) -> None:
        """Name the document being read."""
        self._seen += 1
        self._bar.update(self._task, name=_short(name), count=self._count())

    def advance(self, count: int) -> None:
        """Count bytes done."""
        self._bar.advance(self._task, count)

    def step(self, name: str, done: int, total: int) -> None:
        """Show a step after reading; it has no bytes, so it only changes the words."""
        share = f" {100 * done // total} %" if total > 1 else ""
        self._bar.update(self._task, name=_STEPS.get(name, name) + share)

    def finish(self) -> None:
        """Give the terminal back."""
        self._bar.stop()

    def _count(self) -> str:
        return f"{self._seen}/{self._documents} documents"


class EmbedBar(Bar):
    """A run of `edge embed`: passages instead of bytes."""

    def __init__(self) -> None:
        self._bar = _rich("{task.completed:.0f}/{task.total:.0f} passages", "left", "{task.fields[name]}")
        self._task: Any = None

    def start(self, total_bytes: int, documents: int) -> None:
        """Show the bar; `total_bytes` counts passages."""
        self._task = self._bar.add_task("embedding", total=max(total_bytes, 1), name="")
        self._bar.start()


class EditionBar(Bar):
    """An edition of a base in the making: the step it is at. Most sessions make none, and load nothing."""

    def __init__(self) -> None:
        self._task: Any = None

    def start(self, total_bytes: int, documents: int) -> None:
        """Show the bar, with no end in sight."""
        self._bar = _rich("{task.description}", "{task.fields[name]}")
        self._task = self._bar.add_task("sorting out what you may read", total=None, name="")
        self._bar.start()

    def document(self, name: str) -> None:
        """Name the base."""
        self._bar.update(self._task, name=_short(name))


def for_edition(quiet: bool) -> Progress:
    """What the making of an edition reports to: a bar, or silence."""
    return EditionBar() if wanted(quiet, False) else Progress()


def for_embed(quiet: bool, no_progress: bool) -> Progress:
    """What an embedding run reports to: a bar, or silence."""
    return EmbedBar() if wanted(quiet, no_progress) else Progress()


@contextmanager
def transfer(show: bool) -> Iterator[Callable[[str, int, int], None]]:
    """A bar for files that are being fetched: call it with (name, bytes done, bytes in all or 0)."""
    if not show:
        yield lambda name, done, total: None
        return
    bar = _rich("bytes", "rate", "left")
    tasks: dict[str, Any] = {}

    def report(name: str, done: int, total: int) -> None:
        if name not in tasks:
            tasks[name] = bar.add_task(_short(name), total=None)
        bar.update(tasks[name], completed=done, total=total or None)

    bar.start()
    try:
        yield report
    finally:
        bar.stop()


@contextmanager
def steps(show: bool) -> Iterator[InstallProgress]:
    """A bar for steps that follow each other, each with bytes of its own."""
    from edge.bundle.carried.installation import SILENT, InstallProgress

    if not show:
        yield SILENT
        return
    bar = _rich("{task.description}", "bytes", "rate", "left")
    tasks: list[Any] = []

    def step(name: str, size: int) -> None:
        for task in tasks:
            bar.remove_task(task)
        tasks[:] = [bar.add_task(name, total=size or None)]

    bar.start()
    try:
        yield InstallProgress(step, lambda done: bar.advance(tasks[0], done))
    finally:
        bar.stop()


def counted(items: Iterable[Any], total: int, name: str, show: bool) -> Iterator[Any]:
    """The items, with a bar that counts them when `show`."""
    if not show:
        yield from items
        return
    bar = _rich("{task.description} {task.completed:.0f}/{task.total:.0f}", "left")
    task = bar.add_task(name, total=total)
    bar.start()
    try:
        for item in items:
            yield item
            bar.advance(task)
    finally:
        bar.stop()


def _rich(*columns: str) -> RichProgress:
    from rich import progress
    from rich.console import Console
    from rich.table import Column

    special: dict[str, Any] = {
        "bytes": progress.DownloadColumn(table_column=Column(no_wrap=True)),
        "rate": progress.TransferSpeedColumn(table_column=Column(no_wrap=True)),
        "left": progress.TimeRemainingColumn(elapsed_when_finished=True),
    }
    # markup=False: a file may be called "[red].pdf".
    shown = [special.get(column) or progress.TextColumn(column, markup=False) for column in columns]
    return progress.Progress(
        progress.BarColumn(bar_width=10),
        *shown,
        console=Console(stderr=True),
        transient=True,
    )


def _short(name: str) -> str:
    from edge.cli.terminal.style import safe

    name = safe(name)
    return name if len(name) <= _LONGEST_NAME else "…" + name[1 - _LONGEST_NAME :]
