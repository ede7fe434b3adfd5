"""From signs to a suggested action: one sum of log-odds, a probability, a cap, and the reason in one line.

Rules suggest; they never delete, and never claim 0.85 or more (research: multipass.md, section 7). A wrong
deletion costs far more than a wrong archiving, so `delete` needs the better odds, and is confident only when
several independent signs agree and hardly any speaks against.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import Literal

from edge.rules.fitted import weights
from edge.rules.sign import Sign

#: Nothing that rules say is surer than this.
CAP = 0.84

#: A deletion that is not sure: see `is_sure`.
DELETE_DOUBT = 0.65
DELETE_CAP = 0.80

#: Signs overlap, so their sum overstates: it is divided by this before it becomes a probability.
TEMPERATURE = 1.3

#: Log-odds from which a deletion may be sure: the fitted ones, and those set by hand.
SURE = 1.5
SURE_BY_HAND = 1.0

#: What a sure deletion needs one of: mail in numbers, by a machine, a code that has passed, a known fraud.
_SENT = frozenset({
    "bulk", "automatic", "no_reply", "advertiser", "unsubscribe", "code", "spam", "disguise", "cheap_link",
})  # fmt: skip

#: What speaks of the reader's own matters, or of somebody who writes to them: then no deletion is sure.
_OWN = frozenset({
    "yours", "identifier", "deadline", "dated", "receipt", "reply", "invitation", "attached", "colleague",
    "person", "desk",
    "structured_booking", "given", "trouble", "security", "pickup", "bill", "contract", "administration",
    "health", "school", "travel", "work", "insurance", "asking", "community", "appointment", "family",
})  # fmt: skip


@dataclass(frozen=True, slots=True)
class Suggestion:
    action: Literal["archive", "delete"]
    confidence: float
    why: str
    log_odds: float


def suggest(signs: list[Sign], *, french: bool, by_hand: float = 0.0) -> Suggestion:
    """The action that the signs speak for. `confidence` is at most `CAP`.

    `by_hand`: the sum of the weights that were set by hand; a deletion is sure only where that agrees.
    """
    log_odds = weights().bias + sum(sign.weight for sign in signs)
    probability = 1.0 / (1.0 + math.exp(-max(-30.0, min(30.0, log_odds / TEMPERATURE))))
    if log_odds > 0:
        sure = is_sure({sign.name for sign in signs}, log_odds, by_hand)
        return Suggestion(
            "delete", min(probability, DELETE_CAP if sure else DELETE_DOUBT), _why(signs, 1, french), log_odds
        )
    return Suggestion("archive", min(1.0 - probability, CAP), _why(signs, -1, french), log_odds)


def is_sure(names: set[str], log_odds: float, by_hand: float) -> bool:
    """Both scores agree that it may go, so does how it was sent, and nothing in it is the reader's own."""
    agreed = log_odds > SURE and by_hand > SURE_BY_HAND
    return agreed and not names.isdisjoint(_SENT) and names.isdisjoint(_OWN)


def _why(signs: list[Sign], side: int, french: bool) -> str:
    """The three strongest signs for it, and the strongest against."""

    def name(sign: Sign) -> str:
        return sign.fr if french else sign.en

    ranked = sorted(signs, key=lambda sign: -side * sign.weight)
    best = [name(sign) for sign in ranked if side * sign.weight > 0.2][:3]
    other = [name(sign) for sign in reversed(ranked) if side * sign.weight < -0.5][:1]
    if not best:
        return (
            "Rien ne dit que ce message puisse partir."
            if french
            else "Nothing says that this message may go."
        )
    text = ("Signes : " if french else "Signs: ") + ", ".join(best)
    if other:
        text += (" ; contre : " if french else "; against: ") + other[0]
    return text + "."
