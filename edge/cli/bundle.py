"""`edge bundle`: create, verify, install, list."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

import typer

from edge.cli import options

if TYPE_CHECKING:
    from pathlib import Path

    from edge.records.bundle import BundleCreated, BundleSize

Bundle = Annotated[str, typer.Argument(metavar="BUNDLE", help="An archive (.tar) or a folder.")]
To = Annotated[
    str, typer.Option("--to", metavar="FOLDER", help="The folder where bundles are installed. [~/edge]")
]
Signer = Annotated[
    str, typer.Option("--signer", metavar="KEY.pub", help="The SSH public key that must have signed it.")
]
_LARGEST = 12


def group() -> typer.Typer:
    """The family of commands."""
    app = typer.Typer(
        help="Pack everything that edge needs on a computer without a network; check it, install it.",
        no_args_is_help=True,
    )
    for name, command in (("create", create), ("verify", verify), ("install", install), ("list", list_)):
        app.command(name)(command)
    return app


def create(
    out: Annotated[
        str,
        typer.Argument(
            metavar="[OUT]",
            help="The bundle to write: an archive if it is called NAME.tar, otherwise a folder.",
        ),
    ] = "",
    *,
    wheels: Annotated[
        str,
        typer.Option("--wheels", metavar="DIR", help="A folder of wheels, including that of edge itself."),
    ] = "",
    download: Annotated[
        bool,
        typer.Option(
            "--download", help="Download the wheels that DIR lacks, with pip; this opens connections."
        ),
    ] = False,
    platform: Annotated[
        str,
        typer.Option(
            "--platform",
            metavar="NAME",
            help="The system to make it for: linux-x86_64, macos-arm64, … [this one]",
        ),
    ] = "",
    python: Annotated[
        str,
        typer.Option(
            "--python", metavar="3.N", help="The version of Python to make it for. [the one that is running]"
        ),
    ] = "",
    extra: Annotated[
        list[str] | None,
        typer.Option("--extra", metavar="NAME", help="An extra of edge to include. May be repeated."),
    ] = None,
    model: Annotated[
        list[str] | None,
        typer.Option(
            "--model",
            metavar="NAME",
            help="A model that is on this device, or a .gguf file. May be repeated.",
        ),
    ] = None,
    knowledge: Annotated[
        list[str] | None,
        typer.Option("--knowledge", "-K", metavar="FILE", help="A knowledge base; the first is the default."),
    ] = None,
    name: Annotated[
        str,
        typer.Option("--name", metavar="NAME", help="The name of the bundle; updates have the same name."),
    ] = "edge",
    version: Annotated[
        str,
        typer.Option(
            "--version", metavar="N.N", help="The version of the bundle. [the time, YYYY.MM.DD.HHMMSS]"
        ),
    ] = "",
    delta: Annotated[
        str,
        typer.Option(
            "--delta",
            metavar="BASE",
            help="Include only what BASE lacks; BASE is a bundle, or the folder where one is installed.",
        ),
    ] = "",
    sign: Annotated[
        str, typer.Option("--sign", metavar="KEY", help="Sign it with this SSH key (ssh-keygen).")
    ] = "",
    size_report: Annotated[
        bool,
        typer.Option("--size-report", help="Show the size of each part; without OUT nothing is written."),
    ] = False,
    json: options.Json = False,
    offline: options.Offline = False,
    quiet: options.Quiet = False,
    no_progress: options.NoProgress = False,
) -> int:
    """Put wheels, models, knowledge bases and settings into one archive or folder, with their licences.

    Needs the extra bundle. Without --wheels it contains no code, for a computer that has edge already.
    Settings that name files, people or keys are left out. The exit code is 6 if you give --download and
    edge is offline.
    """
    from pathlib import Path

    from edge import paths
    from edge.bundle import create as making
    from edge.cli.terminal import output, progress
    from edge.errors import UsageError

    if not out and not size_report:
        raise UsageError(
            "Say where to write the bundle.", "For example: edge bundle create edge.tar; or add --size-report"
        )
    settings = options.settings(options.flags(None, offline))
    order = making.Order(
        out=paths.expanded(out) if out else None, name=name, version=version, platform=platform,
        python=python,
        wheels=paths.expanded(wheels) if wheels else None, download=download, extras=extra or [],
        models=model or [], knowledge=[Path(paths.database(one)) for one in knowledge or []],
        key=paths.expanded(sign) if sign else None, base=paths.expanded(delta) if delta else None,
    )  # fmt: skip
    with progress.steps(progress.wanted(quiet, no_progress)) as told:
        made = making.create(order, settings, told)
    if json:
        output.pretty(made)
        return 0
    if not quiet:
        for line in made.notes:
            output.note(line)
    for line in _created(made, size_report):
        output.text(line)
    return 0


def verify(
    bundle: Annotated[
        str,
        typer.Argument(metavar="BUNDLE", help="An archive, a folder, or the folder where one is installed."),
    ],
    *,
    signer: Signer = "",
    json: options.Json = False,
    quiet: options.Quiet = False,
    no_progress: options.NoProgress = False,
) -> int:
    """Compare every byte of a bundle with its manifest, and check the signature, if it has one.

    The exit code is 1 if anything is missing, changed or superfluous.
    """
    from edge import paths
    from edge.bundle import read
    from edge.bundle.carried.main import signed_by
    from edge.cli.terminal import output, progress

    with progress.steps(progress.wanted(quiet, no_progress)) as told:
        found = read.verify(paths.expanded(bundle), paths.expanded(signer) if signer else None, told)
    if json:
        output.pretty(found)
        return 0
    what = f"for {found.platform}, Python {found.python}" if found.platform else "without code"
    output.text(f"ok {found.id}: {found.files} files, {_mb(found.bytes)}, {what}, {signed_by(found.signer)}")
    if found.base:
        output.text(f"   An update of the version with the manifest {found.base[:12]}.")
    if found.others and not quiet:
        output.note(f"{len(found.others)} other files are beside it and are not used: {found.others[0]}")
    return 0


def install(
    bundle: Bundle,
    *,
    to: To = "",
    signer: Signer = "",
    downgrade: Annotated[
        bool, typer.Option("--downgrade", help="Allow a version that is older than the installed one.")
    ] = False,
    json: options.Json = False,
    quiet: options.Quiet = False,
    no_progress: options.NoProgress = False,
) -> int:
    """Check a bundle and install it; the version before it stays in use until this is done.

    On a computer without edge, the bundle's own install.py does the same: python3 install.py BUNDLE
    """
    from edge import paths
    from edge.bundle import read
    from edge.bundle.carried.main import signed_by
    from edge.cli.terminal import output, progress

    with progress.steps(progress.wanted(quiet, no_progress)) as told:
        done = read.install(
            paths.expanded(bundle), _root(to), signer=paths.expanded(signer) if signer else None,
            downgrade=downgrade, progress=told,
        )  # fmt: skip
    if json:
        output.pretty(done)
        return 0
    output.text(f"{done.id} is {'installed' if done.changed else 'here already'}, {signed_by(done.signer)}")
    output.text(f"Run: {done.launcher}" if done.launcher else f"Use: EDGE_BUNDLE={_root(to).absolute()}")
    return 0


def list_(to: To = "", json: options.Json = False) -> int:
    """List which versions are installed in a folder, and which one is in use."""
    from edge.bundle import read
    from edge.cli.terminal import output
    from edge.cli.terminal.style import table

    found = read.listing(_root(to))
    if json:
        output.pretty(found)
        return 0
    if not found.bundles:
        output.text(f"No bundle is installed in {found.folder}.")
    else:
        rows = [["", "name", "version", "edge", "for", "size"]]
        for one in found.bundles:
            machine = f"{one.platform}, Python {one.python}" if one.platform else "–"
            mark = "in force" if one.current else ""
            rows.append([mark, one.name, one.version, one.edge, machine, _mb(one.bytes)])
        for line in table(rows):
            output.text(line)
    if found.running:
        output.text(f"This edge is part of {found.running}")
    return 0


def _created(made: BundleCreated, report: bool) -> list[str]:
    lines = []
    if report:
        from edge.bundle.sizes import by_kind
        from edge.cli.terminal.style import table

        def row(one: BundleSize) -> list[str]:
            return [one.path, _mb(one.bytes), f"{100 * one.share:.1f} %"]

        lines += [*table([["what", "size", "share"], *(row(one) for one in by_kind(made.sizes))]), ""]
        lines += table([["the largest", "size", "share"], *(row(one) for one in made.sizes[:_LARGEST])])
        lines += [""]
    left = f", {made.kept} left out" if made.base else ""
    lines.append(f"{made.id}: {made.files} files{left}, {_mb(made.bytes)}{', signed' if made.signed else ''}")
    if made.out:
        lines.append(made.out)
    return lines


def _root(to: str) -> Path:
    from edge import paths
    from edge.bundle.carried.main import default_root

    return paths.expanded(to) if to else default_root()


def _mb(size: int) -> str:
    return f"{size / 1e6:.1f} MB"
