"""`edge extract`: what is worth keeping in messages, and what to do with each."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from edge.cli import options
from edge.errors import EdgeError, NotKept, UsageError
from edge.paths import is_folder

if TYPE_CHECKING:
    from edge.api import Edge
    from edge.cli.extract.run import ExtractRun
    from edge.messages.read import UnreadMessage
    from edge.records import Extracted, Message

Paths = Annotated[
    list[str] | None,
    typer.Argument(
        metavar="PATH...",
        help='Messages: .eml, .txt, .json, .jsonl, .mbox, Maildirs, or folders of them. "-" reads stdin.',
        show_default=False,
    ),
]
Batch = Annotated[
    str | None,
    typer.Option(
        "--batch",
        metavar="FILE.jsonl",
        help='A file of messages, one JSON object on each line: {"id", "subject", "from", "to", '
        '"received_at", "body"}. "-" reads stdin. Prints one line of JSON for each.',
    ),
]
Engine = Annotated[
    str | None,
    typer.Option(
        "--engine",
        "-e",
        metavar="NAME",
        help="What reads the messages: auto, rules or gemma. [EDGE_EXTRACT_ENGINE]",
    ),
]
Notes = Annotated[
    str | None,
    typer.Option("--notes", metavar="FOLDER", help="Your notes (Markdown), to compare with the messages."),
]
Calendar = Annotated[
    str | None,
    typer.Option(
        "--calendar",
        metavar="FILE.ics",
        help="Your calendar, or a folder of calendars, to compare with the messages.",
    ),
]
Tasks = Annotated[
    str | None,
    typer.Option(
        "--tasks",
        metavar="FILE",
        help="Your task list (Markdown, todo.txt or JSON), to compare with the messages.",
    ),
]
Archive = Annotated[
    str | None,
    typer.Option("--archive", metavar="PATH", help="Your earlier mail: a Maildir, an mbox, or a folder."),
]
Schema = Annotated[
    str | None,
    typer.Option(
        "--schema",
        metavar="FILE.json",
        help="The JSON schema of a type of your own to look for; needs a model.",
    ),
]
Review = Annotated[
    str | None,
    typer.Option(
        "--review", metavar="FILE.html", help="Write an HTML page that shows what was found, and where."
    ),
]
ToIcs = Annotated[
    str | None,
    typer.Option("--to-ics", metavar="FILE.ics", help="Write the appointments into this calendar."),
]
ToTasks = Annotated[
    str | None,
    typer.Option(
        "--to-tasks", metavar="FILE", help="Write the tasks into this todo.txt, or Markdown list (.md)."
    ),
]
ToNotes = Annotated[
    str | None,
    typer.Option(
        "--to-notes",
        metavar="FOLDER",
        help="Write what was found about people and projects into the Markdown notes of this folder.",
    ),
]
Undecided = Annotated[
    bool,
    typer.Option(
        "--undecided", help="Also write what waits for your decision, with appointments as tentative."
    ),
]
Undo = Annotated[bool, typer.Option("--undo", help="Take back what the last run with --to-... wrote.")]
DryRun = Annotated[
    bool,
    typer.Option(
        "--dry-run",
        help="Print the exact bytes that would be sent to Claude, or with --to-... what would be "
        "written; do neither.",
    ),
]
Resume = Annotated[
    bool, typer.Option("--resume", help="Continue with the messages that wait for another engine.")
]
Forget = Annotated[bool, typer.Option("--no-keep", help="Keep nothing in your own database.")]


@options.takes_shared
def extract(
    *,
    path: Paths = None,
    batch: Batch = None,
    engine: Engine = None,
    model: options.Model = None,
    cloud: options.Cloud = None,
    dry_run: DryRun = False,
    resume: Resume = False,
    schema: Schema = None,
    notes: Notes = None,
    calendar: Calendar = None,
    tasks: Tasks = None,
    archive: Archive = None,
    review: Review = None,
    to_ics: ToIcs = None,
    to_tasks: ToTasks = None,
    to_notes: ToNotes = None,
    undecided: Undecided = False,
    undo: Undo = False,
    no_keep: Forget = False,
    require: options.Require = None,
    shared: options.Shared,
) -> int:
    """Find deadlines, appointments, amounts and requests in messages, quote each, and suggest an action.

    For a single message the exit code is 4 if it needs your decision or waits for another engine. For
    several, or a folder, it is 0, and each result says so itself. It is 1 if a message could not be read
    or kept. The results are kept in your own database: see edge queue, edge correct, edge stats.

    With --to-ics, --to-tasks and --to-notes, the results that are decided are written into files of
    yours. Reading the same message again changes its entries but never adds them twice, and what you
    changed or removed stays that way. Add --dry-run to see it first.
    """
    from edge.cli.approval import DryRunPrinter
    from edge.cli.extract import export
    from edge.cli.extract.alarms import AlarmWatch
    from edge.cli.extract.run import ExtractRun
    from edge.cli.terminal import output, progress

    if undo:
        export.undo_alone(path, batch, resume=resume)
        return export.undo(shared, dry=dry_run)
    places: dict[str, Any] = {"ics": to_ics, "tasks": to_tasks, "notes": to_notes}
    exporting = any(place is not None for place in places.values())
    _checked(path, batch, review, resume=resume)
    export.checked(places, batch=batch, undecided=undecided, no_keep=no_keep)
    given = shared.flags(extract__engine=engine, gemma__model=model,
        # A knowledge base that is named is meant to be looked into.
        extract__knowledge=True if shared.knowledge is not None else None,
        extract__require=require, extract__notes=notes, extract__calendar=calendar, extract__tasks=tasks,
        extract__archive=archive,
    )  # fmt: skip
    keep = not (no_keep or dry_run)
    # A dry run of what is written shows what the same command would do: it sends nothing either if that
    # would send nothing.
    silent = exporting and (cloud or options.settings(given).cloud.mode) == "never"
    printer = DryRunPrinter() if dry_run and not silent else None
    # A folder is a list of messages, also when it holds one: a program that reads it need not guess.
    alone = path is not None and len(path) == 1 and not is_folder(Path(path[0]))
    looks = keep or (exporting and options.settings(given).state_path.exists())
    with options.opened(given, keep=looks, cloud=cloud, dry_run=printer or False) as edge:
        edge.keep = keep
        if exporting:
            edge.export([], dry=True, **places)  # what cannot be written into is told before anything is read
        if schema is not None:
            edge.own_type(Path(schema))
        if batch is not None:
            return _lines(edge, batch)
        watch = AlarmWatch(edge.settings) if keep else None
        done = ExtractRun(told=not shared.json and not dry_run, quiet=shared.quiet, watch=watch)
        found = edge.resume() if resume else _results(edge, path or [], done)
        # Results that are printed as they come are their own progress.
        bar = shared.json and progress.wanted(shared.quiet, shared.no_progress)
        done.follow(progress.counted(found, _files(path) if bar else 0, "messages", bar))
        done.end()
        wrote = None
        if exporting and done.stop is None:
            wrote = edge.export(done.read, undecided=undecided, dry=dry_run, **places)
        elif exporting:
            output.note("Nothing was written into your files: the run did not finish.")
    if shared.json and (wrote or not dry_run):
        output.pretty(export.document(done.document(alone=alone), wrote))
    elif wrote is not None:
        export.show(wrote, quiet=shared.quiet)
    if dry_run and not shared.quiet and (printer is None or not printer.requests):
        output.note("Nothing would be sent.")
    written = review is None or _write_review(Path(review), done.read)
    if not shared.quiet and done.nothing:
        output.note("Nothing is waiting." if resume else f"No messages in {', '.join(path or ())}.")
    code = done.code(keep=keep, alone=alone)
    return code if written else 1


def _checked(path: list[str] | None, batch: str | None, review: str | None, *, resume: bool) -> None:
    """Raises UsageError unless messages are named in one way."""
    if sum((bool(path), batch is not None, resume)) != 1:
        raise UsageError(
            "Give messages, or --batch FILE, or --resume: exactly one of the three.",
            "For example: edge extract inbox/",
        )
    if batch is not None and review is not None:
        raise UsageError("--review shows messages of files or --resume, not of --batch.", "Leave one out.")
    if review is not None and not is_folder(Path(review).parent):
        raise UsageError(
            f"There is no folder {Path(review).parent} for the page.", "Make it, or name another."
        )
    if path and "-" in path and len(path) > 1:
        raise UsageError(
            '"-" cannot be combined with files: give one or the other.',
            "For example: edge extract - < mail.eml",
        )


def _files(paths: list[str] | None) -> int:
    """About how many messages there will be: the files named, and those in folders named."""
    from edge.folders import visible

    named = [Path(name) for name in paths or ()]
    return sum(sum(it.is_file() for it in visible(path)) if is_folder(path) else 1 for path in named)


def _results(
    edge: Edge, paths: list[str], done: ExtractRun
) -> Iterator[tuple[Message, Extracted] | UnreadMessage]:
    """Every message with its result, as it is done; or why it could not be read. A result that could not be
    kept is given all the same.
    """
    from edge.cli.terminal import streams
    from edge.messages import read

    settings = edge.settings.extract
    if paths == ["-"]:
        given = streams.read(settings.max_message_bytes + 1)
        found = read.several(given, name="stdin", settings=settings)
    else:
        found = edge.messages([Path(name) for name in paths])
    for item in found:
        if isinstance(item, read.UnreadMessage):
            yield item
            continue
        try:
            made = edge.extract(item)
        except NotKept as error:
            done.unkept.append(error)
            made = error.result
        yield item, made


def _lines(edge: Edge, name: str) -> int:
    """A batch: one JSON line for each; a bad line costs only itself. Exit code 1 if one failed."""
    from edge.cli import batch
    from edge.cli.extract import alarms
    from edge.cli.failure import detail
    from edge.cli.terminal import output
    from edge.messages import from_json

    failed = False
    place = "stdin" if name == "-" else Path(name).name
    longest = edge.settings.extract.max_message_bytes
    watch = alarms.AlarmWatch(edge.settings) if edge.state is not None and edge.keep else None
    for number, line in batch.numbered(name, longest):
        identity: Any = None
        try:
            item = batch.decoded(line, number, longest, from_json.SHAPE)
            identity = item.get("id") if isinstance(item, dict) else None
            message = from_json.of_json(item, edge.settings.extract, name=f"{place}:{number}")
            made = edge.extract(message)
            output.document(made)
            for alarm in watch.took(made.escalation.cost_usd) if watch else ():
                output.note(alarms.line(alarm))
        except NotKept as error:
            failed = True
            output.document(error.result)
            output.note(f"error: {error.result.id}: not kept: {error.message}")
        except EdgeError as error:
            failed = True
            output.document({"schema": 1, "id": identity, "error": detail(error)})
    return int(failed)


def _write_review(path: Path, read: list[tuple[Message, Extracted]]) -> bool:
    """Write the page; whether that went well. The results are printed already: an error is a remark."""
    from edge.cli.terminal import output
    from edge.extract import review

    try:
        path.write_text(review.page(read), encoding="utf-8")
    except OSError as error:
        output.note(f"error: The page {path} cannot be written: {error.strerror}.")
        return False
    output.note(f"review: {path}")
    return True
