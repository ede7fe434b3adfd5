"""The audit: on disk before anything leaves, and nobody changes it unseen."""

from __future__ import annotations

import json
import multiprocessing
import os
import stat
from collections.abc import Iterator
from contextlib import closing
from datetime import UTC, datetime
from pathlib import Path

import apsw
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from edge.cloud import audit
from edge.cloud.chain import sha256
from edge.errors import StorageError
from edge.state.database import open_state

NOW = datetime(2026, 11, 22, 9, tzinfo=UTC)


@pytest.fixture
def db(tmp_path: Path) -> Iterator[apsw.Connection]:
    with closing(open_state(tmp_path / "state.db")) as db:
        yield db


def written(path: Path, db: apsw.Connection, pairs: int) -> list[bytes]:
    """Requests with their outcomes; the lines as they lie on the disk."""
    book = audit.Audit(path, db)
    for call in range(1, pairs + 1):
        body = f'{{"é":{call}}}'
        digest = sha256(body.encode("utf-8"))
        book.append("sending", NOW, {"call": call, "body": body, "sha256": digest})
        book.append("outcome", NOW, {"call": call, "outcome": "answered"})
    return path.read_bytes().splitlines(keepends=True) if pairs else []


def test_what_was_written_verifies(tmp_path: Path, db: apsw.Connection) -> None:
    """A whole file has no problem and no note, is private, and can be read back."""
    path = tmp_path / "sub" / "audit.jsonl"
    written(path, db, 3)
    found = audit.verify(path, db)
    assert (found.ok, found.lines, found.sent, found.problems, found.notes) == (True, 6, 3, (), ())
    assert [entry["n"] for entry in audit.entries(path)] == [1, 2, 3, 4, 5, 6]
    assert stat.S_IMODE(path.stat().st_mode) == 0o600


def test_no_file_is_an_empty_audit(tmp_path: Path, db: apsw.Connection) -> None:
    """Before anything was ever sent there is nothing to doubt."""
    found = audit.verify(tmp_path / "audit.jsonl", db)
    assert (found.ok, found.lines) == (True, 0)


TAMPER = st.sampled_from(["change", "remove", "swap", "cut", "copy", "cut bytes", "empty", "delete"])


@settings(max_examples=40, deadline=None)
@given(pairs=st.integers(1, 4), how=TAMPER, data=st.data())
def test_no_line_is_changed_removed_reordered_or_cut_off_unseen(
    tmp_path_factory: pytest.TempPathFactory, pairs: int, how: str, data: st.DataObject
) -> None:
    """Whatever is done to a whole file, verify() finds it, and still after more was appended."""
    folder = tmp_path_factory.mktemp("audit")
    path = folder / "audit.jsonl"
    with closing(open_state(folder / "state.db")) as db:
        lines = written(path, db, pairs)
        before = b"".join(lines)
        at = data.draw(st.integers(0, len(lines) - 1))
        if how == "change":
            place = data.draw(st.integers(0, len(lines[at]) - 2))
            line = bytearray(lines[at])
            line[place] ^= data.draw(st.integers(1, 127))
            lines[at] = bytes(line)
        elif how == "remove":
            del lines[at]
        elif how == "swap":
            lines[at - 1], lines[at] = lines[at], lines[at - 1]
        elif how == "copy":
            lines.insert(at, lines[at])
        elif how == "cut":
            del lines[at:]
        elif how == "cut bytes":
            lines = [before[: data.draw(st.integers(0, len(before) - 2))]]
        elif how == "empty":
            lines = []
        path.write_bytes(b"".join(lines))
        if how == "delete":
            path.unlink()
        assert not audit.verify(path, db).ok
        audit.Audit(path, db).append("sending", NOW, {"call": 99})
        assert not audit.verify(path, db).ok
        audit.Audit(path, db).append("outcome", NOW, {"call": 99, "outcome": "answered"})
        assert not audit.verify(path, db).ok


@settings(max_examples=20, deadline=None)
@given(pairs=st.integers(0, 2), share=st.floats(0, 1))
def test_a_line_torn_by_a_crash_is_told_and_appending_goes_on(
    tmp_path_factory: pytest.TempPathFactory, pairs: int, share: float
) -> None:
    """A crash anywhere inside a write: a note, no problem; the next lines follow; nothing before is lost."""
    folder = tmp_path_factory.mktemp("audit")
    path = folder / "audit.jsonl"
    with closing(open_state(folder / "state.db")) as db:
        lines = written(path, db, pairs)
        end = db.execute("SELECT * FROM audit_head").fetchall()
        audit.Audit(path, db).append("sending", NOW, {"call": 7, "body": "ß", "sha256": sha256("ß".encode())})
        line = path.read_bytes().splitlines(keepends=True)[-1]
        cut = line[: round(share * len(line))]
        path.write_bytes(b"".join(lines) + cut)
        # The crash came before the state database heard of the line.
        db.execute("DELETE FROM audit_head").fetchall()
        if end:
            db.execute("INSERT INTO audit_head VALUES (?, ?, ?, ?)", end[0]).fetchall()
        torn = bool(cut) and len(cut) < len(line) - 1  # else the line is whole, at most without its end
        found = audit.verify(path, db)
        assert found.ok, found.problems
        assert any("cut off" in note for note in found.notes) is torn
        written_before = list(audit.entries(path))
        audit.Audit(path, db).append("sending", NOW, {"call": 8})
        audit.Audit(path, db).append("outcome", NOW, {"call": 8, "outcome": "failed"})
        found = audit.verify(path, db)
        assert found.ok, found.problems
        assert any("cut off" in note for note in found.notes) is torn
        assert found.lines == 2 * pairs + 2 + bool(cut)
        assert list(audit.entries(path))[: len(written_before)] == written_before


def test_a_request_without_outcome_is_told(tmp_path: Path, db: apsw.Connection) -> None:
    """edge ended in the middle: the line says what left, the note says that its outcome is unknown."""
    path = tmp_path / "audit.jsonl"
    audit.Audit(path, db).append("sending", NOW, {"call": 1})
    found = audit.verify(path, db)
    assert found.ok and "is unknown" in found.notes[0]


def test_without_the_state_database_a_note_says_what_cannot_be_seen(
    tmp_path: Path, db: apsw.Connection
) -> None:
    """A cut-off end needs a count from elsewhere."""
    path = tmp_path / "audit.jsonl"
    written(path, db, 1)
    assert "cut-off" in audit.verify(path, None).notes[0]


def test_two_state_databases_may_share_a_file(tmp_path: Path, db: apsw.Connection) -> None:
    """Each appends after the other, and both find the chain whole."""
    path = tmp_path / "audit.jsonl"
    with closing(open_state(tmp_path / "other.db")) as other:
        for round_ in range(3):
            for one in (db, other):
                audit.Audit(path, one).append("outcome", NOW, {"call": round_, "outcome": "answered"})
        assert audit.verify(path, db) == audit.verify(path, other)
        assert audit.verify(path, db).ok


def _append(folder: str, worker: int) -> None:
    with closing(open_state(Path(folder) / "state.db")) as db:
        book = audit.Audit(Path(folder) / "audit.jsonl", db)
        for n in range(15):
            book.append("outcome", NOW, {"call": worker * 100 + n, "outcome": "answered", "text": "x" * 5000})


def test_processes_append_one_after_the_other(tmp_path: Path) -> None:
    """Lines do not mix, and none is lost, when three processes write at once."""
    context = multiprocessing.get_context("spawn")
    workers = [context.Process(target=_append, args=(str(tmp_path), n)) for n in range(3)]
    for worker in workers:
        worker.start()
    for worker in workers:
        worker.join(60)
    assert [worker.exitcode for worker in workers] == [0, 0, 0]
    with closing(open_state(tmp_path / "state.db")) as db:
        found = audit.verify(tmp_path / "audit.jsonl", db)
    assert (found.ok, found.lines, found.notes) == (True, 45, ())


def test_the_line_is_on_the_disk_when_append_returns(
    tmp_path: Path, db: apsw.Connection, monkeypatch: pytest.MonkeyPatch
) -> None:
    """fsync of the file comes after its last write, and before the state database hears of it."""
    steps: list[str] = []
    true_write, true_sync = os.write, os.fsync
    monkeypatch.setattr(
        os, "write", lambda handle, data: (steps.append("write"), true_write(handle, data))[1]
    )
    monkeypatch.setattr(os, "fsync", lambda handle: (steps.append("fsync"), true_sync(handle))[1])
    audit.Audit(tmp_path / "audit.jsonl", db).append("sending", NOW, {"call": 1})
    last_write = len(steps) - 1 - steps[::-1].index("write")
    assert "fsync" in steps[last_write:]


def test_a_write_that_fails_is_a_typed_error(
    tmp_path: Path, db: apsw.Connection, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A full disk: StorageError, so that whoever wanted to send does not; what was there still verifies."""
    path = tmp_path / "audit.jsonl"
    written(path, db, 1)

    def full(handle: int, data: bytes) -> int:
        monkeypatch.undo()
        os.write(handle, data[:10])
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(os, "write", full)
    with pytest.raises(StorageError, match="No space left"):
        audit.Audit(path, db).append("sending", NOW, {"call": 2})
    assert audit.verify(path, db).ok
    audit.Audit(path, db).append("sending", NOW, {"call": 3})
    assert audit.verify(path, db).ok
    assert json.loads(path.read_bytes().splitlines()[-1])["after_torn"] is True
