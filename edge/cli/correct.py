"""`edge correct`: what you make of a result."""

from __future__ import annotations

import sys
from datetime import datetime
from typing import TYPE_CHECKING, Annotated

import typer

from edge.cli import options

if TYPE_CHECKING:
    from edge.cli.terminal.style import Style
    from edge.records import Extracted

Id = Annotated[
    str, typer.Argument(metavar="ID", help="The id of the message, or its beginning (see: edge queue).")
]
Action = Annotated[
    str | None,
    typer.Option(
        "--action", metavar="NAME", help="What should be done: archive, delete, flag, queue or nothing."
    ),
]
Sets = Annotated[
    list[str] | None,
    typer.Option(
        "--set",
        metavar="FIELD=VALUE",
        help="A field of an extraction, counted from 0: extractions.2.date=2026-03-04. May be repeated.",
    ),
]
Drop = Annotated[
    list[int] | None,
    typer.Option("--drop", metavar="NUMBER", help="Remove the extraction with this number. May be repeated."),
]
Add = Annotated[
    list[str] | None,
    typer.Option(
        "--add",
        metavar="JSON",
        help='Add an extraction that was missed: {"type", "info", "quote", "date", ...}. May be repeated.',
    ),
]
Accept = Annotated[bool, typer.Option("--accept", help="The result is right as it is.")]


def correct(
    *,
    id_: Id,
    action: Action = None,
    assign: Sets = None,
    drop: Drop = None,
    add: Add = None,
    accept: Accept = False,
    json: options.Json = False,
) -> int:
    """Say what a result should have been, or that it was right.

    Your decision counts at once, and the message leaves the queue. Without an option, the result is
    shown, each extraction with its number. What you say is kept beside what edge had found: edge stats
    counts it, and edge calibrate can learn from it.
    """
    from edge.cli.terminal import output
    from edge.cli.terminal.style import Style
    from edge.errors import UsageError
    from edge.extract import corrections as verb

    sets = {}
    for assignment in assign or ():
        name, equals, value = assignment.partition("=")
        if not equals:
            raise UsageError(f"--set takes FIELD=VALUE, not {assignment!r}.", "See: edge correct --help")
        if name.strip() in sets:
            raise UsageError(f"{name.strip()} is set twice.", "Once is enough.")
        sets[name.strip()] = value
    wish = verb.CorrectionInput(action=action, sets=sets, drops=drop or (), adds=add or (), accept=accept)
    state = options.settings({}).state_path
    made, labels = verb.correct(state, id_, wish, datetime.now().astimezone())
    if json:
        output.pretty({"schema": 1, "result": made, "corrections": labels})
        return 0
    for line in _lines(made, Style(output.coloured(sys.stdout)), output.width()):
        output.text(line)
    if labels:
        output.note(f"kept: {len(labels)} label{'s' if len(labels) > 1 else ''}")
    return 0


def _lines(made: Extracted, style: Style, width: int | None) -> list[str]:
    """The result, each extraction with the number that --set and --drop take."""
    from edge.cli.terminal.style import safe, wrap
    from edge.i18n import amount, probability, render
    from edge.records import Reason

    outcome = made.stopped_because
    if made.decision != "apply":
        outcome = render(Reason("result.queue"), made.language)
    shown = [style.bold(line) for line in wrap(safe(made.subject) or safe(made.id), width)]
    shown.append(f"{made.action} · {probability(made.confidence.value, made.language)} · {safe(outcome)}")
    for at, it in enumerate(made.extractions):
        sum_ = amount(it.amount, it.currency, made.language) if it.amount is not None else ""
        values = [value for value in (it.date, it.time, sum_) if value]
        text = f"{it.type}: {it.info}" + (f" [{', '.join(values)}]" if values else "")
        shown += wrap(safe(text), width, f"{at:>3}  ", "     ")
    return shown
