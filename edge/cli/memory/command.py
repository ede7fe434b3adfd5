"""`edge memory`: things learnt, each with its why; found again by their situation."""

from __future__ import annotations

import sys
from typing import Annotated

import typer

from edge.cli import options
from edge.cli.memory import add, exchange, upkeep
from edge.cli.memory.add import Id, Why
from edge.cli.memory.list import list_
from edge.cli.memory.open import opened

Kind = Annotated[str | None, typer.Option("--type", metavar="TYPE", help="Only memories of this type.")]
Project = Annotated[str | None, typer.Option("--project", metavar="NAME", help="Only those of this project.")]


def group() -> typer.Typer:
    """The family of commands."""
    app = typer.Typer(
        help="Keep what you have learnt, each with the situation in which it helps, and find it again.",
        no_args_is_help=True,
    )
    for name, command in (
        ("add", add.add), ("search", search), ("list", list_), ("show", show),
        ("update", add.update),
        ("supersede", add.supersede), ("complete", add.complete), ("link", link),
        ("delete", delete), ("restore", restore), ("consolidate", upkeep.consolidate),
        ("summarise", upkeep.summarise), ("import", exchange.import_),
        ("export", exchange.export), ("stats", stats),
    ):  # fmt: skip
        app.command(name)(command)
    return app


def search(
    query: Annotated[list[str], typer.Argument(metavar="QUERY", help="Words, or a whole question.")],
    *,
    k: Annotated[
        int | None, typer.Option("-k", min=1, metavar="NUMBER", help="The number of results.")
    ] = None,
    context: Annotated[
        str,
        typer.Option(
            "--context", metavar="TEXT", help="The situation that you are in, to sort the results by."
        ),
    ] = "",
    kind: Kind = None,
    project: Project = None,
    explain: Annotated[bool, typer.Option("--explain", help="Show how each score came about.")] = False,
    json: options.Json = False,
    quiet: options.Quiet = False,
    assign: options.Set = None,
) -> int:
    """Find memories by their words, and by meaning if an embedding model is installed.

    Between memories that look alike, the one whose situation and solution have more in common with the
    query comes first.
    """
    from contextlib import closing

    from edge.cli.memory import rendering
    from edge.cli.terminal import output
    from edge.cli.terminal.style import Style

    text = options.query(query, 'edge memory search "build fails on ARM"')
    with closing(opened(assign)) as memories:
        found = memories.recall(text, k, context=context, type=kind or "", project=project or "")
    if json:
        output.pretty(found)
        return 0
    style = Style(output.coloured(sys.stdout))
    for line in rendering.found(found, style, output.width(), explain=explain):
        output.text(line)
    if not quiet:
        for note in found.notes:
            output.note(note)
    return 0


def show(id_: Id, json: options.Json = False, assign: options.Set = None) -> int:
    """Show everything about a memory: its context, its links, and what superseded it."""
    from contextlib import closing

    from edge.cli.memory import rendering
    from edge.cli.terminal import output
    from edge.cli.terminal.style import Style

    with closing(opened(assign)) as memories:
        memory = memories.store.get(id_)
    if json:
        output.pretty({"schema": 1, "memory": memory})
        return 0
    for line in rendering.whole(memory, Style(output.coloured(sys.stdout)), output.width()):
        output.text(line)
    return 0


def link(
    source: Id,
    target: Annotated[str, typer.Argument(metavar="OTHER", help="The id of the other memory.")],
    *,
    kind: Annotated[
        str, typer.Option("--kind", metavar="NAME", help="related, derived_from or contradicts.")
    ] = "related",
    reason: Why,
    json: options.Json = False,
    assign: options.Set = None,
) -> int:
    """Link two memories, and say why."""
    from contextlib import closing
    from typing import Any

    from edge.cli.terminal import output
    from edge.errors import UsageError

    if kind not in ("related", "derived_from", "contradicts"):
        raise UsageError(f"There is no kind of link {kind!r}.", "One of: related, derived_from, contradicts.")
    known: Any = kind
    with closing(opened(assign)) as memories:
        memories.store.link(source, target, known, reason=reason)
    if json:
        output.pretty({"schema": 1, "source": source, "target": target, "kind": kind, "reason": reason})
    else:
        output.text(f"{source} {kind.replace('_', ' ')} {target}")
    return 0


def delete(
    id_: Id,
    *,
    for_good: Annotated[
        bool,
        typer.Option(
            "--for-good", help="Delete it now and for good, with what it superseded and what quotes it."
        ),
    ] = False,
    json: options.Json = False,
    assign: options.Set = None,
) -> int:
    """Delete a memory. It can be restored for some days (memory.keep_days).

    What it had superseded does not come back by itself, and is deleted with it in the end: restore it if
    it is true again.
    """
    from contextlib import closing

    from edge.cli.terminal import output
    from edge.text.iso_date import local_day

    until, earlier, gone = None, list[str](), list[str]()
    with closing(opened(assign)) as memories:
        if for_good:
            gone = memories.store.erase(id_)
        else:
            until = memories.store.delete(id_)
            earlier = memories.store.superseded(id_)
    if json:
        told = {"restorable_until": until, "superseded": earlier} if until else {"erased": gone}
        output.pretty({"schema": 1, "id": id_, **told})
    elif until is None:
        output.text(f"{', '.join(gone)} deleted, for good")
    else:
        output.text(f"{id_} deleted. Until {local_day(until)}: edge memory restore {id_}")
        for id in earlier:
            output.text(f"It had superseded {id}, which is not in force: edge memory restore {id}")
    return 0


def restore(id_: Id, json: options.Json = False, assign: options.Set = None) -> int:
    """Put a deleted or superseded memory back in force."""
    from contextlib import closing

    from edge.cli.terminal import output

    with closing(opened(assign)) as memories:
        back = memories.store.restore(id_)
    if json:
        output.pretty({"schema": 1, "memory": back})
    else:
        output.text(f"{back.id} is in force: {back.title}")
    return 0


def stats(json: options.Json = False, assign: options.Set = None) -> int:
    """Measure your memories: how many contexts are complete, how long a search takes, and whether
    contexts help to find them.
    """
    from contextlib import closing

    from edge.cli.memory import rendering
    from edge.cli.terminal import output

    with closing(opened(assign)) as memories:
        measured = memories.stats()
    if json:
        output.pretty(measured)
        return 0
    for line in rendering.measures(measured):
        output.text(line)
    return 0
