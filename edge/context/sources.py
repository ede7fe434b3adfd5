"""What is known around a message: notes, appointments, tasks, earlier messages, passages; and what of it
speaks against a draft.

Between two passes: the names that a pass found are looked for first, then the words of the subject. Each kind
has its limit; what was found beyond it is counted, never silently gone.
"""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Self

from edge import paths
from edge.i18n import rendered
from edge.records import Context, Message, Proposal, Reason
from edge.settings import ExtractSettings

if TYPE_CHECKING:
    from types import TracebackType

    from edge.context.archive import Archive
    from edge.context.calendar import Calendar
    from edge.context.finding import ContextFindings
    from edge.context.history import EarlierMessages, MessageArchive
    from edge.context.knowledge import Knowledge, Search
    from edge.context.notes import Notes
    from edge.context.tasks import Tasks

#: Most of each kind that is shown; what was found beyond it is counted.
SHOWN = {"note": 5, "event": 10, "task": 5, "message": 5, "passage": 3}


class ContextSources:
    """The sources of one session, each optional, each opened at the first look. One thread at a time."""

    def __init__(
        self, *, settings: ExtractSettings, notes: str | Path | None = None,
        calendar: str | Path | None = None, tasks: str | Path | None = None,
        archive: str | Path | None = None, earlier: MessageArchive | None = None,
        knowledge: Search | None = None,
    ) -> None:  # fmt: skip
        """Sources that are not given are those of the settings; "" is none. `knowledge` is asked only where
        the settings say so.

        Raises UsageError when nothing is at a path, or the time zone is none. What is there is opened by the
        first look, or by `open`.
        """
        self._settings = settings
        if settings.timezone.strip():
            from edge.context import zones

            zones.require(settings.timezone)
        self._notes: Notes | None = None
        self._calendar: Calendar | None = None
        self._tasks: Tasks | None = None
        self._messages: EarlierMessages | None = None
        self._knowledge: Knowledge | None = None
        self._archive: Archive | None = None
        if path := _path(notes, settings.notes):
            from edge.context.notes import Notes

            self._notes = Notes(path)
        if path := _path(calendar, settings.calendar):
            from edge.context.calendar import Calendar

            self._calendar = Calendar(path)
        if path := _path(tasks, settings.tasks):
            from edge.context.tasks import Tasks

            self._tasks = Tasks(path)
        if path := _path(archive, settings.archive):
            from edge.context.archive import Archive

            self._archive = Archive(path, settings)
        if earlier is not None:
            from edge.context.history import EarlierMessages

            self._messages = EarlierMessages(earlier)
        if knowledge is not None and settings.knowledge:
            from edge.context.knowledge import Knowledge

            self._knowledge = Knowledge(knowledge)

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    @property
    def empty(self) -> bool:
        """Whether there is no source at all: looking then costs nothing."""
        sources = (
            self._notes, self._calendar, self._tasks, self._messages, self._knowledge, self._archive,
        )  # fmt: skip
        return all(source is None for source in sources)

    def open(self) -> list[Reason]:
        """Read all sources now, and tell what in them could not be read: a broken note, a broken .ics inside
        a folder, an appointment without a day.

        Raises UsageError when a file named is no calendar or no task list; StorageError when notes cannot be
        indexed; EdgeError when a library is missing.
        """
        return [
            warning
            for source in (self._notes, self._calendar, self._tasks, self._archive)
            if source is not None
            for warning in source.warnings
        ]

    def look(self, message: Message, proposal: Proposal | None) -> Context:
        """What there is around a message and a proposal for it (None before the first pass).

        Items come by kind, the best of each first. Their names are unique, and the same for the same source;
        their texts hold no path. Raises what `open` raises, and what the knowledge base's search raises.
        """
        if self.empty:
            return Context()
        from edge.context.lookup import lookup_terms

        terms = lookup_terms(message, proposal)
        findings: list[ContextFindings] = []
        if self._notes is not None:
            findings.append(self._notes.look(terms, SHOWN["note"], proposal))
        if self._calendar is not None:
            findings.append(
                self._calendar.look(message, proposal, terms, self._settings.timezone, SHOWN["event"])
            )
        if self._tasks is not None:
            findings.append(self._tasks.look(proposal, terms, SHOWN["task"]))
        if self._messages is not None:
            findings.append(self._messages.look(message, proposal, terms, SHOWN["message"]))
        if self._archive is not None:
            findings.append(_others(self._archive.look(message, terms, SHOWN["message"]), findings))
        if self._knowledge is not None:
            findings.append(self._knowledge.look(terms, SHOWN["passage"]))
        context = Context(
            items=[item for finding in findings for item in finding.items],
            conflicts=[conflict for finding in findings for conflict in finding.conflicts],
            dropped=sum(finding.dropped for finding in findings),
        )
        return rendered(context, "en")  # the language of the prompts

    def close(self) -> None:
        """Close what is open. Looking again opens it again."""
        for source in (self._notes, self._archive):
            if source is not None:
                source.close()


def _others(archived: ContextFindings, findings: list[ContextFindings]) -> ContextFindings:
    """Of an archive what no other source has: a message that was read is known by what was found in it."""
    known = {item.source for finding in findings for item in finding.items if item.kind == "message"}
    return replace(archived, items=[item for item in archived.items if item.source not in known])


def _path(given: str | Path | None, setting: str) -> Path | None:
    chosen = setting if given is None else given
    return paths.expanded(chosen) if str(chosen) else None
