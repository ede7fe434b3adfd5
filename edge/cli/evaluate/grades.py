"""`edge eval grades`: a graded class against the grades of people."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from edge.cli import options

Folder = Annotated[
    str, typer.Argument(metavar="FOLDER", help="The folder that edge grade --out wrote.", show_default=False)
]
Truth = Annotated[
    str,
    typer.Argument(
        metavar="GRADES.jsonl",
        help='The grades of a person, one JSON object on each line: {"id", "question", "grade"}. "-" '
        "reads stdin.",
        show_default=False,
    ),
]
Within = Annotated[
    float,
    typer.Option(
        "--within",
        metavar="SHARE",
        help="How far a grade may be off and still count as right, as a share of the maximum.",
    ),
]
Labels = Annotated[
    str | None,
    typer.Option(
        "--labels",
        metavar="FILE.jsonl",
        help="Write a label for each settled answer into this file, for edge calibrate.",
    ),
]


def grades(
    *, folder: Folder, truth: Truth, within: Within = 0.25, labels: Labels = None, json: options.Json = False
) -> int:
    """Measure grades: the agreement of each judge and of both with a person (quadratic weighted kappa, 95
    % intervals).
    """
    from edge.cascade import calibration_labels
    from edge.cli import batch
    from edge.cli.terminal import output
    from edge.cli.terminal.style import safe, table
    from edge.errors import UsageError
    from edge.evaluate import grades as graded
    from edge.grade import results

    if not 0 <= within <= 1:
        raise UsageError(f"--within {within:g} is not a share.", "For example: --within 0.25")
    if labels is not None:
        calibration_labels.check_writable(Path(labels))
    people = graded.read(batch.lines(truth))
    report, found = graded.compare(results.kept(Path(folder)), people, within)
    if labels is not None:
        calibration_labels.write(Path(labels), found)
    if json:
        output.pretty(report)
        return 0
    rows = [["", "answers", "kappa", "95 % interval", "mean error", "right"]]
    for one in report.agreements:
        kappa, between = "–", "–"
        if one.kappa is not None:
            kappa, between = f"{one.kappa.value:.3f}", f"{one.kappa.low:.3f} to {one.kappa.high:.3f}"
        off, right = f"{100 * one.mean_error:.1f} %", f"{100 * one.within:.1f} %"
        rows.append([safe(one.name), str(one.answers), kappa, between, off, right])
    for line in table(rows):
        output.text(line)
    noun = "answer" if report.answers == 1 else "answers"
    output.text(f"{report.answers} {noun} graded by a person too; open: {report.open}")
    if report.unmatched:
        some = ", ".join(map(safe, report.unmatched[:5])) + (", …" if len(report.unmatched) > 5 else "")
        output.note(f"not among the results of {folder}: {len(report.unmatched)} ({some})")
    return 0
