"""`edge chat --list`, `--export`, `--import`, `--delete`: conversations that are kept, without talking."""

from __future__ import annotations

from collections.abc import Mapping
from contextlib import closing
from typing import TYPE_CHECKING, Any

from edge.cli import options
from edge.cli.terminal import output
from edge.errors import UsageError

if TYPE_CHECKING:
    from edge.compose.conversations import ConversationStore
    from edge.memory.service import MemoryService


def chosen(*, listed: bool, export: bool, file: str | None, delete: str | None) -> bool:
    """Whether one of them was asked for. Raises UsageError for two at a time."""
    asked = sum((listed, export, file is not None, delete is not None))
    if asked > 1:
        raise UsageError("One of --list, --export, --import and --delete at a time.", "See: edge chat -h")
    return asked == 1


def run(
    *, export: bool, file: str | None, delete: str | None, conversation: str | None, json: bool,
    given: Mapping[str, Any],
) -> int:  # fmt: skip
    """Carry it out, under the settings `given`: without any of the three, list them."""
    from edge import api

    with closing(api.open(settings=options.settings(given))) as session:
        store = session.composer.conversations
        if export:
            return _export(session.memory, conversation or "")
        if file is not None:
            return _import(session.memory, store, file, json=json)
        if delete is not None:
            return _delete(store, delete, json=json)
        return _list(store, json=json)


def _list(store: ConversationStore, *, json: bool) -> int:
    from edge.cli.terminal.style import safe, table

    found = store.listing()
    if json:
        output.pretty({"schema": 1, "conversations": [one._asdict() for one in found]})
        return 0
    if not found:
        output.text("No conversation is kept.")
        return 0
    rows = [["conversation", "turns", "last (UTC)"]]
    rows += [[safe(one.name), str(one.turns), one.last_at[:16].replace("T", " ")] for one in found]
    for line in table(rows):
        output.text(line)
    return 0


def _export(memories: MemoryService, conversation: str) -> int:
    from edge.compose import turn_lines

    for line in turn_lines.jsonl(memories.db, memories.principal, conversation):
        output.bytes_(line)
    return 0


def _import(memories: MemoryService, store: ConversationStore, file: str, *, json: bool) -> int:
    from edge import paths
    from edge.cli.terminal import streams
    from edge.compose import turn_lines
    from edge.state.line_file import file_lines

    longest = turn_lines.LONGEST
    lines = streams.lines(longest + 1) if file == "-" else file_lines(paths.expanded(file), longest)
    done = turn_lines.read_turns(memories.db, memories.principal, store, lines)
    if json:
        output.pretty(done)
    else:
        plural = "s" * (done.conversations != 1)
        output.text(
            f"{done.added} added, {done.known} already there, {done.conversations} conversation{plural}"
        )
        for why in done.refused:
            output.note(f"refused: {why}")
    return 1 if done.refused else 0


def _delete(store: ConversationStore, name: str, *, json: bool) -> int:
    turns = store.delete(name)
    if json:
        output.pretty({"schema": 1, "conversation": name, "turns": turns})
    else:
        output.text(f"{output.visible(name)}: {turns} turns deleted, for good")
    return 0
