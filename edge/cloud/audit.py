"""What left this device: append-only lines, each with the hash of the one before, on disk before anything is
sent.

    {"n":1,"prev":"000…","at":…,"event":"sending","call":7,…,"bytes":2311,"sha256":…,"body":"{…}"}
    {"n":2,"prev":sha256 of line 1,"at":…,"event":"outcome","call":7,"outcome":"answered","cost_usd":…}

A line is the copy of a row of the state database that a person can read and verify (`edge.cloud.chain`); the
database keeps the head of the chain, so that a cut or replaced file is noticed. The key of the cloud is never
written: nobody gives it to this module.
"""

from __future__ import annotations

import os
from collections.abc import Iterator, Mapping
from datetime import UTC, datetime
from pathlib import Path
from typing import TYPE_CHECKING, Any

import msgspec

from edge import paths
from edge.cloud.chain import Chain, ChainHead, Verification, parse, sha256
from edge.errors import StorageError
from edge.state.database import transaction

if TYPE_CHECKING:
    import apsw

_LOCK_SECONDS = 10.0


class Audit:
    """The audit file, and the head of its chain in the state database."""

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
                    head = self._append(handle, event, now, values)
                finally:
                    os.close(handle)
                if new:
                    paths.sync_folder(self.path.parent)
                with transaction(self._db):
                    self._db.execute(
                        "INSERT OR REPLACE INTO audit_head (file, lines, bytes, sha256) VALUES (?, ?, ?, ?)",
                        (self.path.name, head.lines, head.bytes, head.sha256),
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

    def _append(self, handle: int, event: str, now: datetime, values: Mapping[str, Any]) -> ChainHead:
        size = os.fstat(handle).st_size
        anchor = anchored(self._db, self.path)
        head, marks = anchor or ChainHead(), dict[str, Any]()
        if head.bytes != size:  # another state database, a crash, or somebody's hand
            chain = _read(self.path, anchor)
            head = chain.head
            if anchor is not None and not chain.anchored:  # for good, since the anchor is about to move on
                marks["lost"] = {"lines": anchor.lines, "sha256": anchor.sha256}
            if chain.torn:
                marks["after_torn"] = True
        moment = now.astimezone(UTC).isoformat()
        line = msgspec.json.encode(
            {"n": head.lines + 1, "prev": head.sha256, "at": moment, "event": event, **marks, **values}
        )
        data = line + b"\n"
        if size and os.pread(handle, 1, size - 1) != b"\n":
            data = b"\n" + data  # what a crash left stays a line of its own
        written = 0
        while written < len(data):
            written += os.write(handle, data[written:])
        os.fsync(handle)
        return ChainHead(lines=head.lines + 1, bytes=size + len(data), sha256=sha256(line))


def entries(path: Path) -> Iterator[dict[str, Any]]:
    """Every line that is an entry, oldest first; none when there is no file. Raises StorageError."""
    return (entry for entry in map(parse, _lines(path)) if entry is not None)


def verify(path: Path, db: apsw.Connection | None) -> Verification:
    """Check the chain from the first line to the last, and its head against the state database.

    Without one (`db` None, or it knows of no audit), a cut-off end cannot be seen: a note says so.
    """
    return _read(path, anchored(db, path) if db is not None else None).verification(str(path))


def anchored(db: apsw.Connection, path: Path) -> ChainHead | None:
    """The head that the state database knows."""
    rows = db.execute("SELECT lines, bytes, sha256 FROM audit_head WHERE file = ?", (path.name,)).fetchall()
    if not rows:
        return None
    lines, size, digest = rows[0]
    return ChainHead(lines=int(str(lines)), bytes=int(str(size)), sha256=str(digest))


def _read(path: Path, anchor: ChainHead | None) -> Chain:
    chain = Chain(anchor)
    for line in _lines(path):
        chain.add(line)
    return chain


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
