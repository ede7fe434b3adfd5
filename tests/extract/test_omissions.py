"""What one reading found another may not lose in silence."""

from __future__ import annotations

import random

import msgspec
import pytest

from edge.extract import agreement, omissions
from edge.records import Extraction, Proposal, Withdrawal

BODY = "Merci de régler 48 000 € avant demain. La réunion est vendredi à 14 h. Anne a déménagé à Lyon."


def found(quote: str, kind: str = "fact", **values: object) -> Extraction:
    start = BODY.index(quote)
    return msgspec.convert(
        {
            "type": kind, "info": quote, "quote": quote, "start": start, "end": start + len(quote),
            "found": "exact", "grounded": True, "confidence": 0.9, **values,
        },
        Extraction,
    )  # fmt: skip


PAYMENT = found("48 000 €", "amount", amount=48_000.0, currency="EUR", required=True)
MEETING = found("La réunion est vendredi à 14 h", "event", date="2026-03-06", time="14:00")
MOVE = found("Anne a déménagé à Lyon")
BEFORE = Proposal(action="flag", extractions=[PAYMENT, MEETING, MOVE])


def test_an_empty_form_loses_everything() -> None:
    """A valid form without extractions, after one with a payment due tomorrow, is no agreement."""
    empty = Proposal(action="archive")
    assert omissions.unexplained(empty, BEFORE, None) == [PAYMENT, MEETING, MOVE]
    assert omissions.unexplained(empty, None, BEFORE) == [PAYMENT, MEETING], "of the rules what has a value"
    gate = omissions.failure([PAYMENT])
    assert gate is not None and gate.why.params["found"] == ["48 000 €"]
    assert agreement.confidence(empty, "gemma", before=BEFORE, rules=BEFORE).raw < 0.3


def test_what_is_repeated_corrected_in_words_or_typed_anew_is_kept() -> None:
    """Another type or other words at the same place are no loss; another value is."""
    retyped = msgspec.structs.replace(PAYMENT, type="deadline", info="payer Acme")
    assert omissions.unexplained(Proposal(extractions=[retyped, MEETING, MOVE]), BEFORE, None) == []
    changed = msgspec.structs.replace(PAYMENT, amount=48.0)
    assert omissions.unexplained(Proposal(extractions=[changed, MEETING, MOVE]), BEFORE, None) == [PAYMENT]


@pytest.mark.parametrize(("grounded", "lost"), [(True, []), (False, [MOVE])])
def test_what_is_taken_back_needs_words_of_the_message(grounded: bool, lost: list[Extraction]) -> None:
    """A reason alone is the model's word."""
    back = Withdrawal(quote="Anne a déménagé", reason="over", evidence="à Lyon", grounded=grounded)
    after = Proposal(extractions=[PAYMENT, MEETING], withdrawn=[back])
    assert omissions.unexplained(after, BEFORE, None) == lost


def test_nothing_that_was_never_in_the_message_can_be_lost() -> None:
    """What was not grounded is dropped freely: that is what further passes are for."""
    loose = msgspec.structs.replace(MOVE, start=None, end=None, found="", grounded=False)
    assert omissions.unexplained(Proposal(), Proposal(extractions=[loose]), None) == []


def test_two_hundred_passes_that_drop_swap_or_blank_lose_nothing_unexplained() -> None:
    """Whatever a pass does to the findings of the one before: what is not as it was is told."""
    dice = random.Random(7)
    blank = {"quote": "", "start": None, "end": None, "found": "", "grounded": False, "info": "x"}
    for _ in range(200):
        after, changed = list[Extraction](), list[Extraction]()
        for it in BEFORE.extractions:
            done = dice.choice(["keep", "drop", "blank", "swap"])
            if done != "keep":
                changed.append(it)
            if done == "keep":
                after.append(it)
            elif done == "blank":
                after.append(msgspec.structs.replace(it, **blank))
            elif done == "swap":
                after.append(
                    msgspec.structs.replace(
                        it, date="2027-01-01", amount=1.0, start=0, end=5, quote=BODY[:5], info="x"
                    )
                )
        assert omissions.unexplained(Proposal(extractions=after), BEFORE, None) == changed


def test_no_quotes_are_no_evidence() -> None:
    """An empty form scored as if each of its quotes had been found; two empty ones agree, and that counts."""
    empty = Proposal(action="archive", signals={"quotes_found": 1.0})
    alone = agreement.confidence(empty, "gemma").raw
    assert alone < agreement.confidence(empty, "gemma", before=empty, rules=empty).raw
    assert alone < 0.5


@pytest.mark.parametrize("asking", [{"question": "Which Marc?"}, {"action": "queue"}])
def test_a_question_of_a_model_is_a_gate(asking: dict[str, str]) -> None:
    """Asked, whatever the score: `queue` is never applied."""
    gate = agreement.asks_person(msgspec.convert(asking, Proposal))
    assert gate is not None and gate.gate == "asks"
    assert agreement.asks_person(Proposal(action="archive")) is None
