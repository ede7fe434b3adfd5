"""Labels for calibration: each pass of a settled reading, with its own score and whether it was right."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import closing
from datetime import UTC, datetime
from pathlib import Path

import apsw
import pytest

from edge.cascade.platt import platt
from edge.extract.corrections import CorrectionInput, correct
from edge.records import (
    Checkpoint,
    Confidence,
    Context,
    Extracted,
    Message,
    PassRecord,
    Proposal,
)
from edge.state.database import open_state
from edge.state.labels import Label, labels
from edge.state.messages import MessageStore

NOW = datetime(2026, 3, 20, 10, tzinfo=UTC)


@pytest.fixture
def state(tmp_path: Path) -> Path:
    return tmp_path / "state.db"


@pytest.fixture
def db(state: Path) -> Iterator[apsw.Connection]:
    with closing(open_state(state)) as opened:
        yield opened


def read(db: apsw.Connection, name: str, *passes: PassRecord) -> None:
    last = [it for it in passes if not it.error][-1]
    score = Confidence(raw=last.raw if last.raw is not None else last.confidence)
    made = Extracted(
        id=name, action=last.action or "archive", decision="queue", confidence=score, passes=list(passes)
    )  # type: ignore[arg-type]
    trail = Checkpoint(
        message=Message(id=name), proposal=Proposal(), seen=Context(), confidence=score, passes=list(passes),
        tier="gemma",
    )  # fmt: skip
    MessageStore(db).save(made, trail, now=NOW)


def a_pass(n: int, raw: float | None, action: str | None, **more: object) -> PassRecord:
    given = {"kind": "blind" if n == 1 else "expert", "engine": "gemma" if n == 1 else "claude", **more}
    return PassRecord(n=n, model="m", confidence=0.99, raw=raw, action=action, version="v1", **given)  # type: ignore[arg-type]


def test_each_pass_is_held_against_the_persons_last_word(state: Path, db: apsw.Connection) -> None:
    """A pass that was overruled later may still have been right; the score is the one before calibration; a
    pass that failed has none; a message that nobody settled gives none.
    """
    read(db, "a", a_pass(1, 0.4, "flag"), a_pass(2, None, None, error="HTTP 529"), a_pass(3, 0.8, "archive"))
    read(db, "b", a_pass(1, 0.6, "archive"))
    correct(state, "a", CorrectionInput(action="delete"), NOW)
    correct(state, "a", CorrectionInput(action="flag"), NOW)
    made = labels(db)
    assert [(it.id, it.n, it.raw, it.right, it.untouched) for it in made] == [
        ("a", 1, 0.4, True, None), ("a", 3, 0.8, False, False),
    ]  # fmt: skip
    assert {(it.engine, it.model, it.version, it.kind) for it in made} == {
        ("gemma", "m", "v1", "blind"), ("claude", "m", "v1", "expert"),
    }  # fmt: skip


def test_what_was_logged_of_a_pass_goes_with_its_label(state: Path, db: apsw.Connection) -> None:
    """Its signals, of this pass and no other; {} where none were logged."""
    read(db, "a", a_pass(1, 0.4, "flag", signals={"quotes_found": 0.5}), a_pass(2, 0.8, "archive"))
    correct(state, "a", CorrectionInput(accept=True), NOW)
    assert [it.signals for it in labels(db)] == [{"quotes_found": 0.5}, {}]


def test_a_reading_made_anew_has_labels_of_its_own(state: Path, db: apsw.Connection) -> None:
    """What a person said before a message was read anew says nothing of the new reading."""
    read(db, "a", a_pass(1, 0.4, "archive"))
    correct(state, "a", CorrectionInput(accept=True), NOW)
    read(db, "a", a_pass(1, 0.7, "flag"))
    assert [(it.raw, it.right, it.untouched) for it in labels(db)] == [(0.4, True, True)]
    correct(state, "a", CorrectionInput(action="archive"), NOW)
    assert [(it.raw, it.right) for it in labels(db)] == [(0.4, True), (0.7, False)]


def test_a_pass_kept_without_its_action_counts_only_as_the_last(state: Path, db: apsw.Connection) -> None:
    """Before passes kept their actions, the last one's was the reading's; of the others nothing is known."""
    read(db, "a", a_pass(1, None, None), a_pass(2, None, None))
    correct(state, "a", CorrectionInput(accept=True), NOW)
    assert [(it.n, it.right) for it in labels(db)] == [(2, True)]


def test_they_suffice_for_a_fit(state: Path, db: apsw.Connection) -> None:
    """For each (engine, model, version, pass) Platt's slope and offset can be fitted from them alone."""
    for n in range(40):
        sure = 0.55 + n / 100
        read(db, f"m{n}", a_pass(1, sure, "archive"))
        correct(
            state,
            f"m{n}",
            CorrectionInput(accept=True) if n % 4 or n > 30 else CorrectionInput(action="flag"),
            NOW,
        )
    groups: dict[tuple[str, ...], list[Label]] = {}
    for it in labels(db):
        groups.setdefault((it.engine, it.model, it.version, it.kind), []).append(it)
    ((_, held),) = groups.items()
    slope, offset = platt([it.raw for it in held], [it.right for it in held])
    assert len(held) == 40 and slope > 0 and abs(offset) < 10
