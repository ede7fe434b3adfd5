"""Write docs/cli.md and docs/settings.md (`make docs`) from the objects that print `--help`."""

from __future__ import annotations

import inspect
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import msgspec
import typer

from edge import config
from edge.cli.app import build
from edge.settings import Settings

_HEAD = """\
# Command line

Written by `make docs` from the commands themselves; do not edit.

Results are printed on stdout; progress, notes and errors on stderr. With `--json` a command prints one JSON
document, with `--batch` one line for each line that it reads. An error with `--json` is
`{"schema":1,"error":{"type","message","hint","exit_code"}}`. Colours are used only on a terminal, and not
if `NO_COLOR` is set. Every setting can be given with `--set NAME=VALUE`, as a variable `EDGE_…` in the
environment, or in the settings file; `edge config` shows which one counts. Square brackets at the end of a
description give the variable or the default.

## Exit codes

| exit code | meaning |
| --- | --- |
| 0 | done |
| 1 | an error; the message says what to do |
| 2 | wrong usage: what was typed cannot be understood |
| 3 | no answer: edge is not sure, or the answer is not in the documents |
| 4 | a person has to decide: edge has a question, or put something into the queue |
| 5 | a model is missing or damaged |
| 6 | refused, because edge is offline or it is not permitted |
| 7 | the knowledge base is missing, damaged or of another version |
| 130 | interrupted (Ctrl-C) |
| 141 | the program that read the output has ended (`edge … \\| head`) |
"""

_SETTINGS = """\
# Settings

Written by `make docs` from the settings themselves; do not edit.

A setting can be given in three ways: in the settings file (`edge paths` says where it is), which is TOML,
as `k = 3` under `[search]`; in the environment, as `EDGE_SEARCH_K=3`; or on the command line, as `--set
search.k=3`. If several give it, the last of these counts: default, installed bundle, measured value (`edge
models tune`), settings file, environment, command line. `edge config` shows which values are in force and
where they come from.

A value outside its range is refused, and so is an unknown setting in the file or on the command line; the
message names it. An unknown `EDGE_…` variable is reported on stderr, with the nearest name.

A few variables are not settings: `EDGE_HOME`, the folder of everything that edge keeps (`edge paths`);
`EDGE_CONFIG`, the settings file; `EDGE_BUNDLE`, an installed bundle ([bundle.md](bundle.md));
`EDGE_DEBUG=1`, to see where an unexpected error happened.
"""


def markdown() -> str:
    """The whole reference, ending in a newline."""
    parts = [_HEAD]
    for path, command in commands():
        parts += [f"## {path}\n", _help(command)]
        parts += [f"```\n{path} {_usage(command)}\n```\n"]
        rows = [_row(parameter) for parameter in command.params if parameter.name != "help"]
        if rows:
            parts.append("\n".join(["| | |", "| --- | --- |", *rows]) + "\n")
    return "\n".join(parts)


def settings() -> str:
    """docs/settings.md: every setting, its default, and what it is."""
    defaults = msgspec.to_builtins(Settings())
    rows = []
    for name, about in config.described().items():
        value = defaults
        for part in name.split("."):
            value = value[part]
        rows.append(f"| `{name}` | `{msgspec.json.encode(value).decode()}` | {about} |")
    return "\n".join([_SETTINGS, "| setting | default | |", "| --- | --- | --- |", *rows]) + "\n"


def commands() -> Iterator[tuple[str, Any]]:
    """Every command with the words that call it, in the order of `edge --help`; families opened."""
    yield from _walk("edge", typer.main.get_command(build()))


def _walk(path: str, command: Any) -> Iterator[tuple[str, Any]]:
    inner = getattr(command, "commands", None)
    if inner is None:
        yield path, command
        return
    for name in command.list_commands(typer.Context(command)):
        yield from _walk(f"{path} {name}", inner[name])


def _help(command: Any) -> str:
    return inspect.cleandoc(command.help or "") + "\n"


def _usage(command: Any) -> str:
    words = [parameter.metavar for parameter in command.params if parameter.param_type_name == "argument"]
    return " ".join(["[OPTIONS]", *words])


def _row(parameter: Any) -> str:
    if parameter.param_type_name == "argument":
        name = parameter.metavar
    else:
        names = sorted(parameter.opts, key=len)
        name = ", ".join(names) + ("" if parameter.is_flag else f" {parameter.metavar}")
    said = (parameter.help or "").replace("|", "\\|")
    return f"| `{name}` | {said} |"


if __name__ == "__main__":
    folder = Path(__file__).parents[1] / "docs"
    for name, text in (("cli.md", markdown()), ("settings.md", settings())):
        (folder / name).write_text(text, encoding="utf-8")
        print(folder / name)
