"""Points that code adds up for an answer, with what they are for."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field

from edge.records import Reason


@dataclass
class Earned:
    """What an answer earned, what for, and what it lacks; `evidence` is the run of it that says most.
    `wrong`: it says what is not so, another number or the opposite; `read`: its meaning was compared, not
    words alone.
    """

    points: float = 0.0
    wrong: bool = False
    read: bool = False
    reasons: list[Reason] = field(default_factory=list)
    missing: list[Reason] = field(default_factory=list)
    evidence: str = ""


#: (case, question, parsed answer, wide=...) -> what it earned.
Score = Callable[..., Earned]
