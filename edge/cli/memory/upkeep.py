"""`edge memory consolidate`, `summarise`: patterns out of many memories, and summaries of conversations."""

from __future__ import annotations

from typing import Annotated

import typer

from edge.cli import options
from edge.cli.memory.open import opened


def consolidate(
    *,
    accept: Annotated[
        int | None,
        typer.Option("--accept", metavar="NUMBER", help="Accept a suggestion, and make the pattern."),
    ] = None,
    decline: Annotated[
        int | None, typer.Option("--decline", metavar="NUMBER", help="Do not make this suggestion again.")
    ] = None,
    undo: Annotated[
        str | None,
        typer.Option(
            "--undo", metavar="ID", help="Undo an accepted pattern: its id, or the number of the suggestion."
        ),
    ] = None,
    json: options.Json = False,
    assign: options.Set = None,
) -> int:
    """Look for three or more memories that might be one pattern. You decide, and the memories stay as
    they are.
    """
    from contextlib import closing

    from edge.cli.memory import rendering
    from edge.cli.terminal import output
    from edge.errors import UsageError
    from edge.text.iso_date import local_day

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
            told = [f"Taken back; until {local_day(until)} the pattern can be restored."]
        if told:
            found = memories.consolidation.listing()
    if json:
        output.pretty({"schema": 1, "suggestions": found, "done": told})
        return 0
    for line in told or rendering.suggested(found):
        output.text(line)
    return 0


def summarise(json: options.Json = False, assign: options.Set = None) -> int:
    """Bring the summaries of your conversations up to date: windows, conversations, weeks, months,
    themes.

    edge chat does this while you talk. If gemma.model is set, Gemma writes the summaries; otherwise they
    consist of the most telling sentences of the conversation.
    """
    from contextlib import closing

    from edge.cli.terminal import output

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
