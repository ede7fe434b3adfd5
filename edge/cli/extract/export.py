"""What `edge extract --to-...` wrote or would write, as people and programs read it; and `--undo`."""

from __future__ import annotations

import sys
from collections import Counter
from collections.abc import Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Any

from edge.cli import options
from edge.cli.terminal import output
from edge.errors import UsageError
from edge.records.export import ExportOutcome

if TYPE_CHECKING:
    from edge.records.export import ExportedFile, ExportReport

#: What each outcome is called, in the order in which they are told.
_SAID: dict[ExportOutcome, str] = {
    "added": "new", "changed": "changed", "removed": "taken out", "unchanged": "as it was",
    "known": "there already", "kept": "changed by you, left", "gone": "taken out by you, left out",
}  # fmt: skip
_UNDONE = {
    "restored": "as it was before", "deleted": "deleted: it had been made",
    "untouched": "nothing to take back", "refused": "changed since: left as it is",
}  # fmt: skip


def checked(places: Mapping[str, str | None], *, batch: str | None, undecided: bool, no_keep: bool) -> None:
    """Raises UsageError for options that do not go together."""
    exporting = any(place is not None for place in places.values())
    if undecided and not exporting:
        raise UsageError(
            "--undecided needs --to-ics, --to-tasks or --to-notes.", "For example: --to-ics calendar.ics"
        )
    if exporting and batch is not None:
        raise UsageError("--to-... takes messages of files or --resume, not of --batch.", "Leave one out.")
    if exporting and no_keep:
        raise UsageError(
            "What is written must be kept, so that it can be taken back.", "Leave out --no-keep."
        )
    if empty := [name for name, place in places.items() if place is not None and not place.strip()]:
        raise UsageError(f"--to-{empty[0]} needs a file or a folder.", "For example: --to-ics calendar.ics")


def undo_alone(path: list[str] | None, batch: str | None, *, resume: bool) -> None:
    """Raises UsageError where --undo is given with messages."""
    if path or batch is not None or resume:
        raise UsageError("--undo takes no messages.", "Type: edge extract --undo")


def document(results: Any, wrote: ExportReport | None) -> Any:
    """What --json prints: the results, with what was written beside them."""
    if wrote is None:
        return results
    import msgspec

    return {**msgspec.to_builtins(results), "written": msgspec.to_builtins(wrote)}


def show(wrote: ExportReport, *, quiet: bool) -> None:
    """Each file with what became of its entries; of a dry run the lines that would change too."""
    from edge.cli.terminal.style import Style

    style = Style(output.coloured(sys.stdout))
    changed = [file for file in wrote.files if file.diff]
    if wrote.made:
        output.text(style.bold(f"{'would make' if wrote.dry else 'made'} the folder {wrote.made}"))
    for file in wrote.files if not quiet else changed:
        output.text(style.bold(f"{_verb(file, dry=wrote.dry)} {file.file}: {_counted(file)}"))
        if wrote.dry:
            for line in file.diff.splitlines()[2:]:
                output.text(f"  {line}")
    if wrote.dry and not changed:
        output.text("Nothing would be written.")
    if quiet:
        return
    if wrote.undecided:
        wait = "1 message waits" if wrote.undecided == 1 else f"{wrote.undecided} messages wait"
        was = "was" if wrote.undecided == 1 else "were"
        output.note(f"{wait} for your decision and {was} left out: see edge queue, or add --undecided")
    if changed and not wrote.dry:
        output.note("To take it back: edge extract --undo")


def undo(shared: options.Shared, *, dry: bool) -> int:
    """Take back the last run; exit code 1 when a file was changed since."""
    with options.opened(shared.flags(), keep=True) as edge:
        undone = edge.undo_export(dry=dry)
    refused = [file for file in undone.files if file.outcome == "refused"]
    if shared.json:
        output.pretty(undone)
    else:
        if not undone.files:
            output.text("Nothing to take back.")
        if undone.files and dry:
            output.text(f"would take back the run of {undone.at}:")
        for file in undone.files:
            output.text(f"{file.file}: {_UNDONE[file.outcome]}")
    if refused:
        output.note(
            f"error: {len(refused)} of {len(undone.files)} files were changed since edge wrote them, and are"
            " left as they are."
        )
        output.note(
            f"Take your changes out of {Path(refused[0].file).name} and type edge extract --undo again; or"
            ' delete what carries an "edge:" mark yourself.'
        )
    return int(bool(refused))


def _verb(file: ExportedFile, *, dry: bool) -> str:
    if not file.diff:
        return "unchanged"
    return "would write" if dry else "wrote"


def _counted(file: ExportedFile) -> str:
    counts = Counter(entry.outcome for entry in file.entries)
    return ", ".join(f"{counts[name]} {said}" for name, said in _SAID.items() if counts[name]) or "no entries"
