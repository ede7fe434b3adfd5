"""`edge index`: documents into a knowledge base."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

import typer

from edge.cli import options

if TYPE_CHECKING:
    from edge.records import IndexReport

Paths = Annotated[
    list[str] | None,
    typer.Argument(
        metavar="PATH...",
        help='Folders, documents, or a list of pages as JSONL ("-" reads it from stdin).',
        show_default=False,
    ),
]
Prune = Annotated[bool, typer.Option("--prune", help="Remove the documents whose files are gone.")]
Rebuild = Annotated[
    bool, typer.Option("--rebuild", help="Make the search tables again, even if nothing changed.")
]
Label = Annotated[
    str,
    typer.Option(
        "--as",
        metavar="NAME",
        help="The name of this folder in the knowledge base. Give the name of an earlier folder to say "
        "that it was moved here.",
    ),
]
Exclude = Annotated[
    list[str] | None,
    typer.Option(
        "--exclude",
        metavar="GLOB",
        help="Leave out the files that match this pattern, as in .gitignore. May be repeated.",
    ),
]
NoIgnore = Annotated[
    bool,
    typer.Option(
        "--no-ignore",
        help="Also read what .gitignore and .ignore exclude, and node_modules, virtual environments and "
        "caches.",
    ),
]
Watch = Annotated[
    bool,
    typer.Option(
        "--watch", help="Afterwards wait for changes and index again after each of them, until Ctrl-C."
    ),
]
ChunkTokens = Annotated[
    int | None, typer.Option("--chunk-tokens", metavar="N", min=20, help="The number of tokens in a chunk.")
]
NoVectors = Annotated[
    bool, typer.Option("--no-vectors", help="Compute no vectors, whatever index.vectors says.")
]
Summaries = Annotated[
    bool,
    typer.Option(
        "--summaries",
        help="Let Gemma, if there is one, summarise each table so that it is found more easily; takes "
        "seconds for each.",
    ),
]
Owner = Annotated[
    str | None,
    typer.Option("--owner", metavar="NAME", help="The owner of these documents. [you: access.owner]"),
]
Org = Annotated[
    str | None,
    typer.Option("--org", metavar="NAME", help="The organisation of these documents. [yours: access.org]"),
]
Readers = Annotated[
    str | None,
    typer.Option(
        "--visibility",
        metavar="WHO",
        help="Who may read these folders from now on: private (their owner), org (also members of the "
        "organisation) or public. [as before; public if new]",
    ),
]


@options.takes_shared
def index(
    *,
    path: Paths = None,
    prune: Prune = False,
    rebuild: Rebuild = False,
    exclude: Exclude = None,
    no_ignore: NoIgnore = False,
    label: Label = "",
    owner: Owner = None,
    org: Org = None,
    visibility: Readers = None,
    chunk_tokens: ChunkTokens = None,
    watch: Watch = False,
    no_vectors: NoVectors = False,
    summaries: Summaries = False,
    embed: Annotated[
        bool,
        typer.Option(
            "--embed", help="Compute a vector for every passage, however many have none (as edge embed does)."
        ),
    ] = False,
    model: Annotated[
        str, typer.Option("--model", "-m", metavar="NAME", help="With --embed: the embedding model.")
    ] = "",
    shared: options.Shared,
) -> int:
    """Read documents into the knowledge base named with --knowledge; unchanged ones are skipped.

    You can stop it at any time: the same command continues where it stopped. A document that cannot be
    read is listed, and the others are indexed. The exit code is 1 if no document could be read, or if one
    could be read only in part (because it was damaged, has empty pages, or is scanned); it is then listed
    with those pages.
    """
    import msgspec

    from edge.cli import batch
    from edge.cli.terminal import output, progress, question
    from edge.errors import UsageError
    from edge.indexing.sources.walk import Selection
    from edge.state.readership import ReadershipChange

    if not path:
        raise UsageError("There is nothing to index.", "For example: edge index Documents --knowledge my.db")
    given = shared.flags(index__chunk_tokens=chunk_tokens)
    options.own_knowledge(given, f"edge index {path[0]}")
    choice = Selection(exclude or (), ignore=not no_ignore)
    if watch and "-" in path:
        raise UsageError("What stdin gives is read once: it cannot be watched.", "Leave --watch out.")
    with options.opened(given) as edge, batch.paths(path) as (documents, stdin):
        readers = None
        if (owner, org, visibility) != (None, None, None):
            readers = ReadershipChange(by=edge.library.principal, owner=owner, org=org, visibility=visibility)

        def run(label: str = "") -> int:
            try:
                bar = progress.for_index(shared.quiet, shared.no_progress)
                report = edge.index(
                    documents, prune=prune, rebuild=rebuild, label=label, stdin=stdin, selection=choice,
                    readers=readers, moved=_moved if question.can_ask() else None,
                    vectors=not (no_vectors or embed), summaries=summaries, progress=bar,
                )  # fmt: skip
                if embed:
                    embedded = edge.embed(
                        model, progress=progress.for_embed(shared.quiet, shared.no_progress)
                    )
                    report = msgspec.structs.replace(
                        report, embed=embedded, sha256=embedded.sha256, bytes=embedded.bytes
                    )
            except KeyboardInterrupt:
                if not shared.quiet:
                    output.note("Interrupted. What was read is kept: the same command goes on from here.")
                raise
            return _told(report, json=shared.json, quiet=shared.quiet)

        if not watch:
            return run(label)
        from edge.cli.index.watch import keep_watching
        from edge.indexing.watch import changes

        waiting = changes(documents, choice)  # looked at before: what changes during the first run counts
        run(label)
        return keep_watching(waiting, run, quiet=shared.quiet)


def _told(report: IndexReport, *, json: bool, quiet: bool) -> int:
    """Print a report; the exit code for it."""
    from edge.cli.index import rendering
    from edge.cli.terminal import output

    if json:
        output.pretty(report)
    else:
        rendering.show(report, quiet=quiet)
    none_read = bool(report.sources) and all(source.status == "failed" for source in report.sources)
    return int(none_read or report.partly_read > 0)


def _moved(label: str, was: str, now: str) -> bool:
    from edge.cli.terminal import output, question

    output.note(f"{label!r} was indexed from {was}, which is gone; the same documents are now at {now}.")
    return question.yes("Did you move them?")
