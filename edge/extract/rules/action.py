"""From signs to a suggested action: one sum of log-odds, a probability, a cap, and the reason.

Rules suggest; they never delete, and never claim 0.85 or more (research: multipass.md, section 7). A wrong
deletion costs far more than a wrong archiving, so `delete` needs the better odds, and reaches 0.70 only for
passing codes and for what the mail server calls spam.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import Literal

from edge.extract.rules.evidence import Evidence
from edge.extract.rules.fitted import weights
from edge.extract.rules.lexicon import table
from edge.records import Reason

#: Nothing that rules say is surer than this.
CAP = 0.84

#: A deletion that is not sure (see `is_sure`), and one that is.
DELETE_DOUBT = 0.65
DELETE_CAP = 0.80

#: Kept because nothing that can be named speaks for deletion: no ground to be sure of anything.
KEPT_IN_DOUBT = 0.5

#: Signs overlap, so their sum overstates: it is divided by this before it becomes a probability.
TEMPERATURE = 1.3

#: Log-odds from which a deletion may be sure: the fitted ones, and those set by hand.
SURE = 1.5
SURE_BY_HAND = 1.0

#: Keeping signs that a one-time code's usual words raise: a greeting is no matter of the reader's.
_POLITE = frozenset({"greeted"})


@dataclass(frozen=True, slots=True)
class Suggestion:
    action: Literal["archive", "delete"]
    confidence: float
    why: Reason
    log_odds: float


def suggest(
    signs: list[Evidence],
    *,
    by_hand: float = 0.0,
    code: bool = False,
    headed: bool = True,
) -> Suggestion:
    """The action that the signs speak for. `confidence` is at most `CAP`.

    `by_hand`: the sum of the weights that were set by hand; a deletion is sure only where that agrees.
    `code`: a passing code is its matter (`edge.extract.rules.one_time_code`). `headed`: it says who sent it.
    """
    log_odds = weights().bias + sum(sign.weight for sign in signs)
    probability = 1.0 / (1.0 + math.exp(-max(-30.0, min(30.0, log_odds / TEMPERATURE))))
    if log_odds <= 0:
        return Suggestion("archive", min(1.0 - probability, CAP), _why(signs, -1), log_odds)
    names = {sign.name for sign in signs}
    if not may_go(names, headed=headed):
        return Suggestion("archive", KEPT_IN_DOUBT, Reason("nothing_to_delete"), log_odds)
    cap = DELETE_CAP if is_sure(names, log_odds, by_hand, code=code) else DELETE_DOUBT
    return Suggestion("delete", min(probability, cap), _why(signs, 1), log_odds)


def may_go(names: set[str], *, headed: bool) -> bool:
    """A sign that can be named speaks for it; form and learnt words alone do not. A note never goes."""
    return headed and any(weight > 0 for name in names if (weight := _by_hand(name)))


def is_sure(names: set[str], log_odds: float, by_hand: float, *, code: bool) -> bool:
    """A passing code is its matter, or the mail server calls it spam; both scores agree that it may go; and
    no sign at all speaks of a person or of the reader's own matters.
    """
    agreed = log_odds > SURE and by_hand > SURE_BY_HAND
    own = any(_by_hand(name) < 0 for name in names - _POLITE)
    return agreed and (code or "spam" in names) and not own and "known" not in names


def _by_hand(name: str) -> float:
    """The weight that was set by hand; 0 for what is only fitted."""
    entry = table("signs").get(name) or table("shapes").get(name)
    return float(entry["weight"]) if entry else 0.0


def _why(signs: list[Evidence], side: int) -> Reason:
    """The three strongest signs for it, and the strongest against."""
    ranked = sorted(signs, key=lambda sign: -side * sign.weight)
    best = [sign.label for sign in ranked if side * sign.weight > 0.2][:3]
    other = [sign.label for sign in reversed(ranked) if side * sign.weight < -0.5][:1]
    if not best:
        return Reason("nothing_to_delete")
    if not other:
        return Reason("signs", {"signs": best})
    return Reason("signs_against", {"signs": best, "against": other[0]})
