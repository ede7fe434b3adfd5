"""Tasks into a task list: todo.txt, or a Markdown check list where the file's name ends in .md.

A line of todo.txt (https://github.com/todotxt/todo.txt):
    (A) 2026-03-02 Send the signed contract +Alpha due:2026-03-20 edge:3fa9c21b0d11
One of Markdown:
    - [ ] Send the signed contract +Alpha (due 2026-03-20) <!-- edge:3fa9c21b0d11 -->
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import partial
from pathlib import Path

from edge.context.lookup import day_of
from edge.context.task_lists import Task, listed
from edge.context.tasks import same_task
from edge.extract.export import plan
from edge.extract.export.entry import WantedEntry, quote_digest
from edge.extract.export.reconcile import reconcile
from edge.extract.export.text_lines import TextLines
from edge.records import Extracted, Extraction, Message
from edge.state.exports import WrittenEntry
from edge.text.one_line import one_line

MARKDOWN = frozenset((".md", ".markdown"))

#: What todo.txt would read as a project, a place or a value: a message must not set the reader's own.
_SIGIL = re.compile(r"(?<!\S)([+@])(?=\S)")
_VALUE = re.compile(r"(?<!\S)([^\s:]+):(?=[^\s/])")
_COMMENT = re.compile(r"<!--|--!?>")
_NAME = re.compile(r"[^\w.-]+")


def tasks_plan(
    path: Path, found: Sequence[tuple[Message, Extracted]], written: list[WrittenEntry]
) -> plan.FilePlan:
    """What the messages' tasks make of a list."""
    before = plan.read(path)
    text = plan.decoded(before, path)
    markdown = path.suffix.lower() in MARKDOWN
    lines = TextLines.of(text)
    known = written if before is not None else []
    others = listed(lines.of_others({row.key for row in known}), markdown=markdown)
    wanted = [
        WantedEntry(
            message=message.id, at=message.received_at, quote=quote_digest(it.quote), title=it.info,
            write=partial(_line, message, it, markdown=markdown), known=_there(it, others),
        )
        for message, result in found
        for it in tasks_of(result)
    ]  # fmt: skip
    changes, after = reconcile(
        lines.standing(), known, wanted, [message.id for message, _ in found], lambda line: line.strip()
    )
    edits = {it.key: it.text for it in changes if it.outcome in ("changed", "removed")}
    added = [it.text for it in changes if it.outcome == "added" and it.text]
    edited = lines.edited(edits, added).encode() if edits or added else (before or b"")
    return plan.FilePlan(path, "tasks", before, edited, changes, written, after)


def tasks_of(result: Extracted) -> list[Extraction]:
    """What a person has to do, each sentence once: the one with a day where two types name it."""
    chosen: dict[str, Extraction] = {}
    for it in result.extractions:
        if it.task and it.grounded:
            key = quote_digest(it.quote)
            if key not in chosen or (it.date and not chosen[key].date):
                chosen[key] = it
    return list(chosen.values())


def _line(message: Message, it: Extraction, key: str, current: str, *, markdown: bool) -> str:
    title = one_line(it.info, 240)
    day = day_of(it.date)
    project = _NAME.sub("-", it.project or "").strip("-.")
    sent = day_of(message.received_at[:10])
    if markdown:
        parts = [f"- [ ] {_COMMENT.sub(' ', title)}", project and f"+{project}", day and f"(due {day})"]
        return " ".join([*(str(part) for part in parts if part), f"<!-- edge:{key} -->"])
    title = _VALUE.sub(r"\1: ", _SIGIL.sub(r"\1 ", title))
    first = "(A)" if it.importance == "high" else ""
    parts = [first, sent, title, project and f"+{project}", day and f"due:{day}"]
    return " ".join([*(str(part) for part in parts if part), f"edge:{key}"])


def _there(it: Extraction, others: Sequence[Task]) -> bool:
    return any(same_task(it, task) for task in others)
