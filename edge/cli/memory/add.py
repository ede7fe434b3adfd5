"""`edge memory add`, `update`, `supersede`, `complete`: what is typed, to a memory."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING, Annotated, Any

import typer

from edge.cli import options
from edge.cli.memory.open import opened
from edge.cli.terminal import streams
from edge.errors import UsageError

if TYPE_CHECKING:
    from edge.records.memory import MemoryAdded

#: Bytes that are read of standard input.
_MOST = 4 << 20

Id = Annotated[
    str, typer.Argument(metavar="ID", help="The id of a memory, as search shows it, for example m12.")
]
Type = Annotated[
    str,
    typer.Argument(
        metavar="TYPE",
        help="The type: bug, pattern, decision, pitfall, config, reference, fact, preference, procedure "
        "or note.",
    ),
]
Title = Annotated[str, typer.Argument(metavar="TITLE", help="What you have learnt, in a few words.")]
Content = Annotated[
    str | None, typer.Option("--content", metavar="TEXT", help='The details. "-" reads stdin.')
]
ContextJson = Annotated[
    str | None,
    typer.Option(
        "--context-json", metavar="JSON",
        help='The context as JSON: {"situation", "solution", "trigger_keywords", "what_failed", …}. "-" '
        "reads stdin.",
    ),
]  # fmt: skip
Interactive = Annotated[
    bool, typer.Option("--context-interactive", help="Ask for the context in the terminal.")
]
Situation = Annotated[
    str | None, typer.Option("--situation", metavar="TEXT", help="The situation in which it helps.")
]
Solution = Annotated[
    str | None, typer.Option("--solution", metavar="TEXT", help="What to do in that situation.")
]
Failed = Annotated[str | None, typer.Option("--what-failed", metavar="TEXT", help="What did not work.")]
Keywords = Annotated[
    list[str] | None,
    typer.Option(
        "--keyword",
        metavar="WORD",
        help="A keyword to find it by; without it, keywords are extracted. May be repeated.",
    ),
]
Files = Annotated[
    list[str] | None, typer.Option("--file", metavar="NAME", help="A file that was changed. May be repeated.")
]
Errors = Annotated[
    list[str] | None,
    typer.Option("--error", metavar="TEXT", help="An error message that belongs to it. May be repeated."),
]
Project = Annotated[
    str | None, typer.Option("--project", metavar="NAME", help="The project that it belongs to.")
]
NewType = Annotated[str | None, typer.Option("--type", metavar="TYPE", help="The new type.")]
NewTitle = Annotated[str | None, typer.Option("--title", metavar="TEXT", help="The new title.")]
Why = Annotated[
    str, typer.Option("--reason", metavar="TEXT", help="The reason, which is kept with the link.")
]


def add(
    kind: Type, title: Title, content: Content = None, *, context_json: ContextJson = None,
    context_interactive: Interactive = False, situation: Situation = None, solution: Solution = None,
    what_failed: Failed = None, keyword: Keywords = None, file: Files = None, error: Errors = None,
    project: Project = None, json: options.Json = False, assign: options.Set = None,
) -> int:  # fmt: skip
    """Keep something that you have learnt: in which situation it helps, and what to do then.

    Adding the same memory again changes nothing. A memory with the same type, title and situation that
    says something else supersedes the earlier one, which can still be read.
    """
    given = _Given(
        content, context_json, context_interactive, situation=situation, solution=solution,
        what_failed=what_failed, trigger_keywords=keyword, files_modified=file, error_messages=error,
    )  # fmt: skip
    new = given.memory(kind, title, project)
    return _made(lambda store, check: store.add(check.of_json(new)), assign, json=json)


def supersede(
    id_: Id, kind: Type, title: Title, content: Content = None, *, context_json: ContextJson = None,
    context_interactive: Interactive = False, situation: Situation = None, solution: Solution = None,
    what_failed: Failed = None, keyword: Keywords = None, file: Files = None, error: Errors = None,
    project: Project = None, reason: Why = "", json: options.Json = False, assign: options.Set = None,
) -> int:  # fmt: skip
    """Replace a memory that is no longer true with a new one. The old one can still be read."""
    given = _Given(
        content, context_json, context_interactive, situation=situation, solution=solution,
        what_failed=what_failed, trigger_keywords=keyword, files_modified=file, error_messages=error,
    )  # fmt: skip
    new = given.memory(kind, title, project)
    return _made(
        lambda store, check: store.supersede(id_, check.of_json(new), reason=reason), assign, json=json
    )


def update(
    id_: Id, *, kind: NewType = None, title: NewTitle = None, content: Content = None,
    context_json: ContextJson = None, context_interactive: Interactive = False, situation: Situation = None,
    solution: Solution = None, what_failed: Failed = None, keyword: Keywords = None, file: Files = None,
    error: Errors = None, project: Project = None, reason: Why = "", json: options.Json = False,
    assign: options.Set = None,
) -> int:  # fmt: skip
    """Change parts of a memory. The old text is superseded, not overwritten, so the memory gets a new id."""
    given = _Given(
        content, context_json, context_interactive, situation=situation, solution=solution,
        what_failed=what_failed, trigger_keywords=keyword, files_modified=file, error_messages=error,
    )  # fmt: skip
    fields = {"type": kind, "title": title, "content": given.content(), "project": project}
    changes: dict[str, Any] = {name: value for name, value in fields.items() if value is not None}
    if context := given.context():
        changes["context"] = context
    if not changes:
        raise UsageError("Nothing to change was named.", "For example: --solution TEXT")
    return _made(lambda store, check: store.update(id_, changes, reason=reason), assign, json=json)


def complete(
    id_: Id, *, context_json: ContextJson = None, context_interactive: Interactive = False,
    situation: Situation = None, solution: Solution = None, what_failed: Failed = None,
    keyword: Keywords = None, file: Files = None, error: Errors = None, json: options.Json = False,
    assign: options.Set = None,
) -> int:  # fmt: skip
    """Add the missing context to an imported memory. What it has already stays."""
    given = _Given(
        None, context_json, context_interactive, situation=situation, solution=solution,
        what_failed=what_failed, trigger_keywords=keyword, files_modified=file, error_messages=error,
    )  # fmt: skip
    context = given.context()
    return _made(lambda store, check: store.complete(id_, check.context_of_json(context)), assign, json=json)


class _Given:
    """What was typed of content and context; standard input is read once."""

    def __init__(self, content: str | None, context: str | None, interactive: bool, **fields: Any) -> None:
        if content == "-" and context == "-":
            raise UsageError("Only one of --content and --context-json can be read from stdin.", "Name one.")
        self._content = content
        self._context = context
        self._interactive = interactive
        self._fields = {name: value for name, value in fields.items() if value is not None}

    def content(self) -> str | None:
        return _stdin() if self._content == "-" else self._content

    def memory(self, kind: str, title: str, project: str | None) -> dict[str, Any]:
        """A whole memory as JSON."""
        return {
            "type": kind, "title": title, "content": self.content() or "", "project": project or "",
            "context": self.context(),
        }  # fmt: skip

    def context(self) -> dict[str, Any]:
        """The context as JSON, fields that were typed one by one over it."""
        import msgspec

        given: Any = {}
        if self._context is not None:
            text = _stdin() if self._context == "-" else self._context
            try:
                given = msgspec.json.decode(text.encode("utf-8", "replace"))
            except (msgspec.DecodeError, RecursionError) as error:
                raise UsageError(
                    f"--context-json is not JSON: {error}.", 'Write {"situation": …, "solution": …}.'
                ) from error
            if not isinstance(given, dict):
                raise UsageError("--context-json is not an object.", 'Write {"situation": …, "solution": …}.')
        given = {**given, **self._fields}
        return _asked(given) if self._interactive else given


def _asked(given: dict[str, Any]) -> dict[str, Any]:
    """What is missing, asked of the person."""
    if not sys.stdin.isatty():
        raise UsageError("--context-interactive needs a terminal.", "Use --context-json, or the options.")
    for name, question in (
        ("situation", "In which situation does it help?"), ("solution", "What is the solution?"),
        ("what_failed", "What did not work? (Enter: nothing)"),
        ("trigger_keywords", "Keywords, with commas (Enter: extract them)"),
    ):  # fmt: skip
        if not given.get(name):
            said = _said(name, question)
            words = [word.strip() for word in said.split(",") if word.strip()]
            given[name] = words if name == "trigger_keywords" else said
    return given


def _said(name: str, question: str) -> str:
    """What the person answers; again, where a situation or a solution says too little."""
    from edge.cli.terminal import output
    from edge.memory import check

    if name not in ("situation", "solution"):
        return str(typer.prompt(question, default="", show_default=False, err=True))
    while True:
        said = str(typer.prompt(question, show_default=False, err=True))
        try:
            return check.telling(name, said)
        except UsageError as error:
            output.note(f"{error.message} {error.hint}")


def _stdin() -> str:
    from edge.text import charset

    data = streams.read(_MOST + 1)
    if len(data) > _MOST:
        raise UsageError(f"Standard input is longer than {_MOST:,} bytes.", "Shorten it.")
    return charset.decode(data)[0]


def _made(act: Any, assign: list[str] | None, *, json: bool) -> int:
    """Carry out what makes a memory, and tell what became of it."""
    from contextlib import closing

    from edge.cli.terminal import output
    from edge.memory import check

    with closing(opened(assign)) as memories:
        added: MemoryAdded = act(memories.store, check)
    if json:
        output.pretty(added)
        return 0
    if not added.created:
        output.text(f"{added.id} was there already.")
        return 0
    more = f", in the place of {added.supersedes}" if added.supersedes else ""
    output.text(f"{added.id} kept{more} · keywords: {', '.join(added.keywords)}")
    return 0
