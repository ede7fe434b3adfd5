"""`edge calibrate`: scores to probabilities, and a threshold that is certified, from your own labels."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

import typer

from edge.cli import options

if TYPE_CHECKING:
    from edge.cascade.calibration_labels import CalibrationLabel
    from edge.cascade.drift import Drift
    from edge.cascade.own_calibration import CalibrationReport

LabelsFile = Annotated[
    str | None,
    typer.Argument(
        metavar="LABELS.jsonl",
        help='Labels, one JSON object on each line: {"id", "raw", "right", "verb", "engine", "model", '
        '"version", "language", "kind"}. "-" reads stdin. See: edge eval answers --labels.',
        show_default=False,
    ),
]
FromCorrections = Annotated[
    bool, typer.Option("--from-corrections", help="Use what you decided with edge correct.")
]
Alpha = Annotated[
    float,
    typer.Option(
        "--alpha", metavar="SHARE", help="The share of wrong answers that you allow among those given."
    ),
]
Delta = Annotated[
    float,
    typer.Option("--delta", metavar="SHARE", help="The probability with which that promise may be broken."),
]
Check = Annotated[
    bool,
    typer.Option(
        "--check",
        help="Compare later labels with the calibrations that exist; exit code 1 if a promise was broken.",
    ),
]
NoSave = Annotated[bool, typer.Option("--no-save", help="Only print; leave the calibrations as they are.")]


def calibrate(
    *,
    labels: LabelsFile = None,
    from_corrections: FromCorrections = False,
    alpha: Alpha = 0.1,
    delta: Delta = 0.1,
    check: Check = False,
    no_save: NoSave = False,
    json: options.Json = False,
    assign: options.Set = None,
) -> int:
    """Turn scores into probabilities that you can rely on, from answers that you labelled right or wrong.

    There is one calibration for each engine, model, prompt version, language and pass. Half of the labels
    are used to turn scores into probabilities; the other half to find the threshold from which the error
    among accepted answers is at most ALPHA, with probability 1 - DELTA on items like these. The option
    --require of other commands uses it. If there are too few labels, the command says how many are
    missing.
    """
    from edge.cascade import own_calibration
    from edge.cascade.calibration_labels import grouped
    from edge.cli.terminal import output
    from edge.errors import UsageError

    if (labels is None) != from_corrections:
        raise UsageError("Give either a file of labels or --from-corrections.", "See: edge calibrate --help")
    if not (0.001 <= alpha <= 0.5 and 0.001 <= delta <= 0.5):
        raise UsageError(f"--alpha {alpha:g} and --delta {delta:g} are not both 0.001 to 0.5.", "Try 0.1.")
    held = _labels(labels, assign)
    if check:
        return _check(held, json=json)
    from datetime import datetime

    now = datetime.now().astimezone().isoformat(timespec="seconds")
    reports = [
        own_calibration.fit(key, some, alpha=alpha, delta=delta, at=now)
        for key, some in grouped(held).items()
    ]
    made = [one.calibration for one in reports if one.calibration is not None]
    path = own_calibration.save(made) if made and not no_save else None
    if json:
        output.pretty({"schema": 1, "file": str(path) if path else None, "reports": reports})
    else:
        for one in reports:
            _print(one)
        if path is not None:
            output.note(f"kept in {path}")
    return 0


def _labels(name: str | None, assign: list[str] | None) -> list[CalibrationLabel]:
    from edge.cascade import calibration_labels
    from edge.cli import batch

    if name is not None:
        return calibration_labels.read(batch.lines(name))
    from contextlib import closing

    from edge.errors import UsageError
    from edge.state.database import open_state

    state = options.settings(options.flags(assignments=assign)).state_path
    if not state.exists():
        raise UsageError(
            "You have not corrected anything yet: there is no database.", "See: edge extract, edge correct"
        )
    with closing(open_state(state)) as db:
        found = calibration_labels.of_corrections(db)
    if not found:
        raise UsageError("You have not decided about any message yet.", "See: edge queue, edge correct")
    return found


def _print(one: CalibrationReport) -> None:
    from edge.cli.terminal import output
    from edge.cli.terminal.style import safe

    share = 100 * one.right / one.labels
    output.text(f"{safe(str(one.key))}: {one.labels} labels, {share:.0f} % right")
    made = one.calibration
    if made is not None and made.score is not None:
        output.text(f"  a score out of signals: {safe(', '.join(made.score.names))}")
    if made is not None and made.threshold is not None:
        coverage = 100 * made.accepted / made.tested_on
        output.text(
            f"  certified: from a score of {made.threshold:.3f} at most {made.alpha:g} are wrong, with"
            f" probability {1 - made.delta:g}"
        )
        output.text(
            f"  on {made.tested_on} test items: {made.accepted} accepted ({coverage:.0f} %), {made.errors}"
            f" wrong, bound {made.bound:.3f}"
        )
        return
    output.text(f"  not certified: {one.why}.")


def _check(held: list[CalibrationLabel], *, json: bool) -> int:
    """Later labels against what was promised."""
    from edge.cascade import drift, own_calibration
    from edge.cli.terminal import output

    found: list[Drift] = [drift.drift(one, held) for one in own_calibration.load()]
    if json:
        output.pretty({"schema": 1, "drifts": found})
        return int(any(one.alarm for one in found))
    if not found:
        output.note("There are no calibrations yet.")
    for one in found:
        state = "ALARM" if one.alarm else "holds" if one.holds else "too few labels to tell"
        output.text(
            f"{state}: {one.name}: {one.errors} of {one.accepted} wrong, so {one.lower:.3f} to"
            f" {one.upper:.3f}; promised {one.alpha:g}"
        )
    return int(any(one.alarm for one in found))
