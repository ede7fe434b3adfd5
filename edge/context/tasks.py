"""A task list: JSON (a list of {"title", "due", "done"}, or {"tasks": [...]}) or Markdown ("- [ ] text").

In Markdown a due day is read after a word for it: "(due 2026-02-03)", "échéance 03/02/2026",
"due:2026-02-03", "📅 2026-02-03". Anything else in the file is left alone.
"""

from __future__ import annotations

import json
import re
from collections import defaultdict
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import date
from functools import cached_property
from pathlib import Path
from typing import Any

from edge import paths
from edge.context.finding import ContextFindings, conflict, limited, shown_names
from edge.context.lookup import LookupTerms, day_of
from edge.context.word_index import SHARED, WordIndex
from edge.errors import UsageError
from edge.records import ContextItem, Extraction, Proposal, Reason
from edge.text import tokens
from edge.text.one_line import one_line
from edge.text.similarity import similarity
from edge.text.truncate import truncate, unique

#: Bytes of the file, and tasks of it that are kept.
LARGEST = 8 * 1024 * 1024
MOST = 20_000

_BOX = re.compile(
    r"^[ \t]*(?:[-*+]|\d+[.)])[ \t]+\[([ xX])\][ \t]+(\S(?:.*[^ \t\r\n])?)[ \t\r]*$", re.MULTILINE
)
_DUE = re.compile(
    r"[(\[]?\s{0,4}(?:📅|@?\b(?:due|échéance|echeance|pour le|avant le|before|by)\b)\s{0,4}[:(]?\s{0,4}"
    r"(?:(\d{4})-(\d{2})-(\d{2})|(\d{1,2})[/.](\d{1,2})[/.](\d{4}))\s{0,4}[)\]]*",
    re.IGNORECASE,
)

#: From here, and with `SHARED` stems in common, two texts are one task when their days do not differ.
_SAME = 0.5

#: What a match is worth: a name; the day; words of the subject.
_NAME, _DAY, _WORDS = 0.6, 0.3, 0.25

_TASK_TYPES = frozenset(("deadline", "commitment", "request"))
_NAME_ANOTHER = (
    'Name a JSON list of {"title", "due", "done"} or a Markdown file with "- [ ] …" in extract.tasks '
    "(--tasks), or leave it out."
)


@dataclass(frozen=True, slots=True)
class Task:
    """One thing to do. `name` is its own in the list."""

    name: str
    title: str
    due: date | None
    done: bool


class Tasks:
    """The tasks of one file, read at the first look. Raises UsageError when there is no such file."""

    def __init__(self, path: Path) -> None:
        if paths.kind(path) != "file":
            raise UsageError(f"There is no task list at {path}.", _NAME_ANOTHER)
        self._path = path

    @property
    def warnings(self) -> list[Reason]:
        """What could not be read; reads the list if that is not done yet."""
        return self._read[1]

    def look(self, proposal: Proposal | None, sought: LookupTerms, most: int) -> ContextFindings:
        """Open tasks with a name or the day of the message, or words of its subject, best first, at most
        `most`; and those that a proposed task would repeat.

        Raises UsageError when the file is no task list.
        """
        scores: dict[int, float] = defaultdict(float)
        for name in sought.names:
            scores |= dict.fromkeys(self._words.holding(name.split()), _NAME)
        for number in self._words.sharing(tokens.terms(sought.subject)):
            scores[number] += _WORDS
        for number, task in enumerate(self._tasks):
            if task.due in sought.days:
                scores[number] += _DAY
        open_tasks = {number: score for number, score in scores.items() if not self._tasks[number].done}
        conflicts = []
        for extraction in proposal.extractions if proposal is not None else ():
            again = self._repeated(extraction)
            if again:
                names = [self._tasks[number].name for number in again]
                info = one_line(extraction.info, 60)
                why = Reason("in_tasks", {"info": info, "others": shown_names(names)})
                conflicts.append(conflict(why, names))
                open_tasks.update(dict.fromkeys(again, 1.0))
        return limited(sorted(open_tasks.items()), most, self._item, conflicts)

    @cached_property
    def _read(self) -> tuple[list[Task], list[Reason]]:
        return tasks(self._path)

    @property
    def _tasks(self) -> list[Task]:
        return self._read[0]

    @cached_property
    def _words(self) -> WordIndex:
        return WordIndex(tokens.words(task.title) for task in self._tasks)

    @cached_property
    def _stems(self) -> WordIndex:
        return WordIndex(tokens.stems(task.title) for task in self._tasks)

    def _repeated(self, extraction: Extraction) -> list[int]:
        """Tasks that this extraction would make again: much the same words, and no other day."""
        if not extraction.grounded or not (extraction.task or extraction.type in _TASK_TYPES):
            return []
        day = day_of(extraction.date)
        return [
            number
            for number, count in sorted(self._stems.shared(tokens.stems(extraction.info)).items())
            if count >= min(SHARED, len(set(tokens.stems(self._tasks[number].title))))
            and _same_days(self._tasks[number], day)
            and similarity(extraction.info, self._tasks[number].title) >= _SAME
        ]

    def _item(self, number: int, score: float) -> ContextItem:
        task = self._tasks[number]
        due = task.due.isoformat() if task.due else ""
        parts = (task.title, due and f"due {due}", "done" if task.done else "")
        return ContextItem(
            kind="task", name=task.name, text=truncate("\n".join(filter(None, parts))),
            source=self._path.name, date=due, score=score,
        )  # fmt: skip


def tasks(path: Path) -> tuple[list[Task], list[Reason]]:
    """The tasks of a file in their order, and what could not be read. Raises UsageError when the file is no
    task list: not text, broken JSON, or JSON that is no list.
    """
    try:
        if path.stat().st_size > LARGEST:
            raise UsageError(f"The task list {path} is larger than {LARGEST // 1024**2} MB.", _NAME_ANOTHER)
        text = path.read_text(encoding="utf-8-sig")
    except OSError as error:
        raise UsageError(f"The task list {path} cannot be read: {error.strerror}.", _NAME_ANOTHER) from error
    except UnicodeDecodeError as error:
        raise UsageError(f"The task list {path} is no UTF-8 text: {error.reason}.", _NAME_ANOTHER) from error
    warnings: list[Reason] = []
    json_like = path.suffix.lower() == ".json" or (
        path.suffix.lower() not in (".md", ".txt") and _opens(text)
    )
    read = list(_from_json(text, path, warnings) if json_like else _from_markdown(text))
    if len(read) > MOST:
        warnings.append(Reason("tasks_cut", {"file": str(path), "most": MOST, "total": len(read)}))
        read = read[:MOST]
    names = unique(f"task: {one_line(title, 60)}" for title, _, _ in read)
    return [Task(name, *task) for name, task in zip(names, read, strict=True)], warnings


def _opens(text: str) -> bool:
    return text.lstrip()[:1] in ("[", "{") and not _BOX.search(text)


def _from_markdown(text: str) -> Iterator[tuple[str, date | None, bool]]:
    for box in _BOX.finditer(text):
        due = _DUE.search(box[2])
        title = " ".join((box[2][: due.start()] + " " + box[2][due.end() :]).split()) if due else box[2]
        if tokens.words(title):
            yield title, _day(due), box[1] != " "


def _day(due: re.Match[str] | None) -> date | None:
    if due is None:
        return None
    year, month, day = due.group(1, 2, 3) if due[1] else due.group(6, 5, 4)
    try:
        return date(int(year), int(month), int(day))
    except ValueError:
        return None


def _from_json(text: str, path: Path, warnings: list[Reason]) -> Iterator[tuple[str, date | None, bool]]:
    try:
        read: Any = json.loads(text)
    except (ValueError, RecursionError) as error:
        raise UsageError(f"The task list {path} is no JSON: {error}.", _NAME_ANOTHER) from error
    listed = read.get("tasks") if isinstance(read, dict) else read
    if not isinstance(listed, list):
        raise UsageError(
            f"The task list {path} is JSON, but holds no list: {type(listed).__name__}.", _NAME_ANOTHER
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
        yield " ".join(title.split()), day, fields.get("done") is True
    if odd:
        warnings.append(Reason("tasks_odd", {"file": str(path), "count": odd}))


def _same_days(task: Task, day: date | None) -> bool:
    """A task that is done is only repeated by one of the same day: next month's rent is another."""
    if task.done:
        return task.due is not None and task.due == day
    return task.due is None or day is None or task.due == day
