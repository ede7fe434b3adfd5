"""`edge memory list`: what is kept, a line each."""

from __future__ import annotations

from typing import Annotated

import typer

from edge.cli import options
from edge.cli.memory.open import opened


def list_(
    *,
    limit: Annotated[
        int, typer.Option("-n", "--limit", min=1, metavar="NUMBER", help="Show at most this many.")
    ] = 20,
    kind: Annotated[
        str | None, typer.Option("--type", metavar="TYPE", help="Only memories of this type.")
    ] = None,
    project: Annotated[
        str | None, typer.Option("--project", metavar="NAME", help="Only those of this project.")
    ] = None,
    json: options.Json = False,
    assign: options.Set = None,
) -> int:
    """List the latest memories that are in force, the newest first."""
    from contextlib import closing

    from edge.cli.memory import rendering
    from edge.cli.terminal import output

    with closing(opened(assign)) as memories:
        kept = memories.listing(limit, type=kind or "", project=project or "")
        count = memories.count(type=kind or "", project=project or "")
    if json:
        output.pretty({"schema": 1, "memories": kept})
        return 0
    if not kept:
        output.text("Nothing found." if kind or project else "No memory is kept.")
        return 0
    for line in rendering.listed(kept, count):
        output.text(line)
    return 0
