"""`edge memory`: things learnt, each with its why; found again by their situation."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING, Annotated

import typer

from edge.cli import options

if TYPE_CHECKING:
    from edge.memory.service import MemoryService

Id = Annotated[str, typer.Argument(metavar="ID", help="A memory's id, as search shows it: m12.")]
Reason = Annotated[str, typer.Option("--reason", metavar="TEXT", help="Why; kept with the link.")]
Kind = Annotated[str | None, typer.Option("--type", metavar="TYPE", help="Only memories of this type.")]
Project = Annotated[str | None, typer.Option("--project", metavar="NAME", help="Only those of this project.")]


def group() -> typer.Typer:
    """The family of commands."""
    from edge.cli import memory_add as adding

    app = typer.Typer(help="Things learnt, each with its situation and solution.", no_args_is_help=True)
    for name, command in (
        ("add", adding.add), ("search", search), ("show", show), ("update", adding.update),
        ("supersede", adding.supersede), ("complete", adding.complete), ("link", link), ("delete", delete),
        ("restore", restore), ("consolidate", consolidate), ("summarise", summarise), ("import", import_),
        ("export", export), ("stats", stats),
    ):  # fmt: skip
        app.command(name)(command)
    return app


def opened(assign: list[str] | None = None) -> MemoryService:
    """The memories of the settings in force; close it."""
    from edge import api

    session = api.open(settings=options.settings(options.flags(None, False, assign)))
    session.origin = "cli"
    return session.memory


def search(
    query: Annotated[list[str], typer.Argument(metavar="QUERY", help="Words, or a whole question.")],
    *,
    k: Annotated[int | None, typer.Option("-k", min=1, metavar="NUMBER", help="How many.")] = None,
    context: Annotated[
        str, typer.Option("--context", metavar="TEXT", help="What is going on: orders what is found.")
    ] = "",
    kind: Kind = None,
    project: Project = None,
    explain: Annotated[bool, typer.Option("--explain", help="Show what gave each its score.")] = False,
    json: options.Json = False,
    quiet: options.Quiet = False,
    assign: options.Set = None,
) -> int:
    """Find memories by their words and, where an embedder is installed, by meaning.

    What a memory's own situation and solution share with the query decides between those that look alike.
    """
    from contextlib import closing

    from edge.cli import memory_text, output
    from edge.cli.style import Style

    text = options.query(query, 'edge memory search "build fails on ARM"')
    with closing(opened(assign)) as memories:
        found = memories.recall(text, k, context=context, type=kind or "", project=project or "")
    if json:
        output.pretty(found)
        return 0
    style = Style(output.coloured(sys.stdout))
    for line in memory_text.found(found, style, output.width(), explain=explain):
        output.text(line)
    if not quiet:
        for note in found.notes:
            output.note(note)
    return 0


def show(id_: Id, json: options.Json = False, assign: options.Set = None) -> int:
    """Show a memory whole: context, links, and what superseded it."""
    from contextlib import closing

    from edge.cli import memory_text, output
    from edge.cli.style import Style

    with closing(opened(assign)) as memories:
        memory = memories.store.get(id_)
    if json:
        output.pretty({"schema": 1, "memory": memory})
        return 0
    for line in memory_text.whole(memory, Style(output.coloured(sys.stdout)), output.width()):
        output.text(line)
    return 0


def link(
    source: Id,
    target: Annotated[str, typer.Argument(metavar="OTHER", help="The other memory's id.")],
    *,
    kind: Annotated[
        str, typer.Option("--kind", metavar="NAME", help="related, derived_from or contradicts.")
    ] = "related",
    reason: Reason,
    json: options.Json = False,
    assign: options.Set = None,
) -> int:
    """Link two memories, and say why."""
    from contextlib import closing
    from typing import Any

    from edge.cli import output
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


def delete(id_: Id, json: options.Json = False, assign: options.Set = None) -> int:
    """Take a memory out of every search. It can be put back for some days (memory.keep_days)."""
    from contextlib import closing

    from edge.cli import output

    with closing(opened(assign)) as memories:
        until = memories.store.delete(id_)
    if json:
        output.pretty({"schema": 1, "id": id_, "restorable_until": until})
    else:
        output.text(f"{id_} deleted. Until {until[:10]}: edge memory restore {id_}")
    return 0


def restore(id_: Id, json: options.Json = False, assign: options.Set = None) -> int:
    """Put a deleted memory back in force, or one that was superseded."""
    from contextlib import closing

    from edge.cli import output

    with closing(opened(assign)) as memories:
        back = memories.store.restore(id_)
    if json:
        output.pretty({"schema": 1, "memory": back})
    else:
        output.text(f"{back.id} is in force: {back.title}")
    return 0


def consolidate(
    *,
    accept: Annotated[
        int | None, typer.Option("--accept", metavar="NUMBER", help="Make the pattern of a suggestion.")
    ] = None,
    decline: Annotated[
        int | None, typer.Option("--decline", metavar="NUMBER", help="Offer a suggestion no more.")
    ] = None,
    undo: Annotated[
        str | None,
        typer.Option(
            "--undo", metavar="ID", help="Take an accepted pattern back: its id, or the suggestion's number."
        ),
    ] = None,
    json: options.Json = False,
    assign: options.Set = None,
) -> int:
    """Look for three or more episodes that might be one pattern. You decide; episodes stay as they are."""
    from contextlib import closing

    from edge.cli import memory_text, output
    from edge.errors import UsageError

    if sum(number is not None for number in (accept, decline, undo)) > 1:
        raise UsageError(
            "One of --accept, --decline and --undo at a time.", "See: edge memory consolidate -h"
        )
    told: list[str] = []
    with closing(opened(assign)) as memories:
        found = memories.suggestions()
        if accept is not None:
            made = memories.consolidation.accept(accept)
            told = [f"{made.id} kept: the pattern of suggestion {accept}"]
        elif decline is not None:
            memories.consolidation.decline(decline)
            told = [f"Suggestion {decline} will not be offered again."]
        elif undo is not None:
            work = memories.consolidation
            until = work.undo(int(undo) if undo.isdecimal() else work.of_pattern(undo))
            told = [f"Taken back; until {until[:10]} the pattern can be restored."]
        if told:
            found = memories.consolidation.listing()
    if json:
        output.pretty({"schema": 1, "suggestions": found, "done": told})
        return 0
    for line in told or memory_text.suggested(found):
        output.text(line)
    return 0


def summarise(json: options.Json = False, assign: options.Set = None) -> int:
    """Bring the summaries of your conversations up to date: windows, conversations, weeks, months, themes.

    edge chat does it while you talk. Gemma writes them where gemma.model is set; else they are the turns' own
    most telling sentences.
    """
    from contextlib import closing

    from edge.cli import output

    with closing(opened(assign)) as memories:
        done, vectors = memories.summarise()
    if json:
        output.pretty({"schema": 1, **done._asdict(), "vectors": vectors})
        return 0
    made = sum(done.made.values())
    output.text(f"{made} made ({done.written} by a model), {sum(done.kept.values())} were up to date")
    if vectors:
        output.text(f"{vectors} vectors made")
    return 0


def import_(
    file: Annotated[
        str,
        typer.Argument(
            metavar="FILE", help='JSONL of edge memory export ("-" reads stdin), or Rekall\'s database.'
        ),
    ],
    json: options.Json = False,
    assign: options.Set = None,
) -> int:
    """Add memories from a file. The same file again adds nothing.

    An entry of Rekall without a structured context keeps its old text, and waits for edge memory complete.
    """
    from contextlib import closing

    from edge import paths
    from edge.cli import output, streams
    from edge.memory import exchange

    with closing(opened(assign)) as memories:
        if file == "-":
            done = memories.import_lines(streams.lines(exchange.LONGEST + 1))
        else:
            done = memories.import_file(paths.expanded(file))
    if json:
        output.pretty(done)
    else:
        output.text(f"{done.added} added, {done.known} known, {done.links} links")
        if done.incomplete:
            output.text(f"{done.incomplete} lack situation or solution: edge memory complete ID")
        for why in done.refused:
            output.note(f"refused: {why}")
    return 1 if done.refused else 0


def export(
    *,
    form: Annotated[str, typer.Option("--format", metavar="NAME", help="jsonl or markdown.")] = "jsonl",
    everything: Annotated[
        bool, typer.Option("--all", help="Also those that were superseded or deleted.")
    ] = False,
    json: options.Json = False,
    assign: options.Set = None,
) -> int:
    """Print all memories: a JSON line each, or Markdown."""
    from contextlib import closing

    from edge.cli import output
    from edge.errors import UsageError
    from edge.memory import exchange

    if form not in ("jsonl", "markdown"):
        raise UsageError(f"There is no format {form!r}.", "One of: jsonl, markdown.")
    with closing(opened(assign)) as memories:
        kept = memories.export(everything=everything)
    if json:
        output.pretty({"schema": 1, "memories": kept})
    elif form == "jsonl":
        for encoded in exchange.jsonl(kept):
            output.bytes_(encoded)
    else:
        for text in exchange.markdown(kept):
            for line in text.split("\n"):
                output.text(line)
    return 0


def stats(json: options.Json = False, assign: options.Set = None) -> int:
    """Measure the store: complete contexts, search time, and whether contexts help to find."""
    from contextlib import closing

    from edge.cli import memory_text, output

    with closing(opened(assign)) as memories:
        measured = memories.stats()
    if json:
        output.pretty(measured)
        return 0
    for line in memory_text.measures(measured):
        output.text(line)
    return 0
