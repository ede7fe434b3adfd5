"""`edge queue`: what waits for you, or for another engine."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING, Annotated

import typer

from edge.cli import options

if TYPE_CHECKING:
    from edge.cli.terminal.style import Style
    from edge.records import Extracted

Count = Annotated[
    int,
    typer.Option("-n", "--limit", min=1, metavar="NUMBER", help="Show at most this many, the oldest first."),
]


def queue(*, limit: Count = 50, json: options.Json = False) -> int:
    """List the messages that need your decision, with what edge suggests and what it asks.

    Decide about one with edge correct ID --accept, or edge correct ID --action NAME. If cloud.mode allows
    it, edge extract --resume continues with those that wait for another engine.
    """
    from edge.cli.terminal import output
    from edge.cli.terminal.style import Style
    from edge.extract import corrections

    waiting = corrections.waiting(options.settings({}).state_path)
    if json:
        output.pretty({"schema": 1, "count": len(waiting), "queue": [_item(it) for it in waiting[:limit]]})
        return 0
    if not waiting:
        output.text("Nothing is waiting.")
        return 0
    style, width = Style(output.coloured(sys.stdout)), output.width()
    for made in waiting[:limit]:
        for line in _lines(made, style, width):
            output.text(line)
    more = len(waiting) - limit
    told = f"{len(waiting)} wait{'s' if len(waiting) == 1 else ''}" + (
        f", {more} not shown" if more > 0 else ""
    )
    output.note(f"{told} · decide about one: edge correct ID --accept, or --action NAME")
    return 0


def _item(made: Extracted) -> dict[str, object]:
    return {
        "id": made.id, "subject": made.subject, "sender": made.sender, "received_at": made.received_at,
        "action": made.action, "confidence": made.confidence, "decision": made.decision,
        "question": made.clarification_question, "wanted": made.escalation.wanted, "stakes": made.stakes,
        "conflicts": [it for it in made.context.conflicts if not it.settled],
        "codes": {
            "question": made.codes.get("clarification_question", []), "stakes": made.codes.get("stakes", []),
        },
    }  # fmt: skip


def _lines(made: Extracted, style: Style, width: int | None) -> list[str]:
    from edge.cli.terminal.style import safe, wrap
    from edge.i18n import probability, render
    from edge.records import Reason

    wanted = made.escalation.wanted or ""
    who = render(
        Reason(
            "result.queue_or" if made.decision == "queue" and wanted else f"result.{made.decision}",
            {"wanted": wanted},
        ),
        made.language,
    )
    shown = [style.bold(line) for line in wrap(safe(made.subject) or safe(made.id), width)]
    shown.append(style.place(f"  {safe(made.id)}"))
    shown.append(f"  {made.action}? · {probability(made.confidence.value, made.language)} · {safe(who)}")
    if made.clarification_question:
        shown += [style.warn(line) for line in wrap(safe(made.clarification_question), width, "  ? ", "    ")]
    return shown
