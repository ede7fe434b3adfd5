"""`edge search`: the passages that fit a query, without choosing an answer."""

from __future__ import annotations

from typing import Annotated

import typer

from edge.cli import options


@options.takes_shared
def search(
    *,
    query: Annotated[
        list[str] | None,
        typer.Argument(metavar="QUERY...", help='What to search for. "-" reads stdin.', show_default=False),
    ] = None,
    k: Annotated[
        int | None, typer.Option("-k", metavar="N", min=1, max=1000, help="The number of results.")
    ] = None,
    source: options.Sources = None,
    explain: Annotated[
        bool, typer.Option("--explain", help="Show what each part of the search contributed to the score.")
    ] = False,
    batch: options.Batch = None,
    shared: options.Shared,
) -> int:
    """Find the passages that fit a query, without choosing an answer.

    Words, parts of words and pairs of words all count, and meaning too if the knowledge base has vectors.
    Nothing that you type is an operator. --knowledge may be repeated.
    """
    import sys

    import msgspec

    from edge.cli import batch as batches
    from edge.cli import shipped
    from edge.cli.search import rendering
    from edge.cli.terminal import output
    from edge.cli.terminal.style import Style
    from edge.errors import UsageError

    given = shared.several(search__k=k)
    sources = tuple(source or ())
    if batch is not None:
        if query:
            raise UsageError("A query and --batch were both given.", "Give one of the two.")
        with options.opened(given, others=shared.others, quiet=shared.quiet) as edge:
            return batches.each(batch, lambda text: msgspec.to_builtins(edge.search(text, sources=sources)))
    text = batches.question(query)
    if not text.strip():
        raise UsageError("The query is empty.", 'For example: edge search "safety valve"')
    with options.opened(given, others=shared.others, quiet=shared.quiet) as edge:
        response = edge.search(text, sources=sources)
    if shared.json:
        output.pretty(response)
        return 0
    style = Style(output.coloured(sys.stdout))
    for line in rendering.lines(response, style, output.width(), explain=explain, quiet=shared.quiet):
        output.text(line)
    shipped.remark(given, shared.others, quiet=shared.quiet)
    return 0
