"""The audit: on disk before anything leaves, and nobody changes it unseen."""

from __future__ import annotations

import json
import multiprocessing
import os
import shutil
import stat
import subprocess
from collections.abc import Iterator
from contextlib import closing
from datetime import UTC, datetime
from pathlib import Path

import apsw
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from edge.cloud import anchor, audit, heads
from edge.cloud.chain import ChainHead, sha256
from edge.errors import StorageError, UsageError
from edge.state import calls
from edge.state.calls import NewCall
from edge.state.database import open_state, transaction

NOW = datetime(2026, 11, 22, 9, tzinfo=UTC)


@pytest.fixture
def db(tmp_path: Path) -> Iterator[apsw.Connection]:
    with closing(open_state(tmp_path / "state.db")) as db:
        yield db


def sent(path: Path, db: apsw.Connection, *, answered: bool = True, now: datetime = NOW) -> int:
    """One request with its outcome, in the database and in the audit, as `edge.cloud.call_log` does it."""
    book = audit.Audit(path, db)
    with transaction(db):
        (count,) = db.execute("SELECT count(*) FROM calls").fetchall()[0]
        body = f'{{"é":{count}}}'
        new = NewCall(tier="sonnet", tokens=9, usd=0.01, request=sha256(body.encode()), body=body)
        call = calls.insert(db, new, now.date().isoformat(), now)
    book.append("sending", now, calls.sending(db, call))
    if answered:
        calls.settle(db, call, "answered", now, tokens=5, usd=0.005)
        book.append("outcome", now, calls.outcome(db, call))
    return call


def written(path: Path, db: apsw.Connection, pairs: int) -> list[bytes]:
    """Requests with their outcomes; the lines as they lie on the disk."""
    for _ in range(pairs):
        sent(path, db)
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
        sent(path, db, answered=False)
        assert not audit.verify(path, db).ok
        sent(path, db)
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
        days = list(heads.folder(path).glob("*.log"))
        known = days[0].read_bytes() if days else b""
        sent(path, db, answered=False)
        line = path.read_bytes().splitlines(keepends=True)[-1]
        cut = line[: round(share * len(line))]
        path.write_bytes(b"".join(lines) + cut)
        # The crash came before the head of the day and the state database heard of the line.
        next(heads.folder(path).glob("*.log")).write_bytes(known)
        db.execute("DELETE FROM audit_head").fetchall()
        if end:
            db.execute("INSERT INTO audit_head VALUES (?, ?, ?, ?)", end[0]).fetchall()
        torn = bool(cut) and len(cut) < len(line) - 1  # else the line is whole, at most without its end
        found = audit.verify(path, db)
        assert found.ok, found.problems
        assert any("cut off" in note for note in found.notes) is torn
        written_before = list(audit.entries(path))
        sent(path, db)
        found = audit.verify(path, db)
        assert found.ok, found.problems
        assert any("cut off" in note for note in found.notes) is torn
        assert found.lines == 2 * pairs + 2 + bool(cut)
        assert list(audit.entries(path))[: len(written_before)] == written_before


@settings(max_examples=10, deadline=None)
@given(pairs=st.integers(0, 1), share=st.floats(0, 1))
def test_a_head_torn_by_a_crash_costs_itself_alone(
    tmp_path_factory: pytest.TempPathFactory, pairs: int, share: float
) -> None:
    """A crash anywhere inside the head of a line: the heads before and after it still count, and nobody is
    said to have taken them away.
    """
    folder = tmp_path_factory.mktemp("audit")
    path = folder / "audit.jsonl"
    with closing(open_state(folder / "state.db")) as db:
        written(path, db, pairs)
        sent(path, db, answered=False)
        day = next(heads.folder(path).glob("*.log"))
        *before, last = day.read_bytes().splitlines(keepends=True)
        day.write_bytes(b"".join(before) + last[: round(share * len(last))])
        sent(path, db)
        known = {head.lines for head in heads.read(path)}
        whole = {*range(1, 2 * pairs + 4)} - {2 * pairs + 1}
        assert whole <= known
        found = audit.verify(path, db)
        assert found.ok, found.problems


def test_a_head_that_the_disk_took_in_part_is_written_to_its_end(
    tmp_path: Path, db: apsw.Connection, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A write may take a part without an error: the rest follows."""
    write = os.write
    monkeypatch.setattr(os, "write", lambda handle, data: write(handle, data[:7]))
    path = tmp_path / "audit.jsonl"
    written(path, db, 1)
    monkeypatch.undo()
    assert [head.lines for head in heads.read(path)] == [1, 2]
    assert audit.verify(path, db).ok


def test_a_request_without_outcome_is_told(tmp_path: Path, db: apsw.Connection) -> None:
    """edge ended in the middle: the line says what left, the note says that its outcome is unknown."""
    path = tmp_path / "audit.jsonl"
    sent(path, db, answered=False)
    found = audit.verify(path, db)
    assert found.ok and "is unknown" in found.notes[0]


def test_without_the_state_database_a_note_says_what_cannot_be_seen(
    tmp_path: Path, db: apsw.Connection
) -> None:
    """A cut-off end needs a count from elsewhere: the heads of the days have one, too."""
    path = tmp_path / "audit.jsonl"
    written(path, db, 1)
    assert audit.verify(path, None).notes == ()
    shutil.rmtree(heads.folder(path))
    assert "cut-off" in audit.verify(path, None).notes[0]


def test_two_state_databases_may_share_a_file(tmp_path: Path, db: apsw.Connection) -> None:
    """Each appends after the other, and both find the chain whole."""
    path = tmp_path / "audit.jsonl"
    with closing(open_state(tmp_path / "other.db")) as other:
        for _ in range(3):
            for one in (db, other):
                sent(path, one)
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
    sent(tmp_path / "audit.jsonl", db)
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
        sent(path, db)
    assert audit.verify(path, db).ok
    sent(path, db)
    assert audit.verify(path, db).ok
    assert json.loads(path.read_bytes().splitlines()[-2])["after_torn"] is True


# --- what only three places together show --------------------------------------------------------------


def forge(path: Path, db: apsw.Connection, lines: list[bytes]) -> None:
    """The audit rewritten with a right chain, and the head in the database moved with it."""
    prev, out = "0" * 64, list[bytes]()
    for number, line in enumerate(lines, 1):
        entry = json.loads(line) | {"n": number, "prev": prev}
        out.append(json.dumps(entry, separators=(",", ":")).encode() + b"\n")
        prev = sha256(out[-1][:-1])
    path.write_bytes(b"".join(out))
    with transaction(db):
        db.execute(
            "UPDATE audit_head SET lines = ?, bytes = ?, sha256 = ?", (len(out), path.stat().st_size, prev)
        ).fetchall()


def test_forged_lines_with_a_right_chain_are_noticed(tmp_path: Path, db: apsw.Connection) -> None:
    """Somebody who can write the audit and the head in the database alike still has to make a call of it."""
    path = tmp_path / "audit.jsonl"
    lines = written(path, db, 2)
    extra = json.loads(lines[0]) | {"call": 99}
    forge(path, db, [*lines, json.dumps(extra).encode()])
    shutil.rmtree(heads.folder(path))
    problems = " ".join(audit.verify(path, db).problems)
    assert "Call 99 has a line, and no row" in problems and "heads of 2026-11-22 are gone" in problems


@pytest.mark.parametrize("keep", [0, 1, 2])
def test_a_cut_with_a_mended_database_is_noticed(tmp_path: Path, db: apsw.Connection, keep: int) -> None:
    """The last lines cut off and the head set back: the rows and the heads still know, and go on knowing."""
    path = tmp_path / "audit.jsonl"
    lines = written(path, db, 2)
    forge(path, db, lines[:keep])
    for _ in range(2):
        problems = " ".join(audit.verify(path, db).problems)
        assert "has no line" in problems and not audit.verify(path, db).ok
        sent(path, db)


def test_a_changed_cost_is_noticed_in_either_place(tmp_path: Path, db: apsw.Connection) -> None:
    """A line edited with its whole chain and head, or a row: the other place has another sum."""
    path = tmp_path / "audit.jsonl"
    lines = written(path, db, 2)
    cheap = json.loads(lines[1]) | {"cost_usd": 0.0}
    forge(path, db, [lines[0], json.dumps(cheap).encode(), *lines[2:]])
    problems = audit.verify(path, db).problems
    assert any("another cost" in problem for problem in problems)
    assert any("head of its day" in problem for problem in problems)


def test_a_deleted_database_is_noticed_and_stays_noticed(tmp_path: Path) -> None:
    """Budget and consents begin anew with a new one: the heads know which database asked before."""
    path, state = tmp_path / "audit.jsonl", tmp_path / "state.db"
    with closing(open_state(state)) as db:
        written(path, db, 2)
    for file in tmp_path.glob("state.db*"):
        file.unlink()
    for _ in range(2):
        with closing(open_state(state)) as db:
            assert "began anew" in " ".join(audit.verify(path, db).problems)
            sent(path, db)


def test_a_deleted_audit_is_noticed_and_stays_noticed(tmp_path: Path) -> None:
    """Also when the database went with it: the next line says for good what was lost."""
    path, state = tmp_path / "audit.jsonl", tmp_path / "state.db"
    with closing(open_state(state)) as db:
        written(path, db, 2)
    path.unlink()
    for file in tmp_path.glob("state.db*"):
        file.unlink()
    with closing(open_state(state)) as db:
        assert not audit.verify(path, db).ok
        sent(path, db)
        found = audit.verify(path, db)
        assert "Before line 1 was written, line 4 was changed or removed." in found.problems


def test_emptied_rows_are_noticed(tmp_path: Path, db: apsw.Connection) -> None:
    """Nobody frees the budget by deleting what was spent."""
    path = tmp_path / "audit.jsonl"
    written(path, db, 2)
    db.execute("DELETE FROM calls").fetchall()
    assert not audit.verify(path, db).ok


@pytest.mark.parametrize("added", [b"\n", b"hello\n", b'{"n":1,"prev":"00"}\n'])
def test_text_that_no_crash_leaves_is_a_problem(tmp_path: Path, db: apsw.Connection, added: bytes) -> None:
    """A torn line is the beginning of the next one; anything else was written by somebody."""
    path = tmp_path / "audit.jsonl"
    written(path, db, 1)
    with path.open("ab") as file:
        file.write(added)
    assert not audit.verify(path, db).ok


@pytest.mark.skipif(shutil.which("ssh-keygen") is None, reason="ssh-keygen is not installed here")
def test_a_signed_head_shows_what_a_whole_rewrite_hides(tmp_path: Path, db: apsw.Connection) -> None:
    """All three places rewritten by somebody with all rights: the signature they cannot make does not fit."""
    path, key = tmp_path / "audit.jsonl", tmp_path / "key"
    subprocess.run(["ssh-keygen", "-q", "-t", "ed25519", "-N", "", "-f", str(key)], check=True)
    lines = written(path, db, 2)
    before = audit.verify(path, db)
    signature = anchor.sign(path, ChainHead(lines=before.lines, bytes=before.bytes, sha256=before.head), key)
    assert signature.is_file() and "signed by ED25519 key SHA256:" in audit.verify(path, db).notes[0]
    for day in heads.folder(path).glob("*.log"):
        day.unlink()
    with transaction(db):
        db.execute("DELETE FROM calls WHERE id = 2").fetchall()
    forge(path, db, lines[:2])
    assert any("is missing" in problem for problem in audit.verify(path, db).problems)
    statement = signature.with_suffix("")
    statement.write_bytes(statement.read_bytes().replace(b'"lines":4', b'"lines":2'))
    assert any("does not hold" in problem for problem in audit.verify(path, db).problems)


def test_a_key_that_cannot_sign_is_named(tmp_path: Path) -> None:
    """With what to name instead."""
    with pytest.raises(UsageError, match="There is no key"):
        anchor.sign(tmp_path / "audit.jsonl", ChainHead(), tmp_path / "none")
