"""`edge eval retrieval` and `edge eval answers`: a knowledge base against questions with known pages."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

import typer

from edge.cli import options

if TYPE_CHECKING:
    from edge.cascade.calibration_labels import CalibrationLabel
    from edge.evaluate.gold import Gold

GoldFile = Annotated[
    str,
    typer.Argument(
        metavar="GOLD.jsonl",
        help='Questions, one JSON object on each line: {"id", "question", "answerable", "expected": '
        '[[source, page]]}; the page is null where a document has none. "-" reads stdin.',
        show_default=False,
    ),
]
Misses = Annotated[bool, typer.Option("--misses", help="List the questions that went wrong.")]
Where = Annotated[
    list[str] | None,
    typer.Option(
        "--where", metavar="FIELD=A,B", help="Use only the lines whose field has one of these values."
    ),
]
Labels = Annotated[
    str | None,
    typer.Option(
        "--labels",
        metavar="FILE.jsonl",
        help="Write a label for each question into this file, for edge calibrate.",
    ),
]
By = Annotated[
    str, typer.Option("--by", metavar="FIELD", help="Also print figures for each value of this field.")
]
Tolerance = Annotated[
    int,
    typer.Option(
        "--tolerance",
        metavar="N",
        min=0,
        max=100,
        help="Also accept pages at most N away from an expected one.",
    ),
]


def group() -> typer.Typer:
    """The `eval` family."""
    family = typer.Typer(
        rich_markup_mode=None,
        no_args_is_help=True,
        help="Measure how good search, answers, confidence, grades and contexts are, on examples whose "
        "results are known.",
    )
    family.command("retrieval")(retrieval)
    family.command("answers")(answers)
    from edge.cli.evaluate.calibration import calibration

    family.command("calibration")(calibration)
    from edge.cli.evaluate.grades import grades

    family.command("grades")(grades)
    from edge.cli.evaluate.compose import compose

    family.command("compose")(compose)
    return family


@options.takes_shared
def retrieval(
    *,
    gold: GoldFile,
    where: Where = None,
    by: By = "",
    misses: Misses = False,
    tolerance: Tolerance = 0,
    shared: options.Shared,
) -> int:
    """Measure search: how often an expected page is among the first 1, 3, 5 and 10 (recall), MRR and
    duration.
    """
    from edge.cli.evaluate import rendering
    from edge.cli.terminal import output, progress
    from edge.evaluate import retrieval as retrieved

    questions = _gold(gold, where)
    with options.opened(shared.flags()) as edge:
        shown = progress.counted(
            questions, len(questions), "searching", progress.wanted(shared.quiet, shared.no_progress)
        )
        report = retrieved.measure(edge, shown, by, tolerance)
    if shared.json:
        output.pretty(report)
    else:
        rendering.show_retrieval(report, misses=misses, quiet=shared.quiet)
    return 0


@options.takes_shared
def answers(
    *,
    gold: GoldFile,
    where: Where = None,
    by: By = "",
    misses: Misses = False,
    labels: Labels = None,
    shared: options.Shared,
) -> int:
    """Measure answers: shares answered, unsure and absent, pages cited, errors by coverage, validity of
    quotes, duration.
    """
    from pathlib import Path

    import msgspec

    from edge.cascade import calibration_labels
    from edge.cli.evaluate import rendering
    from edge.cli.terminal import output, progress
    from edge.evaluate import answers as answered

    questions = _gold(gold, where)
    if labels is not None:
        calibration_labels.check_writable(Path(labels))
    with options.opened(shared.flags()) as edge:
        shown = progress.counted(
            questions, len(questions), "asking", progress.wanted(shared.quiet, shared.no_progress)
        )
        found: list[CalibrationLabel] = []
        report = answered.measure(edge, shown, by, label=found.append)
        if set(report.spoke) - {"lexical"}:  # side by side with the engine that is always there
            alone = answered.measure(answered.FixedEngine(edge, "lexical"), questions)
            report = msgspec.structs.replace(report, beside={"lexical": alone.figures})
    if labels is not None:
        calibration_labels.write(Path(labels), found)
    if shared.json:
        output.pretty(report)
    else:
        rendering.show_answers(report, misses=misses, quiet=shared.quiet)
    return 0


def _gold(name: str, where: list[str] | None) -> list[Gold]:
    from edge.cli import batch
    from edge.errors import UsageError
    from edge.evaluate import gold

    chosen: dict[str, list[str]] = {}
    for condition in where or []:
        field, equals, values = condition.partition("=")
        if not equals:
            raise UsageError(f"--where takes FIELD=VALUE, not {condition!r}.", "For example: --where set=gs9")
        chosen[field] = values.split(",")
    return gold.read(batch.lines(name), chosen)
