"""The commands, by name. Each lives in its own module and imports what it needs when it runs."""

from __future__ import annotations

from typing import Annotated

import typer

from edge.cli import ask, chat, config, doctor, embed, evaluate, index, models, paths, search


def _version(wanted: bool) -> None:
    if wanted:
        from edge import __version__

        typer.echo(f"edge {__version__}")
        raise typer.Exit


def top(
    version: Annotated[
        bool, typer.Option("--version", callback=_version, is_eager=True, help="Print the version and stop.")
    ] = False,
) -> None:
    """Answers from your own documents, on your own device: the exact sentence and page, or an honest no.

    Exit codes: 0 done, 1 error, 2 usage, 3 not in the documents, 4 needs you, 5 model missing or damaged,
    6 refused because offline or not permitted, 7 knowledge base missing, damaged or of another version.
    """


def build() -> typer.Typer:
    """The Typer application. Built per run: nothing happens at import."""
    app = typer.Typer(
        name="edge",
        rich_markup_mode=None,  # rich costs more to import than a search takes
        pretty_exceptions_enable=False,
        no_args_is_help=True,
        context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 100},
    )
    app.callback()(top)
    app.command("ask")(ask.ask)
    app.command("chat")(chat.chat)
    app.command("search")(search.search)
    app.command("index")(index.index)
    app.command("embed")(embed.embed)
    app.add_typer(models.group(), name="models")
    app.add_typer(evaluate.group(), name="eval")
    app.command("doctor")(doctor.doctor)
    app.command("paths")(paths.paths)
    app.command("config")(config.config)
    return app
