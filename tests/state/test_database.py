"""The state database: made private, brought up to date, never overwritten."""

from __future__ import annotations

import errno
import multiprocessing
import os
import shutil
import stat
import tempfile
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from types import SimpleNamespace

import apsw
import pytest

from edge.errors import StorageError
from edge.state import database


def pragma(db: apsw.Connection, name: str) -> object:
    return db.execute(f"PRAGMA {name}").fetchall()[0][0]


def test_a_new_one_is_private_durable_and_current(tmp_path: Path) -> None:
    """0600 in 0700 (WAL file too), WAL, synchronous FULL, foreign keys, the newest version."""
    path = tmp_path / "home é" / "state.db"
    with closing(database.open_state(path)) as db:
        with database.transaction(db):
            db.execute("INSERT INTO audit_head VALUES ('a', 1, 1, 'x')").fetchall()
        assert stat.S_IMODE(path.parent.stat().st_mode) == 0o700
        for file in path.parent.glob("state.db*"):
            assert stat.S_IMODE(file.stat().st_mode) == 0o600, file
        assert pragma(db, "journal_mode") == "wal"
        assert pragma(db, "synchronous") == 2
        assert pragma(db, "foreign_keys") == 1
        assert pragma(db, "trusted_schema") == 0
        assert pragma(db, "user_version") == len(database.migrations())


def test_what_was_committed_is_there_at_the_next_opening(tmp_path: Path) -> None:
    """Opening again neither migrates again nor loses a row."""
    path = tmp_path / "state.db"
    for lines in range(3):
        with closing(database.open_state(path)) as db:
            assert db.execute("SELECT count(*) FROM audit_head").fetchall() == [(lines,)]
            with database.transaction(db):
                db.execute("INSERT INTO audit_head VALUES (?, 1, 1, 'x')", (str(lines),)).fetchall()


def test_an_error_inside_a_transaction_undoes_all_of_it(tmp_path: Path) -> None:
    """All or nothing, and the connection can be used afterwards."""
    with closing(database.open_state(tmp_path / "state.db")) as db:
        with pytest.raises(RuntimeError, match="midway"), database.transaction(db):
            db.execute("INSERT INTO audit_head VALUES ('a', 1, 1, 'x')").fetchall()
            raise RuntimeError("midway")
        assert db.execute("SELECT count(*) FROM audit_head").fetchall() == [(0,)]
        with database.transaction(db):
            db.execute("INSERT INTO audit_head VALUES ('a', 1, 1, 'x')").fetchall()


def test_a_database_that_stays_in_use_is_a_typed_error(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Another process that holds it too long: StorageError with the path and what to do, nothing written."""
    monkeypatch.setattr(database, "BUSY_MS", 30)
    path = tmp_path / "state.db"
    with closing(database.open_state(path)) as one, closing(database.open_state(path)) as other:
        with database.transaction(one):
            one.execute("INSERT INTO audit_head VALUES ('a', 1, 1, 'x')").fetchall()
            with pytest.raises(StorageError, match="in use") as caught, database.transaction(other):
                pytest.fail("two writers at once")
        assert "state.db" in caught.value.message and caught.value.hint
        with database.transaction(other):
            other.execute("INSERT INTO audit_head VALUES ('b', 1, 1, 'x')").fetchall()
        assert one.execute("SELECT count(*) FROM audit_head").fetchall() == [(2,)]


def test_a_kill_in_the_middle_of_a_step_leaves_the_version_before(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A process that dies inside a migration: the next opening finds the version before, and goes on."""
    path = tmp_path / "state.db"
    steps(monkeypatch, ONE)
    database.open_state(path).close()
    child = multiprocessing.get_context("spawn").Process(target=_die_in_a_step, args=(str(path), ONE, TWO))
    child.start()
    child.join(60)
    assert child.exitcode == 9
    steps(monkeypatch, ONE)
    with closing(database.open_state(path)) as db:
        assert db.execute("SELECT * FROM a").fetchall() == [("kept",)]
    steps(monkeypatch, ONE, TWO)
    with closing(database.open_state(path)) as db:
        assert db.execute("SELECT z FROM a").fetchall() == [("kept",)]


def _die_in_a_step(path: str, one: str, two: str) -> None:
    database.migrations = lambda: [(1, one), (2, two)]
    true = database.transaction

    @contextmanager
    def dying(db: apsw.Connection) -> Iterator[None]:
        with true(db):
            yield
            os._exit(9)  # all of the step is written, nothing is committed

    database.transaction = dying
    database.open_state(Path(path))


def test_a_newer_file_is_refused_with_both_versions(tmp_path: Path) -> None:
    """A database of a newer edge is named as such and left alone."""
    path = tmp_path / "state.db"
    with closing(database.open_state(path)) as db:
        db.execute("PRAGMA user_version=97").fetchall()
    with pytest.raises(StorageError, match="97") as caught:
        database.open_state(path)
    assert str(len(database.migrations())) in str(caught.value)
    with closing(apsw.Connection(str(path))) as db:
        assert pragma(db, "user_version") == 97


@pytest.mark.parametrize("content", [b"not a database at all", b"SQLite format 3\0" + b"\xff" * 5000])
def test_a_damaged_file_is_refused_and_not_overwritten(tmp_path: Path, content: bytes) -> None:
    """Damage is a typed error that says what to do; the bytes stay for whoever can mend them."""
    path = tmp_path / "state.db"
    path.write_bytes(content)
    with pytest.raises(StorageError, match="damaged") as caught:
        database.open_state(path)
    assert "state.db" in str(caught.value) and caught.value.hint
    assert path.read_bytes() == content


def test_damage_inside_the_pages_is_seen(tmp_path: Path) -> None:
    """A file whose header is whole but whose pages are not is refused."""
    path = tmp_path / "state.db"
    with closing(database.open_state(path)) as db, database.transaction(db):
        for n in range(500):
            db.execute("INSERT INTO audit_head VALUES (?, 1, 1, 'x')", (f"{n:0100d}",)).fetchall()
    data = bytearray(path.read_bytes())
    data[4096 * 2 :] = b"\xa5" * len(data[4096 * 2 :])
    path.write_bytes(data)
    with pytest.raises(StorageError, match="damaged"):
        database.open_state(path)


def test_a_folder_that_cannot_be_used_is_named(tmp_path: Path) -> None:
    """A file where the folder should be: a typed error with the path."""
    (tmp_path / "home").write_text("a file", encoding="utf-8")
    with pytest.raises(StorageError, match="home"):
        database.open_state(tmp_path / "home" / "state.db")


def steps(monkeypatch: pytest.MonkeyPatch, *sql: str) -> None:
    monkeypatch.setattr(database, "migrations", lambda: list(enumerate(sql, 1)))


ONE = "CREATE TABLE a (x TEXT); INSERT INTO a VALUES ('kept'); CREATE TABLE b (y TEXT)"
TWO = "ALTER TABLE a ADD COLUMN z TEXT; UPDATE a SET z = x"
BROKEN = "CREATE TABLE c (x TEXT); INSERT INTO nowhere VALUES (1)"


def test_an_older_file_is_migrated_and_a_copy_kept(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Rows survive the steps, every statement of a step runs, and the file as it was lies beside it."""
    path = tmp_path / "state.db"
    steps(monkeypatch, ONE)
    database.open_state(path).close()
    assert not list(tmp_path.glob("*.before-*"))
    steps(monkeypatch, ONE, TWO)
    with closing(database.open_state(path)) as db:
        assert db.execute("SELECT x, z FROM a").fetchall() == [("kept", "kept")]
        assert pragma(db, "user_version") == 2
    copy = tmp_path / "state.db.before-2"
    assert stat.S_IMODE(copy.stat().st_mode) == 0o600
    with closing(apsw.Connection(str(copy))) as db:
        assert db.execute("SELECT * FROM a").fetchall() == [("kept",)]
        assert pragma(db, "user_version") == 1


def test_a_step_that_fails_leaves_the_version_before(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Each step is one transaction: half a step is never seen, and the next opening tries again."""
    path = tmp_path / "state.db"
    steps(monkeypatch, ONE)
    database.open_state(path).close()
    steps(monkeypatch, ONE, BROKEN)
    with pytest.raises(StorageError):
        database.open_state(path)
    steps(monkeypatch, ONE, TWO)
    with closing(database.open_state(path)) as db:
        assert db.execute("SELECT z FROM a").fetchall() == [("kept",)]
        assert db.execute("SELECT count(*) FROM sqlite_schema WHERE name = 'c'").fetchall() == [(0,)]


def _open_and_add(path: str, number: int) -> None:
    with closing(database.open_state(Path(path))) as db, database.transaction(db):
        db.execute("INSERT INTO audit_head VALUES (?, 1, 1, 'x')", (str(number),)).fetchall()
    os._exit(0)


def test_processes_that_open_a_new_one_at_once_all_succeed(tmp_path: Path) -> None:
    """Creation and migration are done once, whoever comes first; nobody sees "database is locked"."""
    context = multiprocessing.get_context("spawn")
    workers = [context.Process(target=_open_and_add, args=(str(tmp_path / "state.db"), n)) for n in range(6)]
    for worker in workers:
        worker.start()
    for worker in workers:
        worker.join(60)
    assert [worker.exitcode for worker in workers] == [0] * 6
    with closing(database.open_state(tmp_path / "state.db")) as db:
        assert db.execute("SELECT count(*) FROM audit_head").fetchall() == [(6,)]


@pytest.mark.parametrize("kind", [apsw.IOError, apsw.CantOpenError, apsw.ReadOnlyError])
def test_what_stands_in_the_way_is_named(
    kind: type[Exception], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """SQLite says "disk I/O error" of a full disk and "unable to open database file" of one that is only to
    be read: it is told which it is, and what to do. Where neither is so, its own words stay.
    """
    path = tmp_path / "state.db"
    assert "its word" in database.storage_error(kind("its word"), str(path)).message
    with monkeypatch.context() as patched:
        patched.setattr(shutil, "disk_usage", lambda _: SimpleNamespace(free=0))
        told = database.storage_error(kind("its word"), str(path))
        assert "the disk is full" in told.message and "room" in told.hint

    def closed(**_: object) -> None:
        raise OSError(errno.EROFS, os.strerror(errno.EROFS))

    monkeypatch.setattr(tempfile, "TemporaryFile", closed)
    told = database.storage_error(kind("its word"), str(path))
    assert "Read-only file system" in told.message and "EDGE_STATE" in told.hint
