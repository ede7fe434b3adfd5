"""From signs to a suggested action: one sum of log-odds, a probability, a cap, and the reason in one line.

Rules suggest; they never delete, and never claim 0.85 or more (research: multipass.md, section 7). A wrong
deletion costs far more than a wrong archiving, so `delete` needs the better odds, and is confident only when
several independent signs agree and hardly any speaks against.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import Literal

from edge.rules.evidence import passing
from edge.rules.sign import Sign

#: Nothing that rules say is surer than this.
CAP = 0.84

#: A deletion that rests on fewer than three kinds of evidence, or that something speaks against.
DELETE_DOUBT = 0.65
DELETE_CAP = 0.80

#: Log-odds of deletion where no sign was found: most mail is kept, and in doubt all is.
BIAS = -0.9

#: Signs overlap, so their sum overstates: it is divided by this before it becomes a probability.
TEMPERATURE = 1.6


@dataclass(frozen=True, slots=True)
class Suggestion:
    action: Literal["archive", "delete"]
    confidence: float
    why: str
    log_odds: float


def suggest(signs: list[Sign], *, french: bool) -> Suggestion:
    """The action that the signs speak for. `confidence` is at most `CAP`."""
    log_odds = BIAS + sum(sign.weight for sign in signs)
    probability = 1.0 / (1.0 + math.exp(-max(-30.0, min(30.0, log_odds / TEMPERATURE))))
    if log_odds > 0:
        against = -sum(sign.weight for sign in signs if sign.weight < 0)
        sure = len(passing(signs)) >= 3 and against < 1.0
        return Suggestion(
            "delete", min(probability, DELETE_CAP if sure else DELETE_DOUBT), _why(signs, 1, french), log_odds
        )
    return Suggestion("archive", min(1.0 - probability, CAP), _why(signs, -1, french), log_odds)


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
