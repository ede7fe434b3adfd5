"""What a run of `edge extract --to-…` writes into files of the user's, and what is taken back of it."""

from __future__ import annotations

from typing import Literal

from edge.records.base import SCHEMA, Record

#: `kept`: the person changed it; `gone`: the person took it out; `known`: it stands there already, and not
#: from here. Nothing is written for these three.
ExportOutcome = Literal["added", "changed", "removed", "unchanged", "kept", "gone", "known"]


class ExportedEntry(Record, frozen=True, kw_only=True):
    """One appointment, task or line of a note. `key` names it in its file, `message` is the message's id."""

    outcome: ExportOutcome
    title: str
    message: str
    key: str = ""


class ExportedFile(Record, frozen=True, kw_only=True):
    """One file. `diff` is a unified diff of what the run changes, empty where it changes nothing."""

    file: str
    kind: Literal["calendar", "tasks", "note"]
    new: bool = False  # it was not there
    entries: list[ExportedEntry] = []
    diff: str = ""


class ExportReport(Record, frozen=True, kw_only=True):
    """`dry`: nothing was written. `undecided`: messages left out because they wait for a person. `made`: a
    folder of notes that was not there; "": none.
    """

    schema: int = SCHEMA
    dry: bool
    made: str = ""
    files: list[ExportedFile] = []
    undecided: int = 0


class UndoneFile(Record, frozen=True, kw_only=True):
    """A file, or the folder that the run made: `restored` to what it was, `deleted` because there was none,
    `untouched` because nothing had been written, or `refused` because somebody changed it since.
    """

    file: str
    outcome: Literal["restored", "deleted", "untouched", "refused"]


class UndoReport(Record, frozen=True, kw_only=True):
    """What was taken back of the run of `at` (ISO 8601); "": there was none. `dry`: nothing was changed."""

    schema: int = SCHEMA
    dry: bool
    at: str = ""
    files: list[UndoneFile] = []
