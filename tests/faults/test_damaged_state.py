"""A damaged state.db, small or large: a clear error that names it, and not one byte of it overwritten."""

from __future__ import annotations

import os
import random
import subprocess
import sys
from collections.abc import Callable
from contextlib import closing, suppress
from datetime import datetime
from functools import cache
from pathlib import Path

import apsw
import fault_tally
import pytest

from edge.errors import StorageError, UsageError
from edge.extract.stats import stats
from edge.records import (
    Checkpoint,
    Confidence,
    Context,
    Correction,
    Escalation,
    Extracted,
    Message,
    PassRecord,
    Proposal,
)
from edge.settings import AlarmSettings
from edge.state import consents, labels, page_sums
from edge.state.database import ALWAYS_CHECK_BELOW, open_state
from edge.state.messages import MessageStore

RUNS = int(os.environ.get("EDGE_FAULT_RUNS", "12"))
NOW = datetime.fromisoformat("2026-03-02T10:00:00+01:00")


@cache
def sound(messages: int, size: int) -> bytes:
    """The bytes of a state database with so many messages of about `size` bytes."""
    from tempfile import TemporaryDirectory

    with TemporaryDirectory() as folder:
        path = Path(folder, "state.db")
        with closing(open_state(path)) as db:
            items = MessageStore(db)
            for n in range(messages):
                score = Confidence(raw=0.6)
                passes = [PassRecord(n=1, kind="blind", engine="rules", model="rules-1", confidence=0.6)]
                made = Extracted(
                    id=f"mail-{n}", action="archive", decision="wait", confidence=score, passes=passes,
                    escalation=Escalation(wanted="sonnet"), sender="Anne <anne@acme.example>",
                    entities=["Projet Alpha"],
                )  # fmt: skip
                message = Message(id=made.id, thread="t", sender=made.sender, body="Bonjour. " * (size // 9))
                trail = Checkpoint(
                    message=message, proposal=Proposal(), seen=Context(), confidence=score, passes=passes,
                    tier="rules",
                )  # fmt: skip
                items.save(made, trail)
            label = Correction(id="mail-0", field="action", before="archive", after="delete", at="2026-01-01")
            items.correct(*items.latest("mail-0"), [label])
            db.execute("PRAGMA wal_checkpoint(TRUNCATE)").fetchall()
        return path.read_bytes()


def use(path: Path) -> None:
    """All that is read from it, and one message more."""
    with closing(open_state(path)) as db:
        items = MessageStore(db)
        items.waiting()
        for made in items.queued():
            items.latest(made.id)
        items.corrections()
        items.find("anne@acme.example", "t", ["projet alpha"], 50)
        items.settled(Message(id="mail-0"))
        items.called(Message(id="note.txt", source="/somewhere/note.txt"))
        labels.labels(db)
        consents.listing(db, NOW)
        made, trail = items.latest("mail-0")
        items.save(made, trail)
    stats(path, AlarmSettings(), NOW)


def flipped(data: bytes, chance: random.Random) -> bytes:
    """One byte changed."""
    at = chance.randrange(len(data))
    return data[:at] + bytes([data[at] ^ chance.randrange(1, 256)]) + data[at + 1 :]


def cut(data: bytes, chance: random.Random) -> bytes:
    """The end gone."""
    return data[: chance.randrange(1, len(data))]


def overwritten(data: bytes, chance: random.Random) -> bytes:
    """A page, or pages, of something else."""
    at = chance.randrange(len(data) // 4096) * 4096
    return data[:at] + chance.randbytes(4096) + data[at + 4096 :]


def zeroed(data: bytes, chance: random.Random) -> bytes:
    """What a disk leaves that lost what was written last."""
    at = chance.randrange(len(data) // 4096) * 4096
    return data[:at] + bytes(len(data) - at)


@pytest.mark.parametrize("damage", [flipped, cut, overwritten, zeroed], ids=lambda made: made.__name__)
@pytest.mark.parametrize(("messages", "size"), [(30, 300), (400, 12_000)], ids=["small", "large"])
def test_damage_is_an_error_that_names_the_file(
    tmp_path: Path, messages: int, size: int, damage: Callable[[bytes, random.Random], bytes]
) -> None:
    """Whatever the size of the file and the damage: what is whole is read, what is not is a StorageError with
    the path and what to do, and when it is refused at its opening its bytes are as they were.
    """
    whole = sound(messages, size)
    assert (len(whole) > ALWAYS_CHECK_BELOW) == (messages == 400)
    chance = random.Random(f"{damage.__name__} {messages}")
    refused = 0
    for n in range(RUNS):
        path = tmp_path / f"{n}" / "state.db"
        path.parent.mkdir()
        data = damage(whole, chance)
        path.write_bytes(data)
        try:
            open_state(path).close()
        except StorageError as error:
            refused += 1
            assert str(path) in error.message and error.hint
            assert path.read_bytes() == data
            continue
        try:
            with suppress(UsageError):  # a message whose id is another by now
                use(path)
        except StorageError as error:
            refused += 1
            assert str(path) in error.message and error.hint and "damaged" in error.message
        path.unlink()
    assert refused > 0
    fault_tally.count("damaged state.db", RUNS)


def content(path: Path) -> dict[str, list[tuple[object, ...]]]:
    """All rows of all tables. Raises StorageError."""
    with closing(open_state(path)) as db:
        names = [name for (name,) in db.execute("SELECT name FROM sqlite_schema WHERE type = 'table'")]
        return {name: db.execute(f'SELECT * FROM "{name}"').fetchall() for name in names}


def lost(data: bytes, chance: random.Random) -> bytes:
    """One page of zeros, whose sum is zero as well."""
    at = chance.randrange(1, len(data) // 4096) * 4096
    return data[:at] + bytes(4096) + data[at + 4096 :]


@pytest.mark.parametrize("damage", [flipped, cut, overwritten, zeroed, lost], ids=lambda made: made.__name__)
@pytest.mark.parametrize(("messages", "size"), [(30, 300), (400, 12_000)], ids=["small", "large"])
def test_no_damage_changes_what_is_read(
    tmp_path: Path, messages: int, size: int, damage: Callable[[bytes, random.Random], bytes]
) -> None:
    """Each page carries a sum: a database that was damaged reads as it was or not at all."""
    whole = sound(messages, size)
    path = tmp_path / "state.db"
    path.write_bytes(whole)
    before = content(path)
    chance = random.Random(f"{damage.__name__} {messages} read")
    for n in range(RUNS):
        for left in tmp_path.iterdir():
            left.unlink()
        path.write_bytes(damage(whole, chance))
        try:
            assert content(path) == before, n
        except StorageError as error:
            assert str(path) in error.message and error.hint
    fault_tally.count("damaged state.db", RUNS)


@pytest.mark.parametrize(("messages", "size"), [(30, 300), (400, 12_000)], ids=["small", "large"])
def test_an_end_cut_inside_a_page_is_noticed(tmp_path: Path, messages: int, size: int) -> None:
    """SQLite takes what is gone of the last page for zeros, and compares no sum of it: edge does."""
    whole = sound(messages, size)
    path = tmp_path / "state.db"
    for gone in (1, 2, 8, 9, 10, 20, 40, 300, 1_000, 4_000, 4_095):
        for left in tmp_path.iterdir():
            left.unlink()
        path.write_bytes(whole[:-gone])
        if not any(whole[-gone:]):
            continue  # nothing is lost with zeros
        with pytest.raises(StorageError, match="damaged"):
            open_state(path)
    assert any(whole[-4_000:])


def test_an_end_that_is_in_the_journal_is_not_gone(tmp_path: Path) -> None:
    """A crash while the journal is written back may leave half a page in the file: nothing is damaged."""
    path = tmp_path / "a" / "state.db"
    path.parent.mkdir()
    db = open_state(path)
    db.execute("PRAGMA wal_checkpoint(TRUNCATE)").fetchall()
    before = path.stat().st_size
    with db:
        db.execute("CREATE TABLE more (text)")
        db.executemany("INSERT INTO more VALUES (?)", [("word " * 900,) for _ in range(9)])
    crashed = tmp_path / "state.db"
    journal = path.with_name("state.db-wal").read_bytes()
    db.execute("PRAGMA wal_checkpoint(PASSIVE)").fetchall()
    data = path.read_bytes()
    db.close()
    assert len(data) > before + 4096
    crashed.write_bytes(data[: len(data) - 3000])
    crashed.with_name("state.db-wal").write_bytes(journal)
    with closing(open_state(crashed)) as again:
        assert again.execute("SELECT count(*) FROM more WHERE text = ?", ("word " * 900,)).fetchall() == [
            (9,)
        ]


@pytest.mark.parametrize(("messages", "size"), [(30, 300), (400, 12_000)], ids=["small", "large"])
def test_a_letter_changed_is_noticed(tmp_path: Path, messages: int, size: int) -> None:
    """What a person corrected cannot become something else: SQLite alone would find nothing wrong with it."""
    path = tmp_path / "state.db"
    data = sound(messages, size)
    assert data.count(b'"delete"') == 1
    path.write_bytes(data.replace(b'"delete"', b'"detete"'))
    with closing(apsw.Connection(str(path))) as db:
        assert db.execute("PRAGMA integrity_check").fetchall() == [("ok",)]
    with pytest.raises(StorageError, match=r"damaged: one of its pages is not as edge wrote it"):
        use(path)


def test_a_database_of_before_gets_its_sums(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """One made without sums is read, keeps all its rows, and has sums from its next opening on."""
    path = tmp_path / "state.db"
    monkeypatch.setattr(page_sums, "vfs", lambda: None)
    with closing(open_state(path)) as db:
        db.execute("INSERT INTO audit_head VALUES ('kept.jsonl', 1, 1, 'x')").fetchall()
    before = content(path)
    assert path.read_bytes()[page_sums.RESERVED_AT] == 0
    monkeypatch.undo()
    assert content(path) == before
    data = path.read_bytes()
    assert data[page_sums.RESERVED_AT] == page_sums.RESERVED
    path.write_bytes(data.replace(b"kept.jsonl", b"lost.jsonl"))
    with pytest.raises(StorageError, match="damaged"):
        open_state(path)


def test_other_processes_see_what_is_written(tmp_path: Path) -> None:
    """The sums hold between processes, before and after what one wrote went from the journal to the file, and
    where pages are freed: no opening meanwhile takes a page that is not there yet for a lost one.
    """
    path = tmp_path / "state.db"
    program = (
        "import sys; from pathlib import Path; from edge.state.database import open_state\n"
        "db = open_state(Path(sys.argv[1]))\n"
        "for n in range(200):\n"
        "    row = (f'{sys.argv[2]} {n}', 'x' * (n * 997 % 20000))\n"
        "    db.execute('INSERT INTO audit_head VALUES (?, 1, 1, ?)', row).fetchall()\n"
        "    db.execute('SELECT count(*), sum(length(sha256)) FROM audit_head').fetchall()\n"
        "    if n % 3 == 2: db.execute('DELETE FROM audit_head WHERE file = ?', row[:1]).fetchall()\n"
        "    if n % 20 == 0: db.execute('PRAGMA wal_checkpoint(PASSIVE)').fetchall()\n"
    )
    children = [
        subprocess.Popen([sys.executable, "-c", program, str(path), name], stderr=subprocess.PIPE)
        for name in ("one", "two", "three")
    ]
    while any(child.poll() is None for child in children):
        open_state(path).close()
    for child in children:
        said = child.communicate(timeout=60)[1]
        assert child.returncode == 0, said
    with closing(open_state(path)) as db:
        assert db.execute("SELECT count(*) FROM audit_head").fetchall() == [(3 * 134,)]


def test_a_table_that_is_gone_is_damage(tmp_path: Path) -> None:
    """A database of the right version without its tables: said so, not "a bug"."""
    path = tmp_path / "state.db"
    with closing(open_state(path)) as db:
        db.execute("DROP TABLE corrections").fetchall()
    with pytest.raises(StorageError, match=r"damaged: .*corrections") as caught:
        use(path)
    assert str(path) in caught.value.message


def test_errors_of_ours_stay_errors_of_ours(tmp_path: Path) -> None:
    """A mistake in SQL is not blamed on the file."""
    with closing(open_state(tmp_path / "state.db")) as db, pytest.raises(apsw.SQLError):
        db.execute("SELEKT 1").fetchall()
