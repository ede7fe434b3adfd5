"""`edge eval retrieval` and `edge eval answers`: a knowledge base against questions with known pages."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

import typer

from edge.cli import options

if TYPE_CHECKING:
    from edge.cascade.calibration_labels import CalibrationLabel
    from edge.cli.style import Style
    from edge.evaluate.gold import Gold
    from edge.evaluate.report import AnswerFigures, AnswersReport, Miss, RetrievalReport

GoldFile = Annotated[
    str,
    typer.Argument(
        metavar="GOLD.jsonl",
        help='One JSON a line: {"id", "question", "answerable", "expected": [[source, page]]}. "-": stdin.',
        show_default=False,
    ),
]
Misses = Annotated[bool, typer.Option("--misses", help="List the questions that went wrong.")]
Where = Annotated[
    list[str] | None,
    typer.Option("--where", metavar="FIELD=A,B", help="Only lines whose field has one of these values."),
]
Labels = Annotated[
    str | None,
    typer.Option("--labels", metavar="FILE.jsonl", help="Write a label for each question: edge calibrate."),
]
By = Annotated[str, typer.Option("--by", metavar="FIELD", help="Figures for each value of a field as well.")]
Tolerance = Annotated[
    int,
    typer.Option(
        "--tolerance", metavar="N", min=0, max=100, help="Count pages at most N away from an expected one."
    ),
]


def group() -> typer.Typer:
    """The `eval` family."""
    family = typer.Typer(
        rich_markup_mode=None,
        no_args_is_help=True,
        help="Measure search and answers on questions whose pages are known.",
    )
    family.command("retrieval")(retrieval)
    family.command("answers")(answers)
    from edge.cli.evaluate_calibration import calibration

    family.command("calibration")(calibration)
    from edge.cli.evaluate_grades import grades

    family.command("grades")(grades)
    from edge.cli.evaluate_compose import compose

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
    """Recall@1/3/5/10, MRR and latency of search."""
    from edge.cli import output, progress
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
        _print_retrieval(report, misses, shared.quiet)
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
    """Answered, unsure and absent shares, pages cited, risk by coverage, validity of every quote, latency."""
    from pathlib import Path

    import msgspec

    from edge.cascade import calibration_labels
    from edge.cli import output, progress
    from edge.evaluate import answers as answered

    questions = _gold(gold, where)
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
        _print_answers(report, misses, shared.quiet)
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


def _print_retrieval(report: RetrievalReport, misses: bool, quiet: bool) -> None:
    from edge.cli import output
    from edge.cli.style import table

    rows = [["", "questions", *(f"R@{k}" for k in report.figures.recall), "MRR"]]
    for name, figures in {"all": report.figures, **report.groups}.items():
        recall = [f"{value:.1f}" for value in figures.recall.values()]
        rows.append([name, str(figures.questions), *recall, f"{figures.mrr:.3f}"])
    for line in table(rows):
        output.text(line)
    if report.tolerance:
        output.text(f"a page at most {report.tolerance} away from an expected one counts")
    output.text(f"latency p50 {report.latency_ms.p50:.1f} ms, p95 {report.latency_ms.p95:.1f} ms")
    if report.skipped and not quiet:
        output.note(f"{report.skipped} questions without an expected page were not searched")
    _print_rest(report.misses, report.notes, misses)


def _print_answers(report: AnswersReport, misses: bool, quiet: bool) -> None:
    from edge.cli import output
    from edge.cli.style import table

    names = ("answered", "abstained", "balanced", "cited", "first_cited", "cited_of_answerable")
    beside = {f"{name} alone": figures for name, figures in report.beside.items()}
    rows = [["", "answerable", "not", *(name.replace("_", " ") for name in names), "AUROC"]]
    for name, figures in {"all": report.figures, **beside, **report.groups}.items():
        shares = [_share(getattr(figures, figure)) for figure in names]
        area = "–" if figures.auroc is None else f"{figures.auroc:.3f}"
        rows.append([name, str(figures.answerable), str(figures.unanswerable), *shares, area])
    for line in table(rows):
        output.text(line)
    for line in _outcome_lines(report.figures):
        output.text(line)
    output.text(
        f"quotes on their page, character for character: {_share(report.quotes_valid)} % of {report.quotes}"
    )
    output.text(f"latency p50 {report.latency_ms.p50:.1f} ms, p95 {report.latency_ms.p95:.1f} ms")
    if report.spoke and not quiet:
        spoke = ", ".join(f"{name} {count}" for name, count in sorted(report.spoke.items()))
        output.text(f"questions decided by: {spoke}")
    if report.errors and not quiet:
        output.note(f"{report.errors} questions gave an error")
    _print_rest(report.misses, report.notes, misses)


def _outcome_lines(figures: AnswerFigures) -> list[str]:
    """How many questions ended in which outcome, and what share of the surest would have been wrong."""
    told = {"there": "the answer is there", "gone": "it is not"}
    lines = []
    for name, counts in figures.outcomes.items():
        if any(value is not None for value in counts.values()):
            parts = ", ".join(f"{outcome} {_share(value)}" for outcome, value in counts.items())
            lines.append(f"where {told[name]}, % of questions: {parts}")
    if figures.near is not None:
        lines.append(
            f"of the unsure ones whose answer is there, shown on an expected page: {figures.near:.1f} %"
        )
    if figures.risk:
        curve = ", ".join(f"{percent} %: {value:.1f}" for percent, value in figures.risk.items())
        lines.append(f"wrong among the surest, % (had each been answered): {curve}")
    return lines


def _share(value: float | None) -> str:
    return "–" if value is None else f"{value:.1f}"


def _print_rest(misses: list[Miss], notes: list[str], wanted: bool) -> None:
    import sys

    from edge.cli import output
    from edge.cli.style import Style, safe

    style = Style(output.coloured(sys.stdout))
    for note in notes:
        output.note(note)
    if not wanted:
        return
    for miss in misses:
        output.text()
        output.text(f"{style.bold(safe(miss.id))} {safe(miss.question)}")
        output.text(style.dim(f"  {miss.why}"))
        output.text(f"  expected {_pages(miss.expected, style)}")
        output.text(f"  got      {_pages(miss.got, style)}")


def _pages(pages: list[tuple[str, int | None]], style: Style) -> str:
    from edge.cli.style import safe

    places = [safe(source) if page is None else f"{safe(source)}:{page}" for source, page in pages]
    return ", ".join(map(style.place, places)) or "nothing"
