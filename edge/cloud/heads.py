"""The head of the audit's chain in a third place: a line in the file of the day, beside the audit.

    heads/2026-11-22.log   {"at":…,"lines":2,"sha256":…,"database":"9f…","place":"/home/…/state.db"}

Somebody who cuts the audit and mends the state database after it has these to mend as well; who deletes any
of the three leaves the others to say so.
"""

from __future__ import annotations

import os
from collections.abc import Iterator
from datetime import UTC, datetime
from pathlib import Path

import msgspec

from edge import durable
from edge.cloud.appended import append_line, open_lines
from edge.cloud.chain import ChainHead
from edge.errors import StorageError
from edge.records import Record

#: Far more than edge writes in a line: the file is read by line, and a line is somebody's.
_LONGEST = 4096


class DayHead(Record, frozen=True, kw_only=True):
    """How the audit ended at a moment; `database`: identity of the one that wrote, which lay at `place`."""

    at: str
    lines: int
    sha256: str
    database: str = ""
    place: str = ""


def folder(audit: Path) -> Path:
    """Where the files of the days are."""
    return audit.with_name("heads")


def append(audit: Path, head: ChainHead, now: datetime, database: str, place: str) -> None:
    """One line in the file of the day (UTC), on the disk when this returns. Raises OSError."""
    moment = now.astimezone(UTC)
    path = folder(audit) / f"{moment:%Y-%m-%d}.log"
    durable.make_folder(path.parent, mode=0o700)
    line = DayHead(
        at=moment.isoformat(), lines=head.lines, sha256=head.sha256, database=database, place=place
    )
    handle = open_lines(path)
    try:
        new = not os.fstat(handle).st_size
        append_line(handle, msgspec.json.encode(line))
    finally:
        os.close(handle)
    if new:
        durable.sync_folder(path.parent)


def read(audit: Path) -> Iterator[DayHead]:
    """Every head, day by day; a line that a crash cut short is left out. Raises StorageError."""
    try:
        for path in sorted(folder(audit).glob("????-??-??.log")):
            with path.open("rb") as lines:
                while line := lines.readline(_LONGEST):
                    try:
                        yield msgspec.json.decode(line, type=DayHead)
                    except (msgspec.DecodeError, msgspec.ValidationError, UnicodeError):
                        continue
    except OSError as error:
        raise StorageError(
            f"The heads of the audit in {folder(audit)} cannot be read: {error.strerror}.", "Mend its rights."
        ) from error
