"""Scripted passes through the whole pipeline: what one drops, swaps or blanks still stands, and is asked."""

from __future__ import annotations

import random

import msgspec
import pytest

from edge.cascade.run import Tier
from edge.extract import pipeline
from edge.extract.rules.engine import RulesEngine
from edge.records import Context, ContextItem, Extracted, Extraction, Message, PassKind, Proposal
from edge.settings import ExtractSettings

BODY = (
    "Bonjour,\nMerci de régler les 480 € avant le 20 mars 2026.\n"
    "La réunion de chantier est le vendredi 27 mars 2026 à 14 h.\nAnne a déménagé à Lyon.\nPaul"
)
MESSAGE = Message(
    id="m1", subject="Chantier", sender="Paul Roux <paul@roux.example>",
    recipients=["moi@maison.example"], received_at="2026-03-02T09:00:00+01:00", body=BODY,
    fresh=[(0, len(BODY))],
)  # fmt: skip
SETTINGS = ExtractSettings()
SURE = {"quotes_found": 1.0, "values_agree": 1.0, "action_logprob": 0.0}


class Scripted:
    """A model that says what it is given, pass after pass."""

    name, model = "gemma", "gemma-1"

    def __init__(self, *made: Proposal) -> None:
        self.made = list(made)

    def draft(self, message: Message, kind: PassKind, context: Context, before: Proposal | None) -> Proposal:
        return self.made.pop(0) if len(self.made) > 1 else self.made[0]


def whole() -> list[Extraction]:
    """Everything of the message that a careful model would keep."""
    values: list[tuple[str, str, dict[str, object]]] = [
        ("amount", "480 €", {"amount": 480.0, "currency": "EUR", "required": True}),
        ("deadline", "avant le 20 mars 2026", {"date": "2026-03-20"}),
        ("event", "le vendredi 27 mars 2026 à 14 h", {"date": "2026-03-27", "time": "14:00"}),
        ("fact", "Anne a déménagé à Lyon", {}),
    ]
    made = []
    for kind, quote, more in values:
        start = BODY.index(quote)
        plain = {
            "type": kind, "info": quote, "quote": quote, "start": start, "end": start + len(quote),
            "found": "exact", "grounded": True, "confidence": 0.95, **more,
        }  # fmt: skip
        made.append(msgspec.convert(plain, Extraction))
    return made


def read(*made: Proposal) -> Extracted:
    """As many passes as are given: each is shown a note that the one before had not seen."""
    note = ContextItem(kind="note", name="Paul Roux", text="Maître d'œuvre.")
    rules = RulesEngine(SETTINGS)
    result, _ = pipeline.extract(
        MESSAGE,
        [Tier(Scripted(*made), looks=len(made))],
        lambda *_: Context(items=[note]),
        SETTINGS,
        rules=rules,
    )
    return result


def spoiled(dice: random.Random) -> tuple[list[Extraction], list[Extraction]]:
    """Findings after a pass, and those that it dropped, swapped, blanked or revalued: one at least."""
    after, gone = list[Extraction](), list[Extraction]()
    for it in whole():
        done = dice.choice(["keep", "drop", "blank", "swap", "redate", "reprice"])
        if done == "keep":
            after.append(it)
            continue
        gone.append(it)
        if done == "blank":
            after.append(
                msgspec.structs.replace(it, quote="", start=None, end=None, found="", grounded=False)
            )
        elif done == "swap":
            swapped = {"date": "2027-01-01", "amount": 1.0, "quote": BODY[:7], "start": 0, "end": 7}
            after.append(msgspec.structs.replace(it, info="x", **swapped))
        elif done == "redate" and it.date is not None:
            after.append(msgspec.structs.replace(it, date="2026-03-21"))
        elif done == "reprice" and it.amount is not None:
            after.append(msgspec.structs.replace(it, amount=48.0))
    return (after, gone) if gone else spoiled(dice)


def stands(it: Extraction, result: Extracted) -> bool:
    """Judged by text and values alone, not by the code that is tested."""
    return any(
        other.grounded and other.quote == it.quote and (other.date, other.amount) == (it.date, it.amount)
        for other in result.extractions
    )


def test_a_whole_reading_said_twice_is_applied() -> None:
    """The scene without a fault: else the tests below would hold of anything."""
    same = Proposal(action="archive", extractions=whole(), signals=SURE)
    result = read(same, same)
    assert len(result.passes) == 2 and result.decision == "apply"
    assert all(stands(it, result) for it in whole())


def test_two_hundred_passes_lose_nothing_and_apply_nothing() -> None:
    """A second pass that drops, swaps or blanks findings without account: each is still in the result, the
    person is asked, and nothing is applied; whatever score the pass comes with.
    """
    dice = random.Random(14)
    first = Proposal(action="archive", extractions=whole(), signals=SURE)
    for number in range(200):
        after, gone = spoiled(dice)
        result = read(first, Proposal(action="archive", extractions=after, signals=SURE))
        assert len(result.passes) == 2, number
        assert [it.info for it in gone if not stands(it, result)] == [], number
        assert result.decision != "apply" and result.needs_clarification, number


@pytest.mark.parametrize("action", ["archive", "delete", "nothing", "flag"])
def test_a_first_pass_that_is_blank_loses_nothing_that_rules_read_for_sure(action: str) -> None:
    """An empty form, first of all: the payment and the meeting stand, and it is asked."""
    blank = Proposal(action=action, signals=SURE)  # type: ignore[arg-type]
    result = read(blank)
    assert {480.0} <= {it.amount for it in result.extractions}
    assert {"2026-03-20", "2026-03-27"} <= {it.date for it in result.extractions}
    assert result.decision != "apply" and result.needs_clarification
