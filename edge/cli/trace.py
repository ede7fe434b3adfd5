"""`edge trace`: every context that was composed, and what you say of its items."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING, Annotated

import typer

from edge.cli import options

if TYPE_CHECKING:
    from edge.compose.trace import TraceStore
    from edge.memory.service import MemoryService

Id = Annotated[
    str, typer.Argument(metavar="ID", help="The id of a trace, as edge trace list shows it, for example x7.")
]

Limit = Annotated[int, typer.Option("-n", "--limit", min=1, metavar="NUMBER", help="Show at most this many.")]


def group() -> typer.Typer:
    """The family of commands."""
    app = typer.Typer(
        help="Look at the contexts that were composed, and say which parts of them helped.",
        no_args_is_help=True,
    )
    for name, command in (("list", list_), ("show", show), ("export", export), ("label", label)):
        app.command(name)(command)
    return app


def _opened(assign: list[str] | None) -> tuple[TraceStore, MemoryService]:
    from edge.cli.memory.open import opened
    from edge.compose.trace import TraceStore

    memories = opened(assign)
    return TraceStore(memories.db, memories.principal), memories


def list_(
    *,
    limit: Limit = 20,
    json: options.Json = False,
    assign: options.Set = None,
) -> int:
    """List the latest contexts, the newest first."""
    from contextlib import closing

    from edge.cli.terminal import output
    from edge.cli.terminal.style import safe, table

    traces, session = _opened(assign)
    with closing(session):
        found = traces.listing(limit)
    if json:
        output.pretty({"schema": 1, "traces": found})
        return 0
    if not found:
        output.text("No context has been composed yet.")
        return 0
    rows = [["id", "when (UTC)", "tokens", "items", "query"]]
    for one in found:
        when, budget = one.created_at[:16].replace("T", " "), f"{one.used}/{one.input_tokens}"
        rows.append([one.id, when, budget, str(one.kept), safe(one.query)[:60]])
    for line in table(rows, numbers=False):
        output.text(line)
    return 0


def show(id_: Id, json: options.Json = False, assign: options.Set = None) -> int:
    """Show everything about a context: its text, each item with its score and reason, what was left out
    and why.
    """
    from contextlib import closing

    from edge.cli.terminal import output
    from edge.cli.terminal.style import Style, safe, table

    traces, session = _opened(assign)
    with closing(session):
        trace = traces.get(id_)
    if json:
        output.pretty({"schema": 1, "trace": trace})
        return 0
    style = Style(output.coloured(sys.stdout))
    output.text(style.bold(safe(trace["query"])))
    for line in str(trace["text"]).split("\n"):
        output.text(f"  {line}")
    said = {one.item: "useful" if one.useful else "not useful" for one in trace["labels"]}
    rows = [
        [item["id"], item["kind"], f"{item['score']:.3f}", str(item["tokens"]),
         "in" if item["kept"] else "out", safe(item["why"]), said.get(item["id"], "")]
        for item in trace["items"]
    ]  # fmt: skip
    for line in table([["item", "kind", "score", "tokens", "", "why", "label"], *rows], numbers=False):
        output.text(style.dim(line))
    budget = trace["budget"]
    output.text(f"{budget['used']} of {budget['inputTokens']} tokens · {trace['created_at'][:19]}")
    return 0


def export(*, limit: Limit = 10_000, json: options.Json = False, assign: options.Set = None) -> int:
    """Print the contexts with their labels as JSON lines, the oldest first."""
    from contextlib import closing

    from edge.cli.terminal import output

    traces, session = _opened(assign)
    with closing(session):
        kept = [traces.get(one.id) for one in reversed(traces.listing(limit))]
    if json:
        output.pretty({"schema": 1, "traces": kept})
        return 0
    for trace in kept:
        output.document(trace)
    return 0


def label(
    id_: Id,
    items: Annotated[
        list[str], typer.Argument(metavar="ITEM...", help="Items of the trace, for example t12, m3, c40.")
    ],
    *,
    useless: Annotated[bool, typer.Option("--useless", help="The items did not help. [they did]")] = False,
    json: options.Json = False,
    assign: options.Set = None,
) -> int:
    """Say whether items of a context helped. edge eval compose measures with these labels."""
    from contextlib import closing

    from edge.cli.terminal import output

    traces, session = _opened(assign)
    with closing(session):
        count = traces.label(id_, items, useful=not useless)
    if json:
        output.pretty({"schema": 1, "trace": id_, "items": items, "useful": not useless})
    else:
        output.text(f"{count} label{'s' if count > 1 else ''} kept for {id_}")
    return 0
