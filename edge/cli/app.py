"""The application. Each command lives in its own module and imports what it needs when it runs."""

from __future__ import annotations

from typing import Annotated

import typer

from edge.cli.sections import COMMANDS, FAMILIES


def _version(wanted: bool) -> None:
    if wanted:
        from edge import __version__

        typer.echo(f"edge {__version__}")
        raise typer.Exit


def top(
    version: Annotated[
        bool, typer.Option("--version", callback=_version, is_eager=True, help="Print the version and exit.")
    ] = False,
) -> None:
    """Answer questions from your own documents, on your own device. Each answer is a sentence quoted word
    for word, with its document and page; when the answer is not there, edge says so.

    To begin, read a folder into a knowledge base, then ask it:

    \b
      edge index Documents --knowledge my.db
      edge ask --knowledge my.db "How long is the warranty?"

    Exit codes: 0 done, 1 error, 2 wrong usage, 3 no sure answer (perhaps here, or not in your documents),
    4 a person has to decide, 5 model missing or damaged, 6 refused because offline or not permitted,
    7 knowledge base missing, damaged or of another version.
    """


def build(only: str = "", *, listed: bool = False) -> typer.Typer:
    """The Typer application: all commands, or the one that `only` names. Built per run, not at import.

    `listed`: it only says which commands there are. Reading their options takes a third of `edge --help`.
    """
    from importlib import import_module

    from edge.cli.family import Family, Top

    app = typer.Typer(
        name="edge",
        cls=Top,
        rich_markup_mode=None,  # rich costs more to import than a search takes
        pretty_exceptions_enable=False,
        no_args_is_help=True,
        context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 100},
    )
    app.callback()(top)
    for name in [only] if only in COMMANDS else COMMANDS:
        module, function = COMMANDS[name]
        made = getattr(import_module(module), function)
        if name in FAMILIES:
            family = made()
            app.add_typer(typer.Typer(help=family.info.help) if listed else family, name=name, cls=Family)
        else:
            app.command(name, help=made.__doc__)(_without_options if listed else made)
    return app


def _without_options() -> None:
    """Stands for a command that is not run."""
