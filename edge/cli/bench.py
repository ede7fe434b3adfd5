"""`edge bench`: how fast this device is, beside floors measured in the same run."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

import typer

from edge.cli import options
from edge.errors import UsageError

if TYPE_CHECKING:
    from edge.records.benchmark import BenchmarkReport


@options.takes_shared
def bench(
    *,
    questions: Annotated[
        str | None,
        typer.Option(
            "--questions",
            metavar="FILE",
            help="A file of questions, one JSON object on each line; without it, questions are made from "
            "the pages.",
        ),
    ] = None,
    count: Annotated[
        int,
        typer.Option(
            "--count", "-n", metavar="N", min=1, max=1000, help="The number of questions made from the pages."
        ),
    ] = 40,
    engine: options.Engine = None,
    shared: options.Shared,
) -> int:
    """Measure how fast edge searches, answers and starts on this device.

    The figures are processor time, and multiples of two reference times that are measured in turn with
    it: a plain FTS5 query over the same pages, and an empty Python program. For the speed of Gemma: edge
    models tune --dry-run.
    """
    from edge import benchmark
    from edge.cli.terminal import output

    given = shared.flags(ask__engine=engine)
    asked = _questions(questions) if questions is not None else []
    with options.opened(given) as edge:
        told = (
            (lambda name: None)
            if shared.quiet or shared.json
            else (lambda name: output.note(f"measuring: {name}"))
        )
        report = benchmark.measure(
            edge,
            edge.library.db,
            edge.library.path,
            asked,
            count=count,
            engine=edge.settings.ask.engine,
            told=told,
        )
    if shared.json:
        output.pretty(report)
    else:
        show(report)
    return 0


def _questions(name: str) -> list[str]:
    """The questions of a file. Raises UsageError, which names the line."""
    from edge.cli import batch

    asked = []
    for number, line in batch.numbered(name):
        _, question = batch.parsed(line, number)
        if not question.strip():
            raise batch.BatchLineError(f"The question of line {number} is empty.")
        asked.append(question)
    if not asked:
        raise UsageError(f"There are no questions in {name}.", "Leave --questions out to ask what pages say.")
    return asked


def show(report: BenchmarkReport) -> None:
    """Print a report for people."""
    from edge.cli.terminal import output
    from edge.cli.terminal.style import table

    head = ["", "p50 CPU ms", "p95", "floor", "its p50", "ratio"]
    rows = [
        [
            one.name,
            f"{one.p50_ms:.2f}",
            f"{one.p95_ms:.2f}",
            one.floor,
            f"{one.floor_p50_ms:.2f}",
            f"{one.ratio:.1f} ×",
        ]
        for one in report.figures
    ]
    for line in table([head, *rows]):
        output.text(line.rstrip())
    busy = "" if report.busy is None else f", load {report.busy:.1f} a core"
    output.text(f"{report.machine}, {report.cores} cores{busy}")
    memory = "" if report.memory_mb is None else f" · at most {report.memory_mb:.0f} MB"
    output.text(f"{report.pages} pages · {report.questions} questions · engine {report.engine}{memory}")
