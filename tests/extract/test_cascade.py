"""A scripted climb for each transition of the ladder: every row of `decide`, through the pipeline."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from typing import Any, NamedTuple

import msgspec
import pytest

from edge.cascade import run
from edge.cascade.decide import TABLE, Case, Decision, decide
from edge.cascade.run import Tier
from edge.errors import CloudError, Declined
from edge.extract import pipeline
from edge.extract.llm.base import Drafter
from edge.records import (
    Conflict,
    Context,
    ContextItem,
    Extracted,
    Extraction,
    Message,
    PassKind,
    Proposal,
    Reason,
)
from edge.settings import ExtractSettings

BODY = "Bonjour, merci de renvoyer le contrat signé avant le 20 mars. Le loyer est de 12 000 €."
MESSAGE = Message(
    id="m1", subject="Contrat", sender="Anne Roux <anne@acme.example>",
    received_at="2026-03-02T09:00:00+01:00", body=BODY, fresh=[(0, len(BODY))],
)  # fmt: skip


class Scripted:
    """Says what it was told to say, in turn."""

    def __init__(self, name: str, said: Sequence[Proposal | Exception]) -> None:
        self.name, self.model, self._said = name, f"{name}-1", list(said)

    def draft(self, message: Message, kind: PassKind, context: Context, before: Proposal | None) -> Proposal:
        said = self._said.pop(0) if len(self._said) > 1 else self._said[0]
        if isinstance(said, Exception):
            raise said
        return said


def found(quote: str = "avant le 20 mars", **values: object) -> Extraction:
    """A finding that stands in the message."""
    start = BODY.index(quote)
    plain = Extraction(
        type="deadline", info=quote, quote=quote, start=start, end=start + len(quote), grounded=True,
        found="exact", date="2026-03-20", task=True, confidence=0.97, required=True,
    )  # fmt: skip
    return msgspec.structs.replace(plain, **values)


DEADLINE = found()
RENT = found("12 000 €", type="amount", date=None, amount=12_000.0, currency="EUR", task=False)


def says(sure: float, *more: Extraction, **given: Any) -> Proposal:
    """A proposal: how much of its evidence holds, and how likely its action was (0 to 1)."""
    likely = math.log(given.pop("likely", max(sure, 0.1)))
    signals = {"quotes_found": sure, "values_agree": sure, "action_logprob": likely}
    return Proposal(action="archive", extractions=[DEADLINE, *more], signals=signals, **given)


def alone(message: Message, proposal: Proposal | None) -> Context:
    return Context()


def noted(message: Message, proposal: Proposal | None) -> Context:
    return Context(items=[ContextItem(kind="note", name="note: Acme", text="Client depuis 2020.")])


def widening(message: Message, proposal: Proposal | None) -> Context:
    """A note for each name that the passes found."""
    names = proposal.entities if proposal is not None else []
    return Context(items=[ContextItem(kind="note", name=f"note: {it}", text=it) for it in names])


def clashing(message: Message, proposal: Proposal | None) -> Context:
    return Context(conflicts=[Conflict(kind="overlap", text="14:00", items=["event: x"])])


class Climb(NamedTuple):
    """What tiers say on the way up, each in turn (nothing: no such tier), and where it ends."""

    rule: str
    ends: str
    then: str  # after each pass that spoke
    local: tuple[Proposal | Exception, ...]
    sonnet: tuple[Proposal | Exception, ...] = ()
    opus: tuple[Proposal | Exception, ...] = ()
    look: Callable[[Message, Proposal | None], Context] = alone
    refused: str = ""
    settings: ExtractSettings = ExtractSettings()


CLIMBS = {
    "two passes that agree": Climb("confident", "apply", "again accept", (says(1), says(1)), look=noted),
    "one pass, nothing to look at": Climb("settled", "apply", "accept", (says(1),)),
    "this device to Sonnet": Climb("confident", "apply", "escalate accept", (says(0),), (says(1),)),
    "this device to Sonnet to Opus": Climb(
        "confident", "apply", "escalate escalate accept", (says(0),), (says(0),), (says(1),)
    ),
    "three passes here, then Sonnet": Climb(
        "confident", "apply", "again again escalate accept",
        (says(0, entities=["Acme"]), says(0, entities=["Acme", "Bern"]), says(0)), (says(1),), look=widening,
    ),
    "Sonnet is half sure: the person": Climb(
        "person is cheaper", "queue", "escalate stop", (says(0),), (says(0.5, likely=0.22),), (says(1),)
    ),
    "high stakes, a second opinion that is sure": Climb(
        "top tier, sure", "apply", "escalate accept", (says(1, RENT),), (says(1, RENT, likely=0.6),)
    ),
    "Opus is not sure": Climb(
        "top tier, unsure", "queue", "escalate escalate stop", (says(0),), (says(0),), (says(0),)
    ),
    "a conflict that stays open at the top": Climb(
        "top tier, unsure", "queue", "again escalate stop", (says(1), says(1)), (says(1),), look=clashing
    ),
    "nobody else is there": Climb("no tier left", "queue", "stop", (says(0),)),
    "Sonnet may not be asked": Climb(
        "not permitted", "wait", "stop", (says(0),), (says(1),), refused="offline"
    ),
    "five passes, no more": Climb(
        "passes used up", "queue", "escalate stop", (says(0),), (says(0),), (says(1),),
        settings=ExtractSettings(max_passes=2),
    ),
    "Sonnet fails": Climb("tier failed", "wait", "escalate", (says(0),), (CloudError("HTTP 529"),)),
    "the person says no": Climb("person declined", "queue", "escalate", (says(0),), (Declined("no"),)),
}  # fmt: skip


def climb(it: Climb) -> Extracted:
    """The result of a climb."""
    refusal = (lambda: Reason(it.refused)) if it.refused else None
    cloud: list[Tier[Drafter]] = [
        Tier(Scripted("claude", said), local=False, title=name, refusal=refusal)
        for name, said in (("sonnet", it.sonnet), ("opus", it.opus))
        if said
    ]
    rules = Scripted("rules", [says(1)])
    tiers: list[Tier[Drafter]] = [Tier(Scripted("gemma", it.local), looks=3), *cloud]
    return pipeline.extract(MESSAGE, tiers, it.look, it.settings, rules=rules, may_wait=True)[0]


@pytest.mark.parametrize("name", list(CLIMBS))
def test_a_climb_takes_its_way(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """The row that ends it, what was done after each pass, and what becomes of the message."""
    rows: list[str] = []

    def told(case: Case) -> Decision:
        made = decide(case)
        rows.append(made.rule)
        return made

    monkeypatch.setattr(run, "decide", told)
    it, made = CLIMBS[name], climb(CLIMBS[name])
    then = " ".join(record.then for record in made.passes if not record.error)
    assert (rows[-1], made.decision, then) == (it.rule, it.ends, it.then)
    assert made.needs_clarification is (it.ends != "apply")
    for record in made.passes:
        assert record.error or bool(record.because) is (record.then != "accept")


def test_every_row_of_the_table_is_climbed() -> None:
    """But for the one that ends a question about nothing, which a message never is."""
    ended = {it.rule for it in CLIMBS.values()}
    steps = {step for it in CLIMBS.values() for step in it.then.split()}
    between = {"look again", "hand on"}
    assert {rule for rule, *_ in TABLE} == ended | between | {"fatal gate"}
    assert {"again", "escalate"} < steps
