"""The commands, by name. Each lives in its own module and imports what it needs when it runs."""

from __future__ import annotations

from typing import Annotated

import typer

#: Command -> module and function (for a family, the function that makes it). Imported when wanted: reading
#: the options of all commands costs more than a search takes.
COMMANDS = {
    "ask": ("edge.cli.ask.command", "ask"),
    "chat": ("edge.cli.chat.command", "chat"),
    "search": ("edge.cli.search.command", "search"),
    "extract": ("edge.cli.extract.command", "extract"),
    "grade": ("edge.cli.grade.command", "grade"),
    "queue": ("edge.cli.queue", "queue"),
    "correct": ("edge.cli.correct", "correct"),
    "stats": ("edge.cli.stats", "stats"),
    "memory": ("edge.cli.memory.command", "group"),
    "open": ("edge.cli.open.command", "open_"),
    "compose": ("edge.cli.compose", "compose"),
    "trace": ("edge.cli.trace", "group"),
    "serve": ("edge.cli.serve", "serve"),
    "mcp": ("edge.cli.mcp", "mcp"),
    "index": ("edge.cli.index.command", "index"),
    "documents": ("edge.cli.documents", "group"),
    "embed": ("edge.cli.embed", "embed"),
    "calibrate": ("edge.cli.calibrate", "calibrate"),
    "models": ("edge.cli.models.command", "group"),
    "bundle": ("edge.cli.bundle", "group"),
    "consent": ("edge.cli.consent", "group"),
    "audit": ("edge.cli.audit", "group"),
    "eval": ("edge.cli.evaluate.command", "group"),
    "bench": ("edge.cli.bench", "bench"),
    "doctor": ("edge.cli.doctor", "doctor"),
    "paths": ("edge.cli.paths", "paths"),
    "config": ("edge.cli.config", "config"),
}
FAMILIES = {"audit", "bundle", "consent", "documents", "eval", "memory", "models", "trace"}


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

    To begin: edge index Documents --knowledge my.db, then edge ask -K my.db "..." or edge chat -K my.db.

    Exit codes: 0 done, 1 error, 2 usage, 3 not in the documents, 4 needs you, 5 model missing or damaged,
    6 refused because offline or not permitted, 7 knowledge base missing, damaged or of another version.
    """


def build(only: str = "", *, listed: bool = False) -> typer.Typer:
    """The Typer application: all commands, or the one that `only` names. Built per run, not at import.

    `listed`: it only says which commands there are. Reading their options takes a third of `edge --help`.
    """
    from importlib import import_module

    from edge.cli.family import Family

    app = typer.Typer(
        name="edge",
        cls=Family,
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
