"""What a run would do to one file: its bytes before and after, and each entry's outcome."""

from __future__ import annotations

import difflib
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Literal

from edge import evident, paths
from edge.errors import StorageError, UsageError
from edge.extract.export.reconcile import EntryChange
from edge.records.export import ExportedEntry, ExportedFile
from edge.state.exports import WrittenEntry

#: Bytes of a file that is written into.
LARGEST = 64 * 1024 * 1024


@dataclass(frozen=True, slots=True)
class FilePlan:
    """`before` None: there is no such file. `known` and `written`: entries before and after the run."""

    path: Path
    kind: Literal["calendar", "tasks", "note"]
    before: bytes | None
    after: bytes
    changes: Sequence[EntryChange]
    known: list[WrittenEntry]
    written: list[WrittenEntry]

    @property
    def changed(self) -> bool:
        """Whether there is anything to write."""
        return self.after != (self.before or b"")

    def record(self) -> ExportedFile:
        """What is told of it."""
        entries = [
            ExportedEntry(outcome=it.outcome, title=it.title, message=it.message, key=it.key)
            for it in self.changes
        ]
        return ExportedFile(
            file=str(self.path), kind=self.kind, new=self.before is None and self.changed, entries=entries,
            diff=_diff(self.before or b"", self.after, str(self.path)) if self.changed else "",
        )  # fmt: skip


def read(path: Path) -> bytes | None:
    """A file that is to be written into; None where there is none yet. Raises UsageError, StorageError."""
    if paths.kind(path) == "nothing":
        if paths.kind(path.parent) != "folder":
            raise UsageError(
                f"There is no folder {path.parent} for {path.name}.", "Make it, or name another."
            )
        return None
    if paths.kind(path) != "file":
        raise UsageError(f"{path} is no file that can be written into.", "Name another.")
    try:
        if path.stat().st_size > LARGEST:
            raise UsageError(f"{path} is larger than {LARGEST // 1024**2} MB.", "Name another file.")
        return path.read_bytes()
    except OSError as error:
        raise StorageError(f"{path} cannot be read: {error.strerror}.", "Check its permissions.") from error


def decoded(data: bytes | None, path: Path) -> str:
    """Its text; "" of no file. Raises UsageError for what is no UTF-8: it could not be written back."""
    try:
        shown = evident.codec(data or b"")
        if shown not in (
            "",
            "utf-8-sig",
        ):  # it may pass for UTF-8, with a NUL beside each letter
            raise UsageError(
                f"{path} is no UTF-8 text but {shown.upper()}.", "Save it as UTF-8, or name another."
            )
        return (data or b"").decode("utf-8")
    except UnicodeDecodeError as error:
        raise UsageError(
            f"{path} is no UTF-8 text ({error.reason} at byte {error.start}).",
            "Save it as UTF-8, or name another.",
        ) from error


def _diff(before: bytes, after: bytes, name: str) -> str:
    old, new = (data.decode("utf-8", "replace").splitlines() for data in (before, after))
    return "\n".join(difflib.unified_diff(old, new, name, name, n=1, lineterm=""))
