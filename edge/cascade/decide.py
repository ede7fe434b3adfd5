"""What follows a pass: accept, look again, hand on, or stop. One pure function over one table.

It replaces three contradicting texts of the first specification; the reading and the properties it must
keep (checked over the whole grid in the tests) are those of the research notes on multi-pass extraction,
section 4: nothing is accepted below the floor or past a failed gate; a hard case needs the higher bar; "no
change" ends a tier, not the run; no tier is asked without permission; more confidence never turns an
acceptance into less; at most five passes.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Literal

from edge.records import Reason

Action = Literal["accept", "again", "escalate", "stop"]

MAX_PASSES = 5

#: The local tier stops trying after this many passes, whatever is left of the five.
MAX_LOCAL = 3

#: What cannot be undone needs at least this, however low the bars are set.
SURE_TO_DESTROY = 0.90


@dataclass(frozen=True, slots=True)
class GateFailure:
    """A gate that did not open. `fatal`: no other engine could repair it."""

    gate: str
    why: Reason
    fatal: bool = False


@dataclass(frozen=True, slots=True)
class Thresholds:
    """Confidence needed: to stop at once, normally, at the least; and from where a person beats the top
    tier.
    """

    stop: float = 0.95
    bar: float = 0.90
    floor: float = 0.85
    person: float = 0.75


@dataclass(frozen=True, slots=True)
class Case:
    """Everything a decision may depend on, after pass `n` (from 1, the blind pass counts)."""

    n: int
    confidence: float
    bars: Thresholds = Thresholds()
    local: bool = True  # the tier that just ran is on this device
    fresh: bool = False  # another pass of this tier would see something it has not seen
    changed: bool = False  # the draft differs from the pass before
    new: bool = False  # it named entities not seen before
    stakes: bool = False
    conflict: bool = False
    irreversible: bool = False
    may_destroy: bool = False  # the user lets an engine on this device do what cannot be undone
    gate: Reason | None = None  # why a gate failed: nothing may be accepted
    fatal: bool = False  # ... and no engine could repair it: nothing was found, the question is about nothing
    next_tier: str | None = None
    failed: bool = False  # the next tier was asked, and failed
    declined: bool = False  # the person was asked whether the next tier may be, and said no
    permitted: bool = False  # the next tier is configured, within budget, and the user said yes
    max_passes: int = MAX_PASSES

    @property
    def barred(self) -> bool:
        """Whatever the bars: a gate failed, or what cannot be undone is not sure enough, or is this device's
        word, which may only suggest it.
        """
        unsure = self.confidence < SURE_TO_DESTROY
        return bool(self.gate) or (self.irreversible and (unsure or (self.local and not self.may_destroy)))

    @property
    def hard(self) -> bool:
        return self.stakes or self.conflict or self.irreversible


@dataclass(frozen=True, slots=True)
class Decision:
    """`rule` names the row of the table; `wanted` is the tier a hard case would want."""

    action: Action
    rule: str
    why: Reason
    wanted: str | None = None


def _done(case: Case) -> bool:
    bars = case.bars
    if case.barred or case.conflict:
        return False
    if case.n == 1:
        return case.confidence >= bars.stop and not case.stakes
    if case.stakes and case.local and case.next_tier is not None and case.permitted:
        return False  # high stakes: a second opinion first, when one may be asked
    return case.confidence >= (bars.stop if case.hard or case.new else bars.bar)


def _again(case: Case) -> bool:
    moved = case.n == 1 or case.changed or case.new
    return case.local and case.fresh and moved and case.n < min(MAX_LOCAL, case.max_passes)


def _settled(case: Case) -> bool:
    return not case.barred and not case.hard and case.confidence >= case.bars.floor


def _top(case: Case) -> bool:
    """The last tier: there is nobody left to ask but the person."""
    return not case.local and case.next_tier is None


def _person(case: Case) -> bool:
    return not case.local and not case.hard and not case.gate and case.confidence >= case.bars.person


#: (rule, when, action, why), read from the top: the first row that holds decides.
TABLE: tuple[tuple[str, Callable[[Case], bool], Action, Reason], ...] = (
    ("fatal gate", lambda c: c.fatal, "stop", Reason("nothing_retrieved")),
    ("person declined", lambda c: c.declined, "stop", Reason("declined")),
    ("tier failed", lambda c: c.failed, "stop", Reason("engine_failed")),
    ("confident", _done, "accept", Reason("clear_sentence")),
    ("look again", _again, "again", Reason("look_again")),
    ("settled", _settled, "accept", Reason("settled_sentence")),
    (
        "top tier, sure",
        lambda c: _top(c) and not c.barred and not c.conflict and c.confidence >= c.bars.bar,
        "accept",
        Reason("last_engine_sure"),
    ),
    ("top tier, unsure", _top, "stop", Reason("last_engine_unsure")),
    ("person is cheaper", _person, "stop", Reason("ask_person")),
    ("no tier left", lambda c: c.next_tier is None, "stop", Reason("no_engine_left")),
    ("not permitted", lambda c: not c.permitted, "stop", Reason("not_permitted")),
    ("passes used up", lambda c: c.n >= c.max_passes, "stop", Reason("passes_used_up")),
    ("hand on", lambda c: True, "escalate", Reason("hand_on")),
)


def doubts(case: Case) -> list[Reason]:
    """Why a case is not accepted as it stands: what makes another look, another engine or a person needed."""
    bar = case.bars.bar if case.n > 1 or not case.local else case.bars.stop
    stated = (
        *([(True, case.gate)] if case.gate is not None else []),
        (case.conflict, Reason("because_conflict")),
        (case.stakes, Reason("because_stakes")),
        (case.irreversible, Reason("because_irreversible")),
        (case.new, Reason("because_new")),
        (case.confidence < bar, Reason("because_unsure", {"confidence": case.confidence, "bar": bar})),
    )
    return [why for holds, why in stated if holds]


def decide(case: Case) -> Decision:
    """The next step after a pass. Pure: the same case always gives the same decision."""
    for rule, holds, action, why in TABLE:
        if holds(case):
            waits = action in ("escalate", "stop") and not case.fatal and not case.declined
            wanted = case.next_tier if waits else None
            return Decision(action, rule, case.gate if case.gate and action == "stop" else why, wanted)
    raise AssertionError("the last row always holds")
