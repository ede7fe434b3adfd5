"""From evidence to a suggested action: one sum of log-odds, a probability, a cap, and the reason.

Rules suggest; they never delete, and never claim 0.85 or more (research: multipass.md, section 7). A wrong
deletion costs far more than a wrong archiving, so `delete` needs the better odds, and reaches 0.70 only for
one-time codes and for what the mail server calls spam.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal

from edge.extract.rules.weighing.evidence import Evidence, speaks_for_deletion, speaks_for_keeping
from edge.records import Reason

#: Nothing that rules say is surer than this.
CAP = 0.84

#: A deletion that is not sure (see `is_sure`), and one that is.
DELETE_DOUBT = 0.65
DELETE_CAP = 0.80

#: Kept because nothing that can be named speaks for deletion: no ground to be sure of anything.
KEPT_IN_DOUBT = 0.5

#: Evidence overlaps, so its sum overstates: it is divided by this before it becomes a probability.
TEMPERATURE = 1.3

#: Log-odds from which a deletion may be sure.
SURE = 1.5

#: What a sure deletion needs one of.
_SURE = frozenset({"one_time_code", "spam"})

#: A greeting speaks for keeping, but is no matter of the reader's.
_POLITE = frozenset({"greeted"})


@dataclass(frozen=True, slots=True)
class Suggestion:
    action: Literal["archive", "delete"]
    confidence: float
    why: Reason
    log_odds: float


def suggest(evidence: Sequence[Evidence], *, bias: float, headed: bool = True) -> Suggestion:
    """The action that the evidence speaks for. `confidence` is at most `CAP`.

    `bias`: log-odds before any evidence. `headed`: it says who sent it.
    """
    log_odds = bias + sum(one.weight for one in evidence)
    probability = 1.0 / (1.0 + math.exp(-max(-30.0, min(30.0, log_odds / TEMPERATURE))))
    if log_odds <= 0:
        return Suggestion("archive", min(1.0 - probability, CAP), _why(evidence, -1), log_odds)
    names = {one.name for one in evidence}
    # Something that can be named has to speak for it: form and learnt words alone do not. A note never goes.
    if not headed or not any(map(speaks_for_deletion, names)):
        return Suggestion("archive", KEPT_IN_DOUBT, Reason("nothing_to_delete"), log_odds)
    cap = DELETE_CAP if is_sure(names, log_odds) else DELETE_DOUBT
    return Suggestion("delete", min(probability, cap), _why(evidence, 1), log_odds)


def is_sure(names: set[str], log_odds: float) -> bool:
    """A one-time code is its matter, or the mail server calls it spam; the odds are high; and nothing at all
    speaks of a person or of the reader's own matters.
    """
    own = "known" in names or any(map(speaks_for_keeping, names - _POLITE))
    return log_odds > SURE and not own and not names.isdisjoint(_SURE)


def _why(evidence: Sequence[Evidence], side: int) -> Reason:
    """The three strongest reasons for it, and the strongest against."""
    ranked = sorted(evidence, key=lambda one: -side * one.weight)
    best = [one.label for one in ranked if side * one.weight > 0.2][:3]
    other = [one.label for one in reversed(ranked) if side * one.weight < -0.5][:1]
    if not best:
        return Reason("nothing_to_delete")
    if not other:
        return Reason("signs", {"signs": best})
    return Reason("signs_against", {"signs": best, "against": other[0]})
