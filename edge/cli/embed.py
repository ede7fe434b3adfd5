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
        "--model",
        "-m",
        metavar="NAME",
        help="An embedding model (edge models list); without it, the one that is installed.",
    ),
]
Dims = Annotated[
    int,
    typer.Option(
        "--dims", metavar="N", min=0, help="The number of dimensions, one that the model was trained for."
    ),
]


@options.takes_shared
def embed(
    *,
    model: Model = "",
    variant: Annotated[
        str, typer.Option("--variant", metavar="NAME", help="A quantisation; without it, the default one.")
    ] = "",
    dims: Dims = 0,
    rebuild: Annotated[bool, typer.Option("--rebuild", help="Compute all vectors again.")] = False,
    shared: options.Shared,
) -> int:
    """Compute a vector for every passage of a knowledge base, so that search finds meaning as well as
    words.

    You can stop it at any time: the same command continues where it stopped.
    """
    from edge.cli.terminal import output, progress
    from edge.errors import UsageError

    given = shared.flags()
    if not options.settings(given).knowledge:
        raise UsageError(
            "Name the knowledge base to write to: the included handbook is read-only.",
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
