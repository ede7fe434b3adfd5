"""The user's own database: opening, migrating, transactions.

Everything in it was acknowledged to a person or stands for money spent, so it is synchronous FULL, never
rebuilt, never overwritten; a copy is kept before its structure changes.
"""

from __future__ import annotations

import os
import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import closing, contextmanager, suppress
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar

import msgspec

from edge import durable, paths
from edge.errors import StorageError, UsageError
from edge.state import page_sums

if TYPE_CHECKING:
    import apsw

Row = TypeVar("Row")
#: What a statement binds.
Value = int | float | bytes | str | None

#: Milliseconds that a writer waits for another process.
BUSY_MS = 10_000

#: Below this size the structure is checked at each opening (about 5 ms a megabyte).
ALWAYS_CHECK_BELOW = 4 * 1024 * 1024
#: Below this one, pages that the disk lost are looked for (about 0.3 ms a megabyte).
ALWAYS_SCAN_BELOW = 64 * 1024 * 1024

_HEADER = b"SQLite format 3\0"
_MIGRATION = re.compile(r"(\d{3})_\w+\.sql")
_PRAGMAS = (
    "PRAGMA trusted_schema=OFF",
    "PRAGMA cell_size_check=ON",
    "PRAGMA mmap_size=0",
    "PRAGMA foreign_keys=ON",
    "PRAGMA synchronous=FULL",
)
_KEEP = (
    "Nothing was changed. Move it away to begin anew, or put back a copy (FILE.before-N, if there is one)."
)


def migrations() -> list[tuple[int, str]]:
    """(version, SQL) of every step, in order, from `assets/sql/state/NNN_*.sql`. Raises StorageError."""
    folder = paths.asset("sql", "state")
    steps = sorted(path for path in folder.glob("*.sql") if _MIGRATION.fullmatch(path.name))
    numbers = [int(path.name[:3]) for path in steps]
    if not steps or numbers != list(range(1, len(steps) + 1)):
        raise StorageError(
            f"The installation is incomplete: {folder} has steps {numbers}.", "Install edge again."
        )
    return [(number, path.read_text(encoding="utf-8")) for number, path in zip(numbers, steps, strict=True)]


def open_state(path: Path) -> apsw.Connection:
    """The state database, made (0600, in a folder of 0700) or brought up to date where needed.

    One connection a thread; close it. Raises StorageError when the file is damaged, of a newer edge, or
    cannot be written.
    """
    import apsw

    header = _create(path)
    try:
        vfs = page_sums.vfs()
        db = apsw.Connection(str(path), flags=apsw.SQLITE_OPEN_READWRITE, vfs=vfs)
        db.cursor_factory = _cursor()
        try:
            db.set_busy_timeout(BUSY_MS)
            db.config(apsw.SQLITE_DBCONFIG_DEFENSIVE, 1)
            for pragma in _PRAGMAS:
                db.execute(pragma).fetchall()
            if vfs and not header:
                page_sums.reserve(db)
            _check(db, path)
            _bring_up_to_date(db, path)
            if vfs and header and header[page_sums.RESERVED_AT] != page_sums.RESERVED:
                _add_sums(db)
        except BaseException:
            db.close()
            raise
    except apsw.Error as error:
        raise storage_error(error, str(path)) from error
    return db


@cache
def _cursor() -> type[apsw.Cursor]:
    """A cursor whose errors of the disk are StorageErrors: a large file is not checked at its opening, so
    damage may be met at any row.
    """
    import apsw

    errors: tuple[type[Exception], ...] = (*_disk_errors(), apsw.SQLError, UnicodeDecodeError)

    class StateCursor(apsw.Cursor):
        def execute(self, *given: Any, **named: Any) -> Any:
            return self._translated(super().execute, *given, **named)

        def executemany(self, *given: Any, **named: Any) -> Any:
            return self._translated(super().executemany, *given, **named)

        def __next__(self) -> Any:
            return self._translated(super().__next__)

        def fetchall(self) -> list[Any]:
            return list(self)

        def _translated(self, call: Callable[..., Any], *given: Any, **named: Any) -> Any:
            try:
                return call(*given, **named)
            except (UnicodeEncodeError, OverflowError) as error:  # of a value: the file was not asked yet
                said = (
                    "holds characters that are no text" if isinstance(error, ValueError) else "is too large"
                )
                raise UsageError(f"A value {said}: {error}.", "Give it in UTF-8, or smaller.") from error
            except errors as error:
                if isinstance(error, apsw.SQLError) and not str(error).startswith("no such"):
                    raise  # ours
                raise storage_error(error, self.connection.filename) from error

    return StateCursor


@contextmanager
def transaction(db: apsw.Connection) -> Iterator[None]:
    """BEGIN IMMEDIATE … COMMIT: what is read inside stays true until it is written.

    Any error rolls back and goes on; one of the disk or of a lock becomes a StorageError.
    """
    import apsw

    try:
        db.execute("BEGIN IMMEDIATE").fetchall()
        try:
            yield
            db.execute("COMMIT").fetchall()
        except BaseException:
            with suppress(apsw.Error):  # some errors have rolled back already
                db.execute("ROLLBACK").fetchall()
            raise
    except _disk_errors() as error:
        raise storage_error(error, db.filename) from error


def first(
    db: apsw.Connection, sql: str, values: Sequence[Value] | Mapping[str, Value] = ()
) -> tuple[Any, ...] | None:
    """The first row, None where there is none; the statement is carried out to its end."""
    found = db.execute(sql, values).fetchall()
    return found[0] if found else None


def rows(db: apsw.Connection, sql: str, *values: int | float | str) -> Iterator[dict[str, Any]]:
    """Rows by the names of their columns, without those that are NULL."""
    for row in (cursor := db.execute(sql, values)):
        names = (column[0] for column in cursor.get_description())
        yield {name: value for name, value in zip(names, row, strict=True) if value is not None}


def records(db: apsw.Connection, kind: type[Row], sql: str, *values: int | float | str) -> list[Row]:
    """Rows as records, whose fields the columns are named after. Raises StorageError where one is damaged."""
    try:
        return [msgspec.convert(row, kind, strict=False) for row in rows(db, sql, *values)]
    except msgspec.ValidationError as error:
        raise damaged(db.filename, str(error)) from error


def version(db: apsw.Connection) -> tuple[int, int]:
    """Another one whenever anything was written, by this connection or any other."""
    found = first(db, "PRAGMA data_version")
    return int(found[0]) if found else 0, db.total_changes()


def storage_error(error: Exception, path: str) -> StorageError:
    """What an error of SQLite means for the person."""
    import apsw

    if isinstance(error, apsw.BusyError | apsw.LockedError):
        return StorageError(f"{path} is in use by another process ({error}).", "Try again when it is done.")
    if isinstance(error, apsw.FullError):
        return StorageError(f"The disk that holds {path} is full.", "Make room, then try again.")
    if page_sums.is_wrong(error):
        return damaged(path, page_sums.WRONG)
    if isinstance(error, apsw.NotADBError | apsw.CorruptError | apsw.SQLError | UnicodeDecodeError):
        return damaged(path, str(error))
    why, hint = _in_the_way(Path(path))
    return StorageError(f"{path} cannot be used: {why or error}.", hint)


#: Bytes without which SQLite cannot open the files beside a database.
_LEAST_FREE = 64 << 10


def _in_the_way(path: Path) -> tuple[str, str]:
    """What SQLite has one word for ("disk I/O error", "unable to open database file"), and what to do."""
    import shutil
    import tempfile

    hint = "Check the folder's rights and the disk."
    with suppress(OSError):
        if shutil.disk_usage(path.parent).free < _LEAST_FREE:
            return "the disk is full", "Make room, then try again."
        try:  # rights do not say it of a disk that is mounted to be read
            tempfile.TemporaryFile(dir=path.parent).close()
        except OSError as error:
            return f"its folder cannot be written: {error.strerror}", (
                "Give yourself the right to write there, or name another file with EDGE_STATE."
            )
    return "", hint


def damaged(path: str, how: str) -> StorageError:
    """What is said of a database whose content cannot be right."""
    return StorageError(f"{path} is damaged: {how}.", _KEEP)


def _disk_errors() -> tuple[type[Exception], ...]:
    import apsw

    return (
        apsw.BusyError, apsw.LockedError, apsw.FullError, apsw.IOError, apsw.ReadOnlyError,
        apsw.CantOpenError, apsw.CorruptError, apsw.NotADBError,
    )  # fmt: skip


def _create(path: Path) -> bytes:
    """An empty file that only the user may read, unless there is one; a file of another kind is refused.
    Returns how it begins.
    """
    try:
        durable.make_folder(path.parent, mode=0o700)
        with suppress(FileExistsError):
            os.close(os.open(path, os.O_CREAT | os.O_EXCL | os.O_WRONLY, 0o600))
        with path.open("rb") as file:
            header = file.read(100)
    except OSError as error:
        raise StorageError(
            f"The state database {path} cannot be used: {error.strerror}.", "Name another with EDGE_STATE."
        ) from error
    if header and (len(header) < 100 or not header.startswith(_HEADER)):
        raise StorageError(f"{path} is no database, or a damaged one.", _KEEP)
    return header


def _add_sums(db: apsw.Connection) -> None:
    """Give a database from before page sums its own. Where others use it, or the disk is too full for a
    second copy, another opening will.
    """
    import apsw

    page_sums.reserve(db)
    with suppress(StorageError, apsw.Error):
        db.execute("VACUUM").fetchall()


def _check(db: apsw.Connection, path: Path) -> None:
    size = path.stat().st_size
    check(db, path, pages=size < ALWAYS_SCAN_BELOW, structure=size < ALWAYS_CHECK_BELOW)


def check(db: apsw.Connection, path: Path, *, pages: bool = True, structure: bool = True) -> None:
    """Look for pages that the disk lost, and read all others and what holds them together. Raises
    StorageError.
    """
    if page_sums.cut_short(db, path) or (pages and page_sums.lost_page(db, path)):
        raise damaged(str(path), page_sums.WRONG)
    if structure:
        faults = db.execute("PRAGMA quick_check(1)").fetchall()
        if faults != [("ok",)]:
            said = " ".join(str(faults[0][0]).split())
            raise damaged(str(path), page_sums.WRONG if page_sums.IN_A_CHECK in said else said)


def _version(db: apsw.Connection) -> int:
    return int(str(db.execute("PRAGMA user_version").fetchall()[0][0]))


def _bring_up_to_date(db: apsw.Connection, path: Path) -> None:
    steps = migrations()
    _refuse_newer(_version(db), len(steps), path)
    if _version(db) == len(steps) and _journal(db) == "wal":
        return
    from filelock import FileLock, Timeout  # 10 ms that an opening does not pay

    # SQLite does not wait for others while the journal mode changes, so the first opening is one at a time.
    try:
        with FileLock(str(path) + ".lock", timeout=BUSY_MS / 1000, mode=0o600):
            db.execute("PRAGMA journal_mode=WAL").fetchall()
            before = _version(db)
            _refuse_newer(before, len(steps), path)
            if 0 < before < len(steps):
                _copy(db, path.with_name(f"{path.name}.before-{before + 1}"))
            for number, sql in steps[before:]:
                with transaction(db):
                    db.execute(sql).fetchall()
                    db.execute(f"PRAGMA user_version={number:d}").fetchall()  # pragmas take no parameters
    except Timeout as error:
        raise StorageError(f"{path} is being made ready by another process.", "Try again.") from error
    if _journal(db) != "wal":
        raise StorageError(
            f"{path} lies on a disk without shared memory (journal {_journal(db)}).",
            "Name a place on a local disk with EDGE_STATE.",
        )


def _journal(db: apsw.Connection) -> str:
    return str(db.execute("PRAGMA journal_mode").fetchall()[0][0])


def _refuse_newer(version: int, known: int, path: Path) -> None:
    if version > known:
        raise StorageError(
            f"{path} was written by a newer edge: state version {version}, this one knows {known}.",
            "Update edge, or name another file with EDGE_STATE.",
        )


def _copy(db: apsw.Connection, target: Path) -> None:
    """A consistent copy by SQLite's backup, complete under its name or not there."""
    import apsw

    unfinished = target.with_name(target.name + ".part")
    unfinished.unlink(missing_ok=True)
    os.close(os.open(unfinished, os.O_CREAT | os.O_EXCL | os.O_WRONLY, 0o600))
    with closing(apsw.Connection(str(unfinished), vfs=page_sums.vfs())) as copy:
        with copy.backup("main", db, "main") as backup:
            backup.step()
        copy.execute("PRAGMA journal_mode=DELETE").fetchall()
    with unfinished.open("rb+") as file:
        os.fsync(file.fileno())
    unfinished.replace(target)
    durable.sync_folder(target.parent)
