"""The user's own database: what was written into files of the user's, so that a run can be taken back."""

from __future__ import annotations

import zlib
from collections.abc import Collection, Sequence
from datetime import datetime
from typing import TYPE_CHECKING, Any, NamedTuple

import msgspec

from edge.records import Record
from edge.state.database import damaged, records, transaction

if TYPE_CHECKING:
    import apsw

#: Runs that can be taken back, the newest first.
KEPT = 5


class WrittenEntry(Record, frozen=True, kw_only=True):
    """An entry as it was last written into a file. `digest` "": a message took it out. `at`: its message's
    date.
    """

    key: str
    message: str
    quote: str
    digest: str
    at: str


class WrittenFile(NamedTuple):
    """A file of one run. `before` None: there was none; `after`: SHA-256 of what was written."""

    file: str
    before: bytes | None
    after: str
    entries: list[WrittenEntry]  # of the file before the run


class WrittenRun(NamedTuple):
    """A run that can be taken back."""

    run: int
    at: str
    files: list[WrittenFile]
    folder: str  # that it made; "": none


class ExportStore:
    """The exports in one state database. One thread."""

    def __init__(self, db: apsw.Connection) -> None:
        self._db = db

    def entries(self, file: str) -> list[WrittenEntry]:
        """What was written into a file, by key."""
        return records(
            self._db,
            WrittenEntry,
            "SELECT key, message, quote, digest, at FROM export_entries WHERE file = ? ORDER BY key",
            file,
        )

    def files_of(self, messages: Collection[str]) -> list[str]:
        """Files that hold entries of these messages."""
        rows = self._db.execute("SELECT DISTINCT file, message FROM export_entries ORDER BY file")
        return list(dict.fromkeys(str(file) for file, message in rows if message in messages))

    def begin(
        self, files: Sequence[tuple[WrittenFile, Sequence[WrittenEntry]]], *, folder: str = "",
        now: datetime | None = None,
    ) -> int:  # fmt: skip
        """Keep what a run is about to write: each file with its entries afterwards, and the folder that it is
        about to make. The run's number.
        """
        at = (now or datetime.now()).astimezone().isoformat(timespec="seconds")
        with transaction(self._db):
            self._db.execute("INSERT INTO exports(at, folder) VALUES (?, ?)", (at, folder)).fetchall()
            run = self._db.last_insert_rowid()
            for written, entries in files:
                before = None if written.before is None else zlib.compress(written.before)
                self._db.execute(
                    "INSERT INTO export_files(run, file, before, after, entries) VALUES (?,?,?,?,?)",
                    (run, written.file, before, written.after, _json(written.entries)),
                ).fetchall()
                self._replace(written.file, entries)
            old = [row[0] for row in self._db.execute("SELECT run FROM exports ORDER BY run DESC")][KEPT:]
            for number in old:
                self._forget(int(str(number)))
        return run

    def last(self) -> WrittenRun | None:
        """The newest run that was not taken back."""
        rows = self._db.execute("SELECT run, at, folder FROM exports ORDER BY run DESC LIMIT 1").fetchall()
        if not rows:
            return None
        run = int(str(rows[0][0]))
        files = self._db.execute(
            "SELECT file, before, after, entries FROM export_files WHERE run = ? ORDER BY file", (run,)
        ).fetchall()
        return WrittenRun(run, str(rows[0][1]), [self._file(*row) for row in files], str(rows[0][2]))

    def undone(self, run: int, files: Sequence[WrittenFile]) -> None:
        """Files of a run are as they were before it; the run goes with the last of them."""
        with transaction(self._db):
            for written in files:
                self._replace(written.file, written.entries)
                self._db.execute(
                    "DELETE FROM export_files WHERE run = ? AND file = ?", (run, written.file)
                ).fetchall()
            if not self._db.execute("SELECT 1 FROM export_files WHERE run = ?", (run,)).fetchall():
                self._forget(run)

    def _file(self, file: object, before: Any, after: object, entries: object) -> WrittenFile:
        try:
            earlier = None if before is None else zlib.decompress(before)
            listed = msgspec.json.decode(str(entries), type=list[WrittenEntry])
        except (zlib.error, msgspec.MsgspecError) as error:
            raise damaged(self._db.filename, str(error)) from error
        return WrittenFile(str(file), earlier, str(after), listed)

    def _replace(self, file: str, entries: Sequence[WrittenEntry]) -> None:
        self._db.execute("DELETE FROM export_entries WHERE file = ?", (file,)).fetchall()
        self._db.executemany(
            "INSERT INTO export_entries(file, key, message, quote, digest, at) VALUES (?,?,?,?,?,?)",
            ((file, it.key, it.message, it.quote, it.digest, it.at) for it in entries),
        )

    def _forget(self, run: int) -> None:
        self._db.execute("DELETE FROM export_files WHERE run = ?", (run,)).fetchall()
        self._db.execute("DELETE FROM exports WHERE run = ?", (run,)).fetchall()


def _json(entries: Sequence[WrittenEntry]) -> str:
    return msgspec.json.encode(entries).decode()
