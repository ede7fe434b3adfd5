"""A damaged state.db, small or large: a clear error that names it, and not one byte of it overwritten."""

from __future__ import annotations

import os
import random
from collections.abc import Callable
from contextlib import closing, suppress
from datetime import datetime
from functools import cache
from pathlib import Path

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
from edge.state import consents, labels
from edge.state.database import ALWAYS_CHECK_BELOW, open_state
from edge.state.items import MessageStore

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
    if damage is not flipped:  # a letter of a text can be another one, and nothing knows
        assert refused > 0


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
    import apsw

    with closing(open_state(tmp_path / "state.db")) as db, pytest.raises(apsw.SQLError):
        db.execute("SELEKT 1").fetchall()
