"""The index of a mail archive: brought up to date at the first look, only what changed is read again."""

from __future__ import annotations

import hashlib
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import UTC
from email.utils import parseaddr
from pathlib import Path
from typing import TYPE_CHECKING

from edge import paths
from edge.context.lookup import when
from edge.context.zones import instant
from edge.errors import StorageError
from edge.folders import inside
from edge.messages import folder, read
from edge.records import Message, Reason
from edge.settings import ExtractSettings
from edge.state.full_text import indexed
from edge.text import subject_line, tokens

if TYPE_CHECKING:
    import apsw

#: Changes with the tables and with what is put into them.
_VERSION = 1
#: Characters of a message that are searched.
_BODY = 20_000
_WAIT = 60.0  # seconds for another run that reads the same archive


def opened(archive: Path, settings: ExtractSettings) -> tuple[apsw.Connection, list[Reason]]:
    """The index, up to date, and what of the archive could not be read. Close it. Raises StorageError."""
    import apsw
    from filelock import FileLock

    database = _database(archive)
    with told(archive):
        database.parent.mkdir(parents=True, exist_ok=True, mode=0o700)
        with FileLock(f"{database}.lock", timeout=_WAIT, mode=0o600):
            try:
                return _brought_up(database, archive, settings)
            except (apsw.NotADBError, apsw.CorruptError, apsw.SQLError):
                database.unlink(missing_ok=True)  # a copy: the mail itself is there
                return _brought_up(database, archive, settings)


@contextmanager
def told(archive: Path) -> Iterator[None]:
    """Errors of the index, at its opening and at any row that is read later, are StorageErrors."""
    import apsw
    from filelock import Timeout

    try:
        yield
    except (Timeout, apsw.BusyError) as error:
        raise StorageError(
            f"Another run reads the archive {archive}.", "Try again when it is done."
        ) from error
    except (OSError, apsw.Error) as error:
        raise StorageError(
            f"The index of the archive, {_database(archive)}, cannot be used: {error}.",
            "Delete it (it is made anew), choose another folder with EDGE_HOME, or leave out --archive.",
        ) from error


def topic(subject: str) -> str:
    """What a conversation is called, as it is compared."""
    return " ".join(tokens.words(subject_line.without_prefixes(subject)))


def moment(received_at: str) -> str:
    """A message's date as it compares with others: UTC; "" where it has none."""
    at = when(received_at)
    return "" if at is None else instant(at, UTC).isoformat(timespec="seconds")


def _brought_up(
    database: Path, archive: Path, settings: ExtractSettings
) -> tuple[apsw.Connection, list[Reason]]:
    import apsw

    database.touch(mode=0o600)
    db = apsw.Connection(str(database))
    try:
        db.set_busy_timeout(int(_WAIT * 1_000))
        for pragma in ("trusted_schema=OFF", "cell_size_check=ON", "synchronous=NORMAL"):
            db.execute(f"PRAGMA {pragma}").fetchall()
        version = db.execute("PRAGMA user_version").fetchall()[0][0]
        if version not in (0, _VERSION):
            raise apsw.SQLError("an index of another edge")
        if version == 0:
            with db:
                db.execute(paths.asset("sql", "archive.sql").read_text(encoding="utf-8")).fetchall()
                db.execute(f"PRAGMA user_version={_VERSION:d}").fetchall()
        warnings = _update(db, archive, settings)
    except BaseException:
        db.close()
        raise
    return db, warnings


def _update(db: apsw.Connection, archive: Path, settings: ExtractSettings) -> list[Reason]:
    known = {
        str(path): (int(str(file)), int(str(size)), int(str(changed)))
        for file, path, size, changed in db.execute("SELECT file, path, size, changed FROM files").fetchall()
    }
    unread = 0
    for path in _files(archive):
        try:
            status = path.stat()
        except OSError:
            unread += 1
            continue
        name = read.in_utf8(str(path))
        file = known.pop(name, None)
        if file is not None and file[1:] == (status.st_size, status.st_mtime_ns):
            continue
        with db:  # a file whole, or as it was before
            if file is not None:
                _forget(db, file[0])
            db.execute(
                "INSERT INTO files(path, size, changed) VALUES (?,?,?)",
                (name, status.st_size, status.st_mtime_ns),
            ).fetchall()
            unread += _add(db, db.last_insert_rowid(), path, settings)
    with db:
        for gone, _, _ in known.values():
            _forget(db, gone)
    return [Reason("archive_unread", {"folder": str(archive), "count": unread})] if unread else []


def _files(archive: Path) -> Iterator[Path]:
    if not archive.is_dir():
        yield archive
        return
    for path in folder.files(archive):
        if isinstance(path, Path) and inside(path, archive):
            yield path


def _add(db: apsw.Connection, file: int, path: Path, settings: ExtractSettings) -> int:
    """The messages of a file; how many could not be read."""
    unread = 0
    for one in read.messages([path], settings):
        if not isinstance(one, Message):
            unread += 1
            continue
        body = "".join(one.body[start:end] for start, end in one.fresh)[:_BODY] or one.body[:_BODY]
        db.execute(
            "INSERT INTO messages(file, id, thread, sender, shown, subject, topic, at, body)"
            " VALUES (?,?,?,?,?,?,?,?,?)",
            (
                file, one.id, one.thread, parseaddr(one.sender)[1].lower(), one.sender, one.subject,
                topic(one.subject), moment(one.received_at), body,
            ),
        ).fetchall()  # fmt: skip
        db.execute(
            "INSERT INTO words(rowid, subject, body) VALUES (?,?,?)",
            (db.last_insert_rowid(), indexed(one.subject), indexed(body)),
        ).fetchall()
    return unread


def _forget(db: apsw.Connection, file: int) -> None:
    db.execute(
        "DELETE FROM words WHERE rowid IN (SELECT message FROM messages WHERE file = ?)", (file,)
    ).fetchall()
    db.execute("DELETE FROM messages WHERE file = ?", (file,)).fetchall()
    db.execute("DELETE FROM files WHERE file = ?", (file,)).fetchall()


def _database(archive: Path) -> Path:
    digest = hashlib.sha256(str(archive.resolve()).encode("utf-8", "surrogateescape")).hexdigest()
    return paths.home() / f"archive-{digest[:16]}.db"
