"""What left this device: append-only lines, each with the hash of the one before, on disk before anything is
sent.

    {"n":1,"prev":"000…","at":…,"event":"sending","call":7,…,"bytes":2311,"sha256":…,"body":"{…}"}
    {"n":2,"prev":sha256 of line 1,"at":…,"event":"outcome","call":7,"outcome":"answered","cost_usd":…}

A line is the copy of a row of the state database that a person can read and verify (`edge.cloud.chain`). The
head of the chain is kept in that database and in a file of the day (`edge.cloud.heads`); what is verified is
that the three agree (`edge.cloud.reconcile`). The key of the cloud is never written: nobody gives it to this
module.
"""

from __future__ import annotations

import os
from collections.abc import Iterator, Mapping
from datetime import UTC, datetime
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, Any

import msgspec

from edge import durable
from edge.cloud import anchor, heads
from edge.cloud.appended import append_line, open_lines
from edge.cloud.chain import Chain, ChainHead, Verification, parse, sha256
from edge.cloud.reconcile import Reconciliation
from edge.errors import StorageError
from edge.state import calls
from edge.state.calls import Identity
from edge.state.database import transaction

if TYPE_CHECKING:
    import apsw

_LOCK_SECONDS = 10.0

#: Of a head whose place in the file has to be looked for.
_UNKNOWN = -1


class Audit:
    """The audit file, and the head of its chain in the state database."""

    def __init__(self, path: Path, db: apsw.Connection) -> None:
        self.path = path
        self._db = db

    @cached_property
    def _identity(self) -> Identity:
        return calls.identity(self._db)

    def append(self, event: str, now: datetime, values: Mapping[str, Any]) -> None:
        """Write one line and wait until the disk has it. Raises StorageError; the line may then be torn."""
        from filelock import FileLock, Timeout

        try:
            durable.make_folder(self.path.parent, mode=0o700)
            with FileLock(str(self.path) + ".lock", timeout=_LOCK_SECONDS, mode=0o600):
                new = not self.path.exists()
                handle = open_lines(self.path)
                try:
                    head = self._append(handle, event, now, values)
                finally:
                    os.close(handle)
                if new:
                    durable.sync_folder(self.path.parent)
                heads.append(self.path, head, now, self._identity.id, _place(self._db))
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
        known = anchored(self._db, self.path) or _latest(self.path)
        head = known or ChainHead()
        marks: dict[str, Any] = {"database": self._identity.id}
        if head.bytes != size:  # another state database, a crash, or somebody's hand
            chain = _read(self.path, known)
            head = chain.head
            if known is not None and not chain.anchored:  # for good, since the anchor is about to move on
                marks["lost"] = {"lines": known.lines, "sha256": known.sha256}
            if chain.torn:
                marks["after_torn"] = True
        moment = now.astimezone(UTC).isoformat()
        line = msgspec.json.encode(
            {"n": head.lines + 1, "prev": head.sha256, "at": moment, "event": event, **marks, **values}
        )
        return ChainHead(lines=head.lines + 1, bytes=append_line(handle, line), sha256=sha256(line))


def entries(path: Path) -> Iterator[dict[str, Any]]:
    """Every line that is an entry, oldest first; none when there is no file. Raises StorageError."""
    return (entry for entry in map(parse, _lines(path)) if entry is not None)


def verify(path: Path, db: apsw.Connection | None) -> Verification:
    """Check the chain from the first line to the last, its head against the state database, and both against
    the heads of the days and what was signed.

    Proves that no line was changed, removed, added or cut off, unless somebody with your rights rewrote the
    audit, the database and the heads alike. Without a database (`db` None, or it knows of no audit) and
    without heads, a cut-off end cannot be seen: a note says so.
    """
    identity = calls.identity(db) if db is not None else None
    known = anchored(db, path) if db is not None else None
    beside = Reconciliation(heads.read(path), identity, _place(db) if db is not None else "")
    signed = anchor.signed(path)
    chain, problems, notes = Chain(known or _latest(path)), anchor.problems(path), list[str]()
    for line in _lines(path):
        chain.add(line)
        beside.add(chain.head.lines, chain.head.sha256, parse(line))
        found = signed.pop(chain.head.lines, None)
        if found is not None and found.sha256 != chain.head.sha256:
            problems.append(f"Line {chain.head.lines} is not the one that was signed by {found.signer}.")
        elif found is not None:
            notes.append(f"Line {chain.head.lines} and all before it are signed by {found.signer}.")
    problems += [f"Line {lines}, signed by {one.signer}, is missing." for lines, one in signed.items()]
    return chain.verification(str(path), [*problems, *beside.problems(db)], notes)


def _latest(path: Path) -> ChainHead | None:
    """The head that the files of the days know."""
    latest = max(heads.read(path), key=lambda head: head.lines, default=None)
    if latest is None:
        return None
    return ChainHead(lines=latest.lines, bytes=_UNKNOWN, sha256=latest.sha256)


def _place(db: apsw.Connection) -> str:
    return str(Path(db.filename).resolve())


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
