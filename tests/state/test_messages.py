"""What was extracted is kept: whole runs, the latest in force, nothing changed afterwards."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import msgspec
import pytest

from edge.errors import UsageError
from edge.records import (
    Checkpoint,
    Confidence,
    Context,
    Correction,
    Escalation,
    Extracted,
    Extraction,
    Message,
    PassRecord,
    Proposal,
)
from edge.state.database import open_state
from edge.state.messages import MessageStore


@pytest.fixture
def items(tmp_path: Path) -> Iterator[MessageStore]:
    with closing(open_state(tmp_path / "state.db")) as db:
        yield MessageStore(db)


def _made(
    name: str, decision: str = "queue", wanted: str | None = None, **given: object
) -> tuple[Extracted, Checkpoint]:
    score = Confidence(raw=0.6)
    passes = [PassRecord(n=1, kind="blind", engine="rules", model="rules-1", confidence=0.6)]
    given.setdefault("sender", "Anne <anne@acme.example>")
    extracted = Extracted(
        id=name, action="archive", decision=decision, confidence=score, passes=passes,  # type: ignore[arg-type]
        escalation=Escalation(wanted=wanted), **given,  # type: ignore[arg-type]
    )  # fmt: skip
    message = Message(id=name, thread=f"thread of {name}", sender=extracted.sender)
    trail = Checkpoint(
        message=message, proposal=Proposal(), seen=Context(), confidence=score, passes=passes, tier="rules"
    )
    return extracted, trail


def test_the_latest_run_of_a_message_is_in_force(items: MessageStore) -> None:
    """Runs are added, never changed; the last one answers."""
    items.save(*_made("a", "wait", "sonnet"))
    items.save(*_made("a", "apply"))
    assert items.latest("a")[0].decision == "apply"
    assert items.waiting() == [] and items.queued() == []


def test_a_checkpoint_of_before_can_be_taken_up() -> None:
    """Databases hold the tier under its older name: what waits in them is not lost by a word."""
    _, checkpoint = _made("a", "wait", "sonnet")
    stored = msgspec.json.encode(checkpoint)
    assert b'"rung":"rules"' in stored and b'"tier"' not in stored
    assert msgspec.json.decode(stored, type=Checkpoint) == checkpoint


def test_what_waits_is_found_oldest_first(items: MessageStore) -> None:
    """A case with a wanted tier can be resumed; one without waits for the person alone."""
    for name, wanted in (("first", "sonnet"), ("second", None), ("third", "gemma")):
        items.save(*_made(name, "wait" if wanted else "queue", wanted))
    assert [waiting.id for waiting in items.waiting()] == ["first", "third"]
    assert [made.id for made in items.queued()] == ["first", "second", "third"]


def test_a_reading_never_takes_the_place_of_what_it_has_not_seen(items: MessageStore) -> None:
    """A run that goes on from another is kept while that one is in force; an unfinished run gives way to the
    rest of the same reading, and to nothing else.
    """
    first = items.save(*_made("a", "wait", "sonnet"))
    assert [waiting.run for waiting in items.waiting()] == [first]
    unfinished = items.save(*_made("a", "wait", "opus"), after=first)
    done = items.save(*_made("a", "apply"), after=first, instead_of=unfinished)
    assert items.in_force(unfinished) is None and items.in_force(done)[0].decision == "apply"
    assert items.save(*_made("a", "queue"), after=first) is None
    assert items.save(*_made("a", "queue"), after=first, instead_of=unfinished) is None
    made, trail = _made("a", "apply")
    label = Correction(
        id="a", field="action", before="archive", after="archive", at="2026-03-02T10:00:00+01:00"
    )
    items.correct(made, trail, [label])
    assert items.save(*_made("a", "queue"), after=first, instead_of=done) is None
    assert items.latest("a")[0].decision == "apply"


def test_reading_the_same_again_does_not_fill_the_disk(tmp_path: Path) -> None:
    """The last five runs of a message by an engine are kept with their rows, and every run that a person made
    or corrected; another engine's and another message's stay.
    """
    with closing(open_state(tmp_path / "state.db")) as db:
        items = MessageStore(db)
        gemma, trail = _made("a", "apply")
        other = msgspec.structs.replace(
            gemma, passes=[msgspec.structs.replace(gemma.passes[0], engine="gemma")]
        )
        items.save(other, trail)
        items.save(*_made("b", "apply"))
        items.save(*_made("a", "queue", entities=["Projet Alpha"]))
        label = Correction(
            id="a", field="action", before="archive", after="delete", at="2026-01-01T00:00:00Z"
        )
        items.correct(*_made("a", "apply"), [label])
        for n in range(40):
            items.save(*_made("a", "apply", subject=f"reading {n}", entities=["Projet Alpha"]))
        runs = db.execute("SELECT run, subject, person FROM runs WHERE id = 'a' ORDER BY run").fetchall()
        assert [row[1] for row in runs] == ["", "", "", *(f"reading {n}" for n in range(35, 40))]
        assert sum(bool(row[2]) for row in runs) == 1 and items.latest("b")[0].id == "b"
        kept = {(row[0],) for row in runs}
        for table in ("run_passes", "run_entities"):
            named = set(db.execute(f"SELECT run FROM {table} WHERE run NOT IN (1, 2)").fetchall())
            assert named <= kept
        assert items.latest("a")[0].subject == "reading 39" and items.corrections() == [label]


def test_an_id_may_be_shortened_but_not_guessed(items: MessageStore) -> None:
    """The beginning of one id names it; of two it is refused with both; % and _ stand for themselves."""
    for name in ("mail-1@x", "mail-2@x", "other_%"):
        items.save(*_made(name))
    assert items.latest("mail-1")[0].id == "mail-1@x" and items.latest("other_")[0].id == "other_%"
    for given in ("mail-", "%", "", "nothing"):
        with pytest.raises(UsageError):
            items.latest(given)


def test_two_readings_at_once_do_not_share_a_name(items: MessageStore) -> None:
    """Two processes read `note.txt` of two folders, and neither has kept its own when the other is given a
    name: the second to be kept gets another one, goes on under it, and keeps it when it is read again.
    """
    made, trail = _made("note.txt")
    notes = [
        Message(id="note.txt", named=False, source=f"/{place}/note.txt", body=place) for place in ("a", "b")
    ]
    assert [items.called(note) for note in notes] == ["note.txt", "note.txt"]
    runs = [items.save(made, msgspec.structs.replace(trail, message=note)) for note in notes]
    assert [items.id_of(run) for run in runs if run] == ["note.txt", "note.txt#2"]
    assert [(it.id, items.latest(it.id)[1].message.body) for it in items.queued()] == [
        ("note.txt", "a"), ("note.txt#2", "b"),
    ]  # fmt: skip
    done = items.save(made, msgspec.structs.replace(trail, message=notes[1]), instead_of=runs[1])
    assert done is not None and items.id_of(done) == "note.txt#2" and len(items.queued()) == 2
    assert items.called(notes[1]) == "note.txt#2" and items.latest("note.txt#2")[1].message.id == "note.txt#2"


def test_a_correction_is_a_label_and_settles_the_case(items: MessageStore) -> None:
    """What the person said is in force, is no longer waiting, and before and after are kept."""
    made, trail = _made("a", "wait", "sonnet")
    items.save(made, trail)
    label = Correction(
        id="a", field="action", before="archive", after="delete", at="2026-01-01T00:00:00+00:00"
    )
    items.correct(msgspec.structs.replace(made, action="delete"), trail, [label])
    assert items.latest("a")[0].action == "delete"
    assert items.corrections() == [label] and items.waiting() == [] and items.queued() == []


def test_earlier_messages_come_by_thread_then_sender_then_names(items: MessageStore) -> None:
    """Each message once, nearest relation first, at most as many as asked for, with what was found in it."""
    amount = Extraction(type="amount", info="facture 12", amount=12.0)
    items.save(*_made("by name", sender="x@y.example", entities=["Projet Alpha"]))
    items.save(*_made("by sender", extractions=[amount]))
    items.save(*_made("by thread", sender="z@y.example"))
    found = items.find("anne@acme.example", "thread of by thread", ["projet alpha"], 5)
    assert [item.source for item in found] == ["by thread", "by sender", "by name"]
    assert found[1].extractions == [amount] and len(items.find("anne@acme.example", "", [], 0)) == 0
    assert items.find("", "", [], 5) == []
