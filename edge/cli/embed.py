"""`edge embed`: vectors for a knowledge base."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

import typer

from edge.cli import options

if TYPE_CHECKING:
    from edge.records import EmbedReport

Model = Annotated[
    str,
    typer.Option(
        "--model", "-m", metavar="NAME", help="An embedder (edge models list); else the one that is here."
    ),
]
Dims = Annotated[
    int, typer.Option("--dims", metavar="N", min=0, help="A size that the model was trained for.")
]


@options.takes_shared
def embed(
    *,
    model: Model = "",
    variant: Annotated[
        str, typer.Option("--variant", metavar="NAME", help="A quantisation; else the default one.")
    ] = "",
    dims: Dims = 0,
    rebuild: Annotated[bool, typer.Option("--rebuild", help="Make all vectors anew.")] = False,
    shared: options.Shared,
) -> int:
    """Give every passage of a knowledge base a vector, so that search finds meaning as well as words.

    Stop it at any moment: the same command goes on where it stopped.
    """
    from edge.cli.terminal import output, progress
    from edge.errors import UsageError

    given = shared.flags()
    if not options.settings(given).knowledge:
        raise UsageError(
            "Say which knowledge base to write: the one that ships is read-only.",
            "For example: edge embed --knowledge my.db (or set EDGE_KNOWLEDGE)",
        )
    with options.opened(given) as edge:
        try:
            report = edge.embed(
                model,
                variant,
                dims=dims,
                rebuild=rebuild,
                progress=progress.for_embed(shared.quiet, shared.no_progress),
            )
        except KeyboardInterrupt:
            if not shared.quiet:
                output.note("Interrupted. What was embedded is kept: the same command goes on from here.")
            raise
    if shared.json:
        output.pretty(report)
    elif not shared.quiet:
        show(report)
    return 0


def show(report: EmbedReport) -> None:
    """Print a report for people."""
    from edge.cli.terminal import output

    space = report.space
    output.text(
        f"{report.embedded} passages embedded, {report.vectors} vectors of {space.name}"
        f" at {space.dims} dimensions, {report.bytes / 1e6:.1f} MB, in {report.ms / 1000:.1f} s"
    )
