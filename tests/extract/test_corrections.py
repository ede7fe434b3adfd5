"""What a person changes is checked against the record, kept as labels, and in force from then on."""

from __future__ import annotations

from contextlib import closing
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from edge.errors import EdgeError, StorageError, UsageError
from edge.extract.corrections import (
    ACCEPTED,
    CORRECTED,
    CorrectionInput,
    correct,
    corrected,
    waiting,
)
from edge.records import (
    Checkpoint,
    Confidence,
    Context,
    Escalation,
    Extracted,
    Extraction,
    Message,
    PassRecord,
    Proposal,
)
from edge.state.database import open_state
from edge.state.messages import MessageStore

NOW = datetime(2026, 3, 2, 10, tzinfo=UTC)
BODY = "Merci de renvoyer le contrat signé avant le 6 mars. Le montant est de 2 400 €."
MESSAGE = Message(id="m1", subject="Contrat", body=BODY, fresh=[(0, len(BODY))])
DEADLINE = Extraction(
    type="deadline", info="contrat", quote=BODY[:51], start=0, end=51, grounded=True, found="exact",
    date="2026-03-06", confidence=0.8,
)  # fmt: skip
AMOUNT = Extraction(type="amount", info="montant", amount=2400.0, currency="EUR")
SCORE = Confidence(raw=0.8, source="rules, not calibrated")
MADE = Extracted(
    id="m1", subject="Contrat", action="archive", decision="wait", extractions=[DEADLINE, AMOUNT],
    confidence=SCORE, needs_clarification=True, clarification_question="l'archiver ?",
    passes=[PassRecord(n=1, kind="blind", engine="rules", model="rules-1", confidence=0.8)],
    escalation=Escalation(wanted="sonnet"),
)  # fmt: skip
TRAIL = Checkpoint(
    message=MESSAGE, proposal=Proposal(action="archive", extractions=[DEADLINE, AMOUNT]), seen=Context(),
    confidence=SCORE, passes=MADE.passes, tier="rules",
)  # fmt: skip


@pytest.fixture
def state(tmp_path: Path) -> Path:
    path = tmp_path / "state.db"
    with closing(open_state(path)) as db:
        MessageStore(db).save(MADE, TRAIL, now=NOW)
    return path


def _after(**wish: Any) -> Extracted:
    return corrected(MADE, MESSAGE, CorrectionInput(**wish), NOW)[0]


def _labels(**wish: Any) -> list[tuple[str, Any, Any]]:
    return [
        (it.field, it.before, it.after) for it in corrected(MADE, MESSAGE, CorrectionInput(**wish), NOW)[1]
    ]


def test_what_a_person_said_is_decided() -> None:
    """A corrected result waits for nobody: it is applied, without a question, and says who decided."""
    after = _after(action="flag")
    assert (after.action, after.decision, after.codes["stopped_because"]) == ("flag", "apply", [CORRECTED])
    assert (after.needs_clarification, after.clarification_question, after.escalation.wanted) == (
        False,
        None,
        None,
    )
    assert after.confidence == MADE.confidence and after.passes == MADE.passes


def test_accepting_is_a_label_too() -> None:
    """ "It was right" keeps everything and says so of the action: before is after."""
    after = _after(accept=True)
    assert (after.action, after.extractions) == (MADE.action, MADE.extractions)
    assert after.codes["stopped_because"] == [ACCEPTED] and after.decision == "apply"
    assert _labels(accept=True) == [("action", "archive", "archive")]


def test_every_correction_labels_the_action() -> None:
    """Whoever mends a date has seen the action, and left it."""
    assert _labels(sets={"extractions.0.date": "2026-03-05"}) == [
        ("action", "archive", "archive"), ("extractions.0.date", "2026-03-06", "2026-03-05"),
    ]  # fmt: skip


def test_numbers_are_those_of_the_result_as_it_stood() -> None:
    """Dropping one does not move the others under the person's hands; what is added comes last."""
    added = '{"type": "engagement", "info": "payer", "task": true}'
    after = _after(drops=[0], sets={"extractions.1.amount": "2500"}, adds=[added])
    assert [(it.type, it.amount) for it in after.extractions] == [("amount", 2500.0), ("commitment", None)]
    names = [name for name, _, _ in _labels(drops=[0], sets={"extractions.1.amount": "2500"}, adds=[added])]
    assert names == ["action", "extractions.1.amount", "extractions.0", "extractions.2"]


def test_a_quote_is_looked_for_in_the_message() -> None:
    """Whether it is grounded is found out, not believed; a quote that is not there is kept and says so."""
    found = _after(sets={"extractions.1.quote": "le MONTANT est de 2 400 €"}).extractions[1]
    assert BODY[found.start : found.end] == found.quote == "Le montant est de 2 400 €" and found.grounded
    lost = _after(sets={"extractions.0.quote": "cent mille euros"}).extractions[0]
    assert (lost.grounded, lost.start, lost.found, lost.quote) == (False, None, "", "cent mille euros")
    added = _after(adds=['{"type": "fact", "info": "x", "quote": "avant le 6 mars"}']).extractions[-1]
    assert added.grounded and added.confidence == 1.0


@pytest.mark.parametrize(
    ("name", "typed", "value"),
    [
        ("date", "", None), ("date", "null", None), ("time", "14:30", "14:30"), ("task", "true", True),
        ("calendar", "false", False), ("amount", "1284.5", 1284.5), ("duration_minutes", "45", 45),
        ("type", "échéance", "deadline"), ("entities", '["Anne"]', ["Anne"]),
        ("note", "Projet Alpha", "Projet Alpha"),
        ("data", '{"a": 1}', {"a": 1}), ("importance", "high", "high"), ("note_action", "append", "append"),
    ],
)  # fmt: skip
def test_values_get_the_type_of_their_field(name: str, typed: str, value: object) -> None:
    """What is typed is text; what is kept has the record's type."""
    assert getattr(_after(sets={f"extractions.0.{name}": typed}).extractions[0], name) == value


@pytest.mark.parametrize(
    "wish",
    [
        CorrectionInput(action="burn"),
        CorrectionInput(action=""),
        CorrectionInput(accept=True, action="flag"),
        CorrectionInput(sets={"actoin": "x"}),
        CorrectionInput(sets={"action": "flag"}),
        CorrectionInput(sets={"extractions.2.date": "2026-03-04"}),
        CorrectionInput(sets={"extractions.-1.date": "2026-03-04"}),
        CorrectionInput(sets={"extractions.0.dat": "x"}),
        CorrectionInput(sets={"extractions.0.date": "2026-02-30"}),
        CorrectionInput(sets={"extractions.0.date": "20260304"}),
        CorrectionInput(sets={"extractions.0.time": "25:00"}),
        CorrectionInput(sets={"extractions.0.amount": "nan"}),
        CorrectionInput(sets={"extractions.0.amount": "much"}),
        CorrectionInput(sets={"extractions.0.currency": "euro"}),
        CorrectionInput(sets={"extractions.0.task": "perhaps"}),
        CorrectionInput(sets={"extractions.0.importance": "huge"}),
        CorrectionInput(sets={"extractions.0.type": "poem"}),
        CorrectionInput(sets={"extractions.0.info": " "}),
        CorrectionInput(sets={"extractions.0.grounded": "true"}),
        CorrectionInput(sets={"extractions.0.start": "3"}),
        CorrectionInput(sets={"extractions.0.entities": "Anne"}),
        CorrectionInput(sets={"extractions.0.duration_minutes": "-1"}),
        CorrectionInput(drops=[2]),
        CorrectionInput(drops=[-1]),
        CorrectionInput(adds=["x"]),
        CorrectionInput(drops=[0], sets={"extractions.0.date": ""}),
        CorrectionInput(adds=["[1]"]),
        CorrectionInput(adds=['{"type": "fact"}']),
        CorrectionInput(adds=['{"type": "fact", "info": 3}']),
        CorrectionInput(adds=['{"type": "fact", "info": "a", "colour": "red"}']),
        CorrectionInput(adds=['{"type": "x", "info": "a"}']),
        CorrectionInput(adds=['{"type": "fact", "info": "a", "date": "tomorrow"}']),
        CorrectionInput(adds=['{"type": "fact", "info": "a", "grounded": true}']),
        CorrectionInput(adds=["[" * 5000]),
    ],
)
def test_what_the_record_does_not_have_is_refused(wish: CorrectionInput, state: Path) -> None:
    """An unknown field, a wrong type or an impossible value is a usage error with a next step; nothing is
    kept.
    """
    with pytest.raises(UsageError) as error:
        correct(state, "m1", wish, NOW)
    assert error.value.hint
    with closing(open_state(state)) as db:
        assert MessageStore(db).latest("m1")[0] == MADE and MessageStore(db).corrections() == []


@settings(max_examples=60, deadline=None)
@given(st.text(max_size=30), st.text(max_size=30), st.text(max_size=60))
def test_anything_typed_is_kept_valid_or_refused(name: str, value: str, added: str) -> None:
    """Whatever is typed, what comes out reads back as the record it is, or it is refused."""
    fields = [f.name for f in msgspec.structs.fields(Extraction)]
    for wish in (
        CorrectionInput(sets={name: value}), CorrectionInput(adds=[added]), CorrectionInput(action=value),
        *(CorrectionInput(sets={f"extractions.0.{known}": value}) for known in fields),
    ):  # fmt: skip
        try:
            after, labels = corrected(MADE, MESSAGE, wish, NOW)
        except EdgeError:
            continue
        assert labels and msgspec.json.decode(msgspec.json.encode(after), type=Extracted) == after


def test_corrections_are_kept_and_in_force(state: Path) -> None:
    """The new run answers from then on, takes the case out of the queue, and the trail agrees with it."""
    assert [made.id for made in waiting(state)] == ["m1"]
    after, labels = correct(state, "m", CorrectionInput(action="flag", drops=[1]), NOW)
    assert waiting(state) == []
    with closing(open_state(state)) as db:
        kept, trail = MessageStore(db).latest("m1")
        assert kept == after and (trail.proposal.action, trail.proposal.extractions) == ("flag", [DEADLINE])
        stored = MessageStore(db).corrections()
    assert [(it.field, it.at) for it in stored] == [(it.field, it.at) for it in labels]
    assert stored[1].before["type"] == "amount" and stored[1].after is None


def test_an_empty_wish_changes_nothing(state: Path) -> None:
    """Looking is not correcting: no run, no label, still waiting."""
    assert correct(state, "m1", CorrectionInput(), NOW) == (MADE, [])
    assert [made.id for made in waiting(state)] == ["m1"]


def test_a_result_nobody_saw_is_not_corrected(state: Path) -> None:
    """When the message was read anew after it was shown, the correction is refused, and nothing is kept."""
    newer = msgspec.structs.replace(MADE, action="nothing")
    with closing(open_state(state)) as db:
        items = MessageStore(db)
        items.save(newer, TRAIL, now=NOW)
        after, labels = corrected(MADE, MESSAGE, CorrectionInput(accept=True), NOW)
        with pytest.raises(StorageError, match="meanwhile"):
            items.correct(after, TRAIL, labels, now=NOW, expected=MADE)
        assert items.latest("m1")[0] == newer and items.corrections() == []


def test_no_database_is_no_message(tmp_path: Path) -> None:
    """Asking about what was never extracted creates no database."""
    with pytest.raises(UsageError, match="nothing has been extracted"):
        correct(tmp_path / "state.db", "m1", CorrectionInput(accept=True), NOW)
    assert waiting(tmp_path / "state.db") == [] and not list(tmp_path.iterdir())
