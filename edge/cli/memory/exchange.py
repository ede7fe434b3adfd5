"""`edge memory import`, `export`: memories out of a file, and into one."""

from __future__ import annotations

from typing import Annotated

import typer

from edge.cli import options
from edge.cli.memory.open import opened


def import_(
    file: Annotated[
        str,
        typer.Argument(
            metavar="FILE",
            help='A file made by edge memory export ("-" reads stdin), or a database of Rekall.',
        ),
    ],
    json: options.Json = False,
    assign: options.Set = None,
) -> int:
    """Add memories from a file. Importing the same file again adds nothing.

    An entry of Rekall without a structured context keeps its old text until you run edge memory complete.
    """
    from contextlib import closing

    from edge import paths
    from edge.cli.terminal import output, streams
    from edge.memory import import_lines

    with closing(opened(assign)) as memories:
        if file == "-":
            done = memories.import_lines(streams.lines(import_lines.LONGEST + 1))
        else:
            done = memories.import_file(paths.expanded(file))
    if json:
        output.pretty(done)
    else:
        output.text(
            f"{done.added} added, {done.known} already there, {done.links} link{'s' * (done.links != 1)}"
        )
        if done.incomplete:
            output.text(f"{done.incomplete} without situation or solution: edge memory complete ID")
        for why in done.refused:
            output.note(f"refused: {why}")
    return 1 if done.refused else 0


def export(
    *,
    form: Annotated[
        str, typer.Option("--format", metavar="NAME", help="The format: jsonl or markdown.")
    ] = "jsonl",
    everything: Annotated[
        bool, typer.Option("--all", help="Include those that were superseded or deleted.")
    ] = False,
    json: options.Json = False,
    assign: options.Set = None,
) -> int:
    """Print all memories, as JSON lines or Markdown."""
    from contextlib import closing

    from edge.cli.terminal import output
    from edge.errors import UsageError
    from edge.memory import export_lines

    if form not in ("jsonl", "markdown"):
        raise UsageError(f"There is no format {form!r}.", "One of: jsonl, markdown.")
    with closing(opened(assign)) as memories:
        kept = memories.export(everything=everything)
    if json:
        output.pretty({"schema": 1, "memories": kept})
    elif form == "jsonl":
        for encoded in export_lines.jsonl(kept):
            output.bytes_(encoded)
    else:
        for text in export_lines.markdown(kept):
            for line in text.split("\n"):
                output.text(line)
    return 0
