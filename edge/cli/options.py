"""The options that commands share, and the settings and session they lead to."""

from __future__ import annotations

import functools
import inspect
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, fields
from typing import TYPE_CHECKING, Annotated, Any, get_type_hints

import typer

from edge.errors import UsageError

if TYPE_CHECKING:
    from pathlib import Path

    from edge.api import Edge
    from edge.cli.approval import DryRunPrinter
    from edge.settings import Settings

Json = Annotated[bool, typer.Option("--json", help="Print one JSON document on stdout.")]
Knowledge = Annotated[
    str | None,
    typer.Option(
        "--knowledge",
        "-K",
        metavar="FILE",
        help="The knowledge base. [EDGE_KNOWLEDGE, otherwise the included handbook]",
    ),
]
Knowledges = Annotated[
    list[str] | None,
    typer.Option(
        "--knowledge",
        "-K",
        metavar="FILE",
        help="The knowledge base. [EDGE_KNOWLEDGE, otherwise the included handbook]",
    ),
]
Offline = Annotated[
    bool, typer.Option("--offline", help="Forbid every connection. [EDGE_OFFLINE, HF_HUB_OFFLINE]")
]
Quiet = Annotated[bool, typer.Option("--quiet", "-q", help="Print only the result: no notes, no progress.")]
NoProgress = Annotated[bool, typer.Option("--no-progress", help="Show no progress bar.")]
Set = Annotated[
    list[str] | None,
    typer.Option("--set", metavar="NAME=VALUE", help="Change a setting for this run (see: edge config)."),
]
Engine = Annotated[
    str | None,
    typer.Option(
        "--engine",
        "-e",
        metavar="NAME",
        help="What chooses the sentences: auto, semantic, lexical or gemma.",
    ),
]
Model = Annotated[
    str | None,
    typer.Option(
        "--model",
        metavar="FILE",
        help="The Gemma to use: a .gguf file, or a name from edge models list. [EDGE_GEMMA_MODEL]",
    ),
]
Passes = Annotated[
    str | None,
    typer.Option(
        "--passes",
        metavar="NAMES",
        help="Passes of Gemma to run, separated by commas: blind, contextual, reordered. [EDGE_ASK_PASSES]",
    ),
]
Sources = Annotated[
    list[str] | None,
    typer.Option("--source", "-s", metavar="NAME", help="Use only this document. May be repeated."),
]
Cloud = Annotated[
    str | None,
    typer.Option(
        "--cloud",
        metavar="WHEN",
        help="Whether a hard case may be sent to Claude: never, ask (you, each time), or auto (yes, for "
        "this run). [EDGE_CLOUD_MODE]",
    ),
]
DryRun = Annotated[
    bool,
    typer.Option(
        "--dry-run", help="Print the exact bytes that would be sent to Claude; send nothing, keep nothing."
    ),
]
Require = Annotated[
    float | None,
    typer.Option(
        "--require",
        metavar="SHARE",
        help="Accept only what a calibration certifies to be right at least this often, for example 0.9 "
        "(see: edge calibrate).",
    ),
]
Strict = Annotated[
    str | None,
    typer.Option(
        "--strict",
        metavar="LEVEL",
        help='How sure an answer must be: low, normal or high. Less sure ones are shown as "Perhaps '
        'here". [EDGE_ASK_STRICT]',
    ),
]
Batch = Annotated[
    str | None,
    typer.Option(
        "--batch",
        metavar="FILE.jsonl",
        help='A file of questions, one JSON object on each line: {"id", "question"}. "-" reads stdin. '
        "Prints one line of JSON for each.",
    ),
]


@dataclass(frozen=True, slots=True)
class Shared:
    """What every command on a knowledge base takes."""

    knowledge: Knowledges = None
    json: Json = False
    offline: Offline = False
    quiet: Quiet = False
    no_progress: NoProgress = False
    assign: Set = None

    def flags(self, **named: Any) -> dict[str, Any]:
        """Dotted settings from what was typed. Raises UsageError for several knowledge bases: `several`."""
        if len(self.knowledge or ()) > 1:
            raise UsageError("This command takes one knowledge base.", "Give --knowledge once.")
        return self.several(**named)

    def several(self, **named: Any) -> dict[str, Any]:
        """`flags` of a command that takes several bases: the first is in them, the rest are `others`."""
        first = self.knowledge[0] if self.knowledge else None
        return flags(first, self.offline, self.assign, **named)

    @property
    def others(self) -> list[str]:
        """The knowledge bases after the first."""
        return list(self.knowledge or ())[1:]


def takes_shared(command: Callable[..., int]) -> Callable[..., int]:
    """A command whose `shared` parameter is offered as the options of `Shared`: Typer reads signatures."""
    hints = get_type_hints(command, include_extras=True)
    options = get_type_hints(Shared, include_extras=True)
    own = [
        parameter.replace(annotation=hints[name])
        for name, parameter in inspect.signature(command).parameters.items()
        if name != "shared"
    ]
    more = [
        inspect.Parameter(
            part.name, inspect.Parameter.KEYWORD_ONLY, default=part.default, annotation=options[part.name]
        )
        for part in fields(Shared)
    ]

    @functools.wraps(command)
    def run(**given: Any) -> int:
        values = {part.name: given.pop(part.name, part.default) for part in fields(Shared)}
        return command(shared=Shared(**values), **given)

    run.__signature__ = inspect.Signature([*own, *more], return_annotation=int)  # type: ignore[attr-defined]
    run.__annotations__ = {**hints, **options}
    return run


def flags(
    knowledge: str | None = None,
    offline: bool = False,
    assignments: list[str] | None = None,
    **named: Any,
) -> dict[str, Any]:
    """Dotted settings from what was typed; `search__k=3` is `search.k`. None means "not given"."""
    given: dict[str, Any] = {name.replace("__", "."): value for name, value in named.items()}
    given |= {"knowledge": knowledge, "offline": offline or None}
    for assignment in assignments or []:
        name, equals, value = assignment.partition("=")
        if not equals:
            raise UsageError(f"--set takes NAME=VALUE, not {assignment!r}.", "For example: --set search.k=10")
        given[name.strip()] = value.strip()
    return given


def settings(given: Mapping[str, Any]) -> Settings:
    """Settings in force for this run; where they say offline, no socket reaches anything from here on. Raises
    UsageError.
    """
    from edge import config

    found = config.load(given)
    if found.offline:
        from edge import offline

        offline.forbid()
    return found


def query(words: Sequence[str], example: str) -> str:
    """The words of a query; `-` alone reads it from stdin. Raises UsageError where there is none: a slip of
    whoever typed it.
    """
    from edge.cli import batch

    if not (text := batch.question(list(words)) if words else "").strip():
        raise UsageError("The query is empty.", f"For example: {example}")
    return text


def own_knowledge(given: Mapping[str, Any], command: str = "the same command") -> None:
    """Raise UsageError when no knowledge base was named: the one that ships is never written."""
    if not settings(given).knowledge:
        raise UsageError(
            "Name the knowledge base to write to: the included handbook is read-only.",
            f"For example: {command} --knowledge my.db (or set EDGE_KNOWLEDGE)",
        )


def opened(
    given: Mapping[str, Any], *, keep: bool = False, cloud: str | None = None,
    dry_run: bool | DryRunPrinter = False, others: Sequence[str] = (), quiet: bool = False,
) -> Edge:  # fmt: skip
    """A session on the knowledge base in force; use it as a context manager.

    `keep`: results go to the user's own database. `cloud`: what --cloud said; "auto" there is a yes for this
    run. `dry_run`: what would leave is printed instead, by the printer where one is given. `others`: further
    knowledge bases. `quiet`: no bar where an edition has to be made.
    """
    from edge import api
    from edge.cli.terminal import progress

    flags = dict(given)
    if cloud is not None or dry_run:
        flags["cloud.mode"] = "auto" if dry_run else cloud
    chosen = settings(flags)
    bases: list[str | Path] | None = [chosen.knowledge_path, *others] if others else None
    approved = None
    if chosen.cloud.mode != "never":
        from edge.cli import approval

        printer = approval.DryRunPrinter() if dry_run is True else dry_run or None
        approved = approval.for_run(allowed=cloud == "auto" or printer is not None, dry_run=printer)
    state = chosen.state_path if keep else None
    session = api.open(bases, settings=chosen, state=state, approval=approved)
    session.report_to(progress.for_edition(quiet))
    return session
