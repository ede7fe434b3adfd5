"""Task lists: JSON (a list of {"title", "due", "project", "done"}, or {"tasks": [...]}), Markdown with boxes
("- [ ] text") or todo.txt.

In Markdown a due day is read after a word for it: "(due 2026-02-03)", "échéance 03/02/2026",
"due:2026-02-03", "📅 2026-02-03". "+Alpha" is the task's project. Anything else in the file is left alone.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import date
from pathlib import Path
from typing import Any, NamedTuple

from edge import evident
from edge.context.lookup import day_of
from edge.errors import UsageError
from edge.messages.eml import is_binary
from edge.records import Reason
from edge.text import tokens
from edge.text.charset import decode
from edge.text.one_line import one_line
from edge.text.sanitise import line_feeds
from edge.text.truncate import unique

#: Bytes of the file, and tasks of it that are kept.
LARGEST = 8 * 1024 * 1024
MOST = 20_000

_BOX = re.compile(
    r"^[ \t]*(?:[-*+]|\d+[.)])[ \t]+\[([ xX])\][ \t]+(\S(?:.*[^ \t\r\n])?)[ \t\r]*$", re.MULTILINE
)
_DUE = re.compile(
    r"[(\[]?\s{0,4}(?:📅|@?\b(?:due|échéance|echeance|pour le|avant le|before|by)\b)\s{0,4}(?:::?|\()?\s{0,4}"
    r"(?:(\d{4})-(\d{2})-(\d{2})|(\d{1,2})[/.](\d{1,2})[/.](\d{4}))\s{0,4}[)\]]*",
    re.IGNORECASE,
)
_COMMENT = re.compile(r"<!--(?:(?!-->|<!--).)*+-->")
#: What Obsidian's plugins put behind the words: other days, priorities, repetition; fields of Dataview.
_PLUGIN = re.compile(
    r"[➕⏳🛫✅❌]\ufe0f?\s{0,4}\d{4}-\d{2}-\d{2}|[🔺⏫🔼🔽⏬]\ufe0f?|🔁[^➕⏳🛫✅❌📅🔺⏫🔼🔽⏬]{0,80}"
    r"|[\[(]\w{1,30}::[^\[\]()]{0,80}[\])]"
)
_PROJECT = re.compile(r"(?:^|(?<=\s))\+([^\W\d_][\w.-]*)")
#: What stands before the words of a line of todo.txt, and the values after them.
_TODO = re.compile(r"(x\s+)?(?:\([A-Z]\)\s+)?(?:\d{4}-\d{2}-\d{2}\s+){0,2}(.*)")
_TODO_DUE = re.compile(r"(?:^|(?<=\s))due:(\d{4}-\d{2}-\d{2})(?!\S)")
_VALUE = re.compile(r"(?:^|(?<=\s))(?:edge|due|t|rec|pri|id|h):\S+")

NAME_ANOTHER = (
    'Name a JSON list of {"title", "due", "done"}, a Markdown file with "- [ ] …" or a todo.txt in '
    "extract.tasks (--tasks), or leave it out."
)


@dataclass(frozen=True, slots=True)
class Task:
    """One thing to do. `name` is its own in the list."""

    name: str
    title: str
    due: date | None
    done: bool
    project: str = ""


class _Line(NamedTuple):
    title: str
    due: date | None
    done: bool
    project: str = ""


def tasks(path: Path) -> tuple[list[Task], list[Reason]]:
    """The tasks of a file in their order, and what could not be read. Raises UsageError when the file is no
    task list: not text, broken JSON, or JSON that is no list.
    """
    try:
        if path.stat().st_size > LARGEST:
            raise UsageError(f"The task list {path} is larger than {LARGEST // 1024**2} MB.", NAME_ANOTHER)
        data = path.read_bytes()
    except OSError as error:
        raise UsageError(f"The task list {path} cannot be read: {error.strerror}.", NAME_ANOTHER) from error
    text, no_utf8 = decode(data, "utf-8")
    if no_utf8 and not evident.codec(data) and is_binary(data):
        raise UsageError(f"The task list {path} is no text.", NAME_ANOTHER)
    text = line_feeds(text.removeprefix("\ufeff"))
    warnings: list[Reason] = []
    json_like = path.suffix.lower() == ".json" or (
        path.suffix.lower() not in (".md", ".txt") and _opens(text)
    )
    read = list(_from_json(text, path, warnings) if json_like else _from_text(text, path))
    if not read and text.strip() and path.suffix.lower() not in (".json", ".md", ".txt"):
        raise UsageError(f"The task list {path} holds no task.", NAME_ANOTHER)
    if len(read) > MOST:
        warnings.append(Reason("tasks_cut", {"file": str(path), "most": MOST, "total": len(read)}))
        read = read[:MOST]
    return _named(read), warnings


def listed(text: str, *, markdown: bool) -> list[Task]:
    """The tasks of a Markdown check list, or of a todo.txt."""
    return _named(list(_from_markdown(text) if markdown else _from_todo(text)))


def _named(read: list[_Line]) -> list[Task]:
    names = unique(f"task: {one_line(line.title, 60)}" for line in read)
    return [Task(name, *line) for name, line in zip(names, read, strict=True)]


def _from_text(text: str, path: Path) -> Iterator[_Line]:
    todo = path.suffix.lower() == ".txt" and not _BOX.search(text)
    return _from_todo(text) if todo else _from_markdown(text)


def _opens(text: str) -> bool:
    return text.lstrip()[:1] in ("[", "{") and not _BOX.search(text)


def _from_markdown(text: str) -> Iterator[_Line]:
    for box in _BOX.finditer(text):
        line = _COMMENT.sub("", box[2]).strip()
        due = _DUE.search(line)
        title = f"{line[: due.start()]} {line[due.end() :]}" if due else line
        title, project = _without_project(_PLUGIN.sub(" ", title))
        if tokens.words(title):
            yield _Line(title, _day(due), box[1] != " ", project)


def _from_todo(text: str) -> Iterator[_Line]:
    for line in text.splitlines():
        match = _TODO.match(line.strip())
        if match is None:
            continue
        due = _TODO_DUE.search(match[2])
        title, project = _without_project(_VALUE.sub("", match[2]))
        if tokens.words(title):
            yield _Line(title, day_of(due[1]) if due else None, match[1] is not None, project)


def _without_project(text: str) -> tuple[str, str]:
    """A title on one line, and the first project that it names: "+Alpha"."""
    found = _PROJECT.search(text)
    title = f"{text[: found.start()]} {text[found.end() :]}" if found else text
    return " ".join(title.split()), found[1] if found else ""


def _day(due: re.Match[str] | None) -> date | None:
    if due is None:
        return None
    year, month, day = map(int, due.group(1, 2, 3) if due[1] else due.group(6, 5, 4))
    if month > 12 >= day:  # 02/13/2026: as Americans write
        month, day = day, month
    try:
        return date(year, month, day)
    except ValueError:
        return None


def _from_json(text: str, path: Path, warnings: list[Reason]) -> Iterator[_Line]:
    try:
        read: Any = json.loads(text)
    except (ValueError, RecursionError) as error:
        raise UsageError(f"The task list {path} is no JSON: {error}.", NAME_ANOTHER) from error
    listed = read.get("tasks") if isinstance(read, dict) else read
    if not isinstance(listed, list):
        raise UsageError(
            f"The task list {path} is JSON, but holds no list: {type(listed).__name__}.", NAME_ANOTHER
        )
    odd = 0
    for entry in listed:
        fields = entry if isinstance(entry, dict) else {"title": entry}
        title, due = fields.get("title"), fields.get("due")
        if not isinstance(title, str) or not tokens.words(title):
            odd += 1
            continue
        day = day_of(due[:10]) if isinstance(due, str) else None
        if due and day is None:
            odd += 1  # the task stays, its day is not known
        project = fields.get("project")
        named = " ".join(project.split()) if isinstance(project, str) else ""
        yield _Line(" ".join(title.split()), day, fields.get("done") is True, named)
    if odd:
        warnings.append(Reason("tasks_odd", {"file": str(path), "count": odd}))
