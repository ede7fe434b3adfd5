"""`edge eval calibration`: how far probabilities can be believed, in figures and as a picture."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from edge.cli import options

if TYPE_CHECKING:
    from edge.cascade.calibration_labels import CalibrationLabel
    from edge.cascade.reliability import Interval, ReliabilityReport

LabelsFile = Annotated[
    str,
    typer.Argument(
        metavar="LABELS.jsonl",
        help='Labels, one JSON object on each line: {"id", "raw", "right", …}, as for edge calibrate. '
        '"-" reads stdin.',
        show_default=False,
    ),
]
Svg = Annotated[
    str | None, typer.Option("--svg", metavar="FILE.svg", help="Draw the reliability diagram into this file.")
]
Raw = Annotated[
    bool,
    typer.Option("--raw", help="Measure the scores as they are, even if there is a calibration for them."),
]
#: Columns of a bar in the terminal.
_WIDE = 40


def calibration(
    *,
    labels: LabelsFile,
    svg: Svg = None,
    raw: Raw = False,
    json: options.Json = False,
) -> int:
    """Measure confidence: calibration error, Brier score, AUROC, and errors by coverage, with 95 %
    intervals.

    Your own calibrations are used where they apply. On the labels that a calibration was fitted on, it
    looks better than it is.
    """
    from edge.cascade import calibration_labels, reliability
    from edge.cli import batch
    from edge.cli.evaluate import reliability_svg
    from edge.cli.terminal import output
    from edge.errors import UsageError

    groups = calibration_labels.grouped(calibration_labels.read(batch.lines(labels)))
    reports = []
    for key, some in groups.items():
        pairs, calibrated = _pairs(some, raw=raw)
        name = f"{key}{', calibrated' if calibrated else ', raw scores'}"
        reports.append(reliability.report(pairs, name))
    if svg is not None:
        try:
            Path(svg).write_text(reliability_svg.draw(reports), encoding="utf-8")
        except OSError as error:
            raise UsageError(
                f"The picture {svg} cannot be written: {error.strerror}.", "Name another."
            ) from error
    if json:
        output.pretty({"schema": 1, "reports": reports, "svg": svg})
        return 0
    for number, report in enumerate(reports):
        if number:
            output.text()
        _print(report)
    if svg is not None:
        output.note(f"diagram: {svg}")
    return 0


def _pairs(some: list[CalibrationLabel], *, raw: bool) -> tuple[list[tuple[float, bool]], bool]:
    from edge.cascade import own_calibration

    own = None if raw else own_calibration.find(some[0].key)
    if own is None:
        return [(one.raw, one.right) for one in some], False
    return [(own.probability(one.raw, one.signals), one.right) for one in some], True


def _print(report: ReliabilityReport) -> None:
    from edge.cli.terminal import output
    from edge.cli.terminal.style import safe

    output.text(f"{safe(report.name)}: {report.items} labels, {report.right} right")
    rows = [("ECE (10 equal bins)", report.ece), ("Brier", report.brier)]
    rows += [("AUROC", report.auroc)] if report.auroc else []
    rows += [(f"risk at {100 * one.coverage:.0f} % coverage", one.risk) for one in report.risks]
    for name, figure in rows:
        output.text(f"  {name:<24} {_shown(figure)}")
    output.text()
    output.text(f"  {'said':>9}  {'right':>6}  {'items':>6}")
    for one in report.bins:
        bar = round(_WIDE * one.right)
        mark = min(round(_WIDE * one.mean), _WIDE - 1)
        line = "".join("█" if at < bar else "·" for at in range(_WIDE))
        line = line[:mark] + "│" + line[mark + 1 :]
        output.text(f"  {one.low:.1f}–{one.high:.1f}    {100 * one.right:4.0f} %  {one.count:>6}  {line}")
    output.text(f"  {'':27}█ share right   │ probability said")


def _shown(figure: Interval) -> str:
    return f"{figure.value:.3f}  [{figure.low:.3f}, {figure.high:.3f}]"
