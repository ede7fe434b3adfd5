"""What left this device: append-only lines, each with the hash of the one before, on disk before anything is
sent.

    {"n":1,"prev":"000…","at":…,"event":"sending","call":7,…,"bytes":2311,"sha256":…,"body":"{…}"}
    {"n":2,"prev":sha256 of line 1,"at":…,"event":"outcome","call":7,"outcome":"answered","cost_usd":…}

A changed, removed or reordered line breaks the chain. A cut-off end does not, so the state database keeps how
many lines there are and the last one's hash. The key of the cloud is never written: nobody gives it to this
module.
"""

from __future__ import annotations

import hashlib
import os
from collections.abc import Iterator, Mapping
from datetime import UTC, datetime
from pathlib import Path
from typing import TYPE_CHECKING, Any

import msgspec

from edge import paths
from edge.errors import StorageError
from edge.records import SCHEMA, Record
from edge.state.database import transaction

if TYPE_CHECKING:
    import apsw

FIRST = "0" * 64
_LOCK_SECONDS = 10.0


class AuditEnd(Record, frozen=True, kw_only=True):
    """How a file of so many lines and bytes ends. `torn`: its last line is no entry. `known`: the line that
    the state database knew as the last is still in its place.
    """

    lines: int = 0
    bytes: int = 0
    sha256: str = FIRST
    torn: bool = False
    known: bool = True


class Verification(Record, frozen=True, kw_only=True):
    """`problems`: what somebody changed. `notes`: what a crash explains."""

    schema: int = SCHEMA
    file: str
    lines: int
    sent: int
    ok: bool
    problems: tuple[str, ...] = ()
    notes: tuple[str, ...] = ()


class Audit:
    """The audit file, and its end in the state database."""

    def __init__(self, path: Path, db: apsw.Connection) -> None:
        self.path = path
        self._db = db

    def append(self, event: str, now: datetime, values: Mapping[str, Any]) -> None:
        """Write one line and wait until the disk has it. Raises StorageError; the line may then be torn."""
        from filelock import FileLock, Timeout

        try:
            self.path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
            with FileLock(str(self.path) + ".lock", timeout=_LOCK_SECONDS, mode=0o600):
                new = not self.path.exists()
                handle = os.open(self.path, os.O_RDWR | os.O_APPEND | os.O_CREAT, 0o600)
                try:
                    end = self._append(handle, event, now, values)
                finally:
                    os.close(handle)
                if new:
                    paths.sync_folder(self.path.parent)
                with transaction(self._db):
                    self._db.execute(
                        "INSERT OR REPLACE INTO audit_end (file, lines, bytes, sha256) VALUES (?, ?, ?, ?)",
                        (self.path.name, end.lines, end.bytes, end.sha256),
                    ).fetchall()
        except Timeout as error:
            raise StorageError(
                f"The audit {self.path} is locked by another process.", "Try again."
            ) from error
        except OSError as error:
            raise StorageError(
                f"The audit {self.path} cannot be written: {error.strerror or error}.",
                "Without it nothing is sent. Make room, or mend the folder's rights.",
            ) from error

    def _append(self, handle: int, event: str, now: datetime, values: Mapping[str, Any]) -> AuditEnd:
        size = os.fstat(handle).st_size
        kept = kept_end(self._db, self.path)
        end = kept
        if end is None or end.bytes != size:  # another state database, a crash, or somebody's hand
            end = read_end(self.path, kept)
        moment = now.astimezone(UTC).isoformat()
        entry: dict[str, Any] = {"n": end.lines + 1, "prev": end.sha256, "at": moment, "event": event}
        if kept is not None and not end.known:  # said for good, since the kept end is about to move on
            entry["lost"] = {"lines": kept.lines, "sha256": kept.sha256}
        if end.torn:
            entry["after_torn"] = True
        line = msgspec.json.encode({**entry, **values})
        data = line + b"\n"
        if size and os.pread(handle, 1, size - 1) != b"\n":
            data = b"\n" + data  # what a crash left stays a line of its own
        written = 0
        while written < len(data):
            written += os.write(handle, data[written:])
        os.fsync(handle)
        return AuditEnd(lines=end.lines + 1, bytes=size + len(data), sha256=_sha256(line))


def entries(path: Path) -> Iterator[dict[str, Any]]:
    """Every line that is an entry, oldest first; none when there is no file. Raises StorageError."""
    for line in _lines(path):
        entry = _entry(line)
        if entry is not None:
            yield entry


def verify(path: Path, db: apsw.Connection | None) -> Verification:
    """Check the chain from the first line to the last, and the end against the state database.

    Without one (`db` None, or it knows of no audit), a cut-off end cannot be seen: a note says so.
    """
    end = kept_end(db, path) if db is not None else None
    chain = _Chain(end)
    for line in _lines(path):
        chain.add(line)
    return chain.verification(path)


class _Chain:
    """The lines so far, and what is wrong with them."""

    def __init__(self, end: AuditEnd | None) -> None:
        self._end = end
        self._met = end is None or end.lines == 0
        self._previous, self._torn, self._count, self._sent = FIRST, False, 0, 0
        self._open: dict[Any, int] = {}
        self._problems: list[str] = []
        self._notes: list[str] = []

    def add(self, line: bytes) -> None:
        self._count += 1
        entry = _entry(line)
        if entry is not None:
            self._entry(entry)
        elif self._torn:
            self._problems.append(f"Line {self._count - 1} is damaged.")
        self._torn, self._previous = entry is None, _sha256(line)
        end = self._end
        self._met = self._met or (
            end is not None and (end.lines, end.sha256) == (self._count, self._previous)
        )

    def _entry(self, entry: Mapping[str, Any]) -> None:
        here, before = self._count, self._count - 1
        if entry.get("prev") != self._previous:
            self._problems.append(f"Line {here} does not follow line {before}: one was changed or removed.")
        if entry.get("n") != here:
            self._problems.append(f"Line {here} says that it is line {entry.get('n')}.")
        if self._torn != bool(entry.get("after_torn")):
            self._problems.append(f"Line {before} is {'damaged' if self._torn else 'not what it was'}.")
        elif self._torn:
            self._notes.append(_cut(before))
        if isinstance(lost := entry.get("lost"), dict):
            self._problems.append(
                f"Before line {here} was written, line {lost.get('lines')} was changed or removed."
            )
        body = entry.get("body")
        if isinstance(body, str) and _sha256(body.encode("utf-8")) != entry.get("sha256"):
            self._problems.append(f"Line {here}: the bytes do not have the hash beside them.")
        if entry.get("event") == "sending":
            self._sent += 1
            self._open[entry.get("call")] = here
        else:
            self._open.pop(entry.get("call"), None)

    def verification(self, path: Path) -> Verification:
        if self._torn:
            self._notes.append(_cut(self._count))
        if not self._met and self._end is not None:
            self._problems.append(
                f"The end is not as it was: line {self._end.lines} was changed, or lines are missing."
            )
        if self._end is None and self._count:
            self._notes.append(
                "No state database knows how many lines there were: a cut-off end is not seen."
            )
        self._notes += [
            f"Line {line}: the outcome of this request is unknown, since edge ended before it."
            for line in self._open.values()
        ]
        return Verification(
            file=str(path),
            lines=self._count,
            sent=self._sent,
            ok=not self._problems,
            problems=tuple(self._problems),
            notes=tuple(self._notes),
        )


def _cut(line: int) -> str:
    return f"Line {line} was cut off by a crash while it was written; what it would say did not happen yet."


def kept_end(db: apsw.Connection, path: Path) -> AuditEnd | None:
    """The end that the state database knows."""
    rows = db.execute("SELECT lines, bytes, sha256 FROM audit_end WHERE file = ?", (path.name,)).fetchall()
    if not rows:
        return None
    lines, size, sha256 = rows[0]
    return AuditEnd(lines=int(str(lines)), bytes=int(str(size)), sha256=str(sha256))


def read_end(path: Path, kept: AuditEnd | None) -> AuditEnd:
    """The end as it is in the file, read from its beginning."""
    count, size, last = 0, 0, None
    known = kept is None or kept.lines == 0
    for line in _lines(path):
        count, size, last = count + 1, size + len(line) + 1, line
        known = known or (kept is not None and kept.lines == count and kept.sha256 == _sha256(line))
    if last is None:
        return AuditEnd(known=known)
    return AuditEnd(lines=count, bytes=size, sha256=_sha256(last), torn=_entry(last) is None, known=known)


def _lines(path: Path) -> Iterator[bytes]:
    try:
        with path.open("rb") as file:
            for line in file:
                yield line.removesuffix(b"\n")
    except FileNotFoundError:
        return
    except OSError as error:
        raise StorageError(
            f"The audit {path} cannot be read: {error.strerror}.", "Mend its rights."
        ) from error


def _entry(line: bytes) -> dict[str, Any] | None:
    try:
        entry = msgspec.json.decode(line)
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError):
        return None
    return entry if isinstance(entry, dict) and "prev" in entry else None


def _sha256(data: bytes) -> str:
    return hashlib.sha256(data).hexdigest()
