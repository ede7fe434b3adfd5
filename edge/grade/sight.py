"""What both judges of a copy can see: how its pages are to be drawn for them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from edge.errors import CopyError
from edge.grade.judge import Judge


@dataclass(frozen=True, slots=True)
class Sight:
    """`side`: pixels each way of the squares that judges are shown, 0 where one of them reads text alone
    (`blind` names those); `across`: squares over a page's shorter side; `which` pages are drawn: `auto` those
    that are only pictures, `all`, or `none`.
    """

    side: int = 0
    across: int = 1
    which: str = "auto"
    blind: tuple[str, ...] = ()

    def require(self, what: str) -> None:
        """Raise CopyError where pages of `what` would have to be seen and cannot be."""
        if not self.side:
            names = " and ".join(self.blind) or "no judge"
            raise CopyError(
                f"{what}, and {names} cannot see: text alone is read.",
                "Name two judges that see (--judge gemma:A --judge gemma:B --projector FILE: docs/grade.md), "
                "or recognise the text first.",
            )


def of(judges: Sequence[Judge], across: int, which: str) -> Sight:
    """What is drawn for these judges: squares of the larger side, which the other makes smaller."""
    blind = tuple(f"{one.name} ({one.model})" for one in judges if not one.sees)
    side = 0 if blind or which == "none" else max((one.sees for one in judges), default=0)
    return Sight(side, across, which, blind)
