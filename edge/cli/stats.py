"""`edge stats`: how reading messages goes, and what is alarming."""

from __future__ import annotations

import sys
from datetime import datetime
from typing import TYPE_CHECKING, Annotated

import typer

from edge.cli import options

if TYPE_CHECKING:
    from edge.records import Stats

Since = Annotated[
    str | None,
    typer.Option(
        "--since", metavar="WHEN", help="Only messages read since then: 30d, 12h, 4w, or a date. [all]"
    ),
]
Check = Annotated[bool, typer.Option("--check", help="End with exit code 1 if an alarm rings.")]


def stats(
    *, since: Since = None, check: Check = False, json: options.Json = False, assign: options.Set = None
) -> int:
    """Print figures about the messages that were read: passes, confidence, cost, time, corrections,
    alarms.

    The alarms are settings (alarms.day_usd, opus_share, clarification_share, mean_confidence,
    p95_seconds); 0 switches an alarm off.
    """
    from edge.cli.extract.alarms import stated
    from edge.cli.terminal import output
    from edge.cli.terminal.style import Style, table
    from edge.extract import stats as verb

    settings = options.settings(options.flags(assignments=assign))
    now = datetime.now().astimezone()
    start = verb.moment(since, now) if since is not None else None
    made = verb.stats(settings.state_path, settings.alarms, now, start)
    if json:
        output.pretty(made)
        return int(check and bool(made.alarms))
    if made.messages:
        for line in table(_rows(made), numbers=False):
            output.text(line)
    else:
        output.text(
            "No message has been read" + (f" since {since}." if since else " yet: see edge extract --help.")
        )
        if made.usd or made.day_usd or made.month_usd:
            for line in table(_money(made), numbers=False):
                output.text(line)
    style = Style(output.coloured(sys.stdout))
    for alarm in made.alarms:
        output.text(style.bad(stated(alarm)))
    return int(check and bool(made.alarms))


def _rows(made: Stats) -> list[list[str]]:
    actions = ", ".join(f"{name} {count}" for name, count in made.actions.items())
    decisions = ", ".join(f"{name} {count}" for name, count in made.decisions.items())
    passes = ", ".join(f"{n}: {count / made.messages:.0%}" for n, count in made.passes.items())
    kinds = ", ".join(f"{kind} {mean:.2f}" for kind, mean in made.pass_confidence.items())
    if made.mean_passes is not None:
        passes += f"; {made.mean_passes:.2f} a message"
    if made.tokens:
        passes += f", {made.tokens} tokens"
    gain = "" if made.confidence_gain is None else f"; further passes {made.confidence_gain:+.2f}"
    seconds = f"P50 {made.p50_seconds or 0:.3f} s, P95 {made.p95_seconds or 0:.3f} s"
    return [
        ["messages", f"{made.messages}" + _again(made)],
        ["actions", actions],
        ["decisions", decisions],
        ["passes", passes],
        ["confidence", f"{_figure(made.mean_confidence)} at the end; {kinds}{gain}"],
        ["escalated", f"{_share(made.escalated_share)}, to Opus {_share(made.opus_share)}"],
        ["asked you", f"{_share(made.clarification_share)}, {made.clarifications} messages"],
        ["time", seconds],
        *_money(made),
        ["corrections", _labels(made)],
    ]


def _again(made: Stats) -> str:
    return f", read {made.readings} times" if made.readings > made.messages else ""


def _money(made: Stats) -> list[list[str]]:
    each = f", ${made.usd_per_message:.4f} a message" if made.usd_per_message else ""
    rows = [["cost", f"${made.usd:.4f}{each}; today ${made.day_usd:.4f}, this month ${made.month_usd:.4f}"]]
    for cost in made.costs:
        unknown = f", {cost.unknown} with an unknown end" if cost.unknown else ""
        told = f"{cost.purpose}: ${cost.usd:.4f}, {cost.calls} calls, {cost.tokens} tokens{unknown}"
        rows.append([f"  {cost.model}", told])
    return rows


def _labels(made: Stats) -> str:
    labels = made.labels
    if not labels.count or labels.corrected is None:
        return "none yet: edge correct ID --accept, or --action NAME"
    told = f"{labels.count} settled by you, {labels.corrected:.0%} of them with another action"
    if labels.brier is None:
        return f"{told}; Brier and ECE from {labels.needed} on"
    return f"{told}; Brier {labels.brier:.3f}, ECE {_figure(labels.ece)}"


def _share(value: float | None) -> str:
    return "–" if value is None else f"{value:.1%}"


def _figure(value: float | None) -> str:
    return "–" if value is None else f"{value:.3f}"
