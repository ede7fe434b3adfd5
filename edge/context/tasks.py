"""The user's task list around a message: what has to do with it, and what it would make again."""

from __future__ import annotations

from collections import defaultdict
from datetime import date
from functools import cached_property
from pathlib import Path

from edge import paths
from edge.context.finding import ContextFindings, conflict, limited, settled, shown_names
from edge.context.lookup import LookupTerms, day_of
from edge.context.task_lists import NAME_ANOTHER, Task, tasks
from edge.context.word_index import SHARED, WordIndex
from edge.errors import UsageError
from edge.records import ContextItem, Extraction, Proposal, Reason
from edge.text import tokens
from edge.text.one_line import one_line
from edge.text.similarity import similarity
from edge.text.truncate import truncate

#: From here, and with `SHARED` stems in common, two texts are one task when their days do not differ.
_SAME = 0.5
#: ... and on one day, with so much in common, nobody need be asked.
_SURE = 0.75

#: So many content words make a title that is not met by chance.
_WHOLE = 3

#: What a match is worth: a name; the day; words of the subject.
_NAME, _DAY, _WORDS = 0.6, 0.3, 0.25

_TASK_TYPES = frozenset(("deadline", "commitment", "request"))


class Tasks:
    """The tasks of one file, read at the first look. Raises UsageError when there is no such file."""

    def __init__(self, path: Path) -> None:
        if paths.kind(path) != "file":
            raise UsageError(f"There is no task list at {path}.", NAME_ANOTHER)
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
                sure = any(_certain(extraction, self._tasks[number]) for number in again)
                conflicts.append(settled(why, names, extraction) if sure else conflict(why, names))
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
        shared = self._stems.shared(tokens.stems(extraction.info))
        return [number for number in sorted(shared) if same_task(extraction, self._tasks[number])]

    def _item(self, number: int, score: float) -> ContextItem:
        task = self._tasks[number]
        due = task.due.isoformat() if task.due else ""
        project = task.project and f"project {task.project}"
        parts = (task.title, due and f"due {due}", project, "done" if task.done else "")
        return ContextItem(
            kind="task", name=task.name, text=truncate("\n".join(filter(None, parts))),
            source=self._path.name, date=due, score=score,
        )  # fmt: skip


def same_task(extraction: Extraction, task: Task) -> bool:
    """Whether what a message asks for is this task: much the same words, and no other day."""
    ours, theirs = set(tokens.stems(extraction.info)), set(tokens.stems(task.title))
    return (
        len(ours & theirs) >= min(SHARED, len(theirs))
        and _same_days(task, day_of(extraction.date))
        and similarity(extraction.info, task.title) >= _SAME
    )


def _certain(extraction: Extraction, task: Task) -> bool:
    """One day that both name, and nearly the same words, or all of the task's: "Can you send the Alpha report
    by the 12th?" says "Send the Alpha report" with courtesy and day around it.
    """
    if task.due is None or task.due != day_of(extraction.date):
        return False
    titled = set(tokens.stems(task.title))
    whole = len(titled) >= _WHOLE and titled <= set(tokens.stems(extraction.info))
    return whole or similarity(extraction.info, task.title) >= _SURE


def _same_days(task: Task, day: date | None) -> bool:
    """A task that is done is only repeated by one of the same day: next month's rent is another."""
    if task.done:
        return task.due is not None and task.due == day
    return task.due is None or day is None or task.due == day
